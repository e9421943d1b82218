export { asksOf } from './answer-to-grant.ts';
export { race, tryInOrder } from './channels/combine-approvers.ts';
export { durableApprover } from './channels/durable-approver.ts';
export {
  type Announcement,
  announcePresence,
  isAnyonePresent,
  isPresentFirst,
  presentAddress,
} from './channels/presence.ts';
export { requirePresence } from './channels/require-presence.ts';
export { scriptedApprover } from './channels/scripted-approver.ts';
export { chooseRequest } from './channels/terminal/choose-request.ts';
export { type Key, readKeys } from './channels/terminal/keys.ts';
export { readLimit } from './channels/terminal/limit.ts';
export { plainPrompt } from './channels/terminal/plain-prompt.ts';
export { pressKey } from './channels/terminal/press-key.ts';
export { callLines, promptContent } from './channels/terminal/prompt-content.ts';
export { promptContext } from './channels/terminal/prompt-context.ts';
export { choicesOf, firstMoment, openPrompt, quietMoment } from './channels/terminal/prompt-state.ts';
export { layOut, lookAt } from './channels/terminal/prompt-view.ts';
export {
  type TerminalOptions,
  terminalApprover,
  terminalStyle,
} from './channels/terminal/terminal-approver.ts';
export { withTerminalLock } from './channels/terminal/terminal-lock.ts';
export { type Terminal, openTerminal } from './channels/terminal/terminal.ts';
export { type TextField, fieldWith, typeInto } from './channels/terminal/text-field.ts';
export { hostsObjection } from './offered-answer.ts';
export { readAnswer } from './read-answer.ts';
export { type ToolDescription, pinTool } from './request/pin-tool.ts';
export { approvalFiles, forgetSettled, unsettledIn } from './stores/approval-files.ts';
export { type SyncApprovalStore, memoryApprovals } from './stores/approval-store.ts';
export { memoryGrants } from './stores/grant-store.ts';
export { readTeamGrant } from './stores/team-grants.ts';
export { type WaitingApproval, approvalIn, approvalsIn, giveAnswer } from './stores/waiting-approvals.ts';
