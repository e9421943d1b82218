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

/** How often one call may be asked about while policy, mode or world change under the request. */
const mostRequests = 3;

/** Decides, asks where it must, remembers. What runs is what the person saw, under the rules of that moment. */
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

/** A call that a host resumes with an answer, and that nothing asks about by now. */
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

/** As far as we can say without asking anybody: the host asks in its own way, unless only the team may answer. */
export async function consult(state: GateState, given: ToolCall, how: ConsultOptions): Promise<Consultation> {
  const call = copiedCall(given);
  try {
    return await onceRecorded(state, await consultOnce(state, call, how));
  } catch (error) {
    return denied(call, failedDecision(state, error).decision);
  }
}

/** Where the log is demanded, a call that is not in it does not run. */
async function onceRecorded<S extends Consultation>(state: GateState, said: S): Promise<S | Settlement> {
  const { verdict, call } = said;
  if (verdict !== 'allow' || !state.requireLog || (await state.recorder.isWritten(call))) return said;
  return denied(call, failureDecision(logTexts.notWritten));
}

async function consultOnce(state: GateState, call: ToolCall, how: ConsultOptions): Promise<Consultation> {
  const decided = await decideAndCount(state, call);
  const { decision, basis } = decided;
  // The host's own prompt is answered by the agent's owner.
  if (
    state.team !== undefined &&
    basis !== undefined &&
    isForTeam(decision, { team: state.team.asking, offline: basis.policy.offline })
  )
    return await settleCall(state, { given: call, call, decided }, { ...how, editable: false });
  // The host asks in its own prompt, and what is approved there runs at once.
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
  /** The caller's own object, which may be another call by now. */
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
    // Policy, mode and grants may have changed while the person was thinking: the approval is worth what it is worth now.
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
      // Another call: the person has not seen what the engine says about it.
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
 * In full, facts too: a link that was laid elsewhere while the person read makes the same command do something that nobody
 * saw. A person's approval is for this call alone: it uses up nothing that was granted for others.
 */
async function decideAgain(state: GateState, { call, approvals, approved }: Again): Promise<Decided> {
  return decideAndCount(state, call, { extra: approvals, countsGrants: approved === undefined });
}

/** An approval with another input, and what the person was told that it asks for. */
interface Edit {
  readonly answer: Allowing;
  readonly asks: readonly Ask[];
}

/** The edited call as approved, where the approval of the edit answers all that it asks for. */
function approvedEdit(
  edit: Edit | undefined,
  asked: AskedCall,
  request: ApprovalRequest,
): ApprovedCall | undefined {
  if (edit === undefined || !isAnsweredBy(edit, asked.decision)) return undefined;
  return { ...asked, answer: edit.answer, request };
}

/**
 * Whether the approval of an edited call answers what that call asks for: nothing but what the person was told, or that no
 * rule allows it. Another ask rule, a safety check or a deny that may match is put to them first.
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
  // By the words: what is asked about comes first, and an approved call asks for nothing.
  const wordsOf = (effects: readonly PlainEffect[]): string =>
    JSON.stringify(effects.map((effect) => JSON.stringify(effect)).toSorted());
  return basis !== undefined && wordsOf(effectTexts(basis.input)) === wordsOf(request.effects);
}

const changedTooOften: Denying = {
  verdict: 'deny',
  comment: unusableAnswerTexts.changedTooOften,
};
