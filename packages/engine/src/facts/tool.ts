import type { Kind } from '../call/kind.ts';
import type { ToolCall } from '../call/tool-call.ts';
import type { World } from '../world/world.ts';
import type { Part } from './part.ts';

/** How calls of one name are understood. `defineTool` makes one from a few functions. */
export interface Tool {
  readonly name: string;
  readonly kind: Kind;
  /** What the call would do, part by part. May throw: the caller turns that into a safety ask. */
  readonly read: (call: ToolCall, world: World) => readonly [Part, ...Part[]];
  /** Allow rules that could be offered for the parts that need one, narrow to wide. Each is proven before it is shown. */
  readonly offer: (call: ToolCall, parts: readonly Part[], world: World) => readonly Offer[];
  /** For a tool that carries calls of other tools: the same tool, able to look those up. */
  readonly among?: (find: FindTool) => Tool;
}

export type FindTool = (call: ToolCall) => Tool;

export interface Offer {
  /** One rule for each part that needs it. */
  readonly rules: readonly string[];
  /** What they would let through from now on, in words: "any `npm run` script". */
  readonly covers: string;
}
