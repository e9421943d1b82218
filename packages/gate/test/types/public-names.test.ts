import { expect, test } from 'vitest';
import { publicNames } from './public-names.ts';

const names = publicNames();

test('the names of all entries are found', () => {
  expect(names.length).toBeGreaterThan(320);
  expect(names.map(({ entry, name }) => `${entry} ${name}`)).toEqual(
    expect.arrayContaining([
      '. createGate',
      './policy loadPolicy',
      './react ApprovalCard',
      './stores/redis RedisClient',
    ]),
  );
});

test('of names that are declared twice, each has its own comment', () => {
  const commentOf = (entry: string): string | undefined =>
    names.find((each) => each.entry === entry && each.name === 'Guarded')?.comment;
  expect(commentOf('./guard')).toContain("from '@permesso/gate/guard'");
  expect(commentOf('./claude-agent-sdk')).toContain("from '@permesso/gate/claude-agent-sdk'");
});

test('every function and constant of the main entry is found', async () => {
  const found = names.filter(({ entry }) => entry === '.').map(({ name }) => name);
  expect(found).toEqual(expect.arrayContaining(Object.keys(await import('../../src/index.ts'))));
});

test('every name says what it is, and is shown in use', () => {
  const lacking = names.filter(
    ({ comment }) => !/^[\s*]*[^\s*@][\s\S]*@example\n[\s\S]*```tsx?\n/u.test(comment),
  );
  expect(lacking.map(({ entry, name }) => `${entry} ${name}`)).toEqual([]);
});

test('every example imports the name by its public entry', () => {
  const lacking = names.filter(({ name, comment }) => {
    const imports = [...comment.matchAll(/import (?:type )?\{([^}]*)\} from '@permesso\/gate[^']*'/gu)];
    return !imports.some(([, list = '']) => new RegExp(`\\b${name}\\b`, 'u').test(list));
  });
  expect(lacking.map(({ entry, name }) => `${entry} ${name}`)).toEqual([]);
});
