import { approversText } from '../messages/approvers.ts';
import { unansweredTexts, unusableAnswerTexts } from '../messages/denials.ts';
import { randomUUID } from 'node:crypto';
import type { Decision, Grant } from '@permesso/engine/decision';
import { definedFields, fill, messageOf } from '@permesso/engine/call';
import {
  type Answer,
  type ApprovalRequest,
  type Approver,
  approversOf,
  type Denying,
  effectTexts,
  needsSeveral,
  requestDigest,
  summarizeRequest,
  unanswered,
  unsandboxedEffect,
  type Allowing,
  type Probe,
} from '@permesso/protocol/approval';
import { isLasting } from '@permesso/protocol/text';
import { asksOf, scopesFor, grantFrom } from '../approval/answer-to-grant.ts';
import { isChecked } from '../approval/checked-approver.ts';
import { askingTeam } from '../approval/team-asks.ts';
import { answeredEntry } from '../log/entry/decision-context.ts';
import { reportFailure, StoreFailure } from '../stores/reported-stores.ts';
import type { AuthorizeOptions, ConsultOptions } from './authorization.ts';
import { verdictNow, type AskedCall, callsMatching, verdictWith } from './decide-now.ts';
import type { GateState } from './gate-state.ts';
import { openHosts } from './save-answer.ts';
import { sourcesToTrust } from './session/trust-sources.ts';

/** What a person is shown: from the facts that the decision was made of. */
export async function requestFor(
  state: GateState,
  asked: AskedCall,
  how: ConsultOptions,
): Promise<ApprovalRequest> {
  const {
    decision,
    basis: { input },
  } = asked;
  const { callKey, call, facts } = input;
  const several = needsSeveral({ decision });
  const told = effectTexts(input, decision.receipt.parts);
  const effects = (await state.keeper?.describe?.(input, told)) ?? told;
  const scopes = scopesFor(decision, { input, ...definedFields({ host: how.scopes }) });
  const isGrave = isLasting({ effects });
  const shown = {
    callKey,
    call,
    kind: facts.kind,
    decision,
    summary: summarizeRequest(input, decision),
    effects: leavesSandbox(decision) ? [unsandboxedEffect, ...effects] : effects,
    // Of several who must approve, none chooses for the others how long it lasts, or what runs instead. What cannot be undone
    // asks each time; it may be denied for as long as anything else.
    scopes: several || isGrave ? (['once'] as const) : scopes,
    ...(isGrave && !several ? { denialScopes: scopes } : {}),
    editable: how.editable === true && !several,
    ...hostsToOpen(state, decision),
    ...(isGrave ? {} : sourcesToTrust(state, asked)),
  };
  return { id: randomUUID(), digest: requestDigest(shown), ...shown };
}

function leavesSandbox(decision: Decision): boolean {
  return asksOf(decision).some(({ because }) => because === 'unsandboxed');
}

/** Not where a team answers: it is the owner's policy that would change. */
function hostsToOpen(state: GateState, { closedHosts }: Decision): Pick<ApprovalRequest, 'hosts'> {
  const isOwn = state.openHosts !== undefined && state.team?.asking === undefined;
  return isOwn && closedHosts !== undefined ? { hosts: closedHosts } : {};
}

export interface AskWith {
  readonly how: AuthorizeOptions;
  readonly asked: AskedCall;
  /** What the person has approved of this call already. */
  readonly approvals: readonly Grant[];
}

/** Nothing when the call is to be decided again: a grant, a freeze, another policy, a host that the person opened. */
export async function ask(
  state: GateState,
  request: ApprovalRequest,
  { how, asked, approvals }: AskWith,
): Promise<Answer | undefined> {
  const since = Date.now();
  let isRecorded = false;
  const given = await state.waiting.ask(request, {
    approver: approverFor(state, { request, asked }, how),
    signal: how.signal,
    onError: (error) =>
      reportFailure(
        state.recorder,
        error instanceof StoreFailure ? error : new Error(`the approver failed: ${messageOf(error)}`),
      ),
    onRecorded: () => {
      isRecorded = true;
    },
    probe: probeFor(state, asked),
    verdict: () => verdictNow(state, asked.basis, approvals),
  });
  // A person may think for days: what was frozen or forbidden meanwhile is.
  state.source.refresh();
  if (given === undefined) return undefined;
  const cannot = given.verdict === 'allow' && given.input !== undefined && how.editable !== true;
  const answer = cannot ? cannotEdit : given;
  if (cannot || !isRecorded)
    state.recorder.emit(answeredEntry(asked, { answer, waited: Date.now() - since }));
  return answer.verdict === 'allow' && answer.hosts !== undefined
    ? await openHosts(state, request, answer)
    : answer;
}

interface Asking {
  readonly request: ApprovalRequest;
  readonly asked: AskedCall;
}

function approverFor(
  state: GateState,
  { request, asked: { basis } }: Asking,
  how: AuthorizeOptions,
): Approver | undefined {
  const own = how.approver ?? state.approver;
  const approvers = approversOf(request);
  if (approvers.length > 0) {
    const known = [how.approver, state.approver].find(isChecked);
    return known ?? (() => Promise.resolve(noneToAsk(approvers)));
  }
  if (state.team === undefined) return own;
  return askingTeam(own, { team: state.team.asking, offline: basis.policy.offline });
}

/** Those who must approve are others, and nothing here keeps the request for them. */
export function noneToAsk(approvers: ReturnType<typeof approversOf>): Denying {
  return unanswered(fill(unansweredTexts.otherApprovers, { who: approversText(approvers) }), 'unavailable');
}

const cannotEdit: Denying = {
  verdict: 'deny',
  comment: unusableAnswerTexts.cannotEdit,
};

/** Tries rules on the engine: the same round trip that decides whether an answer is saved. */
function probeFor(state: GateState, asked: AskedCall): Probe {
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
