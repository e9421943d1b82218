import { definedFields, type ToolCall } from '@permesso/engine/call';
import type { Decision, DecisionInput } from '@permesso/engine/decision';
import type { RecordingWorld } from '@permesso/engine/world';
import type { Answer } from '@permesso/protocol/approval';
import type { DecisionContext, Entry } from './log.ts';
import { policyRevision } from './policy-revision.ts';

/** What a decision was made from, with the recording world; absent if there is no log. */
interface Watched {
  readonly input: DecisionInput;
  readonly seen: RecordingWorld | undefined;
  readonly byOwnTool: boolean;
}

interface Happened {
  readonly call: ToolCall;
  readonly basis: Watched;
}

export function decidedEntry(
  call: ToolCall,
  { decision, basis }: { readonly decision: Decision; readonly basis?: Watched },
): Entry {
  return { type: 'decided', at: Date.now(), call, decision, ...contextOf(basis) };
}

export function answeredEntry(
  { call, basis }: Happened,
  { answer, waited }: { readonly answer: Answer; readonly waited: number },
): Entry {
  return { type: 'answered', at: Date.now(), call, answer, waited, ...callerOf(basis) };
}

/** What the log records about a decision besides the call itself. */
function contextOf(basis: Watched | undefined): DecisionContext {
  if (basis?.seen === undefined) return {};
  const { input, seen, byOwnTool } = basis;
  return {
    ...callerOf(basis),
    policy: policyRevision(input.policy),
    world: seen.record(),
    ...(byOwnTool ? { facts: input.facts } : {}),
  };
}

/** The fields of its decision that an answer repeats. */
function callerOf({ input, seen }: Watched): DecisionContext {
  if (seen === undefined) return {};
  const { callKey, call } = input;
  return { callKey, ...definedFields({ session: call.session }) };
}
