import { parsePattern } from '../rules/parse-pattern.ts';
import type { CommandRule, Pattern } from '../rules/pattern.ts';
import { printPattern } from '../rules/print-pattern.ts';
import type { RuleObject } from '../rules/rule.ts';
import { stricter, type Verdict } from '../rules/verdict.ts';
import type { Draft, From } from './draft.ts';
import { everythingElse } from './everything-else.ts';
import { apart, contains, isEverything } from './relate.ts';
import { wholeTool } from './whole-tool.ts';

/** A rule of a source that is order-dependent: the first match in the list decides. */
export interface Ordered {
  readonly verdict: Verdict;
  readonly rule: RuleObject;
  readonly from: From;
}

/** What the rules alone cannot express. */
export interface Flattened {
  readonly unlisted?: 'deny';
  readonly mode?: 'dontAsk';
}

/** What decides in addition to the rules. */
export interface Beside {
  readonly alsoAllowed?: readonly CommandRule[];
  /** A mode allows edits before any rule is checked. */
  readonly editsRun?: boolean;
}

/**
 * Converts "first match wins" into "strictest match wins". An unreachable rule is left out; a stricter rule after a looser one
 * would overrule it, so it is written as its remaining part, or kept with the loss reported.
 */
export function flatten(
  ordered: readonly Ordered[],
  draft: Draft,
  { alsoAllowed = [], editsRun = false }: Beside = {},
): Flattened {
  const placed = ordered.flatMap((one): readonly Placed[] => {
    const pattern = parsePattern(one.rule.rule);
    if (pattern.ok) return [{ ...one, pattern: pattern.value, isWhole: isUnconditional(one.rule) }];
    // It cannot be compared with the others: the draft leaves out an allow, and widens or reports the rest.
    draft.add(one.verdict, one.rule, one.from);
    return [];
  });
  let result: Flattened = {};
  for (const [at, one] of placed.entries()) {
    const before = placed.slice(0, at);
    if (before.some((other) => other.isWhole && contains(other.pattern, one.pattern))) continue;
    result = {
      ...result,
      ...place(one, { before, after: placed.slice(at + 1), draft, alsoAllowed, editsRun }),
    };
  }
  if (result.mode === 'dontAsk' && draft.has('ask'))
    draft.stricter('where everything else is denied nobody is asked, so ask rules deny', {
      what: 'ask rules',
    });
  return result;
}

interface Placed extends Ordered {
  readonly pattern: Pattern;
  /** Has no conditions, so it decides everything that its pattern matches. */
  readonly isWhole: boolean;
}

interface Around {
  readonly before: readonly Placed[];
  readonly after: readonly Placed[];
  readonly draft: Draft;
  readonly alsoAllowed: readonly CommandRule[];
  readonly editsRun: boolean;
}

function isUnconditional({ when, agents, expires, readOnly, limit, check }: RuleObject): boolean {
  return [when, agents, expires, limit, check].every((each) => each === undefined) && readOnly !== true;
}

function place(one: Placed, { before, after, draft, alsoAllowed, editsRun }: Around): Flattened {
  const looser = before.filter(
    (other) => stricter(one.verdict, other.verdict) !== other.verdict && !apart(one.pattern, other.pattern),
  );
  if (one.verdict === 'allow' || looser.length === 0) {
    draft.add(one.verdict, one.rule, one.from);
    return {};
  }
  const reachedBehind = after.some(
    (other) =>
      other.verdict === 'allow' &&
      !apart(one.pattern, other.pattern) &&
      !(one.isWhole && contains(one.pattern, other.pattern)),
  );
  if (one.isWhole && !reachedBehind) {
    const allowed = [...commandsOf(looser), ...alsoAllowed];
    if (one.verdict === 'ask' && isPlainScope(one.pattern)) {
      draft.setOtherwise('ask');
      remain(one, { before, looser, allowed, draft });
      draft.notCarried(aloneOnly, one.from);
      return {};
    }
    if (one.verdict === 'deny' && (one.pattern.about === 'kind' || isEverything(one.pattern))) {
      draft.setOtherwise('deny');
      return denyRest(one, { before, looser, draft, alsoAllowed, editsRun });
    }
  }
  draft.add(one.verdict, one.rule, one.from);
  for (const other of looser)
    draft.stricter(
      `\`${one.from.what}\` comes after it and is stricter; here the stricter decides`,
      other.from,
    );
  return {};
}

/** The rest of a rule with exceptions becomes the default for unlisted calls, and another layer may list some of them. */
const aloneOnly = 'it holds as long as no other policy allows more than this one';

const everyCommand: Pattern = { about: 'kind', of: 'shell' };

interface Remaining {
  readonly before: readonly Placed[];
  readonly looser: readonly Placed[];
  readonly allowed: readonly CommandRule[];
  readonly draft: Draft;
}

/** Unlisted calls are asked about or denied anyway, except commands that are proven read-only. */
function remain(one: Placed, { before, looser, allowed, draft }: Remaining): void {
  if (!isShell(one.pattern) && !isEverything(one.pattern)) return;
  if (before.some((other) => other.isWhole && contains(other.pattern, everyCommand))) return;
  const { pattern: scope } = one;
  const below =
    scope.about === 'command' ? scope.words.map((word) => (word.is === 'literal' ? word.text : '')) : [];
  const { rules, overruled } = everythingElse({ below, allowed });
  for (const rule of rules) draft.addRest(one.verdict === 'deny' ? 'deny' : 'ask', rule);
  for (const { pattern, from } of looser) {
    if (pattern.about === 'command' && overruled.includes(pattern))
      draft.stricter(
        `\`${one.from.what}\` is stricter, and the command would run unasked without a rule about all of it`,
        from,
      );
  }
}

interface Denying extends Omit<Around, 'after'> {
  readonly looser: readonly Placed[];
}

/** Kinds in which a safety check or a doubt would still ask although everything else is denied. */
const questionable = ['shell', 'read', 'write'] as const;

/** Everything else is denied: `unlisted` does so, and whatever could still ask is denied by name or by mode. */
function denyRest(one: Placed, { before, looser, draft, alsoAllowed, editsRun }: Denying): Flattened {
  let isPartly = false;
  for (const kind of questionable) {
    const whole: Pattern = { about: 'kind', of: kind };
    if (!contains(one.pattern, whole) || (editsRun && kind === 'write')) continue;
    if (before.some((other) => other.isWhole && contains(other.pattern, whole))) continue;
    const named = looser.filter(({ pattern }) => !apart(pattern, whole));
    // By the tools' own names: a rule about the kind would bind commands too.
    if (named.length === 0)
      for (const { rule } of wholeTool({ rule: printPattern(whole) })) draft.addRest('deny', rule);
    else if (!named.some(({ pattern, isWhole }) => isWhole && contains(pattern, whole))) {
      isPartly = true;
      if (kind === 'shell') for (const rule of alsoAllowed) draft.add('allow', printPattern(rule), one.from);
    }
  }
  if (!isEverything(one.pattern))
    draft.stricter('what no rule names is denied, whatever kind of call it is', one.from);
  return isPartly ? { unlisted: 'deny', mode: 'dontAsk' } : { unlisted: 'deny' };
}

function isShell(pattern: Pattern): boolean {
  return pattern.about === 'command' || (pattern.about === 'kind' && pattern.of === 'shell');
}

/** A scope whose remainder can be expressed: any kind, or a command by its literal words. */
function isPlainScope(pattern: Pattern): boolean {
  return pattern.about !== 'command' || (pattern.open && pattern.words.every(({ is }) => is === 'literal'));
}

function commandsOf(placed: readonly Placed[]): readonly CommandRule[] {
  return placed.flatMap(({ pattern }) => {
    if (pattern.about === 'command') return [pattern];
    return pattern.about === 'kind' && pattern.of === 'shell'
      ? [{ about: 'command' as const, words: [], open: true }]
      : [];
  });
}
