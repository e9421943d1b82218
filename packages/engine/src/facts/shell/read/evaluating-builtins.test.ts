import { describe, expect, it } from 'vitest';
import { EVALUATING_BUILTINS } from './evaluating-builtins.ts';
import { readShell } from './read-shell.ts';

const ROWS = EVALUATING_BUILTINS.map(({ names, runs, plain }) => ({ name: names.join(' '), runs, plain }));

describe.each(ROWS)('$name', ({ runs, plain }) => {
  it(`is seen through, or doubted: ${runs}`, () => {
    const { invocations, doubts } = readShell(runs);
    const found = invocations.some(({ words: [first] }) => first?.kind === 'literal' && first.text === 'x');
    expect(found || doubts.length > 0).toBe(true);
  });
  it(`is understood: ${plain}`, () => {
    expect(readShell(plain).doubts).toEqual([]);
  });
});

it('has no row twice', () => {
  const names = EVALUATING_BUILTINS.flatMap((row) => row.names);
  expect(new Set(names).size).toBe(names.length);
});
