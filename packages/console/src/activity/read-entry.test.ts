import { expect, test } from 'vitest';
import type { ListedEntry } from '@permesso/protocol/console';
import { exampleDecision } from '../../test/examples.ts';
import { entryId, readEntry, timeOf } from './read-entry.ts';

const listed = (entry: unknown, receivedAt?: string): ListedEntry => ({
  seq: 7,
  entry,
  ...(receivedAt === undefined ? {} : { receivedAt }),
});

test('a decision is read', () => {
  expect(readEntry(listed(exampleDecision()))).toMatchObject({ type: 'decision', verdict: 'ask' });
});

test.each([
  ['no object', 'text'],
  ['an unknown type', { ...exampleDecision(), type: 'order' }],
  ['an unknown verdict', { ...exampleDecision(), verdict: 'maybe' }],
  ['parts that are no list', { ...exampleDecision(), receipt: { parts: {}, rules: [] } }],
  ['a call without an input', { ...exampleDecision(), call: { tool: 'Bash' } }],
])('%s is not drawn as an entry', (_, entry) => {
  expect(readEntry(listed(entry))).toBeUndefined();
});

test('an invalid span is left out, and the part stays', () => {
  const part = { label: 'ls', verdict: 'allow', step: 'rules', reason: '' };
  const receipt = {
    parts: [
      { ...part, span: [0] },
      { ...part, span: [0, 2] },
    ],
    rules: [],
  };
  const read = readEntry(listed(exampleDecision({ receipt } as never)));
  expect(read?.type === 'decision' && read.receipt.parts.map(({ span }) => span)).toEqual([
    undefined,
    [0, 2],
  ]);
});

test('where an agent has no valid time, the time of arrival counts', () => {
  const arrived = '2026-11-12T11:00:00.000Z';
  const entry = listed(exampleDecision({ at: 'yesterday' }), arrived);
  expect([readEntry(entry)?.at, timeOf(entry)]).toEqual([arrived, Date.parse(arrived)]);
});

test('an entry is named by its number, at a team behind its agent', () => {
  expect([entryId({ seq: 7 }), entryId({ seq: 7, agent: 'a' })]).toEqual(['7', 'a.7']);
});
