import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');

/** A value that is made while the file loads, of something that only Node has. */
const madeWhileLoading = /^(?:export )?const [^=]+= ?\n? *(?:Buffer|process)\b/gmu;

test('nothing of Node is used while a file loads: pages load all of them in one piece', () => {
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(30);
  const found = files.filter(
    (file) => readFileSync(join(source, file), 'utf8').match(madeWhileLoading) !== null,
  );
  expect(found).toEqual([]);
});

test('such a value is recognised', () => {
  const texts = [
    "const a = Buffer.from('');",
    'export const b: Hash = Buffer.from(\n',
    'const c = () => Buffer.of();',
  ];
  expect(texts.map((text) => text.match(madeWhileLoading)?.length ?? 0)).toEqual([1, 1, 0]);
});
