import { commandIndex } from '../../facts/shell/model/find-command.ts';
import type { Command } from '../../facts/shell/model/model.ts';
import type { CommandRule, PatternWord } from '../rules/pattern.ts';
import { printPattern } from '../rules/print-pattern.ts';
import { apartCommands, containsCommand } from './relate.ts';

/**
 * Rules about every command that could be proven read-only and that `allowed` does not cover. A source that asks about all but
 * a few commands also asks about `ls`, while the engine runs what is proven to change nothing: these rules restore the ask. An
 * unknown command is never proven, so the list is complete.
 */
export function everythingElse({
  below,
  allowed,
}: {
  readonly below: readonly string[];
  readonly allowed: readonly CommandRule[];
}): Else {
  const found: RemainingRules = { rules: [], overruled: new Set(), allowed };
  if (below.length === 0) visitNames([], { rows: commandIndex() }, found);
  else visitBelow(below, found);
  return { rules: found.rules, overruled: [...found.overruled] };
}

export interface Else {
  readonly rules: readonly string[];
  /** Allowed commands that one of the rules also matches and therefore overrules. */
  readonly overruled: readonly CommandRule[];
}

interface RemainingRules {
  readonly rules: string[];
  readonly overruled: Set<CommandRule>;
  readonly allowed: readonly CommandRule[];
}

type Rows = ReadonlyMap<string, Command>;

/** As few rules as possible: names with a common prefix share one rule if nothing with that prefix is allowed. */
function visitNames(
  path: readonly string[],
  { rows, start = '' }: { readonly rows: Rows; readonly start?: string },
  found: RemainingRules,
): void {
  const names = [...rows].filter(([name]) => name.startsWith(start));
  const exact = rows.get(start);
  if (start !== '' && exact !== undefined) visit([...path, start], exact, found);
  const next = new Set(
    names.filter(([name]) => name !== start).map(([name]) => Array.from(name.slice(start.length))[0] ?? ''),
  );
  for (const letter of [...next].toSorted()) {
    const words: readonly PatternWord[] = [
      ...path.map(literal),
      { is: 'glob', pieces: [start + letter, ''] },
    ];
    const all: CommandRule = { about: 'command', words, open: true };
    if (found.allowed.every((rule) => apartCommands(rule, all))) found.rules.push(printPattern(all));
    else visitNames(path, { rows, start: start + letter }, found);
  }
}

function visitBelow(path: readonly string[], found: RemainingRules): void {
  const [name = '', ...rest] = path;
  let row = commandIndex().get(name);
  for (const word of rest) row = row?.subcommands?.find(({ names }) => names.includes(word));
  if (row !== undefined) visit(path, row, found);
}

function visit(path: readonly string[], row: Command, found: RemainingRules): void {
  const whole = ruleFor(path, { open: true });
  if (found.allowed.some((rule) => containsCommand(rule, whole))) return;
  const touching = found.allowed.filter((rule) => !apartCommands(rule, whole));
  if (touching.length === 0 || (row.subcommands === undefined && mayRead(row))) {
    found.rules.push(printPattern(whole));
    for (const rule of touching) found.overruled.add(rule);
    return;
  }
  // Other uses of it act and need a rule; only printing uses do not.
  const printing = (row.prints ?? '--version --help').split(' ');
  for (const words of [path, ...printing.map((option) => [...path, option])]) {
    const exact = ruleFor(words, { open: false });
    if (!found.allowed.some((rule) => containsCommand(rule, exact))) found.rules.push(printPattern(exact));
  }
  const rows = new Map(
    (row.subcommands ?? []).flatMap((sub) => sub.names.map((name) => [name, sub] as const)),
  );
  visitNames(path, { rows }, found);
}

function mayRead(row: Command): boolean {
  return row.does === 'reads' || row.bare === 'reads' || row.refine !== undefined;
}

function ruleFor(path: readonly string[], { open }: { open: boolean }): CommandRule {
  return { about: 'command', words: path.map(literal), open };
}

function literal(text: string): PatternWord {
  return { is: 'literal', text };
}
