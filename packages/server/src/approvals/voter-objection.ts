import { anotherPersonProblem, type CountedPeople } from '../identity/index.ts';
import { Problem } from '../route/problem.ts';
import type { ApprovalRow } from './approval-rows.ts';

export type AskingAgent = Pick<ApprovalRow, 'owner' | 'enrolledBy' | 'isOwnerConfirmed'>;

/**
 * Why this person may not allow the agent's request; undefined if they are independent of everybody involved with it.
 */
export function voterObjection(
  counted: CountedPeople,
  person: string,
  { owner, enrolledBy, isOwnerConfirmed }: AskingAgent,
): Problem | undefined {
  if (!isOwnerConfirmed && person !== owner)
    return new Problem(
      403,
      'its owner has not confirmed that this machine is theirs, so nobody can approve its requests. ' +
        'Fix: the owner signs in and confirms it: permesso admin enrolments confirm',
      { code: 'another-person' },
    );
  const isEnroller = person === enrolledBy && person !== owner;
  return anotherPersonProblem(
    counted,
    { person, than: [owner, enrolledBy] },
    {
      same: isEnroller
        ? 'you made the enrolment token of the agent that asks, so somebody else must answer'
        : 'you own the agent that asks, so somebody else must answer',
      first:
        'no trusted issuer vouches for the owner of this machine or for the person who enrolled it, so nobody can approve its requests',
    },
  );
}
