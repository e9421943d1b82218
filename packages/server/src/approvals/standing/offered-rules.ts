import type { Connection } from '../../database/query.ts';
import { Problem } from '../../route/problem.ts';
import type { Approval } from '../combine-answers.ts';
import type { ApprovalRow } from '../approval-rows.ts';
import { offersFor } from '../team-offers.ts';

/**
 * Why these rules cannot be granted after this request; undefined if they can. The server computes its own offers for
 * the call from the active policy, and people have seen only what the agent showed: a rule must be in both.
 */
export async function rulesObjection(
  on: Connection,
  { agent, request }: ApprovalRow,
  { scope, rules }: Approval,
): Promise<Problem | undefined> {
  if (scope === 'once' || rules === undefined) return undefined;
  const found = await offersFor(on, { agent, call: request.call });
  const offered = 'refused' in found ? [] : found.offers.map((offer) => JSON.stringify(offer.rules));
  const shown = shownRules(request.decision).map((each) => JSON.stringify(each));
  const wanted = JSON.stringify(rules);
  if (offered.includes(wanted) && shown.includes(wanted)) return undefined;
  return new Problem(
    422,
    'only rules offered for this request can be granted; leave `rules` out to grant this exact call',
  );
}

/** Untrusted data from an agent, of any shape. */
function shownRules(decision: unknown): readonly unknown[] {
  const { suggestions } = (decision ?? {}) as { readonly suggestions?: unknown };
  return Array.isArray(suggestions)
    ? suggestions.map((each: unknown) => (each as { readonly rules?: unknown } | null)?.rules)
    : [];
}
