import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a reader can be expected to read. Decision records, pages of agents and runbooks are looked up, not read. */
export const limits = { pages: 36, words: 45_000 } as const;

export interface ReaderPage {
  readonly page: string;
  readonly words: number;
}

export function readerPages(repository: string): readonly ReaderPage[] {
  return globSync('docs/**/*.md', { cwd: repository })
    .map((page) => page.replaceAll('\\', '/'))
    .filter((page) => !/^docs\/(?:decisions|hosts|runbooks)\//.test(page))
    .toSorted()
    .map((page) => ({ page, words: countWords(readFileSync(join(repository, page), 'utf8')) }));
}

/** Code and tables count: they are read as well. Marks for scripts do not. */
export function countWords(markdown: string): number {
  return markdown
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .split(/\s+/)
    .filter((word) => word !== '').length;
}

/** What is over a limit, as sentences. */
export function overLimits(pages: readonly ReaderPage[]): readonly string[] {
  const words = pages.reduce((sum, page) => sum + page.words, 0);
  return [
    ...(pages.length > limits.pages ? [`${pages.length} pages; the limit is ${limits.pages}`] : []),
    ...(words > limits.words ? [`${words} words; the limit is ${limits.words}`] : []),
  ];
}
