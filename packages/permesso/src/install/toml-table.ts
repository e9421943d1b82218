import { readToml } from '@permesso/engine/text';
import type { Changed, TomlItem, TomlTable } from './file-change.ts';

type Table = TomlTable | TomlItem;

/** Writes a table at the end of the file, replacing one of ours. Everything else stays. */
export function applyTable(text: string, piece: Table): Changed {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const table = [headingOf(piece), ...piece.body.split('\n')].join(eol);
  const span = spanOf(text, piece);
  if (span !== undefined) {
    const [start, end] = span;
    return text.slice(start, end).trimEnd() === table
      ? { text }
      : proven(`${text.slice(0, start)}${table}${eol}${text.slice(end)}`);
  }
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
  return proven(`${text}${gap}${table}${eol}`);
}

export function removeTable(text: string, piece: Table): Changed {
  const span = spanOf(text, piece);
  if (span === undefined) return { text };
  return proven(text.slice(0, span[0]).replace(/(\r?\n)\r?\n$/, '$1') + text.slice(span[1]));
}

/** The table as it is in the file, without its heading. */
export function tableBody(text: string, piece: Table): string | undefined {
  const span = spanOf(text, piece);
  return span === undefined
    ? undefined
    : text
        .slice(...span)
        .trimEnd()
        .split(/\r?\n/)
        .slice(1)
        .join('\n');
}

function headingOf({ as, heading }: Table): string {
  return as === 'toml-item' ? `[[${heading}]]` : `[${heading}]`;
}

/**
 * From its heading to its last value: comments after that belong to what follows. A heading inside a long string
 * would match too: `proven` catches that.
 */
function spanOf(text: string, piece: Table): readonly [start: number, end: number] | undefined {
  const marks = piece.as === 'toml-item' ? piece.mark : [];
  const wanted = headingOf(piece);
  let at = 0;
  let start: number | undefined;
  let end = 0;
  const isFound = (): boolean => marks.every((mark) => text.slice(start, end).includes(mark));
  for (const line of text.split('\n')) {
    const isHeading = /^\s*\[/.test(line);
    if (start !== undefined && isHeading) {
      if (isFound()) break;
      start = undefined;
    }
    if (isHeading && line.trim() === wanted) start = at;
    at += line.length + 1;
    if (!/^\s*(?:#|$)/.test(line)) end = Math.min(at, text.length);
  }
  return start === undefined || !isFound() ? undefined : [start, end];
}

function proven(text: string): Changed {
  const read = readToml(text);
  return 'error' in read
    ? { refused: `${read.error}${read.line === undefined ? '' : ` (line ${read.line})`}` }
    : { text };
}
