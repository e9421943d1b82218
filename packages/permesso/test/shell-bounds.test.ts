import { describe, expect, test } from 'vitest';
import { createGate, fixedWorld, type Decision } from '@permesso/gate';
import { hostileShapes } from './hostile-shapes.ts';

/**
 * A hook must answer before its host stops waiting: whatever 64 KiB of text hold, the decision takes a bounded time,
 * grows no faster than the text, and still finds what stands at its beginning.
 */
const longest = 65_536;

const world = fixedWorld();
const gate = createGate({
  policy: {
    allow: ['Bash(npm run:*)'],
    ask: ['Bash(git push:*)'],
    deny: ['Bash(rm -rf:*)', 'Read(**/.env*)'],
  },
  world: () => world,
});

function decide(command: string): Decision {
  return gate.explain({ tool: 'Bash', input: { command } }).decision;
}

/** Milliseconds of the processor, measured again when they look bad: other programs' time is not the engine's. */
function cost(command: string): number {
  let least = Infinity;
  for (let round = 0; round < 4 && least > 150; round += 1) {
    const before = process.cpuUsage();
    decide(command);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

describe('64 KiB of hostile text', () => {
  for (let round = 0; round < 10; round += 1) decide('echo a && '.repeat(500).concat('true'));

  test.each(Object.entries(hostileShapes))('%s: in time, and no faster growth than the text', (_, text) => {
    const size = longest - 64;
    const whole = cost(text(size));
    // Generous: a busy machine and a cold compiler are not the engine's fault.
    expect(whole).toBeLessThan(1_000);
    // Below this the clock and the compiler are measured, not the text.
    if (whole > 150) expect(whole / cost(text(size / 2))).toBeLessThan(4);
  });

  test.each(Object.entries(hostileShapes))('%s: what stands before it is denied', (_, text) => {
    expect(decide(`rm -rf /x; ${text(longest - 64)}`).verdict).toBe('deny');
    expect(decide(`rm -rf /x\n${text(20_000)}`).verdict).toBe('deny');
  });
});

test.each([
  ['words', `cp ${'a '.repeat(5_000)}b`, 'more than 4,000 words'],
  ['redirections', `ls ${'>a '.repeat(1_200)}`, 'more than 1,000 redirections'],
  ['text inside of text', `${'eval '.repeat(60)}"echo ${'a'.repeat(8_000)}"`, 'too much text inside of text'],
])('too many %s leave a doubt', (_, command, doubt) => {
  const { verdict, receipt } = decide(command);
  expect(verdict).toBe('ask');
  expect(receipt.parts.flatMap(({ doubts }) => doubts)).toContain(doubt);
});

test.each([
  ['words', `cat .env ${'a '.repeat(5_000)}`],
  ['redirections', `cat .env ${'>a '.repeat(1_200)}`],
  ['globs', `cat .env ${'*a*b '.repeat(5_000)}`],
])('a file among the first of too many %s is denied', (_, command) => {
  expect(decide(command).verdict).toBe('deny');
});
