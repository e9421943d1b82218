import type { Verdict } from '../verdict.ts';
import { fromWindowsPath, isWindowsPath } from './windows-path.ts';

/** What hosts write about paths where a star runs on over slashes: `docs/*`, `*.md`, `src/*.test.ts`. */
export interface PathText {
  readonly glob: string;
  readonly loss?: string;
}

/**
 * The same in our globs. Relative ones start at the project for an allow; a deny or ask floats, as ours do. A star that
 * our globs keep inside one name makes an allow narrower, and a deny or ask speak of the directory around it.
 */
export function readPathText(verdict: Verdict, text: string): PathText {
  if (isWindowsPath(text)) {
    const glob = fromWindowsPath(text, verdict);
    return { glob, loss: `a Windows path, written as \`${glob}\`` };
  }
  const path = text.startsWith('/') && !text.startsWith('//') ? `/${text}` : text;
  if (/^\*+$/u.test(path)) return { glob: '**' };
  const spread = path
    .replace(/^\*+(?=[^*/])/u, '**/*')
    .replace(/\/\*+$/u, '/**')
    .replaceAll(/\/\*\*\/\*(?=\/)/gu, '/**');
  const inner = spread.replaceAll('**', '').replace(/^\/\*/u, '');
  if (!inner.includes('*')) return { glob: spread };
  if (verdict === 'allow')
    return { glob: spread, loss: 'a star inside a name does not cross into other directories' };
  const folder = spread.slice(0, spread.search(/[^/]*\*(?!\*)(?<!\*\*)/u));
  return {
    glob: `${folder}**`,
    loss: `a star that crosses directories; all below \`${folder === '' ? '.' : folder}\``,
  };
}
