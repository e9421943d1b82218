import { isAbsolute, joinPath, normalisePath, unusablePath } from './normalise.ts';
import type { PathFact, ResolveOptions } from './path-fact.ts';
import { realPath } from './real-path.ts';
import { resolveOnWindows } from './windows/windows-path.ts';

/** Resolves a path as a tool or a command receives it, as text and on this machine. */
export function resolvePath(options: ResolveOptions): PathFact {
  const { directory, world } = options;
  if (world.platform === 'win32') return resolveOnWindows(options);
  const unusable = unusablePath(options.text);
  if (unusable !== undefined) return { known: false, reason: unusable };
  const text = options.tilde === 'literal' ? options.text : expandTilde(options);
  if (text === undefined) return { known: false, reason: `whose home ${options.text} means` };
  const joined = joinPath(directory, text);
  if (!isAbsolute(joined)) return { known: false, reason: 'a relative path without a known directory' };
  const tooLong = unusablePath(joined);
  if (tooLong !== undefined) return { known: false, reason: tooLong };
  return { known: true, written: normalisePath(joined), real: realPath(joined, world) };
}

/** `~` and `~/x` are the home directory, `~+` the current one; `~user` and `~-` cannot be known here. */
function expandTilde(options: ResolveOptions): string | undefined {
  const { text, directory, world } = options;
  if (!text.startsWith('~')) return text;
  const slash = text.indexOf('/');
  const prefix = slash === -1 ? text : text.slice(0, slash);
  const rest = slash === -1 ? '' : text.slice(slash);
  if (prefix === '~') return world.home + rest;
  return prefix === '~+' ? directory + rest : undefined;
}
