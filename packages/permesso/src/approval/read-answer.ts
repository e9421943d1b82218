import { answerScopes, type Answer } from './approver.ts';

/** An approver without types, or one behind a wire, may answer anything; only a clear yes is a yes. */
export function readAnswer(answer: unknown): Answer {
  if (isRecord(answer)) {
    if (answer['verdict'] === 'deny' && isDenying(answer)) return answer as unknown as Answer;
    if (answer['verdict'] === 'allow' && isAllowing(answer)) return answer as unknown as Answer;
  }
  return { verdict: 'deny', words: 'The approver gave no clear answer.' };
}

type Said = Readonly<Record<string, unknown>>;

function isAllowing({ scope, rules, until, uses, input }: Said): boolean {
  return (
    isScope(scope) &&
    isTexts(rules) &&
    (until === undefined || Number.isFinite(until)) &&
    (uses === undefined || (Number.isSafeInteger(uses) && Number(uses) > 0)) &&
    (input === undefined || isRecord(input))
  );
}

/** A no is a no, however odd; only what would be remembered or told must make sense. */
function isDenying({ scope, rules, words }: Said): boolean {
  return (
    (words === undefined || typeof words === 'string') &&
    isTexts(rules) &&
    (scope === undefined || answerScopes.some((name) => name === scope))
  );
}

function isScope(scope: unknown): boolean {
  if (isRecord(scope)) return Number.isFinite(scope['until']);
  return scope === undefined || answerScopes.some((name) => name === scope);
}

function isTexts(rules: unknown): boolean {
  return rules === undefined || (Array.isArray(rules) && rules.every((rule) => typeof rule === 'string'));
}

function isRecord(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
