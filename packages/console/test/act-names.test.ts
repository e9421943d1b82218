import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditTexts } from '../src/admin/audit-texts.ts';

const server = join(import.meta.dirname, '../../server/src');

test('Audit has a name for every administrative act that the server records', () => {
  const acts = globSync('**/*.ts', { cwd: server })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap(
      (file) => readFileSync(join(server, file), 'utf8').match(/(?<=\bact: ')[a-z-]+\.[a-z-]+(?=')/g) ?? [],
    );
  expect(acts.length).toBeGreaterThan(40);
  expect(acts.filter((act) => !(act in auditTexts.names))).toEqual([]);
});
