import type { Layer } from '../layer.ts';
import { readMode, type Mode } from '../mode-name.ts';
import { parsePattern } from '../rules/parse-pattern.ts';
import type { Pattern, PatternWord } from '../rules/pattern.ts';
import { layerNames, type RuleObject } from '../rules/rule.ts';
import type { Verdict } from '../rules/verdict.ts';
import { withoutSecrets, type Loss, type LossReport } from './loss.ts';

/** Collects the layers of an export and its losses. */
export interface Writing {
  /** The rules of these verdicts in the host's syntax; each one it cannot express is a loss. */
  readonly rulesSaid: <T extends object, V extends Verdict>(
    verdicts: readonly V[],
    say: (verdict: V, rule: RuleObject) => T | Inexpressible,
  ) => readonly { readonly said: T; readonly verdict: V; readonly rule: RuleObject }[];
  readonly lose: (verdict: Verdict, rule: RuleObject, why: string) => void;
  readonly loseAsks: (why: string) => void;
  readonly note: (what: string, why: string, effect: Loss['effect']) => void;
  /** Texts of a rule that the host cannot hold. */
  readonly loseWords: (rule: RuleObject) => void;
  /** The mode of the nearest layer. */
  readonly mode: Mode | undefined;
  readonly deniesUnlisted: boolean;
  /** Why the host cannot hold the settings outside the rules. */
  readonly loseSettings: (whys: {
    readonly mode: string;
    readonly unlisted?: string;
    readonly tools?: string;
  }) => void;
  readonly losses: () => LossReport;
}

export function writing(host: string, layers: readonly Layer[]): Writing {
  const losses: Loss[] = [];
  const note: Writing['note'] = (what, why, effect) => {
    losses.push({ what: withoutSecrets(what), why, effect });
  };
  // A dropped allow only means more prompts there. A dropped deny or ask applies only where our hook runs.
  const lose = (verdict: Verdict, { rule }: RuleObject, why: string): void =>
    note(
      `${verdict}: ${rule}`,
      verdict === 'allow' ? `${why}; left out` : `${why}; ${host} cannot say it, only the hook enforces it`,
      verdict === 'allow' ? 'stricter' : 'not-carried',
    );
  const mode = nearestMode(layers);
  const deniesUnlisted = layers.some(({ unlisted }) => unlisted === 'deny');
  return {
    note,
    lose,
    mode,
    deniesUnlisted,
    rulesSaid: (verdicts, say) =>
      verdicts.flatMap((verdict) =>
        rulesWithVerdict(layers, verdict).flatMap((rule) => {
          const said = say(verdict, rule);
          if (!('why' in said)) return [{ said, verdict, rule }];
          lose(verdict, rule, said.why);
          return [];
        }),
      ),
    loseAsks: (why) => {
      for (const rule of rulesWithVerdict(layers, 'ask')) lose('ask', rule, why);
    },
    loseWords: (rule) => {
      const words = (['message', 'guidance', 'why'] as const).filter((name) => rule[name] !== undefined);
      if (words.length > 0) note(rule.rule, `${host} has no place for ${words.join(', ')}`, 'not-carried');
    },
    loseSettings: (whys) => {
      if (mode !== undefined && mode !== 'default') note(`mode: ${mode}`, whys.mode, 'not-carried');
      if (whys.unlisted !== undefined && deniesUnlisted) note('unlisted: deny', whys.unlisted, 'not-carried');
      if (whys.tools !== undefined && layers.some(({ tools }) => tools !== undefined))
        note('tools', whys.tools, 'not-carried');
    },
    losses: () => losses,
  };
}

function nearestMode(layers: readonly Layer[]): Mode | undefined {
  const [nearest] = layers
    .filter(({ mode }) => mode !== undefined)
    .toSorted((a, b) => layerNames.indexOf(a.layer ?? 'flags') - layerNames.indexOf(b.layer ?? 'flags'));
  return nearest?.mode === undefined ? undefined : readMode(nearest.mode);
}

/** The rules of one verdict from every layer that counts, as objects. Allow rules of an untrusted layer do not count. */
export function rulesWithVerdict(layers: readonly Layer[], verdict: Verdict): readonly RuleObject[] {
  return layers
    .filter(({ trusted, layer }) => verdict !== 'allow' || (trusted ?? layer !== 'project'))
    .flatMap((layer) => layer[verdict] ?? [])
    .map((input) => (typeof input === 'string' ? { rule: input } : input));
}

/** Why a host cannot express a rule. */
export interface Inexpressible {
  readonly why: string;
}

/** A host's text for each sort of pattern, or why there is none. No host knows effects. */
type PatternWords<T> = {
  readonly [A in Exclude<Pattern['about'], 'effect'>]: (
    pattern: Extract<Pattern, { readonly about: A }>,
    verdict: Verdict,
  ) => T | Inexpressible;
};

/** Expresses a rule in this syntax. It must have no conditions. */
export function sayRule<T>(
  words: PatternWords<T>,
): (verdict: Verdict, spec: RuleObject) => T | Inexpressible {
  return (verdict, spec) => {
    const plain = plainPattern(spec);
    if ('why' in plain) return plain;
    const { pattern } = plain;
    return pattern.about === 'effect'
      ? { why: 'the rule is about what would happen, not about text' }
      : words[pattern.about](pattern as never, verdict);
  };
}

/** The pattern of a rule without conditions: hosts cannot express those. */
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

/** The words of a command if each is literal in a text too; undefined otherwise. */
export function plainWords(words: readonly PatternWord[]): readonly string[] | undefined {
  const texts = words.flatMap((word) =>
    word.is === 'literal' && /^[^\s:*?'"\\()]+$/u.test(word.text) ? [word.text] : [],
  );
  return texts.length === words.length ? texts : undefined;
}
