import type { Atom } from './words/atom.ts';
import { readQuoted } from './words/read-word.ts';
import { inside, type PendingHeredoc, type Unit } from './state/unit.ts';
import { Mismatch } from './state/mismatch.ts';
import { unknownDirectory } from './state/possible-directories.ts';

/** Reads the bodies that follow a line as bash does: line by line up to the delimiter, then expanded. */
export function readHeredocs(unit: Unit): void {
  const { pending } = unit;
  unit.pending = [];
  for (const heredoc of pending) readHeredoc(unit, heredoc);
}

function readHeredoc(unit: Unit, heredoc: PendingHeredoc): void {
  const { node } = heredoc;
  const start = unit.at;
  const body = findEnd(unit, heredoc);
  const closing = node.closing;
  if (closing === undefined || node.body.pos !== start || closing.pos < body.end || closing.end > body.next) {
    throw new Mismatch('the end of a here-document is not clear', start);
  }
  if (!heredoc.quoted) expandBody(unit, heredoc, body.end);
  unit.at = body.next;
}

interface BodyEnd {
  /** The start of the closing line. */
  readonly end: number;
  /** Where reading continues. */
  readonly next: number;
}

function findEnd(unit: Unit, { node, delimiter, quoted }: PendingHeredoc): BodyEnd {
  const { text, limit } = unit;
  let at = unit.at;
  while (at < limit) {
    const found = text.indexOf('\n', at);
    const end = found === -1 || found > limit ? limit : found;
    const line = text.slice(at, end);
    const bare = node.operator === '<<-' ? line.replace(/^\t+/, '') : line;
    if (bare === delimiter) return { end: at, next: Math.min(end + 1, limit) };
    // A continued line may become the delimiter, or hide it.
    if (!quoted && line.endsWith('\\') && joinsDelimiter(unit, end, delimiter)) {
      throw new Mismatch('a continued line in a here-document', at);
    }
    at = end + 1;
  }
  throw new Mismatch('a here-document without its end', unit.at);
}

/** Whether the line after a continued one, or the two joined, could be the delimiter. */
function joinsDelimiter(unit: Unit, end: number, delimiter: string): boolean {
  const found = unit.text.indexOf('\n', end + 1);
  const next = unit.text.slice(end + 1, found === -1 ? unit.limit : found);
  return delimiter.endsWith(next.trim()) || next.includes(delimiter);
}

function expandBody(unit: Unit, heredoc: PendingHeredoc, end: number): void {
  const body = unit.text.slice(unit.at, end);
  if (!/[$`]/.test(body)) return;
  // Tabs are stripped from every line first, even inside a substitution that spans lines.
  const spans = heredoc.node.operator === '<<-' && /\$\(|`/.test(body) && /\n\t/.test(body.trimEnd());
  if (spans && /\$\([^)]*\n|`[^`]*\n/.test(body)) {
    throw new Mismatch('a substitution over several lines of <<-', unit.at);
  }
  const { limit, here, within, heldOutside, commandPosition } = unit;
  unit.limit = end;
  // The next round of the loop starts in the directory that this one leaves.
  const strays = heredoc.within.includes('loop') && unit.reading.moves;
  unit.here = strays ? unknownDirectory('in a loop that changes directory') : heredoc.here;
  unit.within = heredoc.within;
  unit.heldOutside = false;
  const atoms: Atom[] = [];
  inside(unit, 'heredoc', () => {
    readQuoted(unit, 'heredoc', atoms);
  });
  unit.limit = limit;
  unit.here = here;
  unit.within = within;
  unit.heldOutside = heldOutside;
  unit.commandPosition = commandPosition;
}
