import type { Verdict } from '../rules/verdict.ts';
import { fromWindowsPath, isWindowsPath } from './windows-path.ts';

/** A host's path pattern in which a star also matches slashes: `docs/*`, `*.md`, `src/*.test.ts`. */
export interface PathText {
  readonly glob: string;
  readonly loss?: string;
}

const mostStars = 4;

/**
 * Translates it to our globs, whose star stays within one name. For an allow, relative patterns start at the project; a deny
 * floats.
 */
export function readPathText(verdict: Verdict, text: string): PathText {
  if (isWindowsPath(text)) {
    const path = fromWindowsPath(text, verdict);
    const glob = path.replace(/\/\*$/u, '/**');
    return { glob, loss: `a Windows path, written as \`${glob}\`` };
  }
  const path = (text.startsWith('/') && !text.startsWith('//') ? `/${text}` : text).replaceAll(
    /\*{3,}/gu,
    '**',
  );
  if (/^\*+$/u.test(path)) return { glob: '**' };
  const isMany = path.replaceAll('**', '').split('*').length - 1 > mostStars;
  if (!isMany) return { glob: spread(path) };
  if (verdict === 'allow') return { glob: path, loss: 'so many stars; here each stays in one name' };
  const folder = path.slice(0, path.indexOf('*')).replace(/[^/]*$/u, '');
  return { glob: `${folder}**`, loss: `so many stars; all below \`${folder === '' ? '.' : folder}\`` };
}

/** Each star as it is, or spanning directories. */
function spread(path: string): string {
  return path
    .split('**')
    .map((part, at, parts) =>
      part
        .replace(/^\*(?=[^/])/u, at === 0 ? '\u{1}' : '*')
        .replace(/(?<=\/)\*$/u, at === parts.length - 1 ? '\u{2}' : '*')
        .replaceAll('*', (star, place: number, whole: string) =>
          at === parts.length - 1 && place === whole.length - 1 ? '{*,*/\u{2}}' : `{${star},*/\u{2}/*}`,
        ),
    )
    .join('**')
    .replaceAll('\u{1}', '**/*')
    .replaceAll('\u{2}', '**');
}
