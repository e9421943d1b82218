import { unansweredTexts } from '../messages/denials.ts';
import {
  type Allowing,
  type Answer,
  answerScopes,
  type Denying,
  unanswered,
  unansweredReasons,
} from '@permesso/protocol/approval';
import { isRecord } from '@permesso/engine/call';

/**
 * An approver without types, or one behind a wire, may answer anything; only a clear yes is an approval. What is given back
 * holds what an answer may hold and nothing else, so that it can be shown, kept and written down.
 */
export function readAnswer(answer: unknown): Answer {
  return (isRecord(answer) ? (readYes(answer) ?? readNo(answer)) : undefined) ?? unclear;
}

export function isAnswer(answer: unknown): answer is Answer {
  return readAnswer(answer) !== unclear;
}

const unclear = unanswered(unansweredTexts.unclear);

type RawAnswer = Readonly<Record<string, unknown>>;

function readYes({
  verdict,
  scope,
  rules,
  until,
  standing,
  uses,
  input,
  hosts,
  sources,
  by,
  from,
}: RawAnswer): Allowing | undefined {
  const isClear =
    verdict === 'allow' &&
    isScope(scope) &&
    [rules, hosts, sources].every(areTexts) &&
    (until === undefined || Number.isFinite(until)) &&
    (uses === undefined || (Number.isSafeInteger(uses) && Number(uses) > 0)) &&
    (input === undefined || isRecord(input)) &&
    [standing, by, from].every(isTextOrNone);
  return isClear
    ? (known({
        verdict,
        scope,
        rules,
        until,
        standing,
        uses,
        input,
        hosts,
        sources,
        by,
        from,
      }) as unknown as Allowing)
    : undefined;
}

/** A denial is a denial, however odd; only what would be remembered or told must make sense. */
function readNo({ verdict, scope, rules, comment, by, from, ...more }: RawAnswer): Denying | undefined {
  const isClear =
    verdict === 'deny' &&
    isTextOrNone(comment) &&
    areTexts(rules) &&
    (scope === undefined || answerScopes.some((name) => name === scope));
  if (!isClear) return undefined;
  const who = { ...(isTextOrNone(by) ? { by } : {}), ...(isTextOrNone(from) ? { from } : {}) };
  const reason = unansweredReasons.find((name) => name === more['unanswered']);
  return known({ verdict, scope, rules, comment, ...who, unanswered: reason }) as unknown as Denying;
}

function known(fields: RawAnswer): RawAnswer {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
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
