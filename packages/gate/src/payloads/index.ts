export { claudeOutcome, responseOutcome } from './call-outcome.ts';
export { fromClaudeShape } from './claude-call.ts';
export { type ClaudeAnswer, claudeCode } from './claude-code.ts';
export { copilotCli, copilotTools } from './copilot-cli.ts';
export { grantFlag, isAllowed, startFlags } from './copilot-flags.ts';
export {
  type Calls,
  type HookHost,
  type HostOutcome,
  type Incoming,
  type Payload,
  type Reply,
  type ShellChoice,
  jsonReply,
  silence,
} from './host.ts';
export { translateEach } from './listed-calls.ts';
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
export { type ToolRow, tableOf, translate } from './tool-table.ts';
