import { unansweredTexts } from '../messages/denials.ts';
import {
  type Allowing,
  type Answer,
  answerScopes,
  type Denying,
  unanswered,
  unansweredReasons,
} from '@permesso/protocol/approval';
import { definedFields, isRecord } from '@permesso/engine/call';

/**
 * An approver without types, or one over a network, may answer anything; only a clear approval counts. The result has
 * the fields of an answer and no others, so that it can be shown, stored and logged.
 */
export function readAnswer(answer: unknown): Answer {
  return (isRecord(answer) ? (readApproval(answer) ?? readDenial(answer)) : undefined) ?? unclear;
}

export function isAnswer(answer: unknown): answer is Answer {
  return readAnswer(answer) !== unclear;
}

const unclear = unanswered(unansweredTexts.unclear);

type RawAnswer = Readonly<Record<string, unknown>>;

const approvalFields = 'verdict scope rules until standing uses input hosts sources by from'.split(' ');

function readApproval(answer: RawAnswer): Allowing | undefined {
  // Each field is read once, so that a getter cannot pass the check and then return something else.
  const fields = definedFields(Object.fromEntries(approvalFields.map((name) => [name, answer[name]])));
  const { verdict, scope, rules, until, standing, uses, input, hosts, sources, by, from } = fields;
  const isClear =
    verdict === 'allow' &&
    isScope(scope) &&
    [rules, hosts, sources].every(areTexts) &&
    (until === undefined || Number.isFinite(until)) &&
    (uses === undefined || (Number.isSafeInteger(uses) && Number(uses) > 0)) &&
    (input === undefined || isRecord(input)) &&
    [standing, by, from].every(isTextOrNone);
  return isClear ? (fields as unknown as Allowing) : undefined;
}

/** A denial counts even if it is malformed; only what would be remembered or shown must be well-formed. */
function readDenial({ verdict, scope, rules, comment, by, from, ...more }: RawAnswer): Denying | undefined {
  const isClear =
    verdict === 'deny' &&
    isTextOrNone(comment) &&
    areTexts(rules) &&
    (scope === undefined || answerScopes.some((name) => name === scope));
  if (!isClear) return undefined;
  const who = { ...(isTextOrNone(by) ? { by } : {}), ...(isTextOrNone(from) ? { from } : {}) };
  const reason = unansweredReasons.find((name) => name === more['unanswered']);
  return definedFields({ verdict, scope, rules, comment, ...who, unanswered: reason }) as unknown as Denying;
}

function isScope(scope: unknown): boolean {
  if (isRecord(scope)) return Number.isFinite(scope['until']);
  return scope === undefined || answerScopes.some((name) => name === scope);
}

function areTexts(values: unknown): boolean {
  return (
    values === undefined || (Array.isArray(values) && values.every((value) => typeof value === 'string'))
  );
}

function isTextOrNone(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}
