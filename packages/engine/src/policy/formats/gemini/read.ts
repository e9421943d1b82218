import { definedFields } from '../../../call/defined-fields.ts';
import type { RuleObject } from '../../rules/rule.ts';
import type { Verdict } from '../../rules/verdict.ts';
import { printPattern } from '../../rules/print-pattern.ts';
import { readMode } from '../../mode-name.ts';
import { readCommandGlob, ruleFromGlob, textRule } from '../command-glob.ts';
import { createDraft, type Draft, type From } from '../draft.ts';
import { withNotes } from '../notes.ts';
import { flatten, type Ordered } from '../flatten.ts';
import type { ReadOptions, ReadResult } from '../format.ts';
import { isTable, linesOf, readToml, tablesAt, textsAt, valueAt, type TomlTable } from '../read-toml.ts';
import { regexWords, withoutAnchors } from '../regex-words.ts';
import { geminiTools, combinedTools } from './tools.ts';

const decisions: ReadonlyMap<string, Verdict> = new Map<string, Verdict>([
  ['allow', 'allow'],
  ['ask_user', 'ask'],
  ['deny', 'deny'],
]);

/** A policy file of Gemini CLI: of all matching rules, the one with the highest priority decides. */
export function readGemini(text: string, options: ReadOptions): ReadResult {
  const source = readToml(text);
  if ('error' in source) return source;
  const draft = createDraft({ byTool: true });
  const lines = linesOf(text, 'rule');
  const mode = options.mode ?? 'default';
  const rules = tablesAt(source.table, 'rule').map((table, at) => ({
    table,
    line: lines[at],
    priority: priorityOf(table),
  }));
  const ordered = rules
    .toSorted((a, b) => b.priority - a.priority)
    .flatMap(({ table, line }) =>
      readRule(table, {
        draft,
        mode,
        from: { what: printTable(table), ...definedFields({ line }) },
      }),
    );
  noteOthers(source.table, draft);
  const flat = flatten(ordered, draft);
  const ours = options.mode === undefined ? undefined : readMode(options.mode);
  return withNotes(
    draft.finish({
      layer: options.layer ?? 'user',
      ...(ours === undefined || ours === 'default' ? {} : { mode: ours }),
      ...flat,
    }),
    { host: 'Gemini CLI' },
  );
}

function priorityOf(table: TomlTable): number {
  const priority = valueAt(table, 'priority');
  return typeof priority === 'number' || typeof priority === 'bigint' ? Number(priority) : 0;
}

function printTable(table: TomlTable): string {
  const names = ['toolName', 'mcpName', 'commandPrefix', 'commandRegex', 'argsPattern'];
  const said = names.flatMap((name) => {
    const value = valueAt(table, name);
    return value === undefined ? [] : [`${name} = ${JSON.stringify(value)}`];
  });
  return `${String(valueAt(table, 'decision'))}: ${said.join(', ')}`;
}

interface GeminiContext {
  readonly draft: Draft;
  readonly mode: string;
  readonly from: From;
}

function readRule(table: TomlTable, { draft, mode, from }: GeminiContext): readonly Ordered[] {
  const verdict = decisions.get(String(valueAt(table, 'decision')));
  if (verdict === undefined) {
    draft.notCarried('Gemini CLI refuses a rule with this decision', from);
    return [];
  }
  const modes = textsAt(table, 'modes');
  if (modes.length > 0 && !modes.includes(mode)) {
    draft.notCarried(`only for the mode ${modes.join(', ')}; import with --mode to see it so`, from);
    return [];
  }
  if (!conditionsHold(table, { verdict, draft, from })) return [];
  if (valueAt(table, 'allowRedirection') === true)
    draft.stricter('a redirection needs a Write rule of its own', from);
  const words = wordsOf(verdict, table);
  return subjects(table, { verdict, draft, from }).map((rule) => ({
    verdict,
    rule: { ...rule, ...words },
    from,
  }));
}

/** Conditions that our rules cannot test: an allow is dropped, a deny or ask applies without them. */
function conditionsHold(table: TomlTable, { verdict, draft, from }: Reading2): boolean {
  const untestable = ['toolAnnotations', 'interactive'].filter((name) => valueAt(table, name) !== undefined);
  if (untestable.length === 0) return true;
  const why = `${untestable.join(' and ')} cannot be tested here`;
  draft.stricter(
    verdict === 'allow' ? `${why}; left out, so it is asked about` : `${why}; it holds for all`,
    from,
  );
  return verdict !== 'allow';
}

interface Reading2 {
  readonly verdict: Verdict;
  readonly draft: Draft;
  readonly from: From;
}

function wordsOf(verdict: Verdict, table: TomlTable): Omit<RuleObject, 'rule'> {
  const message = valueAt(table, 'denyMessage');
  const agent = valueAt(table, 'subagent');
  return {
    ...(verdict !== 'allow' && typeof message === 'string' ? { message, guidance: message } : {}),
    ...(typeof agent === 'string' ? { agents: [agent] } : {}),
  };
}

function subjects(table: TomlTable, reading: Reading2): readonly RuleObject[] {
  const named = textsAt(table, 'toolName');
  const server = valueAt(table, 'mcpName');
  const tools = named.length === 0 ? ['*'] : named;
  if (typeof server === 'string')
    return tools.flatMap((tool) => withArguments({ rule: `mcp__${server}__${tool}` }, table, reading));
  noteTogether(named, reading);
  return [...new Set(tools.map(toolRule))].flatMap((rule) =>
    rule === 'Bash' ? commands(table, reading) : withArguments({ rule }, table, reading),
  );
}

/** `mcp_github_get_issue`: Gemini server names contain no `_`. */
function toolRule(name: string): string {
  const [, server, tool] = /^mcp_([^_]+)_(.+)$/u.exec(name) ?? [];
  if (server !== undefined && tool !== undefined) return `mcp__${server}__${tool}`;
  return name === 'mcp_*' ? 'mcp' : (geminiTools.get(name) ?? name);
}

function noteTogether(named: readonly string[], { verdict, draft, from }: Reading2): void {
  for (const { rule, tools } of combinedTools) {
    const present = tools.filter((tool) => named.includes(tool));
    if (present.length === 0 || present.length === tools.length) continue;
    if (verdict === 'allow' && rule === 'Read' && named.includes('read_file')) continue;
    const lose = verdict === 'allow' ? draft.notCarried : draft.stricter;
    lose(`a rule about ${rule} speaks of ${tools.join(' and ')} alike`, from);
  }
}

function commands(table: TomlTable, reading: Reading2): readonly RuleObject[] {
  const { verdict, draft, from } = reading;
  const prefixes = textsAt(table, 'commandPrefix');
  const regex = valueAt(table, 'commandRegex');
  if (prefixes.length > 0) {
    return prefixes.flatMap((prefix) => {
      const { rule, loss } = ruleFromGlob(verdict, readCommandGlob(`${escapeStars(prefix.trim())} *`));
      if (loss !== undefined) draft.stricter(loss, from);
      return rule === undefined ? [] : [rule];
    });
  }
  if (typeof regex === 'string') return commandsFrom(regex, reading);
  return withArguments({ rule: 'Bash' }, table, reading);
}

function escapeStars(text: string): string {
  return text.replaceAll('*', String.raw`\*`);
}

function commandsFrom(regex: string, { verdict, draft, from }: Reading2): readonly RuleObject[] {
  const words = regexWords(regex.replace(/^\^/u, ''));
  if (words !== undefined && (verdict === 'allow' || words.isWhole)) {
    if (!words.isExact) draft.stricter('a word boundary; here whole words are compared', from);
    return words.rules.map((rule) => ({ rule: printPattern(rule) }));
  }
  if (verdict === 'allow') {
    draft.stricter('an allow cannot be a regular expression; left out, so it is asked about', from);
    return [];
  }
  const rule = textRule(withoutAnchors(regex));
  const why =
    rule.when === undefined
      ? 'the expression cannot be run in linear time; every command'
      : 'it is searched for in the whole line';
  draft.stricter(why, from);
  return [rule];
}

/** `argsPattern` is compared with the arguments as JSON text; a test of one field can be expressed for a deny or ask. */
function withArguments(
  rule: RuleObject,
  table: TomlTable,
  { verdict, draft, from }: Reading2,
): readonly RuleObject[] {
  const pattern = valueAt(table, 'argsPattern');
  if (typeof pattern !== 'string' || pattern === '') return [rule];
  if (verdict === 'allow') {
    draft.stricter(
      'a pattern over all arguments proves nothing about the call; left out, so it is asked about',
      from,
    );
    return [];
  }
  const [, field, rest] = /^"(command)":"([^"\\]+)$/u.exec(pattern.replace(/"$/u, '')) ?? [];
  if (field === undefined || rest === undefined || rule.rule !== 'Bash') {
    draft.stricter(`a pattern over all arguments; all of ${rule.rule}`, from);
    return [rule];
  }
  draft.stricter('it is searched for in the whole line', from);
  return [textRule(withoutAnchors(rest))];
}

function noteOthers(table: TomlTable, draft: Draft): void {
  for (const [key, value] of Object.entries(table)) {
    if (key === 'rule') continue;
    const count = Array.isArray(value) ? ` (${value.length})` : isTable(value) ? ' (a table)' : '';
    draft.notCarried('not a rule; Gemini CLI reads `[[rule]]`', { what: `${key}${count}` });
  }
}
