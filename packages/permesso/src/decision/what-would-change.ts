import type { Mode } from '../policy/mode-name.ts';
import type { Suggestion } from './decision.ts';
import type { Judgement } from './judge-part.ts';
import { nameRule } from './words.ts';

/** The most direct ways to another verdict, in words; empty for an allow. */
export function whatWouldChange(
  deciding: readonly Judgement[],
  about: { mode: Mode; suggestions: readonly Suggestion[]; nobodyToAsk: boolean },
): readonly string[] {
  const changes = deciding.flatMap((judgement) => changesFor(judgement, about.mode));
  const rules = about.suggestions[0]?.rules ?? [];
  if (rules.length > 0) changes.unshift(`allow ${rules.join(' and ')}`);
  if (about.nobodyToAsk) changes.push('run where somebody can be asked');
  return [...new Set(changes)];
}

function changesFor({ step, verdict, determining, heard, part }: Judgement, mode: Mode): readonly string[] {
  if (verdict === 'allow') return [];
  switch (step) {
    case 'frozen':
      return ['thaw'];
    case 'deny':
      return determining.map((rule) => `change or remove ${nameRule(rule)}`);
    case 'mayDeny':
      return [
        'write the call so that it can be read',
        ...determining.map((rule) => `narrow ${nameRule(rule)}`),
      ];
    case 'ask':
      return verdict === 'ask'
        ? ['approve it', ...determining.map((rule) => `change or remove ${nameRule(rule)}`)]
        : leave(mode);
    case 'safety':
      return verdict === 'ask' ? ['approve this exact call, once or for the session'] : leave(mode);
    case 'checkAsk':
      return leave(mode);
    case 'checkDeny':
      return [`the tool itself refuses: ${part.check.outcome === 'pass' ? '' : part.check.reason}`];
    default:
      return [
        ...inertAllows(heard),
        ...(mode === 'explore' ? leave(mode) : [`add an allow rule that covers \`${part.label}\``]),
      ];
  }
}

function leave(mode: Mode): readonly string[] {
  return [`leave the ${mode} mode`];
}

function inertAllows({ contributions }: Judgement['heard']): readonly string[] {
  return contributions.flatMap(({ rule, inert }) =>
    rule.verdict === 'allow' && inert !== undefined ? [`${nameRule(rule)} would allow it, but ${inert}`] : [],
  );
}
