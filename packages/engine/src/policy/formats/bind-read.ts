import { limitLayer } from '../file/limit-layer.ts';
import type { Layer } from '../layer.ts';
import { readMode } from '../mode-name.ts';
import type { RuleInput } from '../rules/rule.ts';
import type { ImportedPolicy } from './format.ts';
import type { Loss } from './loss.ts';
import { overBroad } from '../lint/over-broad.ts';
import { parseRule } from '../rules/parse-rule.ts';

/** The origin of the rules and the agents that they apply to. */
export interface Binding {
  /** As in `ToolCall.host`. Absent when no known agent reads such a file: then its allow rules are dropped. */
  readonly agent?: string;
  /** The person wants the rules for every agent. */
  readonly shared?: boolean;
}

export interface BindOptions extends Binding {
  /** Whether the person wants this broad allow; by default they do not. */
  readonly wants?: (broad: BroadAllow) => boolean;
}

/** One agent's own rules, in a policy that all agents share. */
export interface Bound extends ImportedPolicy {
  readonly binding: Binding;
  /** Its ask and allow rules, without rules that nobody wrote. */
  readonly own: Pick<Layer, 'ask' | 'allow'>;
}

/**
 * Translates rules of one agent so that they loosen nothing for others. Its denies apply to every agent; its allows and asks,
 * and its rules for everything else, apply to that agent. Settings that would loosen for all are left out, and so is an allow
 * for anything that no person confirmed.
 */
export function bindRead(read: ImportedPolicy, { wants = () => false, ...binding }: BindOptions): Bound {
  const unwanted = broadAllows(read.layer).filter((broad) => !wants(broad));
  const leftOut = new Set(unwanted.map(({ rule }) => rule));
  const isNobodys = binding.shared !== true && binding.agent === undefined;
  const left = (read.layer.allow ?? []).filter((rule) => !leftOut.has(rule));
  const allow = isNobodys ? [] : left;
  const { layer, losses } =
    binding.shared === true ? { layer: read.layer, losses: [] } : strictly(read.layer);
  const generated = new Set<RuleInput>(read.rest?.ask ?? []);
  return {
    ...read,
    layer: withAllow(layer, allow),
    losses: [
      ...read.losses,
      ...unwanted.map(loseBroad),
      ...(isNobodys ? left.map(loseAllow) : []),
      ...losses,
    ],
    binding,
    own: { ask: (read.layer.ask ?? []).filter((rule) => !generated.has(rule)), allow },
  };
}

function withAllow({ allow: _before, ...layer }: Layer, allow: readonly RuleInput[]): Layer {
  return allow.length === 0 ? layer : { ...layer, allow };
}

/** The rules, each limited to the agent, for adding to an existing policy. */
export function ruleByRule({ layer, binding: { agent, shared }, rest = {} }: Bound): Layer {
  if (agent === undefined || shared === true) return layer;
  const { deny = [], ...others } = layer;
  const generated = new Set<RuleInput>(rest.deny ?? []);
  const limited = limitLayer({ ...others, deny: deny.filter((rule) => generated.has(rule)) }, [
    { agents: [agent] },
  ]);
  return { ...limited, deny: [...deny.filter((rule) => !generated.has(rule)), ...(limited.deny ?? [])] };
}

/** Denies or asks more than the default. A more permissive mode would apply to every agent. */
function isStrict(mode: string): boolean {
  const known = readMode(mode);
  return known === 'default' || known === 'explore' || known === 'dontAsk';
}

function loseBroad({ text, means }: BroadAllow): Loss {
  return {
    what: `allow: ${text}`,
    why: `${means}; left out: such a rule is imported only after a question of its own`,
    effect: 'stricter',
  };
}

function loseAllow(rule: RuleInput): Loss {
  return {
    what: `allow: ${typeof rule === 'string' ? rule : rule.rule}`,
    why: 'left out: no agent that Permesso knows reads this format; say whom it is for with --for AGENT or --for all',
    effect: 'stricter',
  };
}

/** The layer without settings that would loosen for every agent. */
function strictly({ mode, workingDirectories = [], ...layer }: Layer): {
  readonly layer: Layer;
  readonly losses: readonly Loss[];
} {
  const isKept = mode === undefined || isStrict(mode);
  return {
    layer: mode === undefined || !isKept ? layer : { ...layer, mode },
    losses: [
      ...(isKept ? [] : [shareOnly(`mode: ${mode}`, 'a mode holds for every agent')]),
      ...workingDirectories.map((directory) =>
        shareOnly(`further directory: ${directory}`, 'it would count as the project for every agent'),
      ),
    ],
  };
}

function shareOnly(what: string, why: string): Loss {
  return { what, why: `${why}; --for all imports it`, effect: 'stricter' };
}

/** An allow for a whole tool or for a program that runs anything: imported only if a person confirms it. */
export interface BroadAllow {
  readonly rule: RuleInput;
  readonly text: string;
  /** What it allows, in plain words. */
  readonly means: string;
}

export function broadAllows({ allow = [] }: Layer): readonly BroadAllow[] {
  return allow.flatMap((rule) => {
    const parsed = parseRule(rule, { verdict: 'allow', origin: { layer: 'user', root: '/', trusted: true } });
    const broad = parsed.ok ? overBroad(parsed.value) : undefined;
    return broad?.anything === true
      ? [{ rule, text: typeof rule === 'string' ? rule : rule.rule, means: broad.message }]
      : [];
  });
}
