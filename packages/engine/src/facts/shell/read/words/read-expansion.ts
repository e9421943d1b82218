import type { Atom, UnknownAtom } from './atom.ts';
import { looksAt, operator, peek, refuseContinued, skipNewlines } from '../state/cursor.ts';
import {
  printsCommit,
  printsDate,
  printsInstalledPlace,
  printsNumber,
  printsOneNumber,
} from './number-output.ts';
import { readArithmetic } from './read-arithmetic.ts';
import { readParameter } from './read-parameter.ts';
import { parseSyntax, type ParsedScript } from '../syntax.ts';
import { inside, spanOf, type Style, type Unit } from '../state/unit.ts';
import { Mismatch } from '../state/mismatch.ts';

export function readDollarGroup(unit: Unit, style: Style): readonly Atom[] {
  if (looksAt(unit, '${')) return [readParameter(unit, style)];
  if (looksAt(unit, '$[')) throw new Mismatch('the old $[ ] arithmetic', unit.at);
  if (looksAt(unit, '$((')) return [readArithmeticExpansion(unit, style)];
  return [readCommandSubstitution(unit, style)];
}

function readArithmeticExpansion(unit: Unit, style: Style): Atom {
  const start = unit.at;
  const part = unit.parts.get(start);
  if (part !== undefined && part.type !== 'ArithmeticExpansion') {
    throw new Mismatch('$(( that may be a subshell', start);
  }
  unit.at += 3;
  readArithmetic(unit, { ends: ')', style });
  if (!looksAt(unit, '))')) throw new Mismatch('$(( that does not end in ))', unit.at);
  unit.at += 2;
  if (part !== undefined && part.end !== unit.at)
    throw new Mismatch('the end of $(( )) is not clear', unit.at);
  return { kind: 'unknown', reason: 'result of $(( ))', quoted: style !== 'bare', number: true };
}

function readCommandSubstitution(unit: Unit, style: Style): Atom {
  const start = unit.at;
  readScriptIn(unit, 'substitution');
  const shown = unit.text.slice(start, Math.min(unit.at, start + 40));
  // A function could replace the command of that name.
  const { nothingHidden } = unit.reading.believes;
  const script = unit.text.slice(start + 2, unit.at - 1).trim();
  const number = nothingHidden && printsNumber(script);
  const isOne = nothingHidden && printsOneNumber(script);
  const isPrinted = nothingHidden && script.length <= LONGEST_PRINTED && style !== 'heredoc';
  unit.reading.usedNumbers ||= number || isOne || isPrinted;
  return {
    kind: 'unknown',
    reason: `output of ${shown}`,
    quoted: style !== 'bare',
    number,
    ...(isOne ? { natural: 'number' } : isPrinted ? naturalOf(script) : {}),
    ...(isPrinted ? { printed: script } : {}),
    ...(isPrinted ? placePrinted(script, unit.reading.text) : {}),
  };
}

function placePrinted(script: string, text: string): Pick<UnknownAtom, 'pieces'> {
  if (script === 'git rev-parse --show-toplevel' && !text.includes('GIT_')) return toplevel;
  return printsInstalledPlace(script, text) ? installed : {};
}

function naturalOf(script: string): Pick<UnknownAtom, 'natural'> {
  if (printsCommit(script)) return { natural: 'commit' };
  return printsDate(script) ? { natural: 'date' } : {};
}

const LONGEST_PRINTED = 400;
const installed: Pick<UnknownAtom, 'pieces'> = { pieces: [{ variable: 'INSTALLED' }] };
const toplevel: Pick<UnknownAtom, 'pieces'> = { pieces: [{ variable: 'TOPLEVEL' }] };

export function readProcessSubstitution(unit: Unit): Atom {
  const start = unit.at;
  readScriptIn(unit, 'process-substitution');
  // <() is empty.
  if (/^\s*$/.test(unit.text.slice(start + 2, unit.at - 1))) {
    return { kind: 'unknown', reason: 'an empty process substitution', quoted: false };
  }
  return { kind: 'unknown', reason: 'file of a process substitution', quoted: true, starts: '/' };
}

/** Reads `$( )`, `<( )` and `>( )` from the cursor on. */
function readScriptIn(unit: Unit, around: 'substitution' | 'process-substitution'): void {
  const start = unit.at;
  const part = unit.parts.get(start);
  if (part === undefined) return readUnseenScript(unit, around);
  if (!('script' in part) || part.script === undefined || part.script.source !== undefined) {
    throw new Mismatch('a substitution that was not parsed', start);
  }
  if (peek(unit, 2) === '(' && around === 'substitution')
    throw new Mismatch('$(( that may be a subshell', start);
  unit.at += 2;
  refuseContinued(unit);
  readInOwnShell(unit, part.script, around);
  if (unit.at !== part.end) throw new Mismatch('the end of a substitution is not clear', unit.at);
  return undefined;
}

function readInOwnShell(
  unit: Unit,
  script: ParsedScript,
  around: 'substitution' | 'process-substitution',
): void {
  const { pending, heldOutside, sawHeredoc, here, commandPosition } = unit;
  unit.sawHeredoc = false;
  unit.heldOutside = heldOutside || pending.length > 0;
  unit.pending = [];
  unit.commandPosition = true;
  inside(unit, around, () => {
    unit.doors.script(unit, script);
  });
  skipNewlines(unit);
  if (unit.pending.length > 0)
    throw new Mismatch('a here-document that ends after its substitution', unit.at);
  operator(unit, ')');
  // Bash 5.2 prints a substitution back to text before it runs it, and drops semicolons after a here-document.
  if (unit.sawHeredoc && !isOneLine(script)) {
    throw new Mismatch('a here-document among other commands of a substitution', unit.at);
  }
  unit.sawHeredoc ||= sawHeredoc;
  unit.pending = pending;
  unit.heldOutside = heldOutside;
  unit.here = here;
  unit.commandPosition = commandPosition;
}

/** A single command, or several joined by pipes, `&&` and `||`. */
function isOneLine({ commands: [first, ...others] }: ParsedScript): boolean {
  if (first === undefined || others.length > 0 || first.background === true) return false;
  const { command } = first;
  const joined = command.type === 'AndOr' ? command.commands : [command];
  const all = joined.flatMap((each) => (each.type === 'Pipeline' ? each.commands : [each]));
  return all.every(({ type }) => type === 'Command');
}

const LONGEST_UNSEEN = 4_096;

/**
 * The parser has no node here (`${x:-'$(y)'}` in a here-document is text to the parser, and a command to bash). Reading the
 * text as a subshell shows where the substitution ends.
 */
function readUnseenScript(unit: Unit, around: 'substitution' | 'process-substitution'): void {
  const start = unit.at + 1;
  if (unit.limit - start > LONGEST_UNSEEN)
    throw new Mismatch('a substitution the parser does not see', start);
  const end = subshellEnd(unit.text.slice(start, unit.limit));
  const text = unit.text.slice(start, start + (end ?? 0));
  if (end === undefined || text.startsWith('((') || subshellEnd(text) !== end) {
    throw new Mismatch('a substitution the parser does not see', start);
  }
  const parsed = parseSyntax(text);
  if (!('script' in parsed) || parsed.error !== undefined || text.includes('<<')) {
    throw new Mismatch('a substitution the parser cannot read', start);
  }
  const span = spanOf(unit, start - 1, start + end);
  unit.doors.text(unit, { text, span, within: [...unit.within, around] });
  unit.at = start + end;
}

function subshellEnd(text: string): number | undefined {
  const parsed = parseSyntax(text);
  if (!('script' in parsed)) return undefined;
  let node: { readonly type: string; readonly pos: number; readonly end: number } | undefined =
    parsed.script.commands[0]?.command;
  while (node !== undefined && node.pos === 0 && 'commands' in node && Array.isArray(node.commands)) {
    node = node.commands[0];
  }
  return node?.type === 'Subshell' && node.pos === 0 ? node.end : undefined;
}

/** Between backticks only backslashes matter, not quotes: the text is decoded first and then parsed. */
export function readBackticks(unit: Unit, style: Style): Atom {
  const start = unit.at;
  let text = '';
  let at = start + 1;
  for (; at < unit.limit && unit.text[at] !== '`'; at += 1) {
    const next = unit.text[at + 1];
    const escaped =
      unit.text[at] === '\\' &&
      (next === '\\' || next === '`' || next === '$' || (next === '"' && style === 'double'));
    if (escaped) at += 1;
    text += unit.text[at] ?? '';
  }
  if (at >= unit.limit) throw new Mismatch('unterminated backtick', start);
  // Bash joins such lines here even within single quotes.
  if (unit.text.slice(start, at).includes('\\\n')) throw new Mismatch('a line continued in backticks', start);
  unit.at = at + 1;
  if (text.includes('<<') && unit.pending.length > 0)
    throw new Mismatch('a here-document in backticks', start);
  unit.doors.text(unit, {
    text,
    span: spanOf(unit, start, unit.at),
    within: [...unit.within, 'substitution'],
  });
  return { kind: 'unknown', reason: 'output of a command in backticks', quoted: style !== 'bare' };
}
