import { expect, test } from 'vitest';
import { createGate, fixedWorld, type ToolCall } from '../src/index.ts';
import { compilePolicy } from '../src/entries/rules.ts';

const call: ToolCall = { tool: 'Bash', input: { command: 'rm -rf x' }, cwd: '/w' };
const world = fixedWorld();

/** Processor time of one decision that every one of these rules may be about: nobody knows what lies below `x`. */
function timeOf(count: number): number {
  const deny = Array.from({ length: count }, (_, at) => `Write(**/generated-${at}/**)`);
  const gate = createGate({ policy: compilePolicy([{ deny }]), world: () => world });
  expect(gate.explain(call).decision.receipt.determining).toHaveLength(count);
  const start = process.cpuUsage();
  gate.explain(call);
  return process.cpuUsage(start).user / 1000;
}

test('a call that every rule may be about costs what the rules cost, not their square', () => {
  timeOf(500);
  const few = Math.min(timeOf(2000), timeOf(2000));
  // Ten times the rules: 10 and what memory adds; the square is 100.
  expect(timeOf(20_000)).toBeLessThan(Math.max(few, 5) * 40);
});
