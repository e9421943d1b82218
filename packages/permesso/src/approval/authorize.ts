import { randomUUID } from 'node:crypto';
import type { ToolCall } from '../call/tool-call.ts';
import type { Decision } from '../decision/decision.ts';
import { sameAsk, type Ask, type Grant } from '../decision/grant.ts';
import type { Question } from '../decision/question.ts';
import {
  allowed,
  denied,
  type Authorization,
  type AuthorizeOptions,
  type Consultation,
  type ConsultOptions,
} from './authorization.ts';
import {
  team,
  terminal,
  type Allowing,
  type Answer,
  type ApprovalRequest,
  type Denying,
} from './approver.ts';
import { messageOf } from '../facts/read-facts.ts';
import { decideAndCount, type Decided, type Desk } from './desk.ts';
import { questionDigest } from './digest.ts';
import { effectsInWords } from './effects-in-words.ts';
import { keepNo, keepYes } from './keep-answer.ts';
import { probeFor } from './probe.ts';
import { asksOf, onceGrant, scopesFor } from './remember.ts';

/** How often one call may be asked about while policy, mode or world change under the question. */
const mostQuestions = 3;

/** Decides, asks where it must, remembers. What runs is what the person saw, under the rules of that moment. */
export async function authorize(given: ToolCall, how: AuthorizeOptions, desk: Desk): Promise<Authorization> {
  let call = given;
  let yes: readonly Grant[] = [];
  let approved: Approved | undefined;
  let edit: Edit | undefined;
  for (let asked = 0; ;) {
    // A person's yes is for this call alone: it uses up nothing that was granted for others.
    const decided = approved === undefined ? await decideAndCount(call, yes, desk) : desk.decide(call, yes);
    const { decision, question } = decided;
    const toRun = call === given ? {} : { call };
    // Policy, mode and grants may have changed while the person was thinking: the yes is worth what it is worth now.
    if (approved !== undefined && decision.verdict === 'allow') {
      if (isSeen(approved, decided)) return { ...(await keepYes(approved, decision, desk)), ...toRun };
      [yes, approved] = [[], undefined];
      continue;
    }
    desk.tell.decided(call, decided);
    if (decision.verdict === 'allow') return { ...allowed(decision), ...toRun };
    if (decision.verdict === 'deny' || question === undefined) return denied(decision);
    approved = approvedEdit(edit, { call, decided }, { how, desk });
    edit = undefined;
    if (approved !== undefined) {
      yes = [onceGrant(decision, question)];
      continue;
    }
    if (asked++ === mostQuestions) return denied(decision, changedTooOften);
    const request = requestFor(decision, question, how);
    const answer = await ask(request, { asked: decided, question, call, yes }, { how, desk });
    if (answer === undefined) {
      approved = undefined;
      continue;
    }
    if (answer.verdict === 'deny') return await keepNo(answer, { asked: decision, question }, desk);
    if (answer.input === undefined) {
      yes = [...yes, onceGrant(decision, question)];
      approved = { call, answer, request, asked: decision, question };
    } else {
      // Another call: the person has not seen what the engine says about it.
      const { input, ...rest } = answer;
      call = { ...call, input };
      edit = { answer: rest, asks: asksOf(decision) };
      [yes, approved] = [[], undefined];
    }
  }
}

/** As far as we can say without asking anybody: the host puts the question in its own way. */
export async function consult(call: ToolCall, how: ConsultOptions, desk: Desk): Promise<Consultation> {
  const decided = await decideAndCount(call, [], desk);
  desk.tell.decided(call, decided);
  const { decision, question } = decided;
  if (decision.verdict === 'ask') {
    const asks = question === undefined ? {} : { request: requestFor(decision, question, how) };
    return { verdict: 'ask', decision, message: decision.message, ...asks };
  }
  return decision.verdict === 'allow' ? allowed(decision) : denied(decision);
}

/** A yes with what it was given to. */
export interface Approved {
  readonly call: ToolCall;
  readonly answer: Allowing;
  readonly request: ApprovalRequest;
  readonly asked: Decision;
  readonly question: Question;
}

/** An approval with another input, and what the person was told that it asks for. */
interface Edit {
  readonly answer: Allowing;
  readonly asks: readonly Ask[];
}

/** The edited call as approved, where the approval of the edit answers all that it asks for. */
function approvedEdit(
  edit: Edit | undefined,
  { call, decided }: { readonly call: ToolCall; readonly decided: Decided },
  { how, desk }: { readonly how: AuthorizeOptions; readonly desk: Desk },
): Approved | undefined {
  const { decision, question } = decided;
  if (edit === undefined || question === undefined || !isAnsweredBy(edit, decision)) return undefined;
  const { answer } = edit;
  desk.tell.answered(call, answer, { asked: decided, waited: 0 });
  return { call, answer, request: requestFor(decision, question, how), asked: decision, question };
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

interface Asked {
  readonly asked: Decided;
  readonly question: Question;
  readonly call: ToolCall;
  readonly yes: readonly Grant[];
}

/** Nothing when the question settled itself: a grant, a freeze, another policy. */
async function ask(
  request: ApprovalRequest,
  { asked, question, call, yes }: Asked,
  { how, desk }: { readonly how: AuthorizeOptions; readonly desk: Desk },
): Promise<Answer | undefined> {
  const since = Date.now();
  const said = await desk.waiting.ask(request, {
    approver: how.approver ?? desk.approver,
    signal: how.signal,
    onError: (error) => desk.tell.failed(`the approver failed: ${messageOf(error)}`),
    probe: probeFor({ asked: asked.decision, question }, (one, extra) => desk.decide(one, extra).decision),
    isSettled: () => desk.decide(call, yes).decision.verdict !== 'ask',
  });
  if (said === undefined) return undefined;
  const cannot = said.verdict === 'allow' && said.input !== undefined && how.editable !== true;
  const answer = cannot ? cannotEdit : said;
  desk.tell.answered(call, answer, { asked, waited: Date.now() - since });
  return answer;
}

/** A link that was laid elsewhere while the person read makes the same words do something that nobody saw. */
function isSeen({ request }: Approved, { question }: Decided): boolean {
  return (
    question !== undefined &&
    JSON.stringify(effectsInWords(question.facts)) === JSON.stringify(request.effects)
  );
}

const cannotEdit: Denying = {
  verdict: 'deny',
  words: 'The person changed the call, and this agent cannot run what they wrote instead.',
};

const changedTooOften: Denying = {
  verdict: 'deny',
  words: 'What this call means changed each time it was answered, so it may not run.',
};

function requestFor(decision: Decision, question: Question, how: ConsultOptions): ApprovalRequest {
  const { callKey, call, facts } = question;
  const shown = {
    callKey,
    call,
    kind: facts.kind,
    decision,
    effects: effectsInWords(facts),
    scopes: scopesFor(decision, { question, ...(how.scopes === undefined ? {} : { host: how.scopes }) }),
    editable: how.editable === true,
  };
  return { id: randomUUID(), digest: questionDigest(shown), ...shown };
}
