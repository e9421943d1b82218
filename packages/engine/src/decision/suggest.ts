import { spaceOf } from '../call/owner.ts';
import { messageOf } from '../errors.ts';
import { looksSecret } from '../facts/secrets/secrets.ts';
import type { Offer, Tool } from '../facts/tool.ts';
import type { Mode } from '../policy/mode-name.ts';
import { parseRule } from '../policy/rules/parse-rule.ts';
import type { Origin, Rule } from '../policy/rules/rule.ts';
import type { Suggestion } from './decision.ts';
import { isImmune, type Ask, type Grant } from './grant.ts';
import type { Verdicts } from './judge.ts';
import { judgeGranted } from './judge-part.ts';
import type { DecisionInput } from './decision-input.ts';

/** A longer rule cannot be read before it is accepted, so it is not offered. */
const longestRule = 300;

/** More rules cannot be read either; each is tried on each part, and a hostile text may produce any number of both. */
const mostRules = 40;

export const sessionOrigin: Origin = { layer: 'session', root: '/', trusted: true };

/**
 * Rules that a person may accept. Correct by construction: each offer is tried as a grant on the input that asked, and shown
 * only if the result is allow. Nothing is offered where no rule could help.
 */
export function suggest(
  question: DecisionInput,
  verdicts: Verdicts,
  tool: Tool,
): { suggestions: readonly Suggestion[]; errors: readonly string[] } {
  if (verdicts.verdict !== 'ask' && !verdicts.nobodyToAsk && !isUnlisted(verdicts))
    return { suggestions: [], errors: [] };
  const asking = verdicts.deciding;
  const asks = asking.flatMap((judgement) => judgement.asks);
  if (asks.some(isImmune)) return { suggestions: [], errors: [] };
  try {
    const offers = tool.offer(
      question.call,
      asking.map(({ part }) => part),
      question.world,
    );
    const proven = offers.filter(
      (offer) => isOfferable(offer) && sticks(offer, { question, verdicts, asks }),
    );
    return { suggestions: proven.map(({ rules, covers }) => ({ rules, covers })), errors: [] };
  } catch (error) {
    return { suggestions: [], errors: [`no rule could be suggested: ${messageOf(error)}`] };
  }
}

/** Denied only because no rule allows it: readers of the log need the missing rule. */
function isUnlisted({ verdict, judgements }: Verdicts): boolean {
  return (
    verdict === 'deny' &&
    judgements.length > 0 &&
    judgements.every((one) => one.verdict === 'allow' || (one.verdict === 'deny' && one.step === 'otherwise'))
  );
}

function isOfferable({ rules, covers }: Offer): boolean {
  if (rules.length === 0 || rules.length > mostRules || looksSecret(covers)) return false;
  return rules.every((rule) => rule.length <= longestRule && !looksSecret(rule));
}

interface Trial {
  readonly question: DecisionInput;
  readonly verdicts: Verdicts;
  readonly asks: readonly Ask[];
}

function sticks({ rules }: Offer, { question, verdicts, asks }: Trial): boolean {
  const made = grantOf(rules, { asks, mode: verdicts.mode.used });
  if (made === undefined) return false;
  const grant = { ...made, ...spaceOf(question.call.owner) };
  const by = { question, mode: verdicts.mode.used };
  // The other parts were already allowed, and a grant never restricts.
  return verdicts.deciding.every((one) => judgeGranted(one, grant, by).verdict === 'allow');
}

/** The grant that accepting these rules would create; undefined if one of them is invalid. */
export function grantOf(
  rules: readonly string[],
  about: { asks: readonly Ask[]; mode: Mode },
): Grant | undefined {
  const parsed: Rule[] = [];
  for (const text of rules) {
    const rule = parseRule(text, { verdict: 'allow', origin: sessionOrigin });
    if (!rule.ok) return undefined;
    parsed.push(rule.value);
  }
  return { id: 'suggested', rules: parsed, answers: about.asks, scope: 'session', givenIn: about.mode };
}
