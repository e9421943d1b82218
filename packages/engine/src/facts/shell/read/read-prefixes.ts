import { doubtDifference } from './shells/differs.ts';
import { isMeta, keyword, looksAt, operator, peek, skipBlanks } from './state/cursor.ts';
import { noteReachedTests } from './read-test.ts';
import type { Pipeline } from './syntax.ts';
import { Mismatch } from './state/mismatch.ts';
import type { Unit } from './state/unit.ts';

/** Reads `time` and `!` before a pipeline; true if the outcome is inverted. */
export function readPipelinePrefixes(unit: Unit, node: Pipeline): boolean {
  let turned = false;
  for (const prefix of node.prefixes) {
    skipBlanks(unit);
    if (unit.at !== prefix.pos) throw new Mismatch('a prefix is not where the parser sees it', unit.at);
    if (prefix.type === 'Negation') {
      if (!isMeta(unit.text[unit.at + 1])) throw new Mismatch('! glued to a word', unit.at);
      operator(unit, '!');
      noteReachedTests(unit, node);
      turned = !turned;
    } else {
      keyword(unit, 'time');
      // `-p` is the one option that every `time` has. Zsh's has none: it looks for a program `-p`, finds none and runs nothing.
      for (const option of [prefix.posix, prefix.endOfOptions]) {
        if (option === undefined) continue;
        skipBlanks(unit);
        const text = option === prefix.posix ? '-p' : '--';
        if (unit.at !== option.pos) throw new Mismatch('an option of time is not clear', unit.at);
        keyword(unit, text);
      }
      skipBlanks(unit);
      const isBehindOption = prefix.posix !== undefined && looksAt(unit, '[[');
      const isRedirected = /^(?:\d*[<>]|&>)/.test(unit.text.slice(unit.at, unit.at + 16));
      if (peek(unit) === '-' || looksAt(unit, 'time') || isBehindOption || isRedirected)
        doubtDifference(unit, 'time-options');
    }
  }
  return turned;
}
