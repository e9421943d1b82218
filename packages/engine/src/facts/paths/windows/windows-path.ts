import { normalisePath, unusablePath } from '../normalise.ts';
import type { PathFact, ResolveOptions } from '../path-fact.ts';
import { realPath } from '../real-path.ts';

/**
 * Windows paths. They are compared in the form that Git Bash writes, `/c/Users/dev`, so no other code needs to know the
 * separator. A spelling with which Windows may open a file other than the named one is not normalised: it is a doubt.
 */
export function resolveOnWindows({ text, directory, world, tilde, by }: ResolveOptions): PathFact {
  const unusable = unusablePath(text);
  if (unusable !== undefined) return disguised(unusable);
  const reader = by ?? (tilde === 'literal' ? 'bash' : 'tool');
  const started = startOf(text, { directory, home: world.home, reader });
  if ('reason' in started) return disguised(started.reason);
  const { path } = started;
  const odd = unusablePath(path) ?? path.split('/').map(oddName).find(isSome);
  if (odd !== undefined) return disguised(odd);
  if (climbsOut(path)) return disguised('a path that climbs out of its drive');
  const written = normalisePath(path);
  const real = realPath(written, world);
  // Windows resolves `..` as text, Git Bash may follow links.
  if (typeof real === 'string' && written !== path && realPath(path, world) !== real)
    return disguised('`..` behind a link');
  return { known: true, written, real };
}

/** `/c/Users/dev` -> `C:\Users\dev`, as Windows programs write it. */
export function nativePath(path: string): string {
  const [, drive, rest = ''] = /^\/([a-z])((?:\/.*)?)$/u.exec(path) ?? [];
  if (drive === undefined) return path;
  return `${drive.toUpperCase()}:${rest === '' ? '\\' : rest.replaceAll('/', '\\')}`;
}

/** Whether a shell pattern contains a name, or the start of one, that Windows may read as another. */
export function isOddPattern(glob: string): boolean {
  return glob.split('/').some((name) => oddName(name.replaceAll(/[*?[\]]/gu, '')) !== undefined);
}

function disguised(reason: string): PathFact {
  return { known: false, reason, disguised: true };
}

interface Start {
  /** An absolute directory in the Git Bash form. */
  readonly directory: string;
  readonly home: string;
  readonly reader: 'bash' | 'powershell' | 'tool';
}

/** The absolute path, still with `.` and `..`. */
function startOf(
  text: string,
  { directory, home, reader }: Start,
): { readonly path: string } | { readonly reason: string } {
  const slashed = text.replaceAll('\\', '/');
  if (text.trim() !== text) return { reason: 'blanks around the path' };
  if (slashed.startsWith('//')) return { reason: 'a share of another machine, or a device' };
  const [, drive, below] = /^([a-z]):(.*)$/isu.exec(slashed) ?? [];
  if (drive !== undefined)
    return below?.startsWith('/') === true
      ? { path: `/${drive.toLowerCase()}${below}` }
      : { reason: 'a path that depends on the current directory of a drive' };
  if (slashed.startsWith('/')) return fromRoot(text, slashed, { directory, reader });
  if (slashed.startsWith('~') && reader !== 'bash')
    return /^~(?:\/|$)/u.test(slashed)
      ? { path: home + slashed.slice(1) }
      : { reason: `whose home ${text} means` };
  return directory.startsWith('/')
    ? { path: `${directory}/${slashed}` }
    : { reason: 'a relative path without a known directory' };
}

function fromRoot(
  text: string,
  slashed: string,
  { directory, reader }: Pick<Start, 'directory' | 'reader'>,
): { readonly path: string } | { readonly reason: string } {
  const [, current] = /^\/([a-z])(?:\/|$)/u.exec(directory) ?? [];
  if (reader === 'powershell')
    return current === undefined
      ? { reason: 'the root of a drive that is not known' }
      : { path: `/${current}${slashed}` };
  if (reader === 'tool' || text.startsWith('\\')) return { reason: 'a path without a drive' };
  const [, drive, rest = ''] = /^\/([a-z])((?:\/.*)?)$/isu.exec(slashed) ?? [];
  if (drive !== undefined) return { path: `/${drive.toLowerCase()}${rest}` };
  return /^\/dev\/\w+$/u.test(slashed) ? { path: slashed } : { reason: 'a place of Git Bash' };
}

const devices = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[\d\u00b9\u00b2\u00b3])(?=$|[ .])/iu;
/** Slashes, dots and colons of other scripts, which older programs receive as plain ones; names that Git Bash encodes. */
const lookalikes = /[\u00a5\u20a9\u2024-\u2026\u2044\u2215\u2216\u29f5\u29f8\u29f9\ua789\uf000-\uf0ff]/u;

/** Why Windows may open another file by this name. */
function oddName(name: string): string | undefined {
  if (name === '' || name === '.' || name === '..') return undefined;
  if (name.includes(':')) return 'a stream, or a drive within a path';
  if (/[<>"|?*\\]|\p{Cc}/u.test(name)) return 'a character that no name on Windows holds';
  if (/[. ]$/u.test(name)) return 'a dot or blank at the end of a name, which Windows leaves out';
  if (/~\d/u.test(name)) return 'the short name of a file';
  if (devices.test(name)) return 'the name of a device';
  if (/%[^%]*%/u.test(name)) return 'a variable between percent signs';
  if (/[^\0-\u007f]/u.test(name) && (lookalikes.test(name) || /[./\\:%~]/u.test(widened(name))))
    return 'a character that passes for another';
  return undefined;
}

/** What its letters beyond ASCII become in a program with a smaller character set. */
function widened(name: string): string {
  return Array.from(name, (letter) => (letter > '\u007f' ? letter.normalize('NFKC') : '')).join('');
}

function climbsOut(path: string): boolean {
  let depth = 0;
  for (const name of path.split('/').slice(2)) {
    if (name === '..') depth -= 1;
    else if (name !== '' && name !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

function isSome(text: string | undefined): text is string {
  return text !== undefined;
}
