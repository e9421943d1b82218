import { readCall } from '@permesso/engine/call';
import type { Entry } from './log.ts';

/** The part of an entry that can be recorded whatever its call and its answer contain. */
export function fallbackEntryOf(entry: Entry, why: string): Entry {
  if (!('call' in entry))
    return { type: 'failed', at: entry.at, error: `an entry could not be written: ${why}` };
  const call = { tool: toolOf(entry.call), input: { malformed: malformed(entry.call) ?? why } };
  if (entry.type === 'started') return { type: 'started', at: entry.at, call };
  if (entry.type === 'ended') return { type: 'ended', at: entry.at, call, outcome: { ok: entry.outcome.ok } };
  if (entry.type === 'decided') return { type: 'decided', at: entry.at, call, decision: entry.decision };
  const answer =
    entry.answer.verdict === 'allow' ? ({ verdict: 'allow' } as const) : ({ verdict: 'deny' } as const);
  return { type: 'answered', at: entry.at, call, answer };
}

function toolOf(call: unknown): string {
  try {
    const { tool } = call as { readonly tool?: unknown };
    return typeof tool === 'string' ? tool : '';
  } catch {
    return '';
  }
}

function malformed(call: unknown): string | undefined {
  try {
    const read = readCall(call);
    return 'malformed' in read ? read.malformed : undefined;
  } catch {
    return undefined;
  }
}
