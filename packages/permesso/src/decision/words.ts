import type { Mode } from '../policy/mode-name.ts';
import type { Verdict } from '../policy/verdict.ts';
import type { Judgement } from './judge-part.ts';
import type { Question } from './question.ts';
import type { RuleReference } from './receipt.ts';
import { suspectedArguments } from './suspected-arguments.ts';

/** `Bash(git push:*) (project, .permesso/policy.yaml:7)`. */
export function nameRule({ text, when, layer, file, line, grant }: RuleReference): string {
  if (grant !== undefined) return `${text} (granted)`;
  const place = file === undefined ? layer : `${layer}, ${file}${line === undefined ? '' : `:${line}`}`;
  return `${text}${when === undefined ? '' : ` when ${JSON.stringify(when)}`} (${place})`;
}

function nameRules(rules: readonly RuleReference[]): string {
  const shown = rules.slice(0, 3).map(nameRule).join(', ');
  return rules.length > 3 ? `${shown} and ${rules.length - 3} more` : shown;
}

/** Why the part got its verdict: one clause that can follow "because". */
export function reasonFor(judgement: Judgement, question: Question, mode: Mode): string {
  const { step, part, determining } = judgement;
  const check = part.check.outcome === 'pass' ? '' : part.check.reason;
  switch (step) {
    case 'frozen':
      return `everything is frozen: ${question.frozen ?? ''}`;
    case 'deny':
      return `${nameRules(determining)} denies it${suspicion(judgement, question)}`;
    case 'mayDeny':
      return `${nameRules(determining)} may mean it${suspicion(judgement, question) || doubt(part.doubts)}`;
    case 'ask':
      return `${nameRules(determining)} asks${suspicion(judgement, question)}`;
    case 'guard':
      return `${part.guard?.reason ?? ''}, which is asked about in every mode`;
    case 'readOnly':
      return 'it is proven to change nothing';
    case 'checkAllow':
    case 'checkDeny':
    case 'safety':
    case 'checkAsk':
      return check;
    case 'edit':
      return 'it edits only inside a working directory';
    case 'allowRule':
      return `${nameRules(determining)} allows it`;
    case 'otherwise':
      return otherwise(judgement, { mode, check, unlisted: question.policy.unlisted });
  }
}

interface Otherwise {
  readonly mode: Mode;
  /** The tool's own words. */
  readonly check: string;
  readonly unlisted: 'ask' | 'deny';
}

function otherwise({ verdict, part, heard }: Judgement, { mode, check, unlisted }: Otherwise): string {
  if (mode === 'bypass') return 'the mode is bypass';
  if (mode === 'explore')
    return part.check.outcome === 'safety'
      ? `${check}, and the mode is explore`
      : 'it is not proven to change nothing, and the mode is explore';
  const silent = heard.contributions.find(
    ({ rule, inert }) => rule.verdict === 'allow' && inert !== undefined,
  );
  if (silent?.inert !== undefined) return `${nameRule(silent.rule)} would allow it, but ${silent.inert}`;
  // A tool's own yes is no listing, so its words would be those of an allow.
  if (verdict === 'deny' && unlisted === 'deny')
    return 'no rule lists it, and the policy says `unlisted: deny`';
  if (check !== '') return check;
  return verdict === 'deny'
    ? `no rule allows it, and the mode is ${mode}`
    : `no rule allows it${doubt(part.doubts)}`;
}

/** Which argument of a tool that nobody described brought the rule up. */
function suspicion(judgement: Judgement, question: Question): string {
  const found = suspectedArguments(judgement, question);
  if (found.length === 0) return '';
  return `: ${found.map(({ argument, names }) => `its argument \`${argument}\` names ${names}`).join(', ')}`;
}

function doubt(doubts: readonly string[]): string {
  return doubts[0] === undefined ? '' : ` (${doubts[0]})`;
}

const opening: { readonly [V in Verdict]: string } = { allow: 'Allowed', ask: 'Asks', deny: 'Denied' };

export function sentence(
  verdict: Verdict,
  what: { label: string; reason: string; several: boolean },
): string {
  const about = what.several ? ` \`${what.label}\`` : '';
  return `${opening[verdict]}${about} because ${what.reason}.`;
}
