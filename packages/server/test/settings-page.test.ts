import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings, variables } from '../src/declared.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/server.md'), 'utf8');

test('the page lists every variable as the server reads it', () => {
  const rows = Array.from(page.matchAll(/^\| `([A-Z_]+)` \| (.*) \| (.*) \|$/gm), ([, ...cells]) => cells);
  expect(rows).toEqual(variables.map((row) => [...row]));
});

const DATABASE_URL = 'postgres://permesso@127.0.0.1:5432/permesso';

test.each([
  [{}, 'DATABASE_URL is not set; for example: DATABASE_URL=postgres://'],
  [{ DATABASE_URL: 'nonsense' }, 'DATABASE_URL is not a PostgreSQL URL'],
  [{ DATABASE_URL }, 'PERMESSO_SECRET is not set; for example: PERMESSO_SECRET=$(openssl'],
  [{ DATABASE_URL, PERMESSO_SECRET: 'short' }, 'PERMESSO_SECRET has 5 characters and needs 32'],
  [
    { DATABASE_URL, PERMESSO_SECRET: 'x'.repeat(32), PERMESSO_LOG: 'loud' },
    'PERMESSO_LOG must be one of fatal, error',
  ],
  [
    { DATABASE_URL, PERMESSO_SECRET: 'x'.repeat(32), PERMESSO_PORT: '70000' },
    'PERMESSO_PORT must be a whole number',
  ],
  [
    { DATABASE_URL, PERMESSO_SECRET: 'x'.repeat(32), PERMESSO_PUBLIC_URL: 'here' },
    'PERMESSO_PUBLIC_URL is not a URL',
  ],
])('%j', (env, complaint) => {
  expect(() => readSettings(env)).toThrow(complaint);
});
