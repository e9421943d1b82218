import { isMap, isNode, isSeq } from 'yaml';
import type { RuleInput } from '../rules/rule.ts';
import type { Verdict } from '../rules/verdict.ts';
import { type Edited, writtenRule } from './edit-text.ts';
import { blockSpan, flowSpan, isFlow } from './node-span.ts';
import { parsePolicyFile } from './parse-policy-file.ts';
import { hasErrors } from './policy-file.ts';
import { readYaml, startOf } from './read-yaml.ts';

/** One rule of a file: its list, its text and its line. */
export interface RulePlace {
  readonly verdict: Verdict;
  readonly rule: string;
  readonly line: number;
}

/**
 * Removes one rule and keeps all others, including those with the same text. The new text is read back: it must mean what the
 * old one did, without this rule.
 */
export function removeRuleAt(text: string, { verdict, rule, line }: RulePlace): Edited {
  const yaml = readYaml(text);
  const list = isMap(yaml.root) ? yaml.root.get(verdict, true) : undefined;
  if (!isSeq(list)) return { refused: `the list \`${verdict}\` is somewhere else` };
  const item = list.items.findLast(
    (each) => isNode(each) && yaml.placeOf(startOf(each)).line === line && writtenRule(each) === rule,
  );
  if (item === undefined) return { text, changed: false };
  const span = isFlow(list) ? flowSpan(list, item) : blockSpan(text, list, item);
  if (span === undefined) return { refused: 'the rule cannot be taken out of this line: edit the file' };
  const changed = text.slice(0, span[0]) + text.slice(span[1]);
  return isSameWithout(text, changed, verdict)
    ? { text: changed, changed: true }
    : { refused: 'the change would mean something else in this file: edit it by hand' };
}

function isSameWithout(before: string, after: string, verdict: Verdict): boolean {
  const [was, is] = [before, after].map((text) => parsePolicyFile(text, { file: '' }));
  if (was === undefined || is === undefined || hasErrors(is) || was.tests.length !== is.tests.length)
    return false;
  const { lines: _old, ...old } = was.layer;
  const { lines: _new, ...left } = is.layer;
  const rules: readonly RuleInput[] = left[verdict] ?? [];
  // The remaining rules are the old ones in order, with one missing.
  const [first, ...more] = (old[verdict] ?? []).flatMap((_, at, all) => {
    const without = all.toSpliced(at, 1);
    return JSON.stringify(without) === JSON.stringify(rules) ? [without] : [];
  });
  const rest = JSON.stringify({ ...old, [verdict]: [] }) === JSON.stringify({ ...left, [verdict]: [] });
  return rest && (first !== undefined || more.length > 0);
}
