import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings, variables } from '../src/settings.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/server.md'), 'utf8');

test('the page lists every variable as the server reads it', () => {
  const rows = Array.from(page.matchAll(/^\| `([A-Z_]+)` \| (.*) \| (.*) \|$/gm), ([, ...cells]) => cells);
  expect(rows).toEqual(variables.map((row) => [...row]));
});

test.each([
  [{}, 'DATABASE_URL is not set'],
  [{ DATABASE_URL: 'x' }, 'PERMESSO_SECRET is not set'],
  [{ DATABASE_URL: 'x', PERMESSO_SECRET: 'short' }, 'PERMESSO_SECRET has 5 characters and needs 32'],
  [
    { DATABASE_URL: 'x', PERMESSO_SECRET: 'x'.repeat(32), PERMESSO_PORT: '70000' },
    'PERMESSO_PORT must be a whole number',
  ],
  [
    { DATABASE_URL: 'x', PERMESSO_SECRET: 'x'.repeat(32), PERMESSO_PUBLIC_URL: 'here' },
    'PERMESSO_PUBLIC_URL is no address',
  ],
])('%j', (env, complaint) => {
  expect(() => readSettings(env)).toThrow(complaint);
});
