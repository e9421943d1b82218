/** The state of an approval, on disk and at a team server. */
export const approvalStates = ['pending', 'approved', 'denied', 'expired', 'cancelled', 'consumed'] as const;

/** The state of an approval, from `pending` to `consumed`. */
export type ApprovalState = (typeof approvalStates)[number];

export interface Vote {
  readonly person: string;
  readonly verdict: 'allow' | 'deny';
  /** Of the person when they answered, where rules say which roles are needed. */
  readonly roles?: readonly string[];
}

/** Who may answer at this moment, by one rule. */
export interface ApproversNeeded {
  /** One of these; anybody when absent. */
  readonly roles?: readonly string[];
  readonly quorum: number;
}

/** What a step depends on. Times are milliseconds since the epoch. */
export interface ApprovalStanding {
  readonly state: ApprovalState;
  readonly callKey: string;
  readonly digest: string;
  /** From then on it is expired; `Infinity` when never. */
  readonly expiresAt: number;
  /** An approval that nobody used by then is worth nothing. */
  readonly useBefore: number | null;
  /** The agent that asked, where agents are told apart. */
  readonly agent?: string;
  /** Owns that agent, and so cannot answer. */
  readonly owner?: string;
  /** So many must approve. */
  readonly quorum: number;
  /** And so many of those that each of these speaks of. */
  readonly approvers?: readonly ApproversNeeded[];
  /** Those that count so far. */
  readonly votes: readonly Vote[];
  /** What the agent that used it called that use. */
  readonly useKey: string | null;
}

export type StepEvent =
  /** `digest` as the person saw it: an answer about something else is not an answer to this. */
  | { readonly type: 'vote'; readonly vote: Vote; readonly digest: string }
  | { readonly type: 'cancel'; readonly agent?: string }
  | { readonly type: 'expire' }
  | {
      readonly type: 'consume';
      readonly agent?: string;
      readonly callKey: string;
      readonly digest: string;
      /** The same when one use is asked for again because its reply was lost. */
      readonly use: string | undefined;
    };

export type Refusal =
  | 'no-approver'
  | 'unapproved'
  | 'owns-agent'
  | 'other-agent'
  | 'other-request'
  | 'other-call'
  | 'answered-before'
  | 'too-early'
  | 'too-late'
  | 'too-old';

export type StepResult =
  /** `pending`: the vote counts and more are needed. */
  { readonly to: ApprovalState } | { readonly refused: Refusal };

/** The only way an approval changes. Pure: a lock, or a file that is made once, makes it happen once. */
export function approvalStep(standing: ApprovalStanding, event: StepEvent, at: number): StepResult {
  switch (event.type) {
    case 'vote':
      return vote(standing, event, at);
    case 'cancel':
      if (event.agent !== standing.agent) return { refused: 'other-agent' };
      return isPending(standing, at) ? { to: 'cancelled' } : { refused: 'too-late' };
    case 'expire':
      if (stateAt(standing, at) === 'expired') return { to: 'expired' };
      return { refused: standing.state === 'pending' ? 'too-early' : 'too-late' };
    case 'consume':
      return consume(standing, event, at);
  }
}

/** As it is at this moment: nobody has to be there for it to expire. */
export function stateAt(
  { state, expiresAt }: Pick<ApprovalStanding, 'state' | 'expiresAt'>,
  at: number,
): ApprovalState {
  return state === 'pending' && at >= expiresAt ? 'expired' : state;
}

function isPending(standing: ApprovalStanding, at: number): boolean {
  return stateAt(standing, at) === 'pending';
}

function vote(
  standing: ApprovalStanding,
  { vote: given, digest }: Extract<StepEvent, { type: 'vote' }>,
  at: number,
): StepResult {
  // The person who asks cannot answer, nor can what they control.
  if (given.person === standing.owner) return { refused: 'owns-agent' };
  if (!mayVote(standing, given)) return { refused: 'no-approver' };
  if (digest !== standing.digest) return { refused: 'other-request' };
  if (standing.votes.some(({ person }) => person === given.person)) return { refused: 'answered-before' };
  if (!isPending(standing, at)) return { refused: 'too-late' };
  if (given.verdict === 'deny') return { to: 'denied' };
  return { to: areEnough([...standing.votes, given], standing) ? 'approved' : 'pending' };
}

function mayVote({ approvers }: ApprovalStanding, voter: Vote): boolean {
  return approvers === undefined || approvers.some((needed) => isOneOf(needed, voter));
}

function isOneOf({ roles }: ApproversNeeded, voter: Vote): boolean {
  return roles === undefined || voter.roles?.some((role) => roles.includes(role)) === true;
}

function areEnough(
  votes: readonly Vote[],
  { quorum, approvers = [] }: Pick<ApprovalStanding, 'quorum' | 'approvers'>,
): boolean {
  const approving = votes.filter(({ verdict }) => verdict === 'allow');
  return (
    peopleIn(approving) >= quorum &&
    approvers.every((needed) => peopleIn(approving.filter((one) => isOneOf(needed, one))) >= needed.quorum)
  );
}

function peopleIn(votes: readonly Vote[]): number {
  return new Set(votes.map(({ person }) => person)).size;
}

function consume(
  standing: ApprovalStanding,
  event: Extract<StepEvent, { type: 'consume' }>,
  at: number,
): StepResult {
  const { state, useBefore, useKey } = standing;
  if (event.agent !== standing.agent) return { refused: 'other-agent' };
  if (event.callKey !== standing.callKey || event.digest !== standing.digest)
    return { refused: 'other-call' };
  const isAgain = state === 'consumed' && useKey !== null && event.use === useKey;
  if (state !== 'approved' && !isAgain) return { refused: 'too-late' };
  // Only those who must approve make it so, even if a store says that it is approved.
  if (standing.approvers !== undefined && !areEnough(standing.votes, standing))
    return { refused: 'unapproved' };
  return useBefore === null || at >= useBefore ? { refused: 'too-old' } : { to: 'consumed' };
}

/** What is said of a refusal, but for `too-late`, which says where it stands instead. */
export const refusalTexts: Readonly<Record<Exclude<Refusal, 'too-late'>, string>> = {
  'owns-agent': 'you own the agent that asks, so somebody else must answer',
  'no-approver': 'you are not one of its approvers',
  unapproved: 'the required approvers have not approved it',
  'other-agent': 'it was asked by another agent',
  'other-request': 'the answer is about another call or another receipt',
  'other-call': 'the call is not the one that was approved',
  'answered-before': 'you have already answered',
  'too-early': 'it has not expired yet',
  'too-old': 'the approval is too old',
};
