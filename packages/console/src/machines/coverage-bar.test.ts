import { expect, test } from 'vitest';
import { machineStates, type MachineState } from '@permesso/protocol/console';
import { markupOf, textOf } from '../../test/examples.ts';
import { countOf, CoverageBar, standing } from './coverage-bar.tsx';
import { stateLooks, StateTag } from './state-tag.tsx';

const counts = (total: number, found: Partial<Record<MachineState, number>>) => ({
  total,
  counts: Object.entries(found).map(([state, machines]) => ({ state: state as MachineState, machines })),
});

test('revoked machines do not count', () => {
  const some = counts(10, { proven: 5, revoked: 2 });
  expect([countOf(some, 'proven'), countOf(some, 'silent'), standing(some)]).toEqual([5, 0, 8]);
  expect(markupOf(CoverageBar, { counts: counts(2, { revoked: 2 }) })).toBe('');
});

test('the bar is full, says its numbers, and names what has not reported', () => {
  const markup = markupOf(CoverageBar, { counts: counts(10, { proven: 5, unprotected: 1 }) });
  const widths = [...markup.matchAll(/ width="([\d.]+)"/g)].map(([, width]) => Number(width));
  expect(widths).toHaveLength(3);
  expect(widths.reduce((sum, width) => sum + width, 0) + 2 * 0.4).toBeCloseTo(100);
  expect(markup).toMatch(/aria-label="[^"]*5 [^"]*1 [^"]*4 /);
});

test('every state has an icon and a word', () => {
  expect(Object.keys(stateLooks).toSorted()).toEqual([...machineStates].toSorted());
  const words = machineStates.map((state) => textOf(markupOf(StateTag, { state })));
  expect(new Set(words).size).toBe(machineStates.length);
});
