import { findCommand } from '../../facts/shell/model/find-command.ts';
import type { Command } from '../../facts/shell/model/model.ts';
import type { CommandRule, Pattern, PatternWord } from '../rules/pattern.ts';
import type { Reach } from './includes.ts';
import { includesWord } from './text-includes.ts';

/** Whether the outer rule covers every command that the inner one covers. */
export function includesCommand(outer: CommandRule, inner: CommandRule, reach: Reach): boolean {
  if (sameWords(outer, inner)) return true;
  switch (reach) {
    case 'stops':
      // A carried command is covered by a rule that spells it out; the carrier is then a part of the call, and is stopped.
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

/** Compares word by word; after an open rule anything may follow. */
function includesWords(outer: CommandRule, inner: CommandRule): boolean {
  if (outer.words.length > inner.words.length) return false;
  if (!outer.open && (inner.open || outer.words.length < inner.words.length)) return false;
  return outer.words.every((word, at) => {
    const narrow = inner.words[at];
    return narrow !== undefined && includesWord(word, narrow);
  });
}

/**
 * Suspicion accepts options in any order and finds operands after others, so only a prefix of the same words is certainly
 * suspected as much: each option must be equal, and each operand at least as wide.
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
 * An allow covers an option that changes what the command does, or a carried command, only if it spells it out. So the words
 * that only the inner rule spells must be neither.
 */
function spellsAsMuch(outer: CommandRule, inner: CommandRule): boolean {
  if (spellsAsFar(outer, inner)) return true;
  const [name = '', ...rest] = spelling(inner);
  const { command } = findCommand({ kind: 'literal', text: name, span: { start: 0, end: 0 } });
  // No known option changes such a command, and it carries no other.
  return command === undefined || hasPlainRow(command, rest);
}

/** Whether the outer rule names every word that the inner one names. */
function spellsAsFar(outer: Pattern, inner: CommandRule): boolean {
  return (outer.about === 'command' ? spelling(outer).length : 0) >= spelling(inner).length;
}

/** Whether the rule may spell out a command that another one carries: `Bash(npx tsc:*)`, `Bash(sudo make install)`. */
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

/** Subcommands, then operands of a command that acts anyway: never an option, never a carried command. */
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
