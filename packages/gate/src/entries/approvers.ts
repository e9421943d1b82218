export {
  type AnswerScope,
  type ApprovalEvent,
  type ApprovalState,
  type AskOptions,
  CannotAsk,
  describeState,
} from '@permesso/protocol/approval';
export type { Clock } from '../approval/clock.ts';
export { commandApprover, type CommandApproverOptions } from '../approval/channels/command-approver.ts';
export type { Denial } from '../approval/denial.ts';
export { durableApprover, type DurableOptions } from '../approval/channels/durable-approver.ts';
export { race, tryInOrder } from '../approval/channels/combine-approvers.ts';
export { terminalApprover, type TerminalOptions } from '../approval/channels/terminal/terminal-approver.ts';
export {
  webhookApprover,
  type WebhookApprover,
  type WebhookOptions,
} from '../approval/channels/webhook-approver.ts';
export { announcePresence, isAnyonePresent } from '../approval/channels/presence.ts';
export { requirePresence, type PresenceOptions } from '../approval/channels/require-presence.ts';
export { scriptedApprover } from '../approval/channels/scripted-approver.ts';
export type { GivenAnswer, InboxOptions } from '../gate/inbox/approvals.ts';
