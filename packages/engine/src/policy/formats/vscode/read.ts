import { printPattern } from '../../rules/print-pattern.ts';
import { textRule } from '../command-glob.ts';
import { parseCommandWords } from '../../rules/command-words.ts';
import { createDraft, type Draft, type From } from '../draft.ts';
import { withNotes } from '../notes.ts';
import { flatten, type Ordered } from '../flatten.ts';
import type { ReadOptions, ReadResult } from '../format.ts';
import { readPathText } from '../path-glob-text.ts';
import { entry, readJsonc, type JsonNode } from '../read-jsonc.ts';
import { regexWords, withoutAnchors } from '../regex-words.ts';
import { readCopilotPattern } from '../copilot/pattern.ts';

/** VS Code's settings for agent tools. An approval of false beats one of true; it asks and never denies. */
export function readVscode(text: string, options: ReadOptions): ReadResult {
  const source = readJsonc(text);
  if ('error' in source) return source;
  const draft = createDraft();
  const setting = (name: string): JsonNode | undefined => settingOf(source.root, name);
  for (const name of ['chat.tools.terminal.autoApprove', 'chat.agent.terminal.autoApprove'])
    for (const [key, node] of setting(name)?.entries ?? []) readTerminal(key, node, draft);
  readLegacyLists(setting, draft);
  const edits = (setting('chat.tools.edits.autoApprove')?.entries ?? []).flatMap(([key, node]) =>
    readEdit(key, node),
  );
  flatten(edits.toReversed(), draft);
  for (const [key, node] of setting('chat.tools.urls.autoApprove')?.entries ?? [])
    readUrlSetting(key, node, draft);
  const all = setting('chat.tools.global.autoApprove') ?? setting('chat.tools.autoApprove');
  if (all?.value === true) {
    const from = { what: 'chat.tools.global.autoApprove: true', line: all.line };
    draft.add('allow', '*', from);
    draft.stricter('protected paths and dangerous removals are still asked about', from);
  }
  return withNotes(draft.finish({ layer: options.layer ?? 'user' }), { host: 'VS Code' });
}

/** `"a.b.c": x`, or the same as nested objects. */
function settingOf(root: JsonNode, name: string): JsonNode | undefined {
  return entry(root, name) ?? entry(root, 'settings', name) ?? entry(root, ...name.split('.'));
}

/** The value of a row: `null` reverts what another file set, so it has no effect here. */
function approvalOf(node: JsonNode): { readonly approve: boolean; readonly wholeLine: boolean } | undefined {
  if (typeof node.value === 'boolean') return { approve: node.value, wholeLine: false };
  const approve = entry(node, 'approve')?.value;
  if (typeof approve !== 'boolean') return undefined;
  return { approve, wholeLine: entry(node, 'matchCommandLine')?.value === true };
}

function readTerminal(key: string, node: JsonNode, draft: Draft): void {
  const from = {
    what: `${key}: ${node.value === undefined ? 'object' : JSON.stringify(node.value)}`,
    line: node.line,
  };
  const approval = approvalOf(node);
  if (approval === undefined) {
    if (node.value !== null) draft.notCarried('neither true, false nor null', from);
    return;
  }
  const [, regex, flags] = /^\/(.+)\/([a-z]*)$/su.exec(key) ?? [];
  if (regex !== undefined) readRegex({ regex, flags: flags ?? '', ...approval }, draft, from);
  else if (approval.approve) readApproved(key, { draft, from, wholeLine: approval.wholeLine });
  else readAsked(key, draft, from);
}

const boundary =
  'VS Code compares text up to a word boundary (`git` approves `git-lfs` too); here whole words are compared';

function readApproved(
  key: string,
  { draft, from, wholeLine }: { draft: Draft; from: From; wholeLine: boolean },
): void {
  const words = parseCommandWords(key.replaceAll(/[*\\]/gu, String.raw`\$&`), { offset: 0, open: true });
  if (!words.ok) {
    draft.stricter(`${words.error.message}; left out, so it is asked about`, from);
    return;
  }
  if (wholeLine) draft.stricter('a line may hold several commands; here each needs its own rule', from);
  draft.add('allow', printPattern(words.value), from);
  draft.stricter(boundary, { what: 'approved commands' });
}

function readAsked(key: string, draft: Draft, from: From): void {
  const words = parseCommandWords(key.replaceAll(/[*\\]/gu, String.raw`\$&`), { offset: 0, open: true });
  if (words.ok) draft.add('ask', printPattern(words.value), from);
  else draft.add('ask', textRule(key.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)), from);
}

interface RegexKey {
  readonly regex: string;
  readonly flags: string;
  readonly approve: boolean;
  readonly wholeLine: boolean;
}

function readRegex({ regex, flags, approve }: RegexKey, draft: Draft, from: From): void {
  const words = regex.startsWith('^') ? regexWords(regex.slice(1)) : undefined;
  if (!approve) {
    // Also as words: `make -C web deploy` is `make deploy`, which the text does not show.
    for (const rule of words?.rules ?? []) draft.add('ask', printPattern(rule), from);
    const rule = textRule(withoutAnchors(flags.includes('i') ? withoutCase(regex) : regex));
    draft.add('ask', rule, from);
    const why =
      rule.when === undefined
        ? 'the expression cannot be run in linear time; every command'
        : 'it is searched for in the whole line';
    draft.stricter(why, from);
    return;
  }
  if (/^\^?\.\*\$?$/u.test(regex)) {
    draft.add('allow', 'Bash', from);
    return;
  }
  if (words === undefined) {
    draft.stricter('an allow cannot be a regular expression; left out, so it is asked about', from);
    return;
  }
  for (const rule of words.rules) draft.add('allow', printPattern(rule), from);
  if (!words.isExact) draft.stricter(boundary, { what: 'approved commands' });
}

/** Letters outside escapes match both cases. */
function withoutCase(regex: string): string {
  return regex.replaceAll(/\\.|\[[^\]]*\]|[A-Za-z]/gsu, (part) =>
    /^[A-Za-z]$/u.test(part)
      ? `[${part.toLowerCase()}${part.toUpperCase()}]`
      : part.startsWith('[')
        ? bothCases(part)
        : part,
  );
}

function bothCases(set: string): string {
  return set.replaceAll('a-z', 'a-zA-Z').replaceAll(/(?<=[[a-zA-Z])A-Z(?!a-z)/gu, 'A-Z');
}

/** The lists that preceded the map. */
function readLegacyLists(setting: (name: string) => JsonNode | undefined, draft: Draft): void {
  for (const [list, approve] of [
    ['allowList', true],
    ['denyList', false],
  ] as const)
    for (const [key, node] of setting(`chat.agent.terminal.${list}`)?.entries ?? []) {
      const from = { what: `${list} ${key}`, line: node.line };
      const regex = /^\/(.+)\/([a-z]*)$/su.exec(key);
      if (regex !== null)
        readRegex({ regex: regex[1] ?? '', flags: regex[2] ?? '', approve, wholeLine: false }, draft, from);
      else if (approve) readApproved(key, { draft, from, wholeLine: false });
      else readAsked(key, draft, from);
    }
}

/** In VS Code the last matching pattern decides. */
function readEdit(key: string, { value, line }: JsonNode): readonly Ordered[] {
  if (typeof value !== 'boolean') return [];
  const verdict = value ? 'allow' : 'ask';
  const { glob } = readPathText(verdict, key === '**/*' ? './**' : key);
  const rule = glob === '**' || glob === './**' ? (value ? 'Write(./**)' : 'Write') : `Write(${glob})`;
  return [{ verdict, rule: { rule }, from: { what: `edits ${key}: ${String(value)}`, line } }];
}

function readUrlSetting(key: string, node: JsonNode, draft: Draft): void {
  const approve =
    typeof node.value === 'boolean' ? node.value : entry(node, 'approveRequest')?.value === true;
  const verdict = approve ? 'allow' : 'ask';
  const from = { what: `urls ${key}`, line: node.line };
  draft.take(verdict, readCopilotPattern(verdict, `url(${key})`), from);
}
