/** Where a question stands. */
export const approvalStates = ['pending', 'approved', 'denied', 'expired', 'cancelled', 'consumed'] as const;

export type ApprovalState = (typeof approvalStates)[number];

/** A question as the database holds it, under its lock, with the votes that count so far. */
export interface Held {
  readonly state: ApprovalState;
  readonly agent: string;
  readonly owner: string;
  readonly callKey: string;
  readonly digest: string;
  readonly quorum: number;
  readonly expiresAt: Date;
  readonly useBefore: Date | null;
  /** What whoever used it called that use. */
  readonly useKey: string | null;
  readonly votes: readonly Vote[];
}

export interface Vote {
  readonly person: string;
  readonly verdict: 'allow' | 'deny';
}

export type Event =
  /** `digest` as the person saw it: an answer about something else is no answer to this. */
  | { readonly type: 'vote'; readonly vote: Vote; readonly digest: string }
  | { readonly type: 'cancel'; readonly agent: string }
  | {
      readonly type: 'consume';
      readonly agent: string;
      readonly callKey: string;
      readonly digest: string;
      /** The same when one use is asked for again because its reply was lost. */
      readonly use: string | undefined;
    };

export type Stepped =
  /** `pending`: the vote counts and more are needed. */
  | { readonly to: 'pending' | 'approved' | 'denied' | 'cancelled' | 'consumed' }
  | { readonly refused: string; readonly isLate?: true };

/** The only way a question changes by what somebody does. Pure; the row's lock makes it happen once. */
export function step(held: Held, event: Event, at: Date): Stepped {
  switch (event.type) {
    case 'vote':
      return vote(held, event, at);
    case 'cancel':
      if (event.agent !== held.agent) return { refused: 'it was asked by another agent' };
      return isWaiting(held, at) ? { to: 'cancelled' } : tooLate(held, at);
    case 'consume':
      return consume(held, event, at);
  }
}

function vote(held: Held, { vote: given, digest }: Extract<Event, { type: 'vote' }>, at: Date): Stepped {
  // Whoever asks cannot answer, nor can whatever they control.
  if (given.person === held.owner)
    return { refused: 'you own the agent that asks, so somebody else must answer' };
  if (digest !== held.digest) return { refused: 'the answer is about another call or another receipt' };
  if (held.votes.some(({ person }) => person === given.person))
    return { refused: 'you have answered already' };
  if (!isWaiting(held, at)) return tooLate(held, at);
  if (given.verdict === 'deny') return { to: 'denied' };
  const yes = new Set(held.votes.filter(({ verdict }) => verdict === 'allow').map(({ person }) => person));
  return { to: yes.add(given.person).size >= held.quorum ? 'approved' : 'pending' };
}

function consume(held: Held, event: Extract<Event, { type: 'consume' }>, at: Date): Stepped {
  if (event.agent !== held.agent) return { refused: 'it was asked by another agent' };
  if (event.callKey !== held.callKey || event.digest !== held.digest)
    return { refused: 'the call is not the one that was approved' };
  const isAgain = held.state === 'consumed' && held.useKey !== null && event.use === held.useKey;
  if (held.state !== 'approved' && !isAgain) return tooLate(held, at);
  if (held.useBefore === null || at >= held.useBefore)
    return { refused: 'the approval is too old', isLate: true };
  return { to: 'consumed' };
}

/** Nobody has to be there for a question to expire. */
function isWaiting({ state, expiresAt }: Held, at: Date): boolean {
  return state === 'pending' && at < expiresAt;
}

function tooLate({ state, expiresAt }: Held, at: Date): Stepped {
  const is = state === 'pending' && at >= expiresAt ? 'expired' : state;
  return {
    refused: is === 'pending' ? 'it is still waiting for an answer' : `too late: it is ${is}`,
    isLate: true,
  };
}
