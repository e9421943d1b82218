import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { snippetsOf } from './markdown.ts';
import { runNode } from './packed.ts';

const page = join(import.meta.dirname, '../../../docs/library.md');
const snippets = snippetsOf(await readFile(page, 'utf8'), 'js');
const door = pathToFileURL(join(import.meta.dirname, '../../gate/src/index.ts')).href;

test('there are programs on the page', () => {
  expect(snippets.length).toBeGreaterThan(2);
});

test.each(snippets)('prints what the page shows, program %#', async ({ code, prints }) => {
  const folder = await mkdtemp(join(tmpdir(), 'permesso-library-'));
  try {
    const found = code
      .replaceAll("from '@permesso/gate'", `from '${door}'`)
      .replaceAll("from 'zod'", `from '${import.meta.resolve('zod')}'`);
    await writeFile(join(folder, 'program.mjs'), found);
    expect(await runNode(folder, 'program.mjs')).toBe(prints);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
});
