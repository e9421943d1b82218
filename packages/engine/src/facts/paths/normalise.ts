/**
 * Paths as text, before the machine is queried. Only this file knows the separator, so a second path style would only need
 * other versions of these functions.
 */
const separator = '/';

/** Removes `.`, `..`, doubled and trailing slashes, as text only. The result is absolute; `/..` is `/`. */
export function normalisePath(path: string): string {
  return isNormal(path) ? path : fromSegments(normalSegments(path));
}

/** Absolute, and every segment a name, as in most paths: these need no normalising. */
export function isNormal(path: string): boolean {
  if (path.length < 2 || !isAbsolute(path)) return path === separator;
  for (let from = 1; from <= path.length;) {
    const found = path.indexOf(separator, from);
    const to = found === -1 ? path.length : found;
    const dots = path.charCodeAt(from) === dot && (to - from === 1 || path.charCodeAt(from + 1) === dot);
    if (to === from || (dots && to - from < 3)) return false;
    from = to + 1;
  }
  return true;
}

const dot = 0x2e;

export function isAbsolute(path: string): boolean {
  return path.startsWith(separator);
}

export function joinPath(directory: string, path: string): string {
  return isAbsolute(path) ? path : `${directory}${separator}${path}`;
}

/** Every segment as written, including `.`, `..` and empty ones: what the kernel walks. */
export function rawSegments(path: string): string[] {
  return path.split(separator);
}

/** The names of a path after lexical normalisation; none for the root. */
export function normalSegments(path: string): string[] {
  const names: string[] = [];
  for (const name of rawSegments(path)) {
    if (name === '' || name === '.') continue;
    if (name === '..') names.pop();
    else names.push(name);
  }
  return names;
}

export function fromSegments(names: readonly string[]): string {
  return separator + names.join(separator);
}

/** Longer than any system call accepts, so no real path is lost and a long hostile one costs nothing. */
export const longestPath = 4096;

/** Why this text cannot be a path on this machine; undefined if it can. */
export function unusablePath(text: string): string | undefined {
  if (text === '') return 'an empty path';
  if (text.length > longestPath) return `a path of more than ${longestPath} characters`;
  // NUL ends the name for the kernel, a lone surrogate cannot be encoded, the others disguise the name in a prompt.
  return !isPrintable(text) && /[\p{Cc}\p{Cs}]/u.test(text) ? 'a control character in the path' : undefined;
}

/** Printable ASCII only: no further test is needed. */
function isPrintable(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}
