import type { Verdict } from '../rules/verdict.ts';

/** `C:\Users\me\**`, `c:/Users/me/**`. */
export function isWindowsPath(text: string): boolean {
  return /^[A-Za-z]:[\\/]/u.test(text) || text.startsWith('\\\\');
}

/**
 * Writes the path as the Windows shells of agents do: `//c/Users/me/**`. A deny or ask also covers `/mnt/c`, where WSL finds
 * the same file; an allow does not.
 */
export function fromWindowsPath(text: string, verdict: Verdict): string {
  if (text.startsWith('\\\\')) return `//${text.replaceAll('\\', '/').replace(/^\/+/u, '')}`;
  const drive = text.slice(0, 1).toLowerCase();
  const rest = text.slice(3).replaceAll(/[\\/]+/gu, '/');
  return verdict === 'allow' ? `//${drive}/${rest}` : `//{${drive},mnt/${drive}}/${rest}`;
}
