/** The states of a grant for a whole team. */
export const teamGrantStates = ['proposed', 'granted', 'refused', 'expired', 'revoked'] as const;

export type TeamGrantState = (typeof teamGrantStates)[number];

/** A proposal's row, locked, with the votes so far. */
export interface HeldGrant {
  readonly state: TeamGrantState;
  readonly owner: string;
  readonly digest: string;
  readonly quorum: number;
  readonly voteBefore: Date;
  readonly expiresAt: Date;
  readonly votes: readonly GrantVote[];
}

export interface GrantVote {
  readonly person: string;
  readonly verdict: 'allow' | 'deny';
  /** Whether this person may still vote: a vote must be valid when it is needed, not when it was cast. */
  readonly may: boolean;
}

export type GrantEvent =
  /** `digest`: what the person saw. */
  | {
      readonly type: 'vote';
      readonly person: string;
      readonly verdict: 'allow' | 'deny';
      readonly digest: string;
    }
  | { readonly type: 'revoke' };

export type SteppedGrant =
  /** `proposed`: the vote counts and more are needed. */
  | { readonly to: 'proposed' | 'granted' | 'refused' | 'revoked' }
  | { readonly refused: string; readonly isLate?: true };

/** The only way in which a person's action changes a team grant. Pure; the row's lock makes it happen once. */
export function stepTeamGrant(held: HeldGrant, event: GrantEvent, at: Date): SteppedGrant {
  if (event.type === 'revoke')
    return held.state === 'granted' || held.state === 'proposed' ? { to: 'revoked' } : tooLate(held.state);
  const { person, verdict, digest } = event;
  // The requester cannot vote, nor can an account that they control.
  if (person === held.owner) return { refused: 'you own the agent that asked, so others must vote' };
  if (digest !== held.digest) return { refused: 'the vote is about something else' };
  if (held.votes.some((vote) => vote.person === person)) return { refused: 'you have voted already' };
  if (held.state !== 'proposed') return tooLate(held.state);
  if (at >= held.voteBefore || at >= held.expiresAt) return tooLate('expired');
  if (verdict === 'deny') return { to: 'refused' };
  const yes = new Set(
    held.votes.filter((vote) => vote.verdict === 'allow' && vote.may).map((vote) => vote.person),
  );
  return { to: yes.add(person).size >= held.quorum ? 'granted' : 'proposed' };
}

function tooLate(state: TeamGrantState): SteppedGrant {
  return { refused: `too late: it is ${state}`, isLate: true };
}
