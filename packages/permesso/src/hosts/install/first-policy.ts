import { printPolicy } from '../../policy/exchange/profile/profile.ts';
import type { Read } from '../../policy/exchange/format.ts';
import type { Layer } from '../../policy/layer.ts';
import type { RuleInput } from '../../policy/rule.ts';
import type { Verdict } from '../../policy/verdict.ts';
import type { ExistingRules } from './existing-rules.ts';

/** A policy to start with: a preset, and what the hosts' own rules said. */
export interface FirstPolicy {
  readonly text: string;
  /** What was not taken over, for the person who decides. */
  readonly left: readonly string[];
}

export function firstPolicy(
  existing: readonly ExistingRules[],
  { preset, home }: { readonly preset: string; readonly home: string },
): FirstPolicy {
  const reads = existing.flatMap(({ read, title }) => ('layer' in read ? [{ ...read, title }] : []));
  const layer: Layer = {
    ...lists(reads),
    ...(reads.some((read) => read.layer.unlisted === 'deny') ? { unlisted: 'deny' as const } : {}),
    ...hidden(reads),
  };
  const rest = { ask: restOf(reads, 'ask'), deny: restOf(reads, 'deny') };
  const hasRest = rest.ask.length + rest.deny.length > 0;
  const sources = existing.flatMap(({ read, title, files }) =>
    'layer' in read ? [`# ${title}: ${files.map((file) => file.replace(`${home}/`, '~/')).join(', ')}`] : [],
  );
  const printed = printPolicy({ layer, use: [preset], ...(hasRest ? { rest } : {}) });
  return {
    text: [
      '# What agents may do, whichever of them it is. Written by permesso init.',
      ...(sources.length === 0 ? [] : ['#', '# With the rules of', ...sources]),
      '',
      printed,
    ].join('\n'),
    left: reads.flatMap(leftOut),
  };
}

/** A mode is how somebody works in one program; in a policy it would be the mode of all of them. */
function leftOut({ layer, title }: Read & { readonly title: string }): readonly string[] {
  return [
    ...(layer.mode === undefined ? [] : [`the mode ${layer.mode} of ${title}`]),
    ...(layer.workingDirectories === undefined
      ? []
      : [`the further directories of ${title}: ${layer.workingDirectories.join(', ')}`]),
    ...(layer.tools?.visible === undefined ? [] : [`the list of visible tools of ${title}`]),
  ];
}

function lists(reads: readonly Read[]): Pick<Layer, Verdict> {
  return Object.fromEntries(
    (['deny', 'ask', 'allow'] as const).flatMap((verdict) => {
      const rules = unique(reads.flatMap(({ layer }) => layer[verdict] ?? []));
      return rules.length === 0 ? [] : [[verdict, rules]];
    }),
  );
}

function hidden(reads: readonly Read[]): Pick<Layer, 'tools'> {
  const names = [...new Set(reads.flatMap(({ layer }) => layer.tools?.hidden ?? []))];
  return names.length === 0 ? {} : { tools: { hidden: names } };
}

function restOf(reads: readonly Read[], verdict: 'ask' | 'deny'): readonly RuleInput[] {
  return unique(reads.flatMap(({ rest }) => rest?.[verdict] ?? []));
}

function unique(rules: readonly RuleInput[]): readonly RuleInput[] {
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}
