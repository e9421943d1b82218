import { isAlias, isMap, isScalar, isSeq, stringify, type Node, type YAMLMap } from 'yaml';
import type { RuleInput } from '../rules/rule.ts';
import type { Verdict } from '../rules/verdict.ts';
import { blockSpan, endOf, firstNodeOf, flowSpan, indentOf, isFlow, type Collection } from './node-span.ts';
import { readPolicyFile } from './parse-policy-file.ts';
import type { PolicyFile } from './policy-file.ts';
import { readYaml, startOf } from './read-yaml.ts';

/** A changed text, or why nothing was changed. */
export type Edited = { readonly text: string; readonly changed: boolean } | { readonly refused: string };

export interface RuleEdit {
  readonly verdict: Verdict;
  readonly rule: RuleInput;
}

/**
 * Appends a rule to its list by inserting characters, so that comments, order and quotes stay as they were. The new text is
 * read back: it must mean what the old one did, plus this rule.
 */
export function addRuleToText(text: string, edit: RuleEdit): Edited {
  const before = openPolicy(text);
  if ('refused' in before) return before;
  const { root, policy } = before;
  const rules = policy.layer[edit.verdict] ?? [];
  if (rules.some((rule) => JSON.stringify(rule) === JSON.stringify(edit.rule)))
    return { text, changed: false };
  const insertion = insertionFor(text, root, edit);
  if ('refused' in insertion) return insertion;
  const { at, words, replaces = 0 } = insertion;
  const changed = `${text.slice(0, at)}${words}${text.slice(at + replaces)}`;
  return proven(changed, contentOf(policy, { ...policy.layer, [edit.verdict]: [...rules, edit.rule] }));
}

/** Removes every rule with this text from its list. Comments on the rule's own lines go with it, all others stay. */
export function removeRuleFromText(
  text: string,
  { verdict, rule }: { readonly verdict: Verdict; readonly rule: string },
): Edited {
  const before = openPolicy(text);
  if ('refused' in before) return before;
  const { root, policy } = before;
  const rules = policy.layer[verdict] ?? [];
  const kept = rules.filter((each) => patternText(each) !== rule.trim());
  if (kept.length === rules.length) return { text, changed: false };
  const list = isMap(root) ? root.get(verdict, true) : undefined;
  if (!isSeq(list)) return { refused: `the list \`${verdict}\` is somewhere else` };
  const gone = list.items.filter((item) => writtenRule(item) === rule.trim());
  let changed = text;
  for (const item of gone.toReversed()) {
    const span = isFlow(list) ? flowSpan(list, item) : blockSpan(text, list, item);
    if (span === undefined) return { refused: 'the rule cannot be taken out of this line: edit the file' };
    changed = changed.slice(0, span[0]) + changed.slice(span[1]);
  }
  return proven(changed, contentOf(policy, { ...policy.layer, [verdict]: kept }));
}

interface Opened {
  readonly root: Node | undefined;
  readonly policy: PolicyFile;
}

export function openPolicy(text: string): Opened | { readonly refused: string } {
  const yaml = readYaml(text);
  const policy = readPolicyFile(yaml, { file: '' });
  const [problem] = policy.problems.filter(({ severity }) => severity === 'error');
  if (problem !== undefined) return { refused: `line ${problem.line}: ${problem.message}; fix it first` };
  const isEmpty = isScalar(yaml.root) && yaml.root.value === null;
  return { root: isEmpty ? undefined : yaml.root, policy };
}

/** The meaning of the file: everything except positions and messages about what was left out. */
export function contentOf(policy: PolicyFile, layer: PolicyFile['layer']): string {
  const { allow = [], ask = [], deny = [], lines: _lines, ...rest } = layer;
  const { use, failure, team, tests, problems } = policy;
  const groups = Array.from(policy.groups, ([name, { lines: _group, ...group }]) => [name, group]);
  const cases = tests.map(({ line: _line, column: _column, ...test }) => test);
  const names = Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([names, allow, ask, deny, use, failure, team, groups, cases, problems.length]);
}

export function proven(text: string, content: string): Edited {
  const after = openPolicy(text);
  if ('refused' in after) return { refused: `the change would break the file: ${after.refused}` };
  return contentOf(after.policy, after.policy.layer) === content
    ? { text, changed: true }
    : { refused: 'the change would mean something else in this file: edit it by hand' };
}

function patternText(rule: RuleInput): string {
  return (typeof rule === 'string' ? rule : rule.rule).trim();
}

export function writtenRule(item: unknown): string | undefined {
  const text = isMap(item) ? item.get('rule') : isScalar(item) ? item.value : undefined;
  return typeof text === 'string' ? text.trim() : undefined;
}

export interface Insertion {
  readonly at: number;
  readonly words: string;
  /** The number of characters that are replaced. */
  readonly replaces?: number;
}

function insertionFor(
  text: string,
  root: Node | undefined,
  { verdict, rule }: RuleEdit,
): Insertion | { readonly refused: string } {
  const eol = eolOf(text);
  const items = (indent: number): string => blockItem(rule, indent).join(eol) + eol;
  const list = (indent: number): string => `${' '.repeat(indent)}${verdict}:${eol}${items(indent + 2)}`;
  if (root === undefined) return afterLine(text, text.length, list(0));
  if (!isMap(root)) return { refused: 'the file is not a policy' };
  const pair = root.items.find(({ key }) => isScalar(key) && key.value === verdict);
  if (pair === undefined)
    return isFlow(root)
      ? intoFlow(text, root, `${JSON.stringify(verdict)}: [${JSON.stringify(rule)}]`)
      : afterLine(text, endOf(root), list(indentOf(root)));
  if (isAlias(pair.value)) return { refused: `\`${verdict}\` is an alias: edit the file by hand` };
  if (!isSeq(pair.value)) return intoEmpty(text, { root, pair, rule, items });
  return isFlow(pair.value)
    ? intoFlow(text, pair.value, JSON.stringify(rule))
    : afterLine(text, endOf(pair.value), items(indentOf(pair.value)));
}

interface Empty {
  readonly root: YAMLMap;
  readonly pair: YAMLMap['items'][number];
  readonly rule: RuleInput;
  readonly items: (indent: number) => string;
}

/** `allow:` with nothing after it, or with a null. */
function intoEmpty(text: string, { root, pair, rule, items }: Empty): Insertion {
  const [start = 0, end = start] = firstNodeOf(pair.value)?.range ?? [];
  if (end > start || isFlow(root))
    return { at: start, words: `${end > start ? '' : ' '}[${JSON.stringify(rule)}]`, replaces: end - start };
  return afterLine(text, endOf(pair.key), items(indentOf(root) + 2));
}

/** The rule as lines of a block list. */
function blockItem(rule: RuleInput, indent: number): readonly string[] {
  const printed = stringify(rule, { lineWidth: 0 }).trimEnd().split('\n');
  const margin = ' '.repeat(indent);
  return printed.map((line, index) => {
    if (index === 0) return `${margin}- ${line}`;
    return line === '' ? line : `${margin}  ${line}`;
  });
}

export function afterLine(text: string, end: number, words: string): Insertion {
  if (text === '' || text[end - 1] === '\n') return { at: end, words };
  const newLine = text.indexOf('\n', end);
  return newLine === -1 ? { at: text.length, words: `${eolOf(text)}${words}` } : { at: newLine + 1, words };
}

/** Inserts after the last entry; on its own line if that entry has one. */
export function intoFlow(text: string, collection: Collection, words: string): Insertion {
  const last = collection.items.at(-1);
  const first = firstNodeOf(last);
  if (first === undefined) return { at: (collection.range?.[1] ?? 1) - 1, words };
  const margin = text.slice(text.lastIndexOf('\n', startOf(first)) + 1, startOf(first));
  const isAlone = margin.trim() === '' && text.lastIndexOf('\n', startOf(first)) !== -1;
  return { at: endOf(last), words: isAlone ? `,${eolOf(text)}${margin}${words}` : `, ${words}` };
}

export function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
