import { parse } from 'smol-toml';
import type { Verdict } from '../../src/policy/rules/verdict.ts';

/**
 * What three programs themselves say about one plain command, written down a second time from their own documents: an
 * oracle that shares nothing with our import. Undefined where no rule of theirs speaks of it, or where it cannot be told.
 */
export function nativeVerdict(format: string, text: string, command: string): Verdict | undefined {
  // A compound command, a quote or an expansion is taken apart in ways that differ from version to version.
  // So is a variable in front: a rule of ours speaks of the command that runs, whatever stands before it.
  if (!/^[\w@%+:,./-]+(?: [\w@%+=:,./ -]*)?$/u.test(command)) return undefined;
  if (format === 'opencode') return opencode(text, command);
  if (format === 'claude') return claude(text, command);
  return format === 'gemini' ? gemini(text, command) : undefined;
}

type Json = Readonly<Record<string, unknown>>;

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    // With comments: the reader of the real thing is not repeated here.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The last match decides. */
function opencode(text: string, command: string): Verdict | undefined {
  const { permission } = jsonOf(text) ?? {};
  if (typeof permission === 'string') return permission as Verdict;
  if (typeof permission !== 'object' || permission === null) return undefined;
  const rows = Object.entries(permission as Json)
    .filter(([tool]) => glob(tool, 'bash'))
    .flatMap(([, said]): readonly (readonly [string, unknown])[] =>
      typeof said === 'string' ? [['*', said]] : Object.entries(said as Json),
    );
  return rows.findLast(([pattern]) => glob(pattern, command))?.[1] as Verdict | undefined;
}

/** Deny, then ask, then allow. */
function claude(text: string, command: string): Verdict | undefined {
  const { permissions } = jsonOf(text) ?? {};
  const lists = (permissions ?? {}) as Readonly<Record<Verdict, unknown>>;
  return (['deny', 'ask', 'allow'] as const).find((verdict) => {
    const rules = lists[verdict];
    return (
      Array.isArray(rules) && rules.some((rule) => typeof rule === 'string' && claudeRule(rule, command))
    );
  });
}

function claudeRule(rule: string, command: string): boolean {
  if (rule === 'Bash') return true;
  const [, inside] = /^Bash\((.*)\)$/u.exec(rule) ?? [];
  if (inside === undefined) return false;
  const prefix = inside.endsWith(':*') ? inside.slice(0, -2) : undefined;
  return prefix === undefined ? glob(inside, command) : `${command} `.startsWith(`${prefix} `);
}

/** The highest priority decides. */
function gemini(text: string, command: string): Verdict | undefined {
  const { rule = [] } = parse(text) as { readonly rule?: readonly Json[] };
  const sorted = rule
    .filter(({ modes }) => modes === undefined || (modes as readonly string[]).includes('default'))
    .toSorted((a, b) => Number(b['priority'] ?? 0) - Number(a['priority'] ?? 0));
  for (const each of sorted) {
    if (!speaksOfShell(each)) continue;
    // What is compared with more than the command is not repeated here; neither is anything behind it.
    if (
      ['argsPattern', 'commandRegex', 'toolAnnotations', 'subagent'].some((name) => each[name] !== undefined)
    )
      return undefined;
    const { commandPrefix = '' } = each as { readonly commandPrefix?: string | readonly string[] };
    if ([commandPrefix].flat().some((prefix) => prefix === '' || `${command} `.startsWith(`${prefix} `)))
      return each['decision'] === 'ask_user' ? 'ask' : (each['decision'] as Verdict);
  }
  return undefined;
}

function speaksOfShell({ toolName, mcpName }: Json): boolean {
  const names = toolName === undefined ? ['*'] : [toolName].flat();
  return mcpName === undefined && names.some((name) => name === '*' || name === 'run_shell_command');
}

function glob(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/ \*$/u, '\u{1}')
    .replaceAll(/[.+?^$()[\]{}|\\/]/gu, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replace('\u{1}', '( .*)?');
  return new RegExp(`^${source}$`, 'su').test(text);
}
