import type { ToolCall } from '@permesso/engine/call';
import { labelsBrought, newLabels, type SessionLabel } from '@permesso/engine/session';
import { failedDecision, type Decided } from '../decide-now.ts';
import type { GateState } from '../gate-state.ts';
import { isOverSessions, sessionKeyOf } from './session-key.ts';

/**
 * The labels that a decided call brings, kept before anybody is told the verdict: a call that is decided after that sees them, however
 * many run at once. A denied call brings none. Where they cannot be kept, the call is denied.
 */
export async function labelSession(state: GateState, given: ToolCall, decided: Decided): Promise<Decided> {
  const { decision, basis } = decided;
  if (basis === undefined || decision.verdict === 'deny' || !isOverSessions(basis.input.policy))
    return decided;
  try {
    const { session } = basis.input;
    if (session?.unreadable !== undefined) return decided;
    const brought = labelsBrought(basis.input);
    const fresh = bounded(session?.labels ?? [], newLabels(session ?? { labels: [], orders: [] }, brought));
    await state.sessions.add(
      sessionKeyOf(given, basis.input.world),
      fresh.map((label) => ({ type: 'label', ...label }) as const),
    );
    return decided;
  } catch (error) {
    return failedDecision(state, error);
  }
}

/** Sources that are told apart for one label; the rest is one more that nobody can trust by its name. */
const mostSources = 100;
const otherSources = 'other sources';

function bounded(known: readonly SessionLabel[], fresh: readonly SessionLabel[]): readonly SessionLabel[] {
  return fresh.flatMap((one) => {
    const same = known.filter(({ label }) => label === one.label);
    if (same.length < mostSources) return [one];
    return same.some(({ source }) => source === otherSources) ? [] : [{ ...one, source: otherSources }];
  });
}
