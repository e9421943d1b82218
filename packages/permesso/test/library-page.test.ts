import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { snippetsOf } from './markdown.ts';
import { runNode } from './packed.ts';

const docs = join(import.meta.dirname, '../../../docs');
const pages = ['library', 'start/build-an-agent', 'approvals', 'limits', 'stores'];
const snippets = await Promise.all(
  pages.map(async (page) =>
    snippetsOf(await readFile(join(docs, `${page}.md`), 'utf8'), 'js').map((snippet) => ({
      page,
      ...snippet,
    })),
  ),
);
const gate = join(import.meta.dirname, '../../gate/src');
/** Entry points of the library, as its sources have them. */
const entryPoints: readonly (readonly [specifier: string, file: string])[] = [
  ['@permesso/gate', 'index.ts'],
  ['@permesso/gate/guard', 'sdks/guard/guard.ts'],
  ['@permesso/gate/rules', 'entries/rules.ts'],
  ['@permesso/gate/stores', 'entries/stores.ts'],
  ['@permesso/gate/stores/sqlite', 'stores/sqlite.ts'],
];

test('there are programs on every page', () => {
  expect(snippets.map((own) => own.length > 0)).toEqual(pages.map(() => true));
});

test.each(snippets.flat())('prints what $page shows, program %#', async ({ code, prints }) => {
  const folder = await mkdtemp(join(tmpdir(), 'permesso-library-'));
  try {
    const found = entryPoints
      .reduce(
        (text, [specifier, file]) =>
          text.replaceAll(`from '${specifier}'`, `from '${pathToFileURL(join(gate, file)).href}'`),
        code,
      )
      .replaceAll("from 'zod'", `from '${import.meta.resolve('zod')}'`);
    await writeFile(join(folder, 'program.mjs'), found);
    expect(await runNode(folder, 'program.mjs')).toBe(prints);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
});
