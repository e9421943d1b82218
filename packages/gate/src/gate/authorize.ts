import { deniedTexts, logTexts, unusableAnswerTexts } from '../messages/denials.ts';
import type { ToolCall } from '@permesso/engine/call';
import { type Ask, type Decision, failureDecision, type Grant, sameAsk } from '@permesso/engine/decision';
import {
  type Allowing,
  type ApprovalRequest,
  approversOf,
  type Denying,
  effectTexts,
  team,
  terminal,
} from '@permesso/protocol/approval';
import type { PlainEffect } from '@permesso/protocol/text';
import { asksOf, onceGrant } from '../approval/answer-to-grant.ts';
import { isForTeam } from '../approval/team-asks.ts';
import { answeredEntry, decidedEntry } from '../log/entry/decision-context.ts';
import { ask, noneToAsk, requestFor } from './ask.ts';
import {
  allowed,
  copiedCall,
  denied,
  type Settlement,
  type AuthorizeOptions,
  type Consultation,
  type ConsultOptions,
} from './authorization.ts';
import { decideAndCount, giveBackCounts } from './decide-and-count.ts';
import { failedDecision, type ApprovedCall, type AskedCall, type Decided } from './decide-now.ts';
import type { GateState } from './gate-state.ts';
import { keptBeforePrompt } from './keeping/keep-call.ts';
import { saveDenial, saveGrant } from './save-answer.ts';

/** How often one call may be asked about while policy, mode or world change during the request. */
const mostRequests = 3;

/**
 * Decides, asks where needed, remembers the answer. What runs is what the person saw, under the rules of that moment.
 */
export async function authorize(
  state: GateState,
  given: ToolCall,
  how: AuthorizeOptions,
): Promise<Settlement> {
  const call = copiedCall(given);
  try {
    const decided = await decideAndCount(state, call);
    const refused = await refusedOnReturn(state, { call, decided }, how);
    return await onceRecorded(state, refused ?? (await settleCall(state, { given, call, decided }, how)));
  } catch (error) {
    return denied(call, failedDecision(state, error).decision);
  }
}

/** For a call that a host resumes with an answer although it no longer needs approval. */
async function refusedOnReturn(
  state: GateState,
  { call, decided }: Omit<FirstDecision, 'given'>,
  { objection }: AuthorizeOptions,
): Promise<Settlement | undefined> {
  const { decision, basis } = decided;
  if (objection === undefined || basis === undefined || decision.verdict !== 'allow') return undefined;
  const answer = await objection(basis.input.callKey);
  if (answer === undefined) return undefined;
  await giveBackCounts(state, decision);
  state.recorder.emit(decidedEntry(call, decided));
  state.recorder.emit(answeredEntry({ call, basis }, { answer, waited: 0 }));
  return denied(call, { ...decision, verdict: 'deny', message: deniedTexts.onReturn }, answer);
}

/**
 * Decides as far as possible without asking anyone: the host asks in its own way, unless only the team may answer.
 */
export async function consult(state: GateState, given: ToolCall, how: ConsultOptions): Promise<Consultation> {
  const call = copiedCall(given);
  try {
    return await onceRecorded(state, await consultOnce(state, call, how));
  } catch (error) {
    return denied(call, failedDecision(state, error).decision);
  }
}

/** Where the log is required, a call that could not be logged does not run. */
async function onceRecorded<S extends Consultation>(state: GateState, said: S): Promise<S | Settlement> {
  const { verdict, call } = said;
  if (verdict !== 'allow' || !state.requireLog || (await state.recorder.isWritten(call))) return said;
  return denied(call, failureDecision(logTexts.notWritten));
}

async function consultOnce(state: GateState, call: ToolCall, how: ConsultOptions): Promise<Consultation> {
  const decided = await decideAndCount(state, call);
  const { decision, basis } = decided;
  // The agent's owner would answer the host's own prompt, so the team is asked here.
  if (
    state.team !== undefined &&
    basis !== undefined &&
    isForTeam(decision, { team: state.team.asking, offline: basis.policy.offline })
  )
    return await settleCall(state, { given: call, call, decided }, { ...how, editable: false });
  // The host asks in its own prompt and runs the call as soon as it is approved there.
  const asked = decision.verdict === 'ask' ? await keptBeforePrompt(state, decided) : decided;
  state.recorder.emit(decidedEntry(call, asked));
  if (decision.verdict === 'ask') {
    const approvers = approversOf({ decision });
    if (approvers.length > 0 && how.keepsRequests !== true)
      return denied(call, decision, noneToAsk(approvers));
    if (basis === undefined) return denied(call, decision);
    const request = await requestFor(state, { call, decision, basis }, how);
    return { verdict: 'ask', call, decision, message: decision.message, request };
  }
  return decision.verdict === 'allow' ? allowed(call, decision) : denied(call, decision);
}

interface FirstDecision {
  /** The caller's own object, which may have changed since. */
  readonly given: ToolCall;
  readonly call: ToolCall;
  readonly decided: Decided;
}

async function settleCall(
  state: GateState,
  first: FirstDecision,
  how: AuthorizeOptions,
): Promise<Settlement> {
  let { call, decided } = first;
  let approvals: readonly Grant[] = [];
  let approved: ApprovedCall | undefined;
  let edit: Edit | undefined;
  let toRun: { readonly edited?: true } = {};
  const again = (): Promise<Decided> => {
    if (toRun.edited === undefined) call = copiedCall(first.given);
    return decideAgain(state, { call, approvals, approved });
  };
  for (let requests = 0; ; decided = await again()) {
    const { decision, basis } = decided;
    // Policy, mode and grants may have changed while the person was thinking: the approval is checked against them as
    // they are now.
    if (approved !== undefined && decision.verdict === 'allow') {
      if (isSeen(approved, decided)) return { ...(await saveGrant(state, approved, decided)), ...toRun };
      [approvals, approved] = [[], undefined];
      continue;
    }
    state.recorder.emit(decidedEntry(call, decided));
    if (decision.verdict === 'allow') return { ...allowed(call, decision), ...toRun };
    if (decision.verdict === 'deny' || basis === undefined) return denied(call, decision);
    const asked: AskedCall = { call, decision, basis };
    const request = await requestFor(state, asked, how);
    approved = approvedEdit(edit, asked, request);
    edit = undefined;
    if (approved !== undefined) {
      state.recorder.emit(answeredEntry(asked, { answer: approved.answer, waited: 0 }));
      approvals = [onceGrant(decision, basis.input)];
      continue;
    }
    if (requests++ === mostRequests) return denied(call, decision, changedTooOften);
    const answer = await ask(state, request, { how, asked, approvals });
    if (answer === undefined) continue;
    if (answer.verdict === 'deny') return await saveDenial(state, asked, answer);
    if (answer.input === undefined) {
      approvals = [...approvals, onceGrant(decision, basis.input)];
      approved = { ...asked, answer, request };
    } else {
      // An edited call is a new call: the person has not seen what the engine says about it.
      const { input, ...rest } = answer;
      call = { ...call, input };
      toRun = { edited: true };
      edit = { answer: rest, asks: asksOf(decision) };
      approvals = [];
    }
  }
}

interface Again {
  readonly call: ToolCall;
  readonly approvals: readonly Grant[];
  readonly approved: ApprovedCall | undefined;
}

/**
 * Decides in full, facts included: a link retargeted while the person was reading makes the same command do something
 * nobody saw. A person's approval is for this call alone and consumes nothing that was granted for others.
 */
async function decideAgain(state: GateState, { call, approvals, approved }: Again): Promise<Decided> {
  return decideAndCount(state, call, { extra: approvals, countsGrants: approved === undefined });
}

/** An approval with a changed input, and the reasons for asking that the person was shown. */
interface Edit {
  readonly answer: Allowing;
  readonly asks: readonly Ask[];
}

/** The edited call as approved, if the approval of the edit covers every reason to ask about it. */
function approvedEdit(
  edit: Edit | undefined,
  asked: AskedCall,
  request: ApprovalRequest,
): ApprovedCall | undefined {
  if (edit === undefined || !isAnsweredBy(edit, asked.decision)) return undefined;
  return { ...asked, answer: edit.answer, request };
}

/**
 * Whether the approval of an edited call covers every reason to ask about it: only reasons that the person was shown,
 * or that no rule allows it. Any other ask rule, safety check or deny that may match is shown to the person first.
 */
function isAnsweredBy({ answer, asks }: Edit, edited: Decision): boolean {
  if (answer.from === team || answer.from === terminal) return false;
  return asksOf(edited).every(
    (open) =>
      open.because === 'no-rule' || open.because === 'tool-asks' || asks.some((told) => sameAsk(told, open)),
  );
}

/** Whether the call still does what the person was shown. */
function isSeen({ request }: ApprovedCall, { basis }: Decided): boolean {
  // Compares the texts of the effects: the effects that need approval come first, and an approved call has none of
  // those.
  const wordsOf = (effects: readonly PlainEffect[]): string =>
    JSON.stringify(effects.map((effect) => JSON.stringify(effect)).toSorted());
  return basis !== undefined && wordsOf(effectTexts(basis.input)) === wordsOf(request.effects);
}

const changedTooOften: Denying = {
  verdict: 'deny',
  comment: unusableAnswerTexts.changedTooOften,
};
