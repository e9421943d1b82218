import { explanationMessages } from '../../messages/explanation.ts';
import { fill } from '../../messages/fill.ts';
import type { Match } from '../../policy/rules/match.ts';
import { wrap } from '../print-decision.ts';

/** One printed part of the call, with the rules that could be listed beneath it. */
export interface PrintedPart {
  /** The lowest rank is shown first when space is short. */
  readonly rank: number;
  readonly head: readonly string[];
  readonly rules: readonly PrintedRule[];
}

export interface PrintedRule {
  readonly key: string;
  readonly match: Match;
  /** Empty for a rule that is only counted. */
  readonly lines: readonly string[];
}

/**
 * Fits the parts, in the order of the call, into the given number of lines. Deciding rules come first, then matching rules,
 * then possible matches, then the rest, while there is room. Omitted rules are counted.
 */
export function fitExplanation(
  parts: readonly PrintedPart[],
  { room, width }: { readonly room: number; readonly width: number },
): readonly string[] {
  const weighed = parts.toSorted((a, b) => a.rank - b.rank);
  let left = room - linesOfRest;
  const heads = new Set<PrintedPart>();
  for (const part of weighed) {
    if (heads.size > 0 && part.head.length + 1 > left) continue;
    heads.add(part);
    left -= part.head.length + 1;
  }
  const rules = new Set<PrintedRule>();
  for (const wanted of ['yes', 'may', 'no'] satisfies Match[])
    for (const rule of weighed.filter((part) => heads.has(part)).flatMap((part) => part.rules)) {
      if (rule.match !== wanted || rule.lines.length === 0 || rule.lines.length > left) continue;
      rules.add(rule);
      left -= rule.lines.length;
    }
  const shown = parts
    .filter((part) => heads.has(part))
    .flatMap((part) => [
      '',
      ...part.head,
      ...part.rules.filter((rule) => rules.has(rule)).flatMap(({ lines }) => lines),
    ]);
  return [...shown, ...restOf(parts, { heads, rules, width })];
}

/** The blank line and the count, which may wrap. */
const linesOfRest = 3;

function restOf(
  parts: readonly PrintedPart[],
  shown: { heads: ReadonlySet<PrintedPart>; rules: ReadonlySet<PrintedRule>; width: number },
): readonly string[] {
  const every = parts.flatMap(({ rules }) => rules);
  const seen = new Set([...shown.rules].map(({ key }) => key));
  const hidden = every.filter(({ key }) => !seen.has(key));
  const may = new Set(hidden.filter(({ match }) => match !== 'no').map(({ key }) => key));
  const others = new Set(hidden.filter(({ key }) => !may.has(key)).map(({ key }) => key));
  const counts = [
    [explanationMessages.moreParts, parts.length - shown.heads.size] as const,
    [explanationMessages.moreMay, may.size] as const,
    [explanationMessages.moreRules, others.size] as const,
  ].flatMap(([text, count]) => (count === 0 ? [] : [fill(text, { count })]));
  if (counts.length === 0) return [];
  return ['', ...wrap(fill(explanationMessages.rest, { rest: counts.join(', ') }), shown.width)];
}
