/** The states of an approval, on disk and on a team server. */
export const approvalStates = ['pending', 'approved', 'denied', 'expired', 'cancelled', 'consumed'] as const;

/** The state of an approval, from `pending` to `consumed`. */
export type ApprovalState = (typeof approvalStates)[number];

export interface Vote {
  readonly person: string;
  readonly verdict: 'allow' | 'deny';
  /** The person's roles when they answered, if rules require certain roles. */
  readonly roles?: readonly string[];
}

/** Who may answer now, according to one rule. */
export interface ApproversNeeded {
  /** One of these roles; absent: anyone. */
  readonly roles?: readonly string[];
  readonly quorum: number;
}

/** What a step depends on. Times are milliseconds since the epoch. */
export interface ApprovalStanding {
  readonly state: ApprovalState;
  readonly callKey: string;
  readonly digest: string;
  /** From then on it is expired; `Infinity`: never. */
  readonly expiresAt: number;
  /** An approval that was not used by then is void. */
  readonly useBefore: number | null;
  /** The agent that asked, where agents are distinguished. */
  readonly agent?: string;
  /** The owner of that agent, who therefore cannot answer. */
  readonly owner?: string;
  /** The number of people who must approve. */
  readonly quorum: number;
  /** In addition, each of these rules needs its own number of approvers. */
  readonly approvers?: readonly ApproversNeeded[];
  /** The votes that count so far. */
  readonly votes: readonly Vote[];
  /** The agent's own key for the use, which makes the use idempotent. */
  readonly useKey: string | null;
}

export type StepEvent =
  /** `digest` as the person saw it: an answer about something else does not count. */
  | { readonly type: 'vote'; readonly vote: Vote; readonly digest: string }
  | { readonly type: 'cancel'; readonly agent?: string }
  | { readonly type: 'expire' }
  | {
      readonly type: 'consume';
      readonly agent?: string;
      readonly callKey: string;
      readonly digest: string;
      /** The same when a use is repeated because its reply was lost. */
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
  /** `pending`: the vote counts, and more are needed. */
  { readonly to: ApprovalState } | { readonly refused: Refusal };

/** The only way an approval changes. Pure: the caller's lock, or a file created exclusively, makes it happen once. */
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

/** The state at this moment, so that it expires without a running process. */
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
  // The person who asks cannot answer, and neither can agents that they control.
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
  // Only the required approvers make it approved, even if a store says that it is.
  if (standing.approvers !== undefined && !areEnough(standing.votes, standing))
    return { refused: 'unapproved' };
  return useBefore === null || at >= useBefore ? { refused: 'too-old' } : { to: 'consumed' };
}

/** The text for each refusal, except `too-late`, whose text states the current state. */
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
