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

/** The request that a person is shown, built from the facts behind the decision. */
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
    // Where several people must approve, none of them decides for the others how long the answer lasts or what runs
    // instead. A call that cannot be undone is asked about each time; a denial of it may last as long as any other.
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

/** Nothing for calls that a team answers: opening a host would change the owner's policy. */
function hostsToOpen(state: GateState, { closedHosts }: Decision): Pick<ApprovalRequest, 'hosts'> {
  const isOwn = state.openHosts !== undefined && state.team?.asking === undefined;
  return isOwn && closedHosts !== undefined ? { hosts: closedHosts } : {};
}

export interface AskWith {
  readonly how: AuthorizeOptions;
  readonly asked: AskedCall;
  /** What the person has already approved for this call. */
  readonly approvals: readonly Grant[];
}

/**
 * Undefined when the call must be decided again: after a grant, a freeze, a policy change, or a host that the person
 * opened.
 */
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
  // A person may take days to answer: apply what was frozen or forbidden meanwhile.
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

/** The call needs other approvers, and nothing here stores the request for them. */
export function noneToAsk(approvers: ReturnType<typeof approversOf>): Denying {
  return unanswered(fill(unansweredTexts.otherApprovers, { who: approversText(approvers) }), 'unavailable');
}

const cannotEdit: Denying = {
  verdict: 'deny',
  comment: unusableAnswerTexts.cannotEdit,
};

/** Tries rules on the engine, in the same round trip that decides whether an answer is saved. */
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
