import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { secretShapes } from '@permesso/engine/facts';

const page = readFileSync(new URL('../../../../proof/secrets.md', import.meta.url), 'utf8');

test('the published list of secrets is the one that is used', () => {
  const listed = page
    .slice(page.indexOf('| Shape |'))
    .split('\n')
    .slice(2)
    .map((line) => line.split('|')[1]?.trim())
    .filter((name) => name !== undefined);
  expect(listed.toSorted()).toEqual(
    secretShapes()
      .map(({ name }) => name)
      .toSorted(),
  );
});
