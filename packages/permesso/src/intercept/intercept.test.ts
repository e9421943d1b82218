import { type Answer, unanswered } from '@permesso/protocol/approval';
import { expect, test } from 'vitest';
import { createGate } from '@permesso/gate/gate';
import { intercept, type HookGate } from './intercept.ts';

/** What an approver said to a shell line; `left` where it could not ask and the host may. */
interface Said {
  readonly answer: Answer;
  readonly left?: true;
}

const notAsked: Said = { answer: unanswered('nobody could be asked'), left: true };
const approved: Said = { answer: { verdict: 'allow' } };
const refused: Said = { answer: { verdict: 'deny', from: 'bridge' } };
const toTeam: Said = { answer: unanswered('the team cannot be asked') };

/** Calls that a host wants to run together, each answered in turn. */
async function interceptAll(commands: readonly string[], answers: readonly Said[]): Promise<string> {
  let left = false;
  let turn = 0;
  const gate = createGate({
    policy: { deny: ['Bash(curl:*)'] },
    approver: async () => {
      const said = answers[turn++] ?? refused;
      if (said.left === true) left = true;
      return said.answer;
    },
  });
  const held: HookGate = {
    gate,
    asks: 'ours',
    leavesToHost: () => {
      const was = left;
      left = false;
      return was;
    },
    close: () => undefined,
  };
  const [first, ...rest] = commands.map((command) => ({ tool: 'Bash', input: { command }, cwd: '/app' }));
  if (first === undefined) throw new Error('no call');
  const by = { name: 'played', rewrites: false, toCall: () => ({ malformed: 'not used' }) };
  const { signal } = new AbortController();
  return (await intercept({ calls: [first, ...rest] }, { by, held, signal })).verdict;
}

test.each<[commands: readonly string[], answers: readonly Said[], verdict: string]>([
  [['make one'], [approved], 'allow'],
  [['make one'], [refused], 'deny'],
  [['make one'], [notAsked], 'ask'],
  [['make one', 'make two'], [notAsked, approved], 'ask'],
  [['make one', 'make two'], [approved, notAsked], 'ask'],
  // What was left open of the first must not soften what becomes of the second.
  [['make one', 'curl x'], [notAsked], 'deny'],
  [['make one', 'make two'], [notAsked, refused], 'deny'],
  [['make one', 'make two'], [notAsked, toTeam], 'deny'],
  [['make one'], [toTeam], 'deny'],
])('%j with %j: %s', async (commands, answers, verdict) => {
  expect(await interceptAll(commands, answers)).toBe(verdict);
});
