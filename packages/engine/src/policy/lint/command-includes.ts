import { findCommand } from '../../facts/shell/model/find-command.ts';
import type { Command } from '../../facts/shell/model/model.ts';
import type { CommandRule, Pattern, PatternWord } from '../rules/pattern.ts';
import type { Reach } from './includes.ts';
import { includesWord } from './text-includes.ts';

/** Whether the outer rule speaks of every command that the inner one speaks of. */
export function includesCommand(outer: CommandRule, inner: CommandRule, reach: Reach): boolean {
  if (sameWords(outer, inner)) return true;
  switch (reach) {
    case 'stops':
      // What is carried is covered by a rule that spells it; the carrier is then a part of the call, and is stopped.
      return includesWords(outer, inner);
    case 'covers':
      return includesWords(outer, inner) && spellsAsMuch(outer, inner);
    case 'touches':
      return includesSuspicion(outer, inner);
  }
}

function sameWords(a: CommandRule, b: CommandRule): boolean {
  return a.open === b.open && JSON.stringify(a.words) === JSON.stringify(b.words);
}

/** Word for word; what follows is anything for an open rule. */
function includesWords(outer: CommandRule, inner: CommandRule): boolean {
  if (outer.words.length > inner.words.length) return false;
  if (!outer.open && (inner.open || outer.words.length < inner.words.length)) return false;
  return outer.words.every((word, at) => {
    const narrow = inner.words[at];
    return narrow !== undefined && includesWord(word, narrow);
  });
}

/**
 * Suspicion takes options in any order and finds operands behind others, so only a beginning of the same words is
 * surely suspected as much: each option must be the same, and each operand at least as wide.
 */
function includesSuspicion(outer: CommandRule, inner: CommandRule): boolean {
  if (!outer.open || !includesWords(outer, inner)) return false;
  return outer.words.every((word, at) => {
    const narrow = inner.words[at];
    if (narrow === undefined) return false;
    if (JSON.stringify(word) === JSON.stringify(narrow)) return true;
    if (word.is === 'any' || narrow.is === 'any') return false;
    return at === 0 || (!startsLikeOption(word) && !startsLikeOption(narrow));
  });
}

function startsLikeOption(word: Exclude<PatternWord, { is: 'any' }>): boolean {
  const start = word.is === 'literal' ? word.text : (word.pieces[0] ?? '');
  return start.startsWith('-');
}

/**
 * An allow covers an option that turns the command into something else, or a command that is carried, only where it
 * spells it. So what the inner rule spells beyond the outer one must be words that can be neither.
 */
function spellsAsMuch(outer: CommandRule, inner: CommandRule): boolean {
  if (spellsAsFar(outer, inner)) return true;
  const [name = '', ...rest] = spelling(inner);
  const { command } = findCommand({ kind: 'literal', text: name, span: { start: 0, end: 0 } });
  // Nothing is known that such a command could be turned into, and nothing that it carries.
  return command === undefined || hasPlainRow(command, rest);
}

/** Whether the outer rule names every word that the inner one names. */
function spellsAsFar(outer: Pattern, inner: CommandRule): boolean {
  return (outer.about === 'command' ? spelling(outer).length : 0) >= spelling(inner).length;
}

/** Whether the rule may spell a command that another one carries: `Bash(npx tsc:*)`, `Bash(sudo make install)`. */
export function spellsCarried(rule: CommandRule): boolean {
  const [name, ...rest] = spelling(rule);
  if (name === undefined) return false;
  let row = findCommand({ kind: 'literal', text: name, span: { start: 0, end: 0 } }).command;
  for (const word of rest) {
    if (row === undefined || row.carries !== undefined) break;
    row = row.subcommands?.find(({ names }) => names.includes(word));
  }
  return row?.carries !== undefined && rest.length > 0;
}

function spelling({ words }: CommandRule): readonly string[] {
  const spelt: string[] = [];
  for (const word of words) {
    if (word.is !== 'literal') break;
    spelt.push(word.text);
  }
  return spelt;
}

/** Sub-commands, then operands of a command that acts anyway: never an option, never a command of its own. */
function hasPlainRow(command: Command, words: readonly string[]): boolean {
  let row = command;
  for (const [at, word] of words.entries()) {
    const next = row.subcommands?.find(({ names }) => names.includes(word));
    if (next === undefined) {
      const rest = words.slice(at);
      return rest.every((each) => !/^[-+]/.test(each)) && hasPlainOperands(row);
    }
    if (row.style === 'words' || row.refine !== undefined || row.carries !== undefined) return false;
    row = next;
  }
  return true;
}

function hasPlainOperands(row: Command): boolean {
  const { first = [], rest, last } = row.operands ?? {};
  const roles = [...first, rest, last];
  return (
    row.does === 'acts' &&
    row.subcommands === undefined &&
    row.style !== 'words' &&
    row.refine === undefined &&
    row.carries === undefined &&
    !roles.includes('sed') &&
    !roles.includes('awk')
  );
}
