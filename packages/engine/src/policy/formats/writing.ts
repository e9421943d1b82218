import type { Layer } from '../layer.ts';
import { readMode, type Mode } from '../mode-name.ts';
import { parsePattern } from '../rules/parse-pattern.ts';
import type { Pattern, PatternWord } from '../rules/pattern.ts';
import { layerNames, type RuleObject } from '../rules/rule.ts';
import type { Verdict } from '../rules/verdict.ts';
import { withoutSecrets, type Loss, type LossReport } from './loss.ts';

/** What an export loses, gathered. */
export interface Writing {
  readonly lose: (verdict: Verdict, rule: RuleObject, why: string) => void;
  readonly note: (what: string, why: string, effect: Loss['effect']) => void;
  /** Words that belong to a rule and that the host has no place for. */
  readonly loseWords: (rule: RuleObject) => void;
  readonly modeOf: (layers: readonly Layer[]) => Mode | undefined;
  readonly losses: () => LossReport;
}

export function writing(host: string): Writing {
  const losses: Loss[] = [];
  const note: Writing['note'] = (what, why, effect) => {
    losses.push({ what: withoutSecrets(what), why, effect });
  };
  return {
    note,
    // An allow that is left out is asked about there. A deny or ask that is left out holds only where our hook runs.
    lose: (verdict, rule, why) =>
      note(
        `${verdict}: ${rule.rule}`,
        verdict === 'allow' ? `${why}; left out` : `${why}; ${host} cannot say it, only the hook enforces it`,
        verdict === 'allow' ? 'stricter' : 'not-carried',
      ),
    loseWords: (rule) => {
      const words = (['message', 'guidance', 'why'] as const).filter((name) => rule[name] !== undefined);
      if (words.length > 0) note(rule.rule, `${host} has no place for ${words.join(', ')}`, 'not-carried');
    },
    modeOf: (layers) => {
      const nearest = layers
        .filter(({ mode }) => mode !== undefined)
        .toSorted(
          (a, b) => layerNames.indexOf(a.layer ?? 'flags') - layerNames.indexOf(b.layer ?? 'flags'),
        )[0];
      return nearest?.mode === undefined ? undefined : readMode(nearest.mode);
    },
    losses: () => losses,
  };
}

/** The rules of one verdict from every layer that counts, as objects. An untrusted layer's allow rules do not count. */
export function rulesWithVerdict(layers: readonly Layer[], verdict: Verdict): readonly RuleObject[] {
  const written: RuleObject[] = [];
  for (const layer of layers) {
    if (verdict === 'allow' && !(layer.trusted ?? layer.layer !== 'project')) continue;
    for (const input of layer[verdict] ?? []) {
      const rule = typeof input === 'string' ? { rule: input } : input;
      written.push(rule);
    }
  }
  return written;
}

/** Why a host cannot say a rule. */
export interface Inexpressible {
  readonly why: string;
}

/** No host knows effects. */
export const noEffects: Inexpressible = { why: 'the rule is about what would happen, not about text' };

/** The pattern of a rule that has no conditions: hosts have no words for those. */
export function plainPattern(spec: RuleObject): { readonly pattern: Pattern } | Inexpressible {
  if (spec.when !== undefined) return { why: 'conditions on arguments' };
  if (spec.agents !== undefined) return { why: 'it is for some agents only' };
  if (spec.expires !== undefined) return { why: 'it expires' };
  if (spec.check !== undefined) return { why: 'it has calls checked by a service' };
  if (spec.limit !== undefined) return { why: 'it has a limit' };
  if (spec.effects !== undefined) return { why: 'it is narrowed by effects' };
  if (spec.readOnly === true) return { why: 'it is only for calls that are proven to change nothing' };
  const parsed = parsePattern(spec.rule);
  return parsed.ok ? { pattern: parsed.value } : { why: parsed.error.message };
}

/** The words of a command where each stands for itself in a text too; undefined where one does not. */
export function plainWords(words: readonly PatternWord[]): readonly string[] | undefined {
  const texts = words.flatMap((word) =>
    word.is === 'literal' && /^[^\s:*?'"\\()]+$/u.test(word.text) ? [word.text] : [],
  );
  return texts.length === words.length ? texts : undefined;
}
