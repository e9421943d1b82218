import { explanationMessages } from '../../messages/explanation.ts';
import { fill } from '../../messages/fill.ts';
import type { Match } from '../../policy/rules/match.ts';
import { wrap } from '../print-decision.ts';

/** One part of the call as it is printed, and the rules that could be listed beneath it. */
export interface PrintedPart {
  /** The lowest is shown first where not all fit. */
  readonly rank: number;
  readonly head: readonly string[];
  readonly rules: readonly PrintedRule[];
}

export interface PrintedRule {
  readonly key: string;
  readonly match: Match;
  /** Empty where the rule is only counted. */
  readonly lines: readonly string[];
}

/**
 * The parts in the order of the call, within so many lines. What decided goes before what did not, then rules that match, those
 * that may, and those that do not, while there is room. What does not fit is counted.
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
