import { type Finding, parseRule, type Rule } from '@permesso/engine/policy';
import { addRuleToText, removeRuleFromText } from '@permesso/engine/text';
import type { RuleMerge } from '@permesso/protocol/console';

/** Enough to be a habit. */
const least = 3;

export function findMerges(rules: readonly Rule[], findings: readonly Finding[]): readonly RuleMerge[] {
  const covered = coveredRules(findings);
  const gone = new Set(covered.flatMap((merge) => merge.rules.map((rule) => `${merge.layer} ${rule}`)));
  const left = rules.filter(({ text, origin }) => !gone.has(`${origin.layer} ${text}`));
  return [...covered, ...alikeRules(left)];
}

/** Proven: a wider rule of the same file covers all of these. */
function coveredRules(findings: readonly Finding[]): readonly RuleMerge[] {
  const merges = new Map<Rule, Rule[]>();
  for (const { code, rule, by } of findings) {
    if (rule === undefined || by === undefined || (code !== 'shadowed' && code !== 'duplicate')) continue;
    const isHere = rule.verdict === by.verdict && rule.origin.file === by.origin.file;
    // Duplicates are removed directly by their text: `lint --fix` knows which one stays.
    if (isHere && rule.text !== by.text) merges.set(by, [...(merges.get(by) ?? []), rule]);
  }
  return Array.from(merges, ([by, rules]) => ({
    verdict: by.verdict,
    layer: by.origin.layer,
    rules: [...new Set(rules.map(({ text }) => text))],
    into: by.text,
    isSame: true,
  }));
}

/** `Bash(npm run build)`, `Bash(npm run lint)` and so on: the same words with a different last one. */
function alikeRules(rules: readonly Rule[]): readonly RuleMerge[] {
  const families = new Map<
    string,
    { readonly first: Rule; readonly into: string; readonly texts: Set<string> }
  >();
  for (const rule of rules.filter(isUnconditional)) {
    const into = wider(rule.text);
    if (into === undefined || into === rule.text) continue;
    const key = JSON.stringify([rule.verdict, rule.origin.file, into]);
    const family = families.get(key) ?? { first: rule, into, texts: new Set() };
    family.texts.add(rule.text);
    families.set(key, family);
  }
  return [...families.values()]
    .filter(({ texts, into, first }) => texts.size >= least && isRule(into, first))
    .map(({ first, into, texts }) => ({
      verdict: first.verdict,
      layer: first.origin.layer,
      rules: [...texts],
      into,
      isSame: false,
    }));
}

/** A rule that is only its text: merging would lose other fields. */
function isUnconditional(rule: Rule): boolean {
  const { when, message, guidance, why, from, expires, agents, delegated, readOnly, origin } = rule;
  const words = [
    message,
    guidance,
    why,
    from,
    expires,
    agents,
    readOnly,
    origin.file === undefined ? true : undefined,
  ];
  return when.length === 0 && !delegated && words.every((word) => word === undefined);
}

function wider(text: string): string | undefined {
  const command = /^Bash\(((?:[\w./@-]+ ){2,})[\w./@:-]+?(?::\*| \*)?\)$/.exec(text)?.[1];
  if (command !== undefined) return `Bash(${command.trim()}:*)`;
  const [, tool, folder] = /^(Read|Edit|Write)\(([\w./~@-]+)\/[\w.@-]+\)$/.exec(text) ?? [];
  return tool === undefined ? undefined : `${tool}(${folder}/**)`;
}

function isRule(text: string, { verdict, origin }: Rule): boolean {
  return parseRule(text, { verdict, origin }).ok;
}

/** The file with one rule in place of several; throws if it cannot be edited. */
export function mergedText(
  text: string,
  { verdict, rules, into }: Pick<RuleMerge, 'verdict' | 'rules' | 'into'>,
): string | { readonly refused: string } {
  let changed = text;
  for (const rule of rules) {
    const edited = removeRuleFromText(changed, { verdict, rule });
    if ('refused' in edited) return edited;
    changed = edited.text;
  }
  const added = addRuleToText(changed, { verdict, rule: into });
  return 'refused' in added ? added : added.text;
}
