import { readToml } from '@permesso/engine/text';
import type { Changed, TomlTable } from './file-change.ts';

/** A table of its own at the end of the file; one with the same heading gives way. Everything else stays. */
export function applyTable(text: string, { heading, body }: TomlTable): Changed {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const table = [`[${heading}]`, ...body.split('\n')].join(eol);
  const span = spanOf(text, heading);
  if (span !== undefined) {
    const [start, end] = span;
    return text.slice(start, end).trimEnd() === table
      ? { text }
      : proven(`${text.slice(0, start)}${table}${eol}${text.slice(end)}`);
  }
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
  return proven(`${text}${gap}${table}${eol}`);
}

export function removeTable(text: string, { heading }: TomlTable): Changed {
  const span = spanOf(text, heading);
  if (span === undefined) return { text };
  return proven(text.slice(0, span[0]).replace(/(\r?\n)\r?\n$/, '$1') + text.slice(span[1]));
}

/**
 * From its heading to its last value: comments behind that speak of what follows. Headings inside of long strings would
 * be found too: `proven` notices.
 */
function spanOf(text: string, heading: string): readonly [start: number, end: number] | undefined {
  let at = 0;
  let start: number | undefined;
  let end = 0;
  for (const line of text.split('\n')) {
    const isHeading = /^\s*\[/.test(line);
    if (start !== undefined && isHeading) break;
    if (isHeading && line.trim() === `[${heading}]`) start = at;
    at += line.length + 1;
    if (!/^\s*(?:#|$)/.test(line)) end = Math.min(at, text.length);
  }
  return start === undefined ? undefined : [start, end];
}

function proven(text: string): Changed {
  const read = readToml(text);
  return 'error' in read
    ? { refused: `${read.error}${read.line === undefined ? '' : ` (line ${read.line})`}` }
    : { text };
}
