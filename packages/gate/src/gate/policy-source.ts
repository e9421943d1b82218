import type { ToolCall } from '@permesso/engine/call';
import { type Layer, linkPolicy, type Policy, soundPolicy } from '@permesso/engine/policy';
import { programLayers } from './data/layer-from-data.ts';
import { sharedPolicy } from './shared-policies.ts';
import type { World } from '@permesso/engine/world';

/** Where a gate gets its policy. The gate asks it about each call. */
export interface PolicySource {
  /** What a call from that directory is decided with. Never throws: without a policy everything is frozen. */
  readonly policyFor: (call: Pick<ToolCall, 'cwd'>, world?: World) => PolicyInForce;
  /** Discards earlier reads: a person was asked meanwhile, or an answer was saved. */
  readonly refresh: () => void;
  /** Set if a program wrote the policy and it never changes. */
  readonly fixed?: true;
}

export interface PolicyInForce {
  readonly policy: Policy;
  /** Why everything is denied for now. */
  readonly frozen?: string;
}

/** What a gate takes as its policy: a layer, several layers, or a compiled policy. */
export type PolicyInput = Layer | readonly Layer[] | Policy;

/** A policy from code. Throws a `PolicyError` if anything in it is broken. */
export function codePolicy(input: PolicyInput): PolicySource {
  if (typeof input !== 'object' || input === null)
    throw new TypeError(
      'a gate needs a policy: write createGate({ policy: { allow: [...], ask: [...], deny: [...] } })',
    );
  if (!isList(input) && 'index' in input) {
    const found = { policy: soundPolicy(input) };
    return { policyFor: () => found, refresh: () => undefined, fixed: true };
  }
  const layers = programLayers(isList(input) ? input : [input]);
  let found = { policy: sharedPolicy(layers) };
  let isLinked = false;
  return {
    policyFor: (_call, world) => {
      // Links in the paths of deny and ask rules are resolved once, in the first world that can be read.
      if (!isLinked && world !== undefined) {
        found = { policy: linkPolicy(found.policy, world) };
        isLinked = true;
      }
      return found;
    },
    refresh: () => undefined,
    fixed: true,
  };
}

/** A policy from code that replaces the source's, until the source changes. A freeze stays in effect. */
export function replacedPolicy(source: PolicySource, input: PolicyInput): PolicySource {
  const own = codePolicy(input);
  // The first call resolves its links, which creates another object for the same policy: that is no change.
  if (source.fixed === true) return own;
  let replaced: Policy | undefined;
  return {
    policyFor: (call, world) => {
      const found = source.policyFor(call, world);
      replaced ??= found.policy;
      return found.policy === replaced ? { ...found, ...own.policyFor(call, world) } : found;
    },
    refresh: source.refresh,
  };
}

function isList(input: PolicyInput): input is readonly Layer[] {
  return Array.isArray(input);
}
