import type { Layer } from '../layer.ts';
import type { RuleInput, RuleObject } from '../rules/rule.ts';
import { verdicts, type Verdict } from '../rules/verdict.ts';
import type { UseLimit } from './policy-file.ts';

/** Limits a layer to the agents that use it. A limit only ever removes agents from what is allowed. */
export function limitLayer(layer: Layer, limits: readonly UseLimit[]): Layer {
  return limits.reduce(limited, layer);
}

function limited(layer: Layer, { agents, except = [] }: UseLimit): Layer {
  if (agents === undefined && except.length === 0) return layer;
  const lists = verdicts.flatMap((verdict): readonly (readonly [Verdict, readonly RuleInput[]])[] => {
    const rules = layer[verdict];
    if (rules === undefined) return [];
    const excepted = verdict === 'allow' ? except.map((name) => `!${name}`) : [];
    return [[verdict, rules.map((rule) => limitRule(rule, { verdict, agents, excepted }))]];
  });
  return { ...layer, ...Object.fromEntries(lists) };
}

interface Limit {
  readonly verdict: Verdict;
  readonly agents: readonly string[] | undefined;
  readonly excepted: readonly string[];
}

function limitRule(rule: RuleInput, { verdict, agents, excepted }: Limit): RuleInput {
  const spec: RuleObject = typeof rule === 'string' ? { rule } : rule;
  const named = agents === undefined ? (spec.agents ?? []) : within(spec.agents ?? [], { agents, verdict });
  const all = [...named, ...excepted];
  return all.length === 0 ? rule : { ...spec, agents: all };
}

/** A rule for the agent `reviewer` in a group for `opencode` is for `opencode/reviewer`. */
function within(
  own: readonly string[],
  { agents, verdict }: { readonly agents: readonly string[]; readonly verdict: Verdict },
): readonly string[] {
  const excepted = [...agents, ...own].filter(isExcepted);
  const [programs, named] = [agents, own].map((names) => names.filter((name) => !isExcepted(name)));
  if (named === undefined || named.length === 0) return [...(programs ?? []), ...excepted];
  if (programs === undefined || programs.length === 0) return [...named, ...excepted];
  const both = programs.flatMap((program) =>
    named.map((name) => {
      if (name === program || name.startsWith(`${program}/`)) return name;
      // No name can express "reviewer in any of these": restrictions then bind the programs completely, allows bind nobody.
      return program.endsWith('*') && verdict !== 'allow' ? program : `${program}/${name}`;
    }),
  );
  return [...new Set(both), ...excepted];
}

function isExcepted(name: string): boolean {
  return name.startsWith('!');
}
