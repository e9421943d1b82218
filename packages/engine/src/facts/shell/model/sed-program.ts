/**
 * What a sed program may do besides printing. Conservative: anything not certainly harmless is `unclear`. GNU sed runs commands
 * with `e` and `s///e` and writes files with `w`, `W` and `s///w`, all of them easy to hide from a pattern.
 */
export type ProgramNature = 'prints' | 'writes' | 'runs' | 'unclear';

interface Scan {
  readonly text: string;
  at: number;
  depth: number;
}

/** Apple's `sed -i .bak`: any other sed rejects a command that begins with a dot, and stops before it opens a file. */
const noProgram = /^\.[\w.-]*$/u;

export function sedNature(text: string): ProgramNature {
  if (noProgram.test(text)) return 'prints';
  const scan: Scan = { text, at: 0, depth: 0 };
  while (scan.at < text.length) {
    skip(scan, /[\s;]/u);
    if (scan.at >= text.length) break;
    if (text[scan.at] === '#') {
      toLineEnd(scan);
      continue;
    }
    if (!addresses(scan)) return 'unclear';
    const nature = command(scan);
    if (nature !== 'prints') return nature;
  }
  return scan.depth === 0 ? 'prints' : 'unclear';
}

function skip(scan: Scan, set: RegExp): void {
  while (scan.at < scan.text.length && set.test(scan.text[scan.at] ?? '')) scan.at += 1;
}

function toLineEnd(scan: Scan): void {
  const end = scan.text.indexOf('\n', scan.at);
  scan.at = end === -1 ? scan.text.length : end + 1;
}

function addresses(scan: Scan): boolean {
  if (!address(scan)) return false;
  skip(scan, / /u);
  if (scan.text[scan.at] === ',') {
    scan.at += 1;
    skip(scan, /[ +~]/u);
    if (!address(scan)) return false;
  }
  skip(scan, /[ !]/u);
  return true;
}

function address(scan: Scan): boolean {
  const { text } = scan;
  const first = text[scan.at] ?? '';
  if (/[0-9]/u.test(first)) skip(scan, /[0-9~]/u);
  else if (first === '$') scan.at += 1;
  else if (first === '/' || first === '\\') {
    if (first === '\\') scan.at += 1;
    if (!section(scan, text[scan.at] ?? '', true)) return false;
    scan.at += 1;
    skip(scan, /[IM]/u);
  }
  return true;
}

/** From one delimiter to the next. GNU and BSD disagree on where it ends if a bracket is open. */
function section(scan: Scan, delimiter: string, regex: boolean): boolean {
  if (delimiter === '' || delimiter === '\n' || delimiter === '\\') return false;
  const start = scan.at + 1;
  for (let at = start; at < scan.text.length; at += 1) {
    const character = scan.text[at];
    if (character === '\\') at += 1;
    else if (character === '\n') return false;
    else if (character === delimiter) {
      scan.at = at;
      return !(regex && openBracket(scan.text.slice(start, at)));
    }
  }
  return false;
}

function openBracket(regex: string): boolean {
  for (let at = 0; at < regex.length; at += 1) {
    if (regex[at] === '\\') at += 1;
    else if (regex[at] === '[') {
      const end = regex.indexOf(']', at + (regex[at + 1] === '^' ? 3 : 2));
      if (end === -1) return true;
      at = end;
    }
  }
  return false;
}

/** What follows each command letter. Unlisted letters may do anything. */
const letters: ReadonlyMap<string, (scan: Scan) => ProgramNature> = new Map([
  ...Array.from('pdDhHgGxnNPF=z', (letter) => [letter, ends] as const),
  ...Array.from('qQlL', (letter) => [letter, (scan: Scan) => skipThenEnd(scan, /[ 0-9]/u)] as const),
  ...Array.from(':btT', (letter) => [letter, label] as const),
  ...Array.from('aic', (letter) => [letter, appended] as const),
  ['{', opened],
  ['}', closed],
  ['s', substitution],
  ['y', transliteration],
  ['w', (): ProgramNature => 'writes'],
  ['W', (): ProgramNature => 'writes'],
  ['e', (): ProgramNature => 'runs'],
]);

function command(scan: Scan): ProgramNature {
  const rule = letters.get(scan.text[scan.at] ?? '');
  scan.at += 1;
  return rule === undefined ? 'unclear' : rule(scan);
}

function skipThenEnd(scan: Scan, set: RegExp): ProgramNature {
  skip(scan, set);
  return ends(scan);
}

function label(scan: Scan): ProgramNature {
  skip(scan, / /u);
  return skipThenEnd(scan, /[\w.-]/u);
}

function opened(scan: Scan): ProgramNature {
  scan.depth += 1;
  return 'prints';
}

function closed(scan: Scan): ProgramNature {
  scan.depth -= 1;
  return scan.depth < 0 ? 'unclear' : ends(scan);
}

function transliteration(scan: Scan): ProgramNature {
  const delimiter = scan.text[scan.at] ?? '';
  if (!section(scan, delimiter, false) || !section(scan, delimiter, false)) return 'unclear';
  scan.at += 1;
  return ends(scan);
}

/** The text of `a`, `i`, `c` extends to the end of its line; a trailing backslash joins the next, even of another `-e`. */
function appended(scan: Scan): ProgramNature {
  for (; scan.at < scan.text.length; scan.at += 1) {
    if (scan.text[scan.at] === '\\') scan.at += 1;
    else if (scan.text[scan.at] === '\n') break;
  }
  if (scan.at > scan.text.length) return 'unclear';
  scan.at += 1;
  return 'prints';
}

function substitution(scan: Scan): ProgramNature {
  const delimiter = scan.text[scan.at] ?? '';
  if (!section(scan, delimiter, true) || !section(scan, delimiter, false)) return 'unclear';
  scan.at += 1;
  skip(scan, /[gpiImM0-9]/u);
  const next = scan.text[scan.at];
  if (next === 'e') return 'runs';
  if (next === 'w') return 'writes';
  return ends(scan);
}

function ends(scan: Scan): ProgramNature {
  skip(scan, /[ \t]/u);
  const next = scan.text[scan.at];
  return next === undefined || ';\n}#'.includes(next) ? 'prints' : 'unclear';
}
