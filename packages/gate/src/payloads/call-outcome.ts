import { messageOf } from '@permesso/engine/call';
import type { CallOutcome } from '../gate/outcome.ts';
import type { Payload } from './host.ts';
import { recordIn } from './read-payload.ts';

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
