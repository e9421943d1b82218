import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { step, type Event, type HeldApproval, type Stepped, type Vote } from './step.ts';

const at = new Date(1000);

function held(change: Partial<HeldApproval> = {}): HeldApproval {
  return {
    state: 'pending',
    agent: 'agent',
    owner: 'owner',
    callKey: 'key',
    digest: 'digest',
    quorum: 1,
    expiresAt: new Date(2000),
    useBefore: null,
    useKey: null,
    votes: [],
    ...change,
  };
}

function vote(person: string, verdict: Vote['verdict'] = 'allow', digest = 'digest'): Event {
  return { type: 'vote', vote: { person, verdict }, digest };
}

const consume = {
  type: 'consume',
  agent: 'agent',
  callKey: 'key',
  digest: 'digest',
  use: undefined,
} as const;
const consumed = held({ state: 'consumed', useBefore: new Date(2000), useKey: 'first' });
const approved = held({ state: 'approved', useBefore: new Date(2000) });
const one = [{ person: 'anna', verdict: 'allow' }] as const;

const cases: readonly (readonly [what: string, held: HeldApproval, event: Event, result: Stepped])[] = [
  ['a yes', held(), vote('anna'), { to: 'approved' }],
  ['the same use again', consumed, { ...consume, use: 'first' }, { to: 'consumed' }],
  [
    'another use',
    consumed,
    { ...consume, use: 'second' },
    { refused: 'too late: it is consumed', isLate: true },
  ],
  ['a use without a name', consumed, consume, { refused: 'too late: it is consumed', isLate: true }],
  [
    'the same use for another call',
    consumed,
    { ...consume, use: 'first', callKey: 'other' },
    { refused: 'the call is not the one that was approved' },
  ],
  [
    'the same use, too late',
    { ...consumed, useBefore: at },
    { ...consume, use: 'first' },
    { refused: 'the approval is too old', isLate: true },
  ],
  [
    'a use without a name of one that was used without',
    { ...consumed, useKey: null },
    consume,
    { refused: 'too late: it is consumed', isLate: true },
  ],
  ['a no', held(), vote('anna', 'deny'), { to: 'denied' }],
  ['one of two', held({ quorum: 2 }), vote('anna'), { to: 'pending' }],
  ['two of two', held({ quorum: 2, votes: one }), vote('bert'), { to: 'approved' }],
  ['a no is final', held({ quorum: 3, votes: one }), vote('bert', 'deny'), { to: 'denied' }],
  [
    'the same person twice',
    held({ quorum: 2, votes: one }),
    vote('anna'),
    { refused: 'you have already answered' },
  ],
  [
    'the owner',
    held(),
    vote('owner'),
    { refused: 'you own the agent that asks, so somebody else must answer' },
  ],
  [
    'the owner says no',
    held(),
    vote('owner', 'deny'),
    { refused: 'you own the agent that asks, so somebody else must answer' },
  ],
  [
    'about another call',
    held(),
    vote('anna', 'allow', 'other'),
    { refused: 'the answer is about another call or another receipt' },
  ],
  [
    'after the end',
    held({ expiresAt: at }),
    vote('anna'),
    { refused: 'too late: it is expired', isLate: true },
  ],
  [
    'after a no',
    held({ state: 'denied' }),
    vote('anna'),
    { refused: 'too late: it is denied', isLate: true },
  ],
  ['a use', approved, consume, { to: 'consumed' }],
  [
    'a second use',
    held({ state: 'consumed' }),
    consume,
    { refused: 'too late: it is consumed', isLate: true },
  ],
  [
    'a use before the answer',
    held(),
    consume,
    { refused: 'it is still waiting for an answer', isLate: true },
  ],
  [
    'a use too late',
    { ...approved, useBefore: at },
    consume,
    { refused: 'the approval is too old', isLate: true },
  ],
  [
    'a use by another agent',
    approved,
    { ...consume, agent: 'other' },
    { refused: 'it was asked by another agent' },
  ],
  [
    'a use for another call',
    approved,
    { ...consume, callKey: 'other' },
    { refused: 'the call is not the one that was approved' },
  ],
  ['withdrawn', held(), { type: 'cancel', agent: 'agent' }, { to: 'cancelled' }],
  [
    'withdrawn by another',
    held(),
    { type: 'cancel', agent: 'x' },
    { refused: 'it was asked by another agent' },
  ],
  [
    'withdrawn too late',
    held({ state: 'denied' }),
    { type: 'cancel', agent: 'agent' },
    { refused: 'too late: it is denied', isLate: true },
  ],
];

describe('one step', () => {
  test.each(cases)('%s', (_what, before, event, result) => {
    expect(step(before, event, at)).toEqual(result);
  });
});

test('whatever happens in whatever order: one answer, one use, never without enough people, never too late', () => {
  const people = ['anna', 'bert', 'carl', 'owner'];
  const anything = fc.oneof(
    fc.record({
      type: fc.constant('vote' as const),
      vote: fc.record({
        person: fc.constantFrom(...people),
        verdict: fc.constantFrom('allow' as const, 'deny' as const),
      }),
      digest: fc.constantFrom('digest', 'other'),
    }),
    fc.constant(consume),
    fc.record({ type: fc.constant('cancel' as const), agent: fc.constantFrom('agent', 'other') }),
  );
  const happenings = fc.array(fc.tuple(anything, fc.nat(600)), { maxLength: 30 });
  fc.assert(
    fc.property(happenings, fc.integer({ min: 1, max: 3 }), (events, quorum) => {
      const { states, votes, isLate } = run(events, quorum);
      const yes = new Set(votes.filter(({ verdict }) => verdict === 'allow').map(({ person }) => person));
      const order = states.join(' ');
      expect(isLate).toBe(false);
      expect(['', 'approved', 'denied', 'cancelled', 'approved consumed']).toContain(order);
      if (order.startsWith('approved')) expect(yes.size >= quorum && !yes.has('owner')).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

/** Lets it all happen, one after the other. */
function run(
  events: readonly (readonly [Event, number])[],
  quorum: number,
): { readonly states: readonly string[]; readonly votes: readonly Vote[]; readonly isLate: boolean } {
  let now = 0;
  let before = held({ quorum, expiresAt: new Date(2000) });
  const states: string[] = [];
  let isLate = false;
  for (const [event, later] of events) {
    now += later;
    const result = step(before, event, new Date(now));
    if ('refused' in result) continue;
    if (result.to !== 'pending') states.push(result.to);
    const end = result.to === 'consumed' ? (before.useBefore?.getTime() ?? 0) : 2000;
    isLate ||= now >= end;
    before = {
      ...before,
      state: result.to,
      votes: event.type === 'vote' ? [...before.votes, event.vote] : before.votes,
      useBefore: result.to === 'approved' ? new Date(now + 1000) : before.useBefore,
    };
  }
  return { states, votes: before.votes, isLate };
}
