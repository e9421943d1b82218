/** Bundled for a page: decides calls in the worlds that another machine recorded, with nothing but the language. */
import { compilePolicy, decideCall, type ToolCall } from '@permesso/engine';
import { recordedWorld, type WorldRecord } from '@permesso/engine/world';

export interface RecordedCall {
  readonly call: ToolCall;
  readonly world: WorldRecord;
}

export interface FlagRules {
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
}

/** Decisions as text, one per call: what must be equal byte for byte. */
export function decideRecorded(calls: readonly RecordedCall[], rules: FlagRules): readonly string[] {
  return calls.map(({ call, world: record }) => {
    const world = recordedWorld(record);
    const policy = compilePolicy([{ layer: 'flags', ...rules }], { world });
    return JSON.stringify(decideCall(call, { policy, world }));
  });
}
