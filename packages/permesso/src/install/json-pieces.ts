import type { Node } from 'jsonc-parser';
import {
  addTo,
  childOf,
  nodeAt,
  openJson,
  removeNode,
  hasValue,
  setValue,
  valueOf,
  type JsonText,
} from './json-text.ts';
import type {
  Changed,
  JsonEntry,
  JsonFirst,
  JsonItem,
  JsonKeys,
  JsonTexts,
  JsonValue,
} from './file-change.ts';

/** The list or object at a path, created if missing; `text` then differs from the text that was opened. */
function ensurePath(text: string, path: readonly string[], make: JsonValue): Changed {
  const opened = openJson(text);
  if ('refused' in opened) return opened;
  let node: Node = opened.root;
  for (const [depth, name] of path.entries()) {
    const next = nodeAt(opened, path.slice(0, depth + 1));
    if (next === undefined) {
      const value = path.slice(depth + 1).reduceRight<JsonValue>((inner, key) => ({ [key]: inner }), make);
      return { text: addTo(opened, node, { name, value }) };
    }
    const isLast = depth === path.length - 1;
    const wanted = isLast && Array.isArray(make) ? 'array' : 'object';
    if (next.type !== wanted)
      return {
        refused: `\`${path.slice(0, depth + 1).join('.')}\` is not ${wanted === 'array' ? 'a list' : 'an object'}`,
      };
    node = next;
  }
  return { text };
}

/** Ensures that the entry exists exactly once; entries of older versions are replaced. */
export function applyItem(text: string, { at, item, mark }: JsonItem): Changed {
  const made = ensurePath(text, at, [item]);
  if ('refused' in made || made.text !== text) return made;
  const opened = openJson(text);
  if ('refused' in opened) return opened;
  const list = nodeAt(opened, at);
  if (list === undefined) return { refused: `\`${at.join('.')}\` cannot be reached` };
  const [first, ...more] = oursIn(list, mark);
  const last = more.at(-1);
  if (first === undefined) return { text: addTo(opened, list, { value: item }) };
  if (last !== undefined) return applyItem(removeNode(opened, last), { as: 'json-item', at, item, mark });
  if (first.parent !== list) return applyItem(removeNode(opened, first), { as: 'json-item', at, item, mark });
  return hasValue(first, item) ? { text } : { text: setValue(opened, first, item) };
}

export function removeItem(text: string, { at, mark }: JsonItem): Changed {
  const opened = openJson(text);
  if ('refused' in opened) return opened;
  const last = oursIn(nodeAt(opened, at), mark).at(-1);
  if (last === undefined) return { text };
  return removeItem(removeNode(opened, last), { as: 'json-item', at, mark, item: '' });
}

/** A group to which others have added hooks stays: only our own hook in it is ours. */
function oursIn(list: Node | undefined, mark: string): readonly Node[] {
  return itemsOf(list).flatMap((node) => {
    if (!containsMark(node, mark)) return [];
    const hooks = itemsOf(childOf(node, 'hooks'));
    const mine = hooks.filter((each) => containsMark(each, mark));
    return mine.length > 0 && mine.length < hooks.length ? mine : [node];
  });
}

function itemsOf(list: Node | undefined): readonly Node[] {
  return list?.type === 'array' ? (list.children ?? []) : [];
}

function containsMark(node: Node, mark: string): boolean {
  return JSON.stringify(valueOf(node)).includes(JSON.stringify(mark).slice(1, -1));
}

export function applyTexts(text: string, { at, texts }: JsonTexts): Changed {
  if (texts.length === 0) return { text };
  let changed = ensurePath(text, at, [...texts]);
  for (const each of texts) {
    if ('refused' in changed) return changed;
    const opened = openJson(changed.text);
    if ('refused' in opened) return opened;
    const list = nodeAt(opened, at);
    if (list !== undefined && !textsOf(list).includes(each))
      changed = { text: addTo(opened, list, { value: each }) };
  }
  return changed;
}

/** If it is after others, it is moved to the front: order is what the list is for. */
export function applyFirst(text: string, { at, text: first }: JsonFirst): Changed {
  const made = ensurePath(text, at, [first]);
  if ('refused' in made || made.text !== text) return made;
  const opened = openJson(text);
  if ('refused' in opened) return opened;
  const list = nodeAt(opened, at);
  if (list === undefined) return { refused: `\`${at.join('.')}\` cannot be reached` };
  const said = textsOf(list);
  if (said.lastIndexOf(first) === 0) return { text };
  const behind = itemsOf(list).findLast((node) => valueOf(node) === first);
  if (behind !== undefined)
    return applyFirst(removeNode(opened, behind), { as: 'json-first', at, text: first });
  const start = list.offset + 1;
  const comma = said.length === 0 ? '' : ', ';
  // Right after the bracket: comments in the list stay where they are.
  return { text: `${text.slice(0, start)}${JSON.stringify(first)}${comma}${text.slice(start)}` };
}

/** Removes texts that were not there before us. */
export function removeTexts(text: string, { at, texts }: JsonTexts, before: string): Changed {
  const was = openJson(before === '' ? '{}' : before);
  const theirs = 'refused' in was ? [] : textsOf(nodeAt(was, at));
  const ours = texts.filter((each) => !theirs.includes(each));
  let changed = text;
  for (const each of ours) {
    const opened = openJson(changed);
    if ('refused' in opened) return opened;
    const found = nodeAt(opened, at)?.children?.findLast((node) => valueOf(node) === each);
    if (found !== undefined) changed = removeNode(opened, found);
  }
  return { text: changed };
}

function textsOf(list: Node | undefined): readonly unknown[] {
  return itemsOf(list).map(valueOf);
}

/** After all others: the last match decides. */
export function applyKeys(text: string, { at, entries }: JsonKeys): Changed {
  if (entries.length === 0) return { text };
  const opened = openJson(text);
  if ('refused' in opened) return opened;
  const spread = spreadOut(opened, at);
  if (spread !== undefined) return applyKeys(spread, { as: 'json-keys', at, entries });
  let changed = ensurePath(text, at, Object.fromEntries(entries));
  for (const [name, value] of entries) {
    if ('refused' in changed) return changed;
    const now = openJson(changed.text);
    if ('refused' in now) return now;
    const object = nodeAt(now, at);
    if (object !== undefined && !isSaid(object, name, value)) {
      const old = nodeAt(now, [...at, name]);
      const without = old === undefined ? changed.text : removeNode(now, old);
      const again = openJson(without);
      if ('refused' in again) return again;
      const place = nodeAt(again, at);
      if (place !== undefined) changed = { text: addTo(again, place, { name, value }) };
    }
  }
  return changed;
}

/** The name has this value, and nothing after it is looser. */
function isSaid(object: Node, name: string, value: string): boolean {
  const pairs = (object.children ?? []).map(({ children }) => [
    children?.[0]?.value as unknown,
    valueOf(children?.[1]),
  ]);
  const at = pairs.findLastIndex(([key]) => key === name);
  return at !== -1 && pairs[at]?.[1] === value && pairs.slice(at).every(([, other]) => other === value);
}

/** The first plain text on the way to a path, as an equivalent object. */
function spreadOut(opened: JsonText, at: readonly string[]): string | undefined {
  for (const [depth] of at.entries()) {
    const node = nodeAt(opened, at.slice(0, depth + 1));
    const value = valueOf(node);
    if (node !== undefined && typeof value === 'string') return setValue(opened, node, { '*': value });
  }
  return undefined;
}

export function removeKeys(text: string, { at, entries }: JsonKeys, before: string): Changed {
  const was = openJson(before === '' ? '{}' : before);
  let changed = text;
  for (const [name, value] of entries) {
    const opened = openJson(changed);
    if ('refused' in opened) return opened;
    const theirs = 'refused' in was ? undefined : valueOf(nodeAt(was, [...at, name]));
    const found = nodeAt(opened, [...at, name]);
    if (found !== undefined && valueOf(found) === value && theirs !== value)
      changed = removeNode(opened, found);
  }
  return { text: changed };
}

/** Ensures that the entry exists exactly once; a foreign one of the same name is left alone. */
export function applyEntry(text: string, { at, name, value, mark }: JsonEntry): Changed {
  const made = ensurePath(text, at, { [name]: value });
  if ('refused' in made || made.text !== text) return made;
  const opened = openJson(text);
  if ('refused' in opened) return opened;
  const object = nodeAt(opened, at);
  if (object === undefined) return { refused: `\`${at.join('.')}\` cannot be reached` };
  const now = nodeAt(opened, [...at, name]);
  if (now === undefined) return { text: addTo(opened, object, { name, value }) };
  if (!containsMark(now, mark)) return { refused: `\`${[...at, name].join('.')}\` is somebody else's` };
  return hasValue(now, value) ? { text } : { text: setValue(opened, now, value) };
}

export function removeEntry(text: string, { at, name, mark }: JsonEntry): Changed {
  const opened = openJson(text);
  if ('refused' in opened) return opened;
  const now = nodeAt(opened, [...at, name]);
  return { text: now === undefined || !containsMark(now, mark) ? text : removeNode(opened, now) };
}

export function applyDefault(text: string, { name, value }: { name: string; value: JsonValue }): Changed {
  const opened = openJson(text);
  if ('refused' in opened) return opened;
  return nodeAt(opened, [name]) === undefined
    ? { text: addTo(opened, opened.root, { name, value }) }
    : { text };
}
