import type { Allowing, Probe } from '@permesso/protocol/approval';
import { grantFrom } from '../approval/answer-to-grant.ts';
import { callsMatching, verdictWith, type AskedCall } from './decide-now.ts';
import type { GateState } from './gate-state.ts';

/** Tries rules on the engine: the same round trip that decides whether an answer is saved. */
export function probeFor(state: GateState, asked: AskedCall): Probe {
  const grantOf = (rules: readonly string[]): ReturnType<typeof grantFrom> => {
    const answer: Allowing = { verdict: 'allow', scope: 'session', rules };
    return grantFrom(answer, { asked: asked.decision, input: asked.basis.input });
  };
  const matching = callsMatching(state);
  return {
    objection: (rules) => {
      const grant = grantOf(rules);
      if (grant === undefined || 'refused' in grant) return grant?.refused ?? 'there is no rule';
      const verdict = verdictWith(asked.basis, grant);
      return verdict === 'allow'
        ? undefined
        : `with it this call would still be ${verdict === 'ask' ? 'asked about' : 'denied'}`;
    },
    matching: (rules, calls) => {
      const grant = grantOf(rules);
      if (grant === undefined || 'refused' in grant) return [];
      const { session: _session, project: _project, ...anywhere } = grant;
      return matching(anywhere, calls);
    },
  };
}
