import type { Layer } from '../../layer.ts';
import type { Verdict } from '../../rules/verdict.ts';
import { createDraft, type Draft, type From } from '../draft.ts';
import { withNotes } from '../notes.ts';
import type { ReadOptions, ReadResult } from '../format.ts';
import { shellWords } from '../shell-words.ts';
import { readCopilotPattern } from './pattern.ts';
import { copilotTools } from './tools.ts';
import { wordSet, type WordSet } from '../../../facts/word-set.ts';

interface Flag {
  readonly name: string;
  readonly value: string;
  readonly from: From;
}

/** The flags of a Copilot CLI command line. Deny beats allow in any order; what no flag names is asked about. */
export function readCopilotFlags(text: string, options: ReadOptions): ReadResult {
  const flags = readFlags(text);
  if (flags.length === 0) return { error: 'there are no flags such as --allow-tool in it' };
  const draft = createDraft();
  const given = (...names: readonly string[]): Flag | undefined =>
    flags.find(({ name }) => names.includes(name));
  const visible = toolNames(flags, ['available-tools']);
  const hidden = toolNames(flags, ['excluded-tools', 'exclude-tools']);
  for (const flag of flags) readFlag(flag, draft);
  const everything = given('allow-all', 'yolo');
  const all = everything ?? given('allow-all-tools');
  if (all !== undefined)
    allowAll(all, {
      draft,
      urls: everything ?? given('allow-all-urls'),
      paths: everything ?? given('allow-all-paths'),
    });
  else
    allowSome(given('allow-tool'), {
      draft,
      urls: given('allow-all-urls'),
      paths: given('allow-all-paths'),
    });
  if (visible.length > 0 && hidden.length > 0)
    draft.stricter('Copilot ignores it beside --available-tools; here hidden tools stay hidden', {
      what: '--excluded-tools',
    });
  const tools = { ...(visible.length === 0 ? {} : { visible }), ...(hidden.length === 0 ? {} : { hidden }) };
  const layer: Omit<Layer, Verdict> = {
    layer: options.layer ?? 'user',
    ...(visible.length + hidden.length === 0 ? {} : { tools }),
  };
  return withNotes(draft.finish(layer), { host: 'Copilot' });
}

const listFlags: WordSet = wordSet(
  'allow-tool deny-tool allow-url deny-url available-tools excluded-tools exclude-tools add-dir',
);

const switches: ReadonlySet<string> = new Set([
  'allow-all',
  'yolo',
  'allow-all-tools',
  'allow-all-paths',
  'allow-all-urls',
]);

function readFlags(text: string): readonly Flag[] {
  const flags: Flag[] = [];
  let list: string | undefined;
  for (const { text: word, line } of shellWords(text)) {
    const [, name, attached] = /^--([a-z-]+)(?:=([\s\S]*))?$/u.exec(word) ?? [];
    if (name !== undefined) {
      list = listFlags.has(name) ? name : undefined;
      const from = { what: word, line };
      if (switches.has(name) && attached !== 'false') flags.push({ name, value: '', from });
      else if (list !== undefined && attached !== undefined) flags.push(...split(name, attached, line));
    } else if (word.startsWith('-')) list = undefined;
    else if (list !== undefined) flags.push(...split(list, word, line));
  }
  return flags;
}

/** One value may hold several entries, separated by commas outside parentheses. */
function split(name: string, text: string, line: number): readonly Flag[] {
  return text
    .split(/,(?![^(]*\))/u)
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .map((value) => ({ name, value, from: { what: `--${name} ${value}`, line } }));
}

function toolNames(flags: readonly Flag[], names: readonly string[]): readonly string[] {
  return [
    ...new Set(
      flags.filter(({ name }) => names.includes(name)).map(({ value }) => copilotTools.get(value) ?? value),
    ),
  ];
}

function readFlag({ name, value, from }: Flag, draft: Draft): void {
  const verdict = name.startsWith('deny') ? 'deny' : 'allow';
  if (name === 'add-dir') {
    draft.stricter('a directory that Copilot may touch; no rule needs it here', from);
    return;
  }
  const isUrl = name === 'allow-url' || name === 'deny-url';
  if (!isUrl && name !== 'allow-tool' && name !== 'deny-tool') return;
  draft.take(verdict, readCopilotPattern(verdict, isUrl ? `url(${value})` : value), from);
}

interface All {
  readonly draft: Draft;
  readonly urls: Flag | undefined;
  readonly paths: Flag | undefined;
}

/** Everything except the most harmful: protected paths and dangerous removals still ask here. */
function allowAll({ from }: Flag, { draft, urls, paths }: All): void {
  if (urls === undefined) {
    // Copilot asks about URLs separately, including those in commands.
    for (const rule of ['Bash', 'Write', 'mcp']) draft.add('allow', rule, from);
    draft.add('ask', 'WebFetch', from);
    draft.stricter('every address is asked about, also one that --allow-url names', from);
  } else draft.add('allow', '*', from);
  draft.stricter('protected paths and dangerous removals are still asked about', from);
  notePaths(draft, paths);
}

/** Without a flag that allows every tool, the switches mean exactly what they say. */
function allowSome(tool: Flag | undefined, { draft, urls, paths }: All): void {
  if (urls !== undefined) draft.add('allow', 'WebFetch', urls.from);
  if (tool !== undefined) notePaths(draft, paths);
  else if (paths !== undefined) draft.stricter('it allows no tool, and no rule here needs it', paths.from);
}

function notePaths(draft: Draft, paths: Flag | undefined): void {
  if (paths !== undefined) return;
  draft.notCarried(
    'Copilot also asks about paths outside the directory that it started in; rules here say where they apply',
    { what: 'path verification' },
  );
}
