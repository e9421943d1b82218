import { describe, expect, test } from 'vitest';
import { passes, type Visibility } from './visibility.ts';

/** The cases that the requirement lists by name. */
describe('a list of visible tools and a list of hidden ones', () => {
  const tools = ['FileRead', 'Grep', 'Bash', 'WebFetch', 'mcp__gh__create', 'mcp__db__query', 'a*b', 'axb'];
  test.each<[string, Visibility, readonly string[]]>([
    ['an empty filter allows everything', { visible: [], hidden: [] }, tools],
    [
      'a list of visible tools restricts to the listed names',
      { visible: ['FileRead', 'Grep'], hidden: [] },
      ['FileRead', 'Grep'],
    ],
    ['hidden wins over visible', { visible: ['FileRead', 'Bash'], hidden: ['Bash'] }, ['FileRead']],
    [
      'a trailing star matches a prefix',
      { visible: ['mcp__*'], hidden: [] },
      ['mcp__gh__create', 'mcp__db__query'],
    ],
    [
      'a hidden wildcard hides a whole namespace',
      { visible: [], hidden: ['mcp__*'] },
      ['FileRead', 'Grep', 'Bash', 'WebFetch', 'a*b', 'axb'],
    ],
    ['a star elsewhere is itself', { visible: ['a*b'], hidden: [] }, ['a*b']],
    ['a hidden star elsewhere is itself', { visible: ['a*', 'axb'], hidden: ['a*b'] }, ['axb']],
    ['a lone star is everything', { visible: ['*'], hidden: [] }, tools],
    ['case counts', { visible: ['bash'], hidden: [] }, []],
  ])('%s', (_name, visibility, expected) => {
    expect(tools.filter((tool) => passes(visibility, tool))).toEqual(expected);
  });

  test('a prefix with a star in it: only the last one is a wildcard', () => {
    const visibility: Visibility = { visible: ['a*b*'], hidden: [] };
    expect(['a*bc', 'axbc', 'a*b'].filter((tool) => passes(visibility, tool))).toEqual(['a*bc', 'a*b']);
  });
});
