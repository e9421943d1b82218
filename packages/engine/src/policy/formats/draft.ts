import { definedFields } from '../../call/defined-fields.ts';
import { parseRule, printRule } from '../rules/parse-rule.ts';
import type { Layer } from '../layer.ts';
import type { RuleInput, RuleObject } from '../rules/rule.ts';
import type { Verdict } from '../rules/verdict.ts';
import type { ImportedPolicy } from './format.ts';
import { hiddenSecret, type Loss, withoutSecrets } from './loss.ts';
import { wholeTool } from './whole-tool.ts';
import { parseCommandWords, printCommandWords } from '../rules/command-words.ts';
import { knownNames } from '../rules/known-tools.ts';
import { parsePattern } from '../rules/parse-pattern.ts';
import type { CommandRule, PatternWord } from '../rules/pattern.ts';

/** The origin of a rule, for the report. */
export interface From {
  /** As the source writes it. */
  readonly what: string;
  readonly line?: number;
}

/** A layer under construction. Every addition is checked, so that the layer always compiles. */
export interface Draft {
  readonly add: (verdict: Verdict, rule: RuleInput, from: From) => void;
  /** The source has a rule for everything else, with exceptions. */
  readonly setOtherwise: (verdict: 'ask' | 'deny') => void;
  /** Adds a rule that expresses part of the source's rule for everything else. */
  readonly addRest: (verdict: 'ask' | 'deny', rule: string) => void;
  /** Adds the translation of one source rule, and reports what it loses. */
  readonly take: (verdict: Verdict, read: ReadRule, from: From) => void;
  readonly stricter: (why: string, from: From) => void;
  readonly notCarried: (why: string, from: From) => void;
  readonly has: (verdict: Verdict) => boolean;
  readonly finish: (rest: Omit<Layer, Verdict>) => ImportedPolicy;
}

/** One source rule in our syntax. Empty if it cannot be expressed or needs no rule. */
export interface ReadRule {
  readonly rule?: RuleInput;
  /** What is stricter than in the source. */
  readonly loss?: string;
}

type RuleLists = { readonly [V in Verdict]: Map<string, RuleInput> };

export interface DraftOptions {
  /** A deny or ask of a whole tool covers that tool, not everything of its kind. */
  readonly byTool?: boolean;
}

export function createDraft({ byTool = false }: DraftOptions = {}): Draft {
  const rules: RuleLists = { allow: new Map(), ask: new Map(), deny: new Map() };
  const losses = new Map<string, Loss>();
  /** Lists grow through clicks in prompts, so the same rule often occurs many times. */
  const seen = new Set<string>();
  const rest = { ask: new Set<string>(), deny: new Set<string>() };
  let otherwise: 'ask' | 'deny' | undefined;

  const lose =
    (effect: Loss['effect']) =>
    (why: string, { what, line }: From): void => {
      const loss = { what: withoutSecrets(what), why: withoutSecrets(why), effect };
      const key = JSON.stringify([loss.what, why, effect]);
      if (!losses.has(key)) losses.set(key, line === undefined ? loss : { ...loss, at: { line } });
    };
  const stricter = lose('stricter');
  const notCarried = lose('not-carried');

  function add(verdict: Verdict, rule: RuleInput, from: From): void {
    const spec = typeof rule === 'string' ? { rule } : rule;
    const text = JSON.stringify([verdict, spec]);
    if (seen.has(text)) return;
    seen.add(text);
    for (const one of byTool && verdict !== 'allow' ? wholeTool(spec) : [spec]) addOne(verdict, one, from);
  }

  function addOne(verdict: Verdict, rule: RuleObject, from: From): void {
    const spec = withoutSecretWords(rule);
    const secret = hiddenSecret(spec.rule) ?? hiddenSecret(JSON.stringify(spec.when ?? null));
    if (secret !== undefined) {
      refuse({ verdict, spec, from }, `holds what looks like a secret (${secret}), and no rule may`);
      return;
    }
    const parsed = parseRule(spec, { verdict, origin: { layer: 'flags', root: '/', trusted: true } });
    if (!parsed.ok) {
      refuse({ verdict, spec, from }, parsed.error.message);
      return;
    }
    // Of rules with the same meaning, the first stays as written.
    const key = JSON.stringify(printRule(parsed.value));
    if (!rules[verdict].has(key))
      rules[verdict].set(key, Object.keys(spec).length === 1 ? spec.rule : withoutAbsent(spec));
  }

  /** An allow that cannot be expressed is left out; a deny or ask becomes the nearest wider one. */
  function refuse({ verdict, spec, from }: Refused, why: string): void {
    if (verdict === 'allow') {
      stricter(`${why}; left out, so it is asked about`, from);
      return;
    }
    const wider = widen(spec);
    if (wider === undefined || wider.rule === spec.rule) {
      notCarried(`${why}; nothing wider can be written either`, from);
      return;
    }
    stricter(`${why}; written as the wider \`${wider.rule}\``, from);
    add(verdict, wider, from);
  }

  return {
    add,
    setOtherwise: (verdict) => {
      otherwise = otherwise === 'deny' ? 'deny' : verdict;
    },
    addRest: (verdict, rule) => {
      rest[verdict].add(rule);
    },
    take: (verdict, { rule, loss }, from) => {
      if (loss !== undefined) stricter(loss, from);
      if (rule !== undefined) add(verdict, rule, from);
    },
    stricter,
    notCarried,
    has: (verdict) => rules[verdict].size > 0,
    finish: (settings) => {
      const lists = (['allow', 'ask', 'deny'] as const).map((verdict) => listed(verdict, rules, rest));
      return {
        layer: Object.assign({}, settings, ...lists) as Layer,
        losses: [...losses.values()],
        ...definedFields({ otherwise }),
        ...(rest.ask.size + rest.deny.size === 0
          ? {}
          : { rest: { ask: [...rest.ask], deny: [...rest.deny] } }),
      };
    },
  };
}

interface Refused {
  readonly verdict: Verdict;
  readonly spec: RuleObject;
  readonly from: From;
}

function listed(
  verdict: Verdict,
  rules: RuleLists,
  rest: { readonly ask: ReadonlySet<string>; readonly deny: ReadonlySet<string> },
): Pick<Layer, Verdict> {
  const written = [...rules[verdict].values()];
  const all = verdict === 'allow' ? written : [...written, ...rest[verdict]];
  return all.length === 0 ? {} : { [verdict]: all };
}

/** Texts for people stay, without the secret; the rule itself is judged unchanged. */
function withoutSecretWords(spec: RuleObject): RuleObject {
  const { message, guidance, why } = spec;
  return {
    ...spec,
    ...Object.fromEntries(
      Object.entries({ message, guidance, why }).flatMap(([name, words]) =>
        words === undefined ? [] : [[name, withoutSecrets(words)]],
      ),
    ),
  };
}

function withoutAbsent(spec: RuleObject): RuleObject {
  return Object.fromEntries(
    Object.entries(spec).filter(([, value]) => value !== undefined),
  ) as unknown as RuleObject;
}

/**
 * The nearest rule that certainly covers everything that this one was meant to cover, for a deny or ask that cannot be
 * expressed exactly: the words of a command up to the inexpressible one, or the whole tool.
 */
function widen(spec: RuleObject): RuleObject | undefined {
  const { when: _when, ...rest } = spec;
  const wider = spec.when === undefined ? widenText(spec.rule) : spec.rule;
  return wider === undefined || !parsePattern(wider).ok ? undefined : { ...rest, rule: wider };
}

function widenText(text: string): string | undefined {
  const open = text.indexOf('(');
  if (open === -1) return undefined;
  const name = text.slice(0, open).trim();
  if (knownNames.get(name)?.kind !== 'shell') return name;
  const words = readableWords(text.slice(open + 1));
  return words.length === 0 ? name : `Bash(${printCommandWords({ about: 'command', words, open: true })})`;
}

/** Whole words from the start, up to an operator, a broken quote or a secret. */
function readableWords(text: string): readonly PatternWord[] {
  const pieces = text.split(/(?<=\s)|(?=[;|&<>\n)])/u);
  let best: readonly PatternWord[] = [];
  for (let count = 1; count <= Math.min(pieces.length, 64); count += 1) {
    const start = pieces.slice(0, count).join('');
    const read = readWords(start);
    if (read === undefined || hiddenSecret(start) !== undefined) break;
    best = read.words.filter((word, at) => word.is !== 'any' || at < read.words.length - 1);
  }
  const star = best.findIndex((word) => word.is !== 'literal');
  return star === -1 ? best : best.slice(0, star);
}

function readWords(text: string): CommandRule | undefined {
  const parsed = parseCommandWords(text.replace(/:?\*?\s*$/u, ''), { offset: 0, open: true });
  return parsed.ok ? parsed.value : undefined;
}
