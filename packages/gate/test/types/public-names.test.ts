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
  expect(commentOf('./guard')).toContain('A function behind a gate');
  expect(commentOf('./claude-agent-sdk')).toContain("The app's options");
});

test('every function and constant of the main entry is found', async () => {
  const found = names.filter(({ entry }) => entry === '.').map(({ name }) => name);
  expect(found).toEqual(expect.arrayContaining(Object.keys(await import('../../src/index.ts'))));
});

test('every name says what it is', () => {
  const lacking = names.filter(({ comment }) => !/^[\s*]*[^\s*@]/u.test(comment));
  expect(lacking.map(({ entry, name }) => `${entry} ${name}`)).toEqual([]);
});

/** Types are shown by what takes or returns them. */
const values = names.filter(({ isValue }) => isValue);

test('every function, class and constant is shown in use', () => {
  const lacking = values.filter(({ comment }) => !/@example\n[\s\S]*```tsx?\n/u.test(comment));
  expect(lacking.map(({ entry, name }) => `${entry} ${name}`)).toEqual([]);
});

test('every example imports the name by its public entry', () => {
  const lacking = names.filter(({ name, comment }) => {
    const imports = [...comment.matchAll(/import (?:type )?\{([^}]*)\} from '@permesso\/gate[^']*'/gu)];
    return (
      comment.includes('@example') &&
      !imports.some(([, list = '']) => new RegExp(`\\b${name}\\b`, 'u').test(list))
    );
  });
  expect(lacking.map(({ entry, name }) => `${entry} ${name}`)).toEqual([]);
});

test('the main entry has at most forty names; the rest is beside it', () => {
  expect(names.filter(({ entry }) => entry === '.').map(({ name }) => name).length).toBeLessThanOrEqual(40);
});
