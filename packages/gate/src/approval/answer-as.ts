import { definedFields, isSameSpace, type Principal } from '@permesso/engine/call';
import { type Answer, type Approval, approversOf, type Stepped } from '@permesso/protocol/approval';
import type { ApprovalStore } from './stores/approval-store.ts';

interface GivenAnswer {
  readonly at: number;
  readonly answer: Answer;
  /** The person who answers, as the app knows them. */
  readonly approver: Principal | undefined;
}

/** Answers as a person known to the app. The requester may withdraw what others must approve. */
export async function answerAs(
  store: ApprovalStore,
  approval: Approval,
  { at, answer, approver }: GivenAnswer,
): Promise<Stepped | undefined> {
  const { id, request } = approval;
  const stepped = await store.change(id, {
    type: 'answer',
    at,
    digest: request.digest,
    answer: signed(answer, approval, approver),
    ...definedFields({ approver }),
  });
  if (stepped?.accepted !== false || answer.verdict === 'allow') return stepped;
  const isOwn = approver?.user !== undefined && isSameSpace(approver, request.call.owner);
  if (!isOwn || approversOf(request).length === 0) return stepped;
  return store.change(id, { type: 'cancel', at, why: `${approver.user} requested it and withdrew it` });
}

/** If others must approve, the approver's identity comes from the app, never from the answer. */
function signed(answer: Answer, { request }: Approval, approver: Principal | undefined): Answer {
  const { by, ...said } = answer;
  const isForOthers = approversOf(request).length > 0;
  const user = isForOthers ? approver?.user : (by ?? request.call.owner?.user);
  return user === undefined ? said : { ...said, by: user };
}
