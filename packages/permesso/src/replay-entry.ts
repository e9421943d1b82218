import type { Denial } from './approval/denial.ts';
import type { Decision } from './decision/decision.ts';
import type { Grant } from './decision/grant.ts';
import { createGate, type PolicyInput } from './gate.ts';
import type { Mode } from './policy/mode-name.ts';
import type { DecisionEntry } from './record/log-entry.ts';
import { unpackWorld } from './record/packed-world.ts';
import { fixedWorld } from './world/fixed-world.ts';
import { recordedWorld } from './world/recorded-world.ts';
import type { World } from './world/world.ts';

/** Under what a call is decided again. */
export interface Circumstances {
  /** The policy's own when absent. */
  readonly mode?: Mode;
  readonly grants: readonly Grant[];
  readonly denials?: readonly Denial[];
}

export type Replay = (entry: DecisionEntry, under: Circumstances) => Decision | undefined;

/**
 * Decides entries of a log again under another policy: the same engine, in the world as it was then. Nothing for a call
 * that cannot be made again from its line: a secret was hidden in it, or its world was not recorded.
 */
export function createReplay(policy: PolicyInput): Replay {
  let world: World = fixedWorld();
  let under: Circumstances = { grants: [] };
  const gateIn = (mode: Mode | undefined): ReturnType<typeof createGate> =>
    createGate({
      policy,
      ...(mode === undefined ? {} : { mode }),
      world: () => world,
      grants: {
        list: () => under.grants,
        denials: () => under.denials ?? [],
        add: () => undefined,
        revoke: () => false,
      },
    });
  const gates = new Map<Mode | undefined, ReturnType<typeof createGate>>();
  return (entry, circumstances) => {
    if (entry.world === undefined || entry.redacted !== undefined || entry.cut === true) return undefined;
    world = recordedWorld(unpackWorld(entry.world));
    under = circumstances;
    const gate = gates.get(under.mode) ?? gateIn(under.mode);
    gates.set(under.mode, gate);
    const [name = 'main', ...parents] = entry.agent;
    return gate.decide({
      ...entry.call,
      agent: { name, parents },
      ...(entry.session === undefined ? {} : { session: entry.session }),
      ...(entry.host === undefined ? {} : { host: entry.host }),
    });
  };
}
