import { expect, test } from 'vitest';
import { commandLineOf } from './command-line-of.ts';

test.each([
  ['/lib/permesso/dist/hook.cjs', '/lib/permesso/dist/cli/main.cjs'],
  ['/lib/permesso/dist/cli/hook.js', '/lib/permesso/dist/cli/main.js'],
  ['/src/cli/hook.ts', '/src/cli/main.ts'],
  ['/bin/permesso', '/bin/permesso'],
  ['/lib/permesso/dist/cli/main.js', '/lib/permesso/dist/cli/main.js'],
])('%s came with %s', (started, program) => {
  expect(commandLineOf(started)).toBe(program);
});
