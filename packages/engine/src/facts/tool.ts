import type { Kind } from '../call/kind.ts';
import type { ToolCall } from '../call/tool-call.ts';
import type { World } from '../world/world.ts';
import type { Check, Part } from './part.ts';
import type { StandardSchema } from './standard-schema.ts';

/**
 * How calls of one name are understood. `defineTool` makes one from a few functions.
 *
 * @example
 * ```ts
 * import { createGate, defineTool, type Tool } from '@permesso/gate';
 * const tools: readonly Tool[] = [defineTool({ name: 'refund' }), defineTool({ name: 'look', readOnly: true })];
 * const gate = createGate({ policy: {}, tools });
 * ```
 */
export interface Tool<Name extends string = string, Input = unknown> {
  readonly name: Name;
  readonly kind: Kind;
  /** Schema of its arguments, if the app gave one; `definePolicy` and `policySchema` take the argument names from it. */
  readonly schema?: StandardSchema<Input, unknown>;
  /** What the call would do, part by part. May throw: the caller turns that into a safety ask. */
  readonly read: (call: ToolCall, world: World) => readonly [Part, ...Part[]];
  /** Allow rules to offer for the parts that need one, from narrow to wide. Each is verified before it is shown. */
  readonly offer: (call: ToolCall, parts: readonly Part[], world: World) => readonly Offer[];
  /** Its opinion when a call is authorised: it may query services, and only tightens. If it rejects, a person is asked. */
  readonly checkLater?: (call: ToolCall, context: LaterContext) => Promise<Check>;
  /** For a tool that carries calls of other tools: the same tool with a way to look those up. */
  readonly among?: (find: FindTool) => Tool;
}

export interface LaterContext {
  readonly world: World;
  /** Aborted when no caller waits any longer. */
  readonly signal: AbortSignal;
}

/** Finds the tool that understands a call; meta-tools use it for the calls they carry. */
export type FindTool = (call: ToolCall) => Tool;

/** Allow rules that a tool offers for a call, and what they would allow. */
export interface Offer {
  /** One rule for each part that needs it. */
  readonly rules: readonly string[];
  /** What they would allow from now on, in words: "any `npm run` script". */
  readonly covers: string;
}
