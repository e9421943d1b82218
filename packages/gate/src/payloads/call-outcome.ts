import { messageOf } from '@permesso/engine/call';
import type { CallOutcome } from '../gate/outcome.ts';
import type { Payload, RefusedCall } from './host.ts';
import { isPayload, recordIn, textIn } from './read-payload.ts';

/** In the shape that Claude Code introduced: `error` where the call failed. */
export function claudeOutcome(payload: Payload): CallOutcome {
  const { duration_ms: took } = payload;
  return { ...outcomeWith(payload['error']), ...(typeof took === 'number' ? { durationMs: took } : {}) };
}

/** In Gemini's, the error is in the tool's own result. */
export function responseOutcome(payload: Payload): CallOutcome {
  return outcomeWith(recordIn(payload, 'tool_response')?.['error']);
}

function outcomeWith(error: unknown): CallOutcome {
  return error === undefined || error === null ? { ok: true } : { ok: false, error: messageOf(error) };
}

/** By its own rules or mode, which it tells with all results of one turn, and by its judging model. */
export function claudeRefusals(payload: Payload): readonly RefusedCall[] | undefined {
  const { tool_calls: calls, hook_event_name: event, ...about } = payload;
  const before = (call: Payload): Payload => ({
    ...about,
    hook_event_name: 'PreToolUse',
    tool_name: call['tool_name'],
    tool_input: call['tool_input'],
  });
  if (event === 'PermissionDenied')
    return [{ payload: before(payload), by: 'judge', why: textIn(payload, 'reason') ?? '' }];
  if (event !== 'PostToolBatch') return undefined;
  const told: readonly unknown[] = Array.isArray(calls) ? calls : [];
  return told.filter(isPayload).flatMap((call): readonly RefusedCall[] => {
    const [why] = refusalText.exec(textIn(call, 'tool_response') ?? '') ?? [];
    if (why === undefined) return [];
    return [{ payload: before(call), by: why.includes('mode') ? 'mode' : 'rule', why }];
  });
}

/** What the model reads in the place of a result. Output may read so too, so it counts only for a call that did not end. */
const refusalText =
  /^Permission to use [^]{1,4000}? has been denied(?: because Claude Code is running in [^.]{1,40} mode)?\./u;
