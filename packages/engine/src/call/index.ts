/** What other packages import of this stage. */
export { absoluteDirectory } from './absolute-directory.ts';
export { asIs, canonicalJson, type Quoting } from './canonical-json.ts';
export { definedFields } from './defined-fields.ts';
export { isMcpCall } from './is-mcp-call.ts';
export { isRecord } from './is-record.ts';
export { parseJson } from './parse-json.ts';
export { type Kind, kinds } from './kind.ts';
export { isSameSpace, type Owner, ownerProblem, type OwnerSpace, spaceOf } from './owner.ts';
export { ownerOf, type Principal, principalProblem } from './principal.ts';
export { readCall } from './read-call.ts';
export { isPlainObject, sameJson } from './same-json.ts';
export { sha256Bytes } from './sha256.ts';
export { type ShellName, shellNames, shellProgram } from './shell-name.ts';
export type { Span } from './span.ts';
export { parseStrictJson } from './strict-json.ts';
export { type Agent, agentChain, type McpTool, type ToolCall } from './tool-call.ts';
export { messageOf } from '../errors.ts';
export { fill } from '../messages/fill.ts';
