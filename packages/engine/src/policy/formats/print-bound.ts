import { stringify } from 'yaml';
import { definedFields } from '../../call/defined-fields.ts';
import type { UseLimit } from '../file/policy-file.ts';
import type { Layer } from '../layer.ts';
import { readMode } from '../mode-name.ts';
import type { RuleInput } from '../rules/rule.ts';
import { verdicts, type Verdict } from '../rules/verdict.ts';
import type { Bound } from './bind-read.ts';

export interface PrintBoundOptions {
  /** The preset that a new policy starts with. The person then decides about the agents' own modes and directories. */
  readonly preset?: string;
}

type Used = string | ({ readonly name: string } & UseLimit);
type Lists = { readonly [V in Verdict]?: readonly RuleInput[] };

/** One policy file for the rules of several agents: the common rules, then a group for each. */
export function printBound(bounds: readonly Bound[], { preset }: PrintBoundOptions = {}): string {
  const parts = bounds.map(partsOf);
  const groups = new Map<string, Lists>();
  const used = new Map<string, Used>();
  for (const { name, limit, rules } of parts.flatMap(({ groups: each }) => each)) {
    groups.set(name, join(groups.get(name), rules));
    used.set(name, limit === undefined ? name : { name, ...limit });
  }
  const use = [...(preset === undefined ? [] : [presetFor(preset, bounds)]), ...used.values()];
  const shared = parts.reduce((lists: Lists, part) => join(lists, part.shared), {});
  const whole = {
    ...(use.length === 0 ? {} : { use }),
    ...settingsOf(bounds, preset === undefined ? 'all' : 'strict'),
    ...inOrder(shared),
    ...(groups.size === 0 ? {} : { groups: Object.fromEntries(groups) }),
  };
  return Object.keys(whole).length === 0
    ? '{}\n'
    : stringify(whole, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** A preset does not allow more to an agent whose own settings decide about unlisted calls. */
function presetFor(preset: string, bounds: readonly Bound[]): Used {
  const except = bounds.flatMap((bound) =>
    bound.binding.agent !== undefined && saysOtherwise(bound) ? [bound.binding.agent] : [],
  );
  return except.length === 0 ? preset : { name: preset, except: [...new Set(except)] };
}

export function saysOtherwise({ otherwise, layer: { unlisted, mode, tools } }: Bound): boolean {
  const known = mode === undefined ? undefined : readMode(mode);
  const isStrict = unlisted === 'deny' || known === 'explore' || known === 'dontAsk';
  return otherwise !== undefined || isStrict || tools?.visible !== undefined;
}

interface BoundParts {
  readonly shared: Lists;
  readonly groups: readonly {
    readonly name: string;
    readonly limit?: UseLimit;
    readonly rules: Lists;
  }[];
}

function partsOf({ layer, own, rest = {}, binding: { agent, shared } }: Bound): BoundParts {
  const generated = new Set<RuleInput>(rest.deny ?? []);
  const deny = (layer.deny ?? []).filter((rule) => !generated.has(rule));
  const isForAll = shared === true || agent === undefined;
  const of = agent === undefined ? '' : `-of-${agent}`;
  const limit = isForAll ? {} : { limit: { agents: [agent] } };
  const groups = [
    ...(isForAll ? [] : [{ name: `from-${agent}`, ...limit, rules: filled(own) }]),
    { name: `everything-else${of}`, ...limit, rules: filled(rest) },
  ];
  return {
    shared: filled(isForAll ? { ...own, deny } : { deny }),
    groups: groups.filter(({ rules }) => Object.keys(rules).length > 0),
  };
}

function filled(lists: Lists): Lists {
  return Object.fromEntries(
    verdicts.flatMap((verdict) => {
      const rules = lists[verdict] ?? [];
      return rules.length === 0 ? [] : [[verdict, rules]];
    }),
  );
}

function join(a: Lists = {}, b: Lists = {}): Lists {
  const both = verdicts.map((verdict) => [verdict, unique([...(a[verdict] ?? []), ...(b[verdict] ?? [])])]);
  return inOrder(Object.fromEntries(both) as Lists);
}

function inOrder({ deny, ask, allow }: Lists): Lists {
  const { deny: d, ask: q, allow: a } = filled(definedFields({ deny, ask, allow }));
  return definedFields({ deny: d, ask: q, allow: a });
}

/** The strictest setting of several agents; `strict`: only restrictions. */
function settingsOf(bounds: readonly Bound[], which: 'all' | 'strict'): Partial<Layer> {
  const hidden = [...new Set(bounds.flatMap(({ layer }) => layer.tools?.hidden ?? []))];
  const [only] = which === 'all' ? bounds : [];
  const { mode, restrict, workingDirectories, tools } = only?.layer ?? {};
  const lists = { ...definedFields({ visible: tools?.visible }), ...(hidden.length === 0 ? {} : { hidden }) };
  return {
    ...definedFields({ mode }),
    ...(bounds.some(({ layer }) => layer.unlisted === 'deny') ? { unlisted: 'deny' } : {}),
    ...definedFields({ restrict }),
    ...(Object.keys(lists).length === 0 ? {} : { tools: lists }),
    ...definedFields({ workingDirectories }),
  };
}

function unique(rules: readonly RuleInput[]): readonly RuleInput[] {
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}
