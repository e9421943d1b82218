/** The entry point of this stage for other packages. */
export {
  type Approval,
  type ApprovalEvent,
  describeState,
  expiredBy,
  isUsable,
  mayAnswer,
  newApproval,
  requestName,
  stepApproval,
  type Stepped,
} from './approval.ts';
export {
  type ApprovalStanding,
  type ApprovalState,
  approvalStates,
  approvalStep,
  refusalTexts,
  stateAt,
  type StepEvent,
  type Vote,
} from './approval-step.ts';
export { approversOf, needsSeveral, timeFor } from './approvers.ts';
export {
  type Allowing,
  type Answer,
  type AnswerScope,
  answerScopes,
  type ApprovalRequest,
  type Approver,
  type AskOptions,
  CannotAsk,
  type Denying,
  nobody,
  type Probe,
  team,
  terminal,
  timedOut,
  unanswered,
  type UnansweredReason,
  unansweredReasons,
  withdrawn,
  withdrawnText,
} from './approver.ts';
export { callKey, canonical } from './call-key.ts';
export { requestDigest } from './digest.ts';
export { callTitle, effectTexts, unsandboxedEffect } from './effect-texts.ts';
export { hasLastingWords, lastingWords } from './lasting-words.ts';
export { redactRequest } from './redact-request.ts';
export { summarizeRequest } from './request-summary.ts';
export { saferCall } from './safer-calls.ts';
export { sign, signatureProblem } from './signature.ts';
