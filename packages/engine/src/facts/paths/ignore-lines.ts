import { type Walk, isMatched, startPositions, advance, walkOf } from './glob-walk.ts';
import { anyDepth, matchesSegment, parseSegment } from './segment-glob.ts';

interface IgnoreLine {
  readonly keeps: boolean;
  readonly onlyDirectories: boolean;
  readonly walk: Walk;
}

/** Parses the lines of a `.gitignore` as git does. */
export function parseIgnoreLines(text: string): readonly IgnoreLine[] {
  return text.split(/\r?\n/u).flatMap((line) => {
    const trimmed = line.replace(/(?<!\\)\s+$/u, '');
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    const keeps = trimmed.startsWith('!');
    const pattern = keeps ? trimmed.slice(1) : trimmed;
    const onlyDirectories = pattern.endsWith('/');
    const body = onlyDirectories ? pattern.slice(0, -1) : pattern;
    const names = body.split('/').filter((name) => name !== '');
    if (names.length === 0) return [];
    const segments = names.map(parseSegment);
    // A slash anywhere but at the end anchors the pattern to the directory of the file.
    const walk = walkOf(body.includes('/') ? segments : [anyDepth, ...segments], 'exact');
    return [{ keeps, onlyDirectories, walk }];
  });
}

/** Whether the last line that matches this path ignores it; undefined if none matches. */
export function isIgnored(
  lines: readonly IgnoreLine[],
  names: readonly string[],
  isDirectory: boolean,
): boolean | undefined {
  const last = lines.findLast((line) => (isDirectory || !line.onlyDirectories) && matches(line.walk, names));
  return last === undefined ? undefined : !last.keeps;
}

function matches(walk: Walk, names: readonly string[]): boolean {
  let at = startPositions(walk);
  for (const name of names) at = advance(walk, at, (segment) => matchesSegment(segment, name));
  return isMatched(walk, at);
}
