import type { TeamOffers } from 'permesso/team-server';
import type { ToolCall } from '@permesso/engine/call';
import { first, queries, type Connection } from '../database/query.ts';
import { knownPolicyAnswers, tooLong } from '../policy/index.ts';

const sql = queries(import.meta.dirname);
const policiesInForce = sql<
  { text: string | null; baseline: string | null; frozen: string | null },
  { agents: readonly string[] }
>('policies-in-force.sql');

/** What could be granted to the team after this request, under the current policy. */
export async function offersFor(
  on: Connection,
  asked: { readonly agent: string; readonly call: ToolCall },
): Promise<TeamOffers | { readonly refused: string }> {
  const now = await first(policiesInForce(on, { agents: [asked.agent] }));
  if (now === undefined) return { refused: 'the agent is gone' };
  if (now.frozen !== null) return { refused: `frozen: ${now.frozen}` };
  const { text, baseline } = now;
  if (text === null && baseline === null) return { refused: 'the project has no policy' };
  const { call } = asked;
  const [found = tooLong] = knownPolicyAnswers([{ is: 'offers', input: { text, baseline, call } }]);
  return found === tooLong ? { refused: `the policy in force cannot be used: ${tooLong}` } : found;
}
