import { expect, test } from 'vitest';
import { fixedWorld } from '../../../world/fixed-world.ts';
import { readFacts } from '../../read-facts.ts';
import { toolboxOf, toolFor } from '../../toolbox.ts';

function destroyed(command: string): readonly string[] {
  const call = { tool: 'Bash', input: { command } };
  const { parts } = readFacts(call, toolFor(toolboxOf(), call), fixedWorld());
  return parts.flatMap(({ accesses }) =>
    accesses.flatMap((access) => (access.kind === 'destroy' ? [access.what] : [])),
  );
}

test.each([
  ['npm publish', ['npm publish']],
  ['ls && npm publish --tag next', ['npm publish --tag next']],
  ['bash -c "npm publish"', ['npm publish']],
  ['env A=1 npm publish', ['npm publish']],
  ['npm test', []],
  ['git status', []],
])('what cannot be undone is an access: %s', (command, expected) => {
  expect(destroyed(command)).toEqual(expected);
});
