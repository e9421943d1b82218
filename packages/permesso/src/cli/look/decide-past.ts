import { resolve } from 'node:path';
import { readCall, type ToolCall } from '@permesso/engine/call';
import {
  evaluateAgain,
  type Judgement,
  type RememberedCall,
  rememberedCall,
} from '@permesso/engine/decision';
import { compilePolicy, type Layer, type Policy, stricter, type Verdict } from '@permesso/engine/policy';
import type { World } from '@permesso/engine/world';
import { layersFrom } from '@permesso/gate/gate';
import type { HookHost, Payload } from '@permesso/gate/payloads';
import { groupsFor, codeProject, projectFiles } from '@permesso/gate/disk';
import { readWorld } from '@permesso/gate/world';

/** The preset's verdict on a past call, on this machine as it is now. */
export interface PastDecision {
  readonly verdict: Verdict;
  /** What asks or denies; absent where the call itself cannot be parsed, which is denied. */
  readonly because?: { readonly item: RememberedCall; readonly judgements: readonly Judgement[] };
  readonly project: string;
  /** Identifies the call: equal calls are decided once. */
  readonly key: string;
}

export interface DecidePast {
  readonly decide: (host: HookHost, payload: Payload) => PastDecision;
  /** The preset with the groups of every project seen: rules are tried on all of them. */
  readonly layers: () => readonly Layer[];
}

export interface DecidePastOptions {
  readonly preset: string;
  readonly home: string;
}

interface Place {
  readonly world: World;
  readonly policy: Policy;
}

/** An agent may work in any number of directories. */
const mostPlaces = 256;
const mostKnown = 100_000;
const proposal = 'what init proposes';
/** File contents are long and do not recur. */
const longestKey = 4_000;

/**
 * The preset, plus in each repository the groups that `init` proposes for it, as if accepted. The machine's state at
 * the time of the call is unknown: files are looked up as they are now.
 */
export function decidePast({ preset, home }: DecidePastOptions): DecidePast {
  const seenGroups = new Set<string>();
  const policies = new Map<string, Policy>();
  const places = new Map<string, Place>();
  const known = new Map<string, PastDecision>();

  function policyIn(cwd: string): Policy {
    const project = preset === 'balanced' ? codeProject(cwd) : undefined;
    const groups = project === undefined ? [] : groupsFor(projectFiles(project.directory)).groups;
    for (const group of groups) seenGroups.add(group);
    const uses = [preset, ...groups].join(', ');
    const policy = policies.get(uses) ?? compilePolicy(layersOf(uses));
    policies.set(uses, policy);
    return policy;
  }

  function layersOf(uses: string): readonly Layer[] {
    const source = { layer: 'user', file: proposal, root: '/', text: `use: [${uses}]\n` } as const;
    return layersFrom(source, { trust: { file: '', projects: [] }, home }).layers;
  }

  function placeFor(cwd: string): Place {
    const before = places.get(cwd);
    if (before !== undefined) return before;
    const place = { world: { ...readWorld({ root: cwd }), home }, policy: policyIn(cwd) };
    if (places.size >= mostPlaces) places.clear();
    places.set(cwd, place);
    return place;
  }

  function decideOne(given: ToolCall): PastDecision {
    const key = JSON.stringify([given.cwd, given.tool, given.mcp, given.input]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const decision = decideIn(given, { key, placeFor });
    if (known.size >= mostKnown) known.clear();
    if (key.length <= longestKey) known.set(key, decision);
    return decision;
  }

  return {
    layers: () => layersOf([preset, ...seenGroups].join(', ')),
    decide: (host, payload) => {
      const incoming = host.toCall(payload);
      if ('malformed' in incoming) return unreadable('');
      // A host's list of commands is one call: the strictest verdict decides.
      const [first, ...rest] = incoming.calls.map(decideOne) as [PastDecision, ...PastDecision[]];
      return rest.reduce(
        (worst, each) => (stricter(worst.verdict, each.verdict) === worst.verdict ? worst : each),
        first,
      );
    },
  };
}

function unreadable(key: string): PastDecision {
  return { verdict: 'deny', project: '', key };
}

function decideIn(
  given: ToolCall,
  { key, placeFor }: { readonly key: string; readonly placeFor: (cwd: string) => Place },
): PastDecision {
  const call = readCall(given);
  const cwd = given.cwd ?? '';
  if ('malformed' in call || !cwd.startsWith('/') || cwd.includes('\0')) return unreadable(key);
  const { world, policy } = placeFor(resolve(cwd));
  const item = rememberedCall(call, world, policy.mode ?? 'default');
  const { verdict, deciding } = evaluateAgain(item, policy);
  const { project } = world;
  if (verdict === 'allow' || deciding.length === 0) return { verdict, project, key };
  return { verdict, project, key, because: { item, judgements: deciding } };
}
