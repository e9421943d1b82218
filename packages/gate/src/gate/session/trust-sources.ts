import { withEndorsed } from '@permesso/engine/session';
import { type ApprovalRequest, approversOf } from '@permesso/protocol/approval';
import { sourcesObjection } from '../../approval/offered-answer.ts';
import { reportFailure } from '../../stores/reported-stores.ts';
import { type ApprovedCall, type AskedCall, verdictIn } from '../decide-now.ts';
import type { GateState } from '../gate-state.ts';
import { sessionKeyOf } from './session-key.ts';

/** How many sources a person can reasonably read before trusting them. A source may be a whole command. */
const mostSources = 3;
const longestSource = 100;

/**
 * The sources to trust for the rest of the session, where that alone would settle the request. Never a source that
 * brought a secret: it stays read. Not where a team answers: only the owner decides which text their session trusts.
 */
export function sourcesToTrust(
  { team }: Pick<GateState, 'team'>,
  { decision, basis }: AskedCall,
): Pick<ApprovalRequest, 'sources'> {
  const { session } = basis.input;
  const { labels, unreadable } = decision.receipt.session ?? { labels: [] };
  const isOthers = team?.asking !== undefined || approversOf({ decision }).length > 0;
  if (session === undefined || unreadable !== undefined || isOthers) return {};
  const sources = [...new Set(labels.map(({ source }) => source))];
  const isUntrusted = labels.every(({ label }) => label === 'untrusted');
  const isReadable = sources.length <= mostSources && sources.every(({ length }) => length <= longestSource);
  if (sources.length === 0 || !isReadable || !isUntrusted) return {};
  const trusting = sources.reduce(withEndorsed, session);
  return verdictIn(basis, trusting) === 'allow' ? { sources } : {};
}

/** Why the trusted sources could not be stored; undefined on success. */
export async function trustSources(
  state: GateState,
  { answer, request, basis }: ApprovedCall,
): Promise<string | undefined> {
  const { sources = [] } = answer;
  if (sources.length === 0) return undefined;
  const objection = sourcesObjection(answer, request);
  if (objection !== undefined) return objection;
  const { call, world } = basis.input;
  try {
    await state.sessions.add(
      sessionKeyOf(call, world),
      sources.map((source) => ({ type: 'trust', source, at: world.now })),
    );
    return undefined;
  } catch (error) {
    reportFailure(state.recorder, error);
    return 'that its sources are trusted could not be kept';
  }
}
