import { expect, test } from 'vitest';
import { exampleRequest, exampleTeam } from '../../test/examples.ts';
import { groupRequests, matchesFilter } from './groups.ts';

const inSession = (id: string, session: string) =>
  exampleRequest({ id, call: { ...exampleRequest().call, session } });

test('requests stand together by agent and session, in the order of the first', () => {
  const groups = groupRequests([inSession('1', 'a'), inSession('2', 'b'), inSession('3', 'a')]);
  expect(groups.map(({ agent, where, items }) => [agent, where, items.map(({ id }) => id)])).toEqual([
    ['Codex CLI', 'shop · session a', ['1', '3']],
    ['Codex CLI', 'shop · session b', ['2']],
  ]);
});

test('at a team the agent is named with its machine, and the project is its own', () => {
  const [group] = groupRequests([exampleRequest({ team: { ...exampleTeam, project: 'web' } })]);
  expect(group).toMatchObject({ agent: 'Codex CLI on mbp-anna', where: 'web · session s1' });
});

test('without an agent, a folder or a session nothing is invented', () => {
  const [group] = groupRequests([exampleRequest({ call: { tool: 'Bash', input: { command: 'ls' } } })]);
  expect(group).toMatchObject({ agent: 'An agent', where: '' });
});

test.each([
  ['', true],
  ['PUSH codex', true],
  ['shop bash', true],
  ['push gemini', false],
])('the filter "%s"', (text, isFound) => {
  expect(matchesFilter(exampleRequest(), text)).toBe(isFound);
});
