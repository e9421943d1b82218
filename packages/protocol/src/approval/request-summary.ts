import {
  type Decision,
  type RuleReference,
  type SentenceContext,
  sessionText,
} from '@permesso/engine/decision';
import type { RequestSummary } from '../text/index.ts';
import { callTitle } from './effect-texts.ts';
import { saferCall } from './safer-calls.ts';

/** The request in words, from the facts behind the decision. */
export function summarizeRequest(about: SentenceContext, decision: Decision): RequestSummary {
  const { parts } = decision.receipt;
  const { command } = about.call.input;
  const open = parts.filter(({ verdict }) => verdict !== 'allow').map(({ label }) => label);
  const safer = saferCall([...(typeof command === 'string' ? [command] : []), ...open]);
  return {
    title: callTitle(about, parts),
    why: whyAsked(decision),
    ...(safer === undefined || safer.call === command ? {} : { safer }),
  };
}

function whyAsked({ receipt, message }: Decision): string {
  const asking = receipt.determining.filter(({ verdict }) => verdict !== 'allow');
  const said = asking.find((rule) => rule.message !== undefined && message.includes(rule.message))?.message;
  const open = receipt.parts.find(({ verdict }) => verdict === 'ask') ?? receipt.parts[0];
  const [first] = asking;
  // What the session read is the reason; the rule that makes it one is the same for all such requests.
  const reason =
    receipt.session !== undefined
      ? startingSmall(sessionText(receipt.session))
      : first === undefined
        ? (open?.reason ?? message)
        : ruleReason(first, asking.length, open?.step === 'ask');
  return `Asked because ${reason.replace(/\.$/u, '')}.${said === undefined ? '' : ` ${said}`}`;
}

function startingSmall(sentence: string): string {
  return sentence.slice(0, 1).toLowerCase() + sentence.slice(1);
}

function ruleReason(rule: RuleReference, count: number, isSure: boolean): string {
  const more = count > 1 ? ` and ${count - 1} more` : '';
  const does = isSure ? (count > 1 ? 'ask about it' : 'asks about it') : 'may match it';
  const source = sourceOf(rule);
  return `\`${rule.text}\`${source === undefined ? '' : ` (${source})`}${more} ${does}`;
}

/** `preset balanced`, `project policy`: the list of considered rules has the file and line. An app's own rules have neither. */
function sourceOf({ layer, file, grant }: RuleReference): string | undefined {
  if (grant !== undefined) return 'granted';
  const preset = /[/\\]presets[/\\]([\w-]+)\.ya?ml$/u.exec(file ?? '')?.[1];
  if (preset !== undefined) return `preset ${preset}`;
  return layer === 'flags' ? undefined : `${layer} policy`;
}
