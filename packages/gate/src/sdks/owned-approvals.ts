import type { ApprovalStore } from '../approval/stores/approval-store.ts';
import { type Answer, type Approval, expiredBy } from '@permesso/protocol/approval';
import { answerAs } from '../approval/answer-as.ts';
import type { Clock } from '../approval/clock.ts';
import { AnswerRefused, objectionTo } from '../approval/offered-answer.ts';
import { readAnswer } from '../approval/read-answer.ts';
import {
  isSameSpace,
  type Owner,
  type OwnerSpace,
  type Principal,
  principalProblem,
  spaceOf,
} from '@permesso/engine/call';

/**
 * The approvals of an app that asks in its own way: list them, answer them; each is used once, by the call it was
 * created for.
 */
export interface PendingApprovals {
  /**
   * Pending approvals, oldest first, as plain data without secrets; `request.id` is the SDK's id of the tool call.
   * Only those of the guard's principal and session. If the guard finds its principal in each run, pass the
   * principal.
   */
  readonly pending: (of?: string | Principal) => Promise<readonly Approval[]>;
  /**
   * False if it was too late, or this person has no such request. Rejects with `AnswerRefused` if the answer contains
   * more than was offered. `id` is the approval's, or the SDK's id of its call. Then resume the run in the SDK's own
   * way.
   */
  readonly answer: (id: string, answer: Answer, principal?: Principal) => Promise<boolean>;
}

/** Whose approvals a guard shows and answers. */
export interface View {
  /** `each run`: the guard serves many, and is told each time whose approvals are meant. */
  readonly owner: Owner | 'each run' | undefined;
  readonly session: string | undefined;
  /** The person who answers here, if it is always the same one. */
  readonly approver?: Principal;
}

export function ownedApprovals(
  storeOf: (id?: string) => ApprovalStore,
  view: View,
  clock: Clock,
): PendingApprovals {
  function isSeen(given: string | Owner | undefined): ({ request }: Approval) => boolean {
    const own = view.owner === 'each run' ? undefined : view.owner;
    const owner = typeof given === 'object' ? asked(given) : view.owner;
    if (owner === 'each run') throw new TypeError(whoseWords);
    // Asked for someone else's approvals, a guard shows nothing.
    const isOther = typeof given === 'object' && view.owner !== 'each run' && !isSameSpace(given, own);
    const named = typeof given === 'string' ? given : undefined;
    const sessions = [owner?.session, own?.session, view.session, named];
    return ({ request: { call } }) =>
      !isOther &&
      isSameSpace(call.owner, owner) &&
      sessions.every((session) => session === undefined || session === call.session);
  }

  /** The store's filter. The code above decides which of them are shown. */
  function spaceFor(given: string | Owner | undefined): OwnerSpace | 'nobody' {
    const owner = typeof given === 'object' ? given : view.owner;
    return owner === 'each run' ? 'nobody' : (spaceOf(owner).owner ?? 'nobody');
  }

  async function pending(of?: string | Owner): Promise<readonly Approval[]> {
    const now = clock.now();
    const isOurs = isSeen(of);
    const listed = await storeOf().list({ pending: true, owner: spaceFor(of) });
    return listed
      .map((approval) => expiredBy(approval, now))
      .filter((approval) => approval.state === 'pending' && isOurs(approval));
  }

  async function findOwned(id: string, owner: Owner | undefined): Promise<Approval | undefined> {
    const known = await storeOf(id).get(id);
    if (known !== undefined) return isSeen(owner)(known) ? known : undefined;
    const named = (await pending(owner)).filter(({ request }) => request.id === id);
    return named.length === 1 ? named[0] : undefined;
  }

  return {
    pending,
    answer: async (id, given, owner) => {
      const approval = await findOwned(id, owner);
      if (approval === undefined) return false;
      const objection = objectionTo(given, approval.request);
      if (objection !== undefined) throw new AnswerRefused(objection);
      const stepped = await answerAs(storeOf(approval.id), approval, {
        at: clock.now(),
        answer: readAnswer(given),
        approver: owner ?? view.approver,
      });
      return stepped?.accepted === true;
    },
  };
}

function asked(owner: Owner): Owner {
  const problem = principalProblem(owner);
  if (problem !== undefined) throw new TypeError(problem);
  return owner;
}

const whoseWords =
  'this guard finds its principal in each run, so say whose approvals are meant: ' +
  '`pending({ tenant, user, session })`, `answer(id, answer, { tenant, user, session })`';
