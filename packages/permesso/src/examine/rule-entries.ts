import { stringify } from 'smol-toml';
import { entry, linesOf, readJsonc, readToml, tablesAt, textsIn } from '@permesso/engine/text';

/** One rule of a host's file as a file of its own, so that any reader of the format can examine it alone. */
export interface RuleEntry {
  readonly verdict: string;
  /** The rule without its verdict. */
  readonly rule: string;
  readonly line: number;
  readonly document: string;
  /** Why it is never used, if its position makes it so. */
  readonly dead?: string;
}

/** Reads rules by the name of their format. An unreadable file yields none; it is reported elsewhere. */
export function ruleEntries(format: string, text: string): readonly RuleEntry[] {
  return readers.get(format)?.(text) ?? [];
}

const verdicts = ['allow', 'ask', 'deny'] as const;

const readers: ReadonlyMap<string, (text: string) => readonly RuleEntry[]> = new Map([
  ['claude', inPermissions],
  ['cursor', inPermissions],
  ['gemini', inTables],
  ['codex', inCalls],
  ['opencode', inPermission],
]);

function inPermissions(text: string): readonly RuleEntry[] {
  const read = readJsonc(text);
  if ('error' in read) return [];
  return verdicts.flatMap((verdict) =>
    textsIn(entry(read.root, 'permissions', verdict)).map(({ text: rule, line }) => ({
      verdict,
      rule,
      line,
      document: JSON.stringify({ permissions: { [verdict]: [rule] } }),
    })),
  );
}

function inTables(text: string): readonly RuleEntry[] {
  const read = readToml(text);
  if ('error' in read) return [];
  const lines = linesOf(text, 'rule');
  return tablesAt(read.table, 'rule').map((rule, at) => ({
    verdict: String(rule['decision']),
    rule: JSON.stringify(rule['commandPrefix'] ?? rule['toolName'] ?? 'everything').replaceAll('"', ''),
    line: lines[at] ?? 1,
    document: stringify({ rule: [rule] }),
  }));
}

/** `prefix_rule(...)` calls, each from its first line to the closing line. */
function inCalls(text: string): readonly RuleEntry[] {
  const entries: RuleEntry[] = [];
  let open: { readonly line: number; readonly lines: string[] } | undefined;
  for (const [at, line] of text.split('\n').entries()) {
    if (/^\w+_rule\s*\(/.test(line)) open = { line: at + 1, lines: [] };
    open?.lines.push(line);
    if (open !== undefined && /\)\s*(?:#.*)?$/.test(line)) {
      const document = open.lines.join('\n');
      entries.push({
        verdict: /decision\s*=\s*"(\w+)"/.exec(document)?.[1] ?? 'prompt',
        rule: document.replaceAll(/\s+/g, ' ').slice(0, 80),
        line: open.line,
        document,
      });
      open = undefined;
    }
  }
  return entries;
}

/** The last match decides in this format: entries before a `*` never apply. */
function inPermission(text: string): readonly RuleEntry[] {
  const read = readJsonc(text);
  if ('error' in read) return [];
  return (entry(read.root, 'permission')?.entries ?? []).flatMap(([tool, node]) => {
    const star = node.entries.findLastIndex(([pattern]) => pattern === '*');
    return node.entries.map(([pattern, said], at) => ({
      verdict: String(said.value),
      rule: `${tool} ${pattern}`,
      line: said.line,
      document: JSON.stringify({ permission: { [tool]: { [pattern]: said.value } } }),
      ...(at < star ? { dead: 'the last match decides there, and `*` comes after it' } : {}),
    }));
  });
}
