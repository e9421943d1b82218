export { ApprovalCard, type ApprovalCardProps } from './approval-card.ts';
export { useApprovalAnswer, type ApprovalAnswering, type CardAnswer } from './use-approval-answer.ts';
export { usePendingApprovals, type PendingApprovals } from './use-pending-approvals.ts';
export {
  approvalCardEnglish,
  approvalCardGerman,
  approvalCardItalian,
  type ApprovalCardTexts,
} from '../../messages/approval-card.ts';
