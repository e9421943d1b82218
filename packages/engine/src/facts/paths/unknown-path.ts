import { definedFields } from '../../call/defined-fields.ts';
import { isAbsolute, joinPath, normalisePath, rawSegments, unusablePath } from './normalise.ts';
import type { UnknownPath } from './path-fact.ts';
import { hasLocaleClass, matchesSegment, parseSegment } from './segment-glob.ts';

/**
 * Stands for an unknown directory and assumes the worst: everything that is protected at any depth is protected there, and it
 * may be that of a process.
 */
export const someDirectory = '/proc/*';

/** The path without the placeholder, for display. */
export function withoutDirectory(path: string): string {
  return path.startsWith(`${someDirectory}/`) ? path.slice(someDirectory.length + 1) : path;
}

export interface PathDoubt {
  readonly reason: string;
  /** The text before the unknown part, with quoting removed and the tilde replaced. */
  readonly before: string;
  /** The whole word as a shell glob, if only wildcards are unknown; quoted letters are escaped with a backslash. */
  readonly glob?: string;
  /** Absolute; absent if unknown. */
  readonly directory?: string;
  readonly recursive?: boolean;
}

/**
 * As much of an unknown path as is safe to state. `"src/$X"` may be anywhere, because the value may climb out with `..`;
 * `src/*.ts` may not, because wildcards match names.
 */
export function unknownPath(options: PathDoubt): UnknownPath {
  const { reason, before, glob, directory, recursive } = options;
  const whole = glob === undefined ? undefined : absoluteGlob(glob, directory);
  const near = absoluteStart(before, directory);
  return { known: false, reason, ...definedFields({ glob: whole, near, recursive }) };
}

function absoluteGlob(glob: string, directory: string | undefined): string | undefined {
  if (unusablePath(glob) !== undefined || hasLocaleClass(glob)) return undefined;
  if (!isAbsolute(glob) && directory === undefined) return undefined;
  const parts = rawSegments(glob).filter((part) => part !== '' && part !== '.');
  // After a link, `..` is not where its text says; and in older shells `.*` matches `..`.
  if (parts.some((part) => part === '..' || matchesParent(part))) return undefined;
  const start = isAbsolute(glob) ? '' : escapeGlob(normalisePath(directory ?? '/'));
  return `${start === '/' ? '' : start}/${parts.join('/')}`;
}

function matchesParent(part: string): boolean {
  return part.startsWith('.') && part !== '.' && matchesSegment(parseSegment(part), '..');
}

function escapeGlob(path: string): string {
  return path.replaceAll(/[\\*?[\]]/gu, String.raw`\$&`);
}

function absoluteStart(before: string, directory: string | undefined): string | undefined {
  // With no text before it, the value itself may be absolute.
  if (before === '' || (!isAbsolute(before) && directory === undefined)) return undefined;
  const joined = joinPath(directory ?? '/', before);
  const cut = joined.lastIndexOf('/');
  const above = normalisePath(joined.slice(0, cut));
  return `${above === '/' ? '' : above}/${joined.slice(cut + 1)}`;
}
