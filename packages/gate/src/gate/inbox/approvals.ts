import { definedFields, type Principal, principalProblem } from '@permesso/engine/call';
import { checkOptions } from '@permesso/engine/policy';
import { type Answer, type Approval, expiredBy, mayAnswer } from '@permesso/protocol/approval';
import { answerAs } from '../../approval/answer-as.ts';
import { type Clock, systemClock } from '../../approval/clock.ts';
import { AnswerRefused, objectionTo } from '../../approval/offered-answer.ts';
import { readAnswer } from '../../approval/read-answer.ts';
import type { Listener } from '../../log/entry/events.ts';
import type { Gate } from '../gate.ts';

/** The person who answers. Take it from the signed-in request, never from its body. */
export interface InboxOptions {
  readonly approver: Principal;
  /** Defaults to this machine's clock. */
  readonly clock?: Clock;
}

/** An answer with the request that it is for. */
export interface GivenAnswer {
  readonly id: string;
  readonly answer: Answer;
}

/**
 * The requests that one person may answer: those of their tenant that need one of their roles, and their own that
 * need no other approver.
 */
export interface ApprovalInbox {
  /** Oldest first, as plain data without secrets. */
  readonly pending: () => Promise<readonly Approval[]>;
  /**
   * False if it was too late, or the request is not for this person. Rejects with `AnswerRefused` if it contains more
   * than was offered.
   */
  readonly answer: (id: string, answer: Answer) => Promise<boolean>;
  /** One after the other. A refused answer is false; the others are still given. */
  readonly answerMany: (answers: readonly GivenAnswer[]) => Promise<readonly boolean[]>;
  /**
   * Listens for requests for this person, or answers in their tenant, that pass through this process. Returns a
   * function that stops listening.
   */
  readonly on: <T extends 'asked' | 'answered'>(type: T, listener: Listener<T>) => () => void;
}

/**
 * The inbox of a person who approves requests of others, in any process that has the gate's stores.
 *
 * @example
 * ```ts
 * import { approvals, createGate } from '@permesso/gate';
 * import { memoryApprovals } from '@permesso/gate/stores';
 * const ask = [{ rule: 'refund', approvers: { roles: ['supervisor'], not: 'requester' } }] as const;
 * const gate = createGate({ policy: { ask }, stores: { approvals: memoryApprovals() } });
 * const inbox = approvals(gate, { approver: { tenant: 'acme', user: 'sue', roles: ['supervisor'] } });
 * for (const { id } of await inbox.pending()) await inbox.answer(id, { verdict: 'allow' });
 * ```
 */
export function approvals(gate: Gate, options: InboxOptions): ApprovalInbox {
  checkOptions(options, ['approver', 'clock'], 'approvals');
  const { approver, clock = systemClock } = options;
  const problem = principalProblem(approver);
  if (problem !== undefined) throw new TypeError(problem.replaceAll('`principal', '`approver'));
  if (approver.user === undefined)
    throw new TypeError('`approver` has no `user`; find out who it is before you open their inbox');
  const store = gate.stores.approvals;
  if (store === undefined)
    throw new TypeError('the gate keeps no requests; write createGate({ policy, stores: { approvals } })');

  const isTheirs = (approval: Approval): boolean => mayAnswer(approval, approver, clock.now());

  async function pending(): Promise<readonly Approval[]> {
    const { tenant } = approver;
    const listed = await store?.list({ pending: true, ...definedFields({ tenant }) });
    const now = clock.now();
    return (listed ?? [])
      .map((approval) => expiredBy(approval, now))
      .filter((approval) => approval.state === 'pending' && isTheirs(approval));
  }

  async function answer(id: string, given: Answer): Promise<boolean> {
    const approval = await store?.get(id);
    if (store === undefined || approval === undefined || !isTheirs(approval)) return false;
    const objection = objectionTo(given, approval.request);
    if (objection !== undefined) throw new AnswerRefused(objection);
    const said = { at: clock.now(), answer: readAnswer(given), approver };
    return (await answerAs(store, approval, said))?.accepted === true;
  }

  return {
    pending,
    answer,
    answerMany: async (answers) => {
      const given: boolean[] = [];
      for (const one of answers)
        given.push(
          await answer(one.id, one.answer).catch((error: unknown) => {
            if (error instanceof AnswerRefused) return false;
            throw error;
          }),
        );
      return given;
    },
    on: (type, listener) =>
      gate.on(type, (event) => {
        const isOurs =
          'approval' in event && typeof event.approval === 'object'
            ? isTheirs(event.approval)
            : 'call' in event && event.call.owner?.tenant === approver.tenant;
        if (isOurs) (listener as (event: unknown) => void)(event);
      }),
  };
}
