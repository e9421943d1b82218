import { definedFields } from '@permesso/engine/call';
import type { Denial } from '../approval/denial.ts';
import type { Decision, Grant } from '@permesso/engine/decision';
import { type Facts, type Tool, toolboxOf, toolFor, unknownTool } from '@permesso/engine/facts';
import { createGate, type Gate, type PolicyInput } from './gate.ts';
import type { Mode } from '@permesso/engine/policy';
import { emptySession, type Session } from '@permesso/engine/session';
import { type DecisionEntry, unpackWorld } from '@permesso/protocol/entry';
import { fixedWorld, recordedWorld, type SandboxFact, type World } from '@permesso/engine/world';

/** How a call is decided again. */
export interface ReplayContext {
  /** Defaults to the policy's own mode. */
  readonly mode?: Mode;
  readonly grants: readonly Grant[];
  readonly denials?: readonly Denial[];
}

/** The fields that are decided again; the position in a log chain does not matter. */
type DecidedCall = Omit<DecisionEntry, 'v' | 'seq' | 'prev' | 'hash'>;

export type Replay = (entry: DecidedCall, under: ReplayContext) => Decision | undefined;

/**
 * Decides log entries again under another policy: the same engine, in the world as it was then. Undefined for a call
 * that cannot be rebuilt from its entry: a secret in it was hidden, or its world or what an app's tool said about it
 * was not recorded.
 */
export function createReplay(
  policy: PolicyInput,
  { assumeSandbox = false }: { readonly assumeSandbox?: boolean } = {},
): Replay {
  let world: World = fixedWorld();
  let under: ReplayContext = { grants: [] };
  let session: Session = emptySession;
  const gateIn = (mode: Mode | undefined, tools: readonly Tool[] = []): Gate =>
    createGate({
      policy,
      tools,
      // If nobody could run calls in a sandbox then, the recorded world has none.
      runsSandboxed: true,
      ...definedFields({ mode }),
      world: () => world,
      // The session as it was then. No receipt holds what a person had ordered, and what that lifted is not in it
      // either.
      stores: { sessions: { read: () => session, add: () => undefined } },
      grants: {
        list: () => under.grants,
        denials: () => under.denials ?? [],
        add: () => undefined,
        revoke: () => false,
      },
    });
  const gates = new Map<Mode | undefined, Gate>();
  const sharedGate = (mode: Mode | undefined): Gate => {
    const gate = gates.get(mode) ?? gateIn(mode);
    gates.set(mode, gate);
    return gate;
  };
  return (entry, circumstances) => {
    if (entry.world === undefined || entry.redacted !== undefined || entry.cut === true) return undefined;
    const recorded = recordedWorld(unpackWorld(entry.world));
    world = assumeSandbox ? { ...recorded, sandbox: recorded.sandbox ?? assumedSandbox } : recorded;
    under = circumstances;
    session = { ...emptySession, ...entry.receipt.session };
    const { facts } = entry;
    if (facts === undefined && isUndescribed(entry)) return undefined;
    const gate =
      facts === undefined ? sharedGate(under.mode) : gateIn(under.mode, [recordedTool(entry, facts)]);
    const [name = 'main', ...parents] = entry.agent;
    const { decision } = gate.explain({
      ...entry.call,
      agent: { name, parents },
      ...definedFields({ session: entry.session, host: entry.host }),
    });
    // A failure of ours is not a decision of the policy.
    return decision.receipt.parts.length === 0 ? undefined : decision;
  };
}

const assumedSandbox: SandboxFact = { engine: 'assumed', version: '', proven: true };

/** The app's tool, answering as it did then. */
function recordedTool({ call }: DecidedCall, { kind, parts }: Facts): Tool {
  return { name: call.tool, kind, read: () => parts, offer: () => [] };
}

/**
 * Whether an app's tool described the call and the description was not recorded: an older version kept only its
 * verdict. A tool without a description is recorded by its name alone.
 */
function isUndescribed({ call, receipt }: DecidedCall): boolean {
  if (toolFor(builtIn, call) !== unknownTool) return false;
  return receipt.parts.some(({ label, step }) => label !== call.tool || ownSteps.has(step));
}

const builtIn = toolboxOf();

const ownSteps: ReadonlySet<string> = new Set(['readOnly', 'checkAllow', 'checkDeny', 'safety', 'checkAsk']);
