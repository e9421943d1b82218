export { type Kind, kinds, type McpTool, type Owner, type ShellName, type Span } from '@permesso/engine/call';
export type { Entry as WorldEntry } from '@permesso/engine/world';
export {
  type Check,
  describeMcp,
  type Facts,
  type FindTool,
  type InputOf,
  type McpDescription,
  metaTool,
  type MetaToolSpec,
  type Offer,
  type OutputOf,
  type Effect,
  type EffectName,
  effectNames,
  type Part,
  type SchemaResult,
  type StandardSchema,
  type Subject,
  type ToolSpec,
  type Touch,
} from '@permesso/engine/facts';
export { pinTool, type ToolDescription } from '../approval/request/pin-tool.ts';
export { type ToolNotes, toolsOf, type ToolsOf } from './tools-of.ts';
