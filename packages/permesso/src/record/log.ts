import type { ToolCall } from '../call/tool-call.ts';
import type { Answer } from '../approval/approver.ts';
import type { Decision } from '../decision/decision.ts';
import type { Grant } from '../decision/grant.ts';

/** One thing that happened at the gate. */
export type Entry =
  | { readonly type: 'decided'; readonly at: number; readonly call: ToolCall; readonly decision: Decision }
  | { readonly type: 'answered'; readonly at: number; readonly call: ToolCall; readonly answer: Answer }
  | { readonly type: 'granted'; readonly at: number; readonly grant: Grant }
  | { readonly type: 'failed'; readonly at: number; readonly error: string };

/** Where entries go. Recording never changes a verdict. */
export interface Log {
  readonly write: (entry: Entry) => void | Promise<void>;
}

export function memoryLog(): Log & { readonly entries: readonly Entry[] } {
  const entries: Entry[] = [];
  return { entries, write: (entry) => void entries.push(entry) };
}
