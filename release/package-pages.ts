import { globSync, mkdirSync, readFileSync, rmSync, cpSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { repository } from './lockfile.ts';

/** `node package-pages.ts`, in the folder of `permesso` before it is packed: its README and pages, whose links lead to what it brings. */
export interface PackedPage {
  readonly from: string;
  readonly text: string;
}

const code = /^```[^\n]*\n[\s\S]*?^```$|`[^`\n]*`/gmu;
const linked = /(!?)\[((?:[^[\]`]|`[^`\n]*`)*)\]\(([^()\s]+)\)/gu;

/** Links to what is not packed become their words, and pictures that are not packed are left out. */
export function keepPackedLinks({ from, text }: PackedPage, isPacked: (file: string) => boolean): string {
  const blocks = Array.from(text.matchAll(/^```[^\n]*\n[\s\S]*?^```$/gmu), ({ index, 0: block }) => [
    index,
    index + block.length,
  ]);
  return text.replaceAll(linked, (...found) => {
    const [whole, picture, words, target, at] = found as [string, string, string, string, number];
    const isCode = blocks.some(([start = 0, end = 0]) => at >= start && at < end);
    if (isCode || /^(?:https?:|mailto:|#)/u.test(target)) return whole;
    const file = normalize(join(dirname(from), target.split('#', 1)[0] ?? ''));
    if (isPacked(file)) return whole;
    return picture === '' ? words : '';
  });
}

/** Pictures that a text shows or leads to. */
export function picturesOf({ from, text }: PackedPage): readonly string[] {
  return Array.from(
    text.replaceAll(code, '').matchAll(/(?:\]\(|\ssrc=")([^()"\s]+\.(?:svg|png))[)"]/gu),
    ([, target = '']) => normalize(join(dirname(from), target)),
  );
}

function readPages(): readonly PackedPage[] {
  const files = globSync(['{README,SECURITY,CONTRIBUTING}.md', 'docs/*.md', 'docs/start/*.md'], {
    cwd: repository,
  });
  return files
    .map((file) => file.replaceAll('\\', '/'))
    .map((from) => ({ from, text: readFileSync(join(repository, from), 'utf8') }));
}

/** Screens of the console are large: those of the README come along, and the drawings. */
function packedPictures(pages: readonly PackedPage[]): ReadonlySet<string> {
  return new Set(
    pages.flatMap((page) =>
      picturesOf(page).filter((picture) => picture.endsWith('.svg') || page.from === 'README.md'),
    ),
  );
}

export interface PackedPages {
  readonly pages: readonly PackedPage[];
  readonly pictures: ReadonlySet<string>;
  /** Every file that a link of a page may lead to. */
  readonly files: ReadonlySet<string>;
}

/** What the package brings to read. */
export function packedPages(): PackedPages {
  const pages = readPages();
  const pictures = packedPictures(pages);
  const files = new Set([...pages.map(({ from }) => from), ...pictures, 'CHANGELOG.md', 'LICENSE']);
  const kept = pages.map((page) => ({
    from: page.from,
    text: keepPackedLinks(page, (file) => files.has(file)),
  }));
  return { pages: kept, pictures, files };
}

if (import.meta.main) {
  const { pages, pictures } = packedPages();
  rmSync('docs', { recursive: true, force: true });
  for (const { from, text } of pages) {
    mkdirSync(dirname(from), { recursive: true });
    writeFileSync(from, text);
  }
  for (const picture of pictures) {
    mkdirSync(dirname(picture), { recursive: true });
    cpSync(join(repository, picture), picture);
  }
}
