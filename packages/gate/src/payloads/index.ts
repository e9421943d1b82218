export { type Answers, claudeAnswers, exitCodeAnswers, jsonReply, silence } from './answers.ts';
export { claudeOutcome, responseOutcome } from './call-outcome.ts';
export { claudeCode } from './claude-code.ts';
export { copilotCli } from './copilot-cli.ts';
export { type Dialect, hookHost } from './dialect.ts';
export { grantFlag, isAllowed, startFlags } from './copilot-flags.ts';
export {
  type Calls,
  type HookHost,
  type HostOutcome,
  type Incoming,
  type Payload,
  type Reply,
  type ShellChoice,
} from './host.ts';
export { asEach, readingsOf } from './mcp-name.ts';
export {
  type ProcessFacts,
  type StartedBy,
  isSameProcess,
  isStillStartedBy,
  processDirectory,
  processFacts,
  startEnvironment,
  startedBy,
  terminalOf,
} from './process-facts.ts';
export { readCall, translateAll } from './read-call.ts';
export {
  agentIn,
  argumentsIn,
  firstTextIn,
  hasTexts,
  isPayload,
  recordIn,
  recordsIn,
  textIn,
} from './read-payload.ts';
export { type ToolRow, sameNames, translate } from './tool-table.ts';
