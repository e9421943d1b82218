import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { protectedRows } from '@permesso/engine/facts';

const sources = fileURLToPath(new URL('../../src', import.meta.url));

/** Variables can put our folders anywhere, so what lies in them is protected by its own names. */
test('whatever we keep in the state and the configuration is protected wherever they lie', () => {
  const texts = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('examine'))
    .map((name) => readFileSync(join(sources, name), 'utf8'));
  const kept = new Set(
    texts.flatMap((text) =>
      Array.from(
        text.matchAll(/join\([^,()]*(?:\([^()]*\))?[^,()]*\bstate, '([\w.-]+)/g),
        ([, name = '']) => name,
      ),
    ),
  );
  const paths = protectedRows.flatMap((row) => row.paths);
  expect(kept).toContain('sessions');
  expect(kept).toContain('log');
  expect([...kept].filter((name) => !paths.includes(`**/permesso/${name}`))).toEqual([]);
});
