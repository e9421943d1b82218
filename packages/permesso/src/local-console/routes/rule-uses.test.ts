import { expect, test } from 'vitest';
import { groupsName, readShipped } from '@permesso/gate/disk';
import type { DecisionEntry } from '@permesso/protocol/entry';
import { countRuleUses } from './rule-uses.ts';
import { shippedPlaces } from './shipped-places.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const { file } = readShipped(groupsName);

/** Lines of the file of groups where a rule that denies changes to the machine is. */
const lines = Array.from({ length: 5000 }, (_, line) => line).filter(
  (line) => shippedPlaces()('deny', { file, line }) === 'no-machine-changes',
);

function denied(at: string): DecisionEntry {
  return {
    v: 1,
    seq: 1,
    at,
    prev: '',
    hash: '',
    type: 'decision',
    verdict: 'deny',
    mode: 'default',
    agent: [],
    call: { tool: 'Bash', input: {} },
    receipt: {
      parts: [],
      rules: lines.map((line) => ({
        verdict: 'deny',
        text: `Bash(rule-${line}:*)`,
        layer: 'user',
        place: `${file}:${line}`,
      })),
    },
  };
}

test('a call that every rule of a group may match counts once for the group, for thirty days', () => {
  expect(lines.length).toBeGreaterThan(20);
  const uses = countRuleUses();
  uses.add(denied('2026-11-20T10:00:00.000Z'));
  uses.add(denied('2026-11-19T10:00:00.000Z'));
  expect(uses.shipped(now)).toEqual([{ verdict: 'deny', from: 'no-machine-changes', hits: 2 }]);
  expect(uses.shipped(now + 40 * 86_400_000)).toMatchObject([{ hits: 0 }]);
});
