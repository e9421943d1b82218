/**
 * Paths as text, before the machine is asked. Everything that knows the separator stands in this file, so a
 * second path style is a second version of these functions and nothing else.
 */
const separator = '/';

/** `.`, `..`, doubled and trailing slashes removed, as text alone. The result is absolute; `/..` is `/`. */
export function normalisePath(path: string): string {
  return fromSegments(normalSegments(path));
}

export function isAbsolute(path: string): boolean {
  return path.startsWith(separator);
}

export function joinPath(directory: string, path: string): string {
  return isAbsolute(path) ? path : `${directory}${separator}${path}`;
}

/** Every segment as written, `.`, `..` and empty ones included: what the kernel walks. */
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

/** Longer than any system call accepts, so nothing is lost and hostile length costs nothing. */
const longestPath = 4096;

/** Why this text cannot be one path on this machine, or undefined when it can. */
export function unusablePath(text: string): string | undefined {
  if (text === '') return 'an empty path';
  if (text.length > longestPath) return `a path of more than ${longestPath} characters`;
  // NUL ends the name for the kernel, a lone surrogate cannot be written down, the rest disguises it in a prompt.
  return /[\p{Cc}\p{Cs}]/u.test(text) ? 'a control character in the path' : undefined;
}
