import { describe, expect, test } from 'vitest';
import {
  stepTeamGrant,
  type GrantEvent,
  type GrantVote,
  type HeldGrant,
  type SteppedGrant,
} from './step-team-grant.ts';

const at = new Date('2026-11-15T12:00:00Z');
const later = (minutes: number): Date => new Date(at.getTime() + minutes * 60_000);

function held(change: Partial<HeldGrant> = {}): HeldGrant {
  return {
    state: 'proposed',
    owner: 'owner',
    digest: 'd',
    quorum: 2,
    voteBefore: later(60),
    expiresAt: later(600),
    votes: [],
    ...change,
  };
}

const yes = (person: string, may = true): GrantVote => ({ person, verdict: 'allow', may });
const vote = (person: string, change: object = {}): GrantEvent => ({
  type: 'vote',
  person,
  verdict: 'allow',
  digest: 'd',
  ...change,
});

describe('a vote', () => {
  test.each<[what: string, before: HeldGrant, event: GrantEvent, expected: SteppedGrant]>([
    ['the first of two', held(), vote('a'), { to: 'proposed' }],
    ['the second of two', held({ votes: [yes('a')] }), vote('b'), { to: 'granted' }],
    ['the second of three', held({ quorum: 3, votes: [yes('a')] }), vote('b'), { to: 'proposed' }],
    ['one no', held({ votes: [yes('a')] }), vote('b', { verdict: 'deny' }), { to: 'refused' }],
    [
      'with somebody who may not vote any more',
      held({ votes: [yes('a', false)] }),
      vote('b'),
      { to: 'proposed' },
    ],
    ['of one person twice', held({ votes: [yes('a')] }), vote('a'), { refused: 'you have voted already' }],
    [
      'of one person who said no before',
      held({ votes: [{ person: 'a', verdict: 'deny', may: true }] }),
      vote('a'),
      { refused: 'you have voted already' },
    ],
    [
      'of the owner',
      held({ votes: [yes('a')] }),
      vote('owner'),
      { refused: 'you own the agent that asked, so others must vote' },
    ],
    [
      'about something else',
      held({ votes: [yes('a')] }),
      vote('b', { digest: 'e' }),
      { refused: 'the vote is about something else' },
    ],
    [
      'too late',
      held({ votes: [yes('a')], voteBefore: at }),
      vote('b'),
      { refused: 'too late: it is expired', isLate: true },
    ],
    [
      'for what would be over',
      held({ votes: [yes('a')], expiresAt: at }),
      vote('b'),
      { refused: 'too late: it is expired', isLate: true },
    ],
    [
      'when it is over',
      held({ state: 'revoked', votes: [yes('a')] }),
      vote('b'),
      { refused: 'too late: it is revoked', isLate: true },
    ],
  ])('%s', (_what, before, event, expected) => {
    expect(stepTeamGrant(before, event, at)).toEqual(expected);
  });
});

test.each([
  ['proposed', { to: 'revoked' }],
  ['granted', { to: 'revoked' }],
  ['refused', { refused: 'too late: it is refused', isLate: true }],
  ['expired', { refused: 'too late: it is expired', isLate: true }],
  ['revoked', { refused: 'too late: it is revoked', isLate: true }],
] as const)('what is %s and taken back', (state, expected) => {
  expect(stepTeamGrant(held({ state }), { type: 'revoke' }, at)).toEqual(expected);
});
