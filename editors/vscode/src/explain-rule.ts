import { parsePattern, printPattern } from '@permesso/engine';
import { effectTable } from '@permesso/engine/facts';
import type { Pattern } from '@permesso/engine/policy';

export interface RuleInLine {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

/** The rule that a line of a policy file holds: `- Read(src/**)`, `- rule: Bash(make *)`, `{ rule: refund, ... }`. */
export function ruleInLine(line: string): RuleInLine | undefined {
  const found =
    /^(\s*-\s+(?:\{?\s*rule:\s*)?|\s*rule:\s*)(?:"([^"]+)"|'([^']+)'|([^\s"'{#][^#{}]*?))\s*(?:[,}#].*)?$/u.exec(
      line,
    );
  if (found === null) return undefined;
  const [, before = '', double, single, plain] = found;
  const rule = double ?? single ?? plain ?? '';
  if (/^\w+:(?:\s|$)/u.test(rule)) return undefined;
  const start = before.length + (plain === undefined ? 1 : 0);
  return { rule, start, end: start + rule.length };
}

/** The list that a line belongs to, by the nearest key above it. */
export function listAround(lines: readonly string[], at: number): 'allow' | 'ask' | 'deny' | undefined {
  for (let row = at; row >= 0; row--) {
    const key = /^\s*(allow|ask|deny):/u.exec(lines[row] ?? '')?.[1];
    if (key === 'allow' || key === 'ask' || key === 'deny') return key;
    if (/^\w+:/u.test(lines[row] ?? '')) return undefined;
  }
  return undefined;
}

/** What a rule means, in Markdown, or what is wrong with it. */
export function explainRule(rule: string, list?: 'allow' | 'ask' | 'deny'): string {
  const parsed = parsePattern(rule);
  if (!parsed.ok) {
    const { message, fix } = parsed.error;
    return `**This rule cannot be read.** ${message}${fix === undefined ? '' : `\n\nFix: ${fix}`}`;
  }
  const about = `\`${printPattern(parsed.value)}\` speaks about ${aboutOf(parsed.value)}.`;
  return list === undefined ? about : `${about}\n\n${reach[list]}`;
}

const reach: Readonly<Record<'allow' | 'ask' | 'deny', string>> = {
  allow:
    'As an **allow** it must provably cover the whole call: every part of a pipe or chain needs a rule of its own, and a redirection needs a `Write` rule.',
  ask: 'As an **ask** it applies on suspicion, in every mode: other spellings, commands inside other commands, and the same through other tools.',
  deny: 'As a **deny** it applies on suspicion, in every mode: other spellings, commands inside other commands, and the same through other tools.',
};

const kindWords: Readonly<Record<string, string>> = {
  shell: 'every shell command',
  read: 'every read of a file',
  write: 'every edit of a file',
  url: 'every request to a web address',
  mcp: 'every tool of every MCP server',
};

function aboutOf(pattern: Pattern): string {
  switch (pattern.about) {
    case 'kind':
      return kindWords[pattern.of] ?? `everything of the kind ${pattern.of}`;
    case 'effect':
      return `every call that ${effectTable[pattern.effect].says}`;
    case 'command':
      return `a shell command that starts with these words${pattern.open ? ', with anything behind them' : ' and has no others'}`;
    case 'path':
      return `files that are ${pattern.access === 'read' ? 'read' : 'written'} at these paths, by a tool or by a shell command`;
    case 'host':
      return `web addresses of \`${pattern.host.host}\`${pattern.host.subdomains ? ' and its subdomains' : ''}`;
    case 'mcp':
      return `the tool \`${pattern.tool}\` of the MCP server \`${pattern.server}\``;
    case 'tool':
      return `the tool \`${pattern.name}\``;
  }
}
