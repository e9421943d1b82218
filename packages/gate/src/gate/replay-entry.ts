import { definedFields } from '@permesso/engine/call';
import type { Denial } from '../approval/denial.ts';
import type { Decision, Grant } from '@permesso/engine/decision';
import { type Facts, type Tool, toolboxOf, toolFor, unknownTool } from '@permesso/engine/facts';
import { createGate, type Gate, type PolicyInput } from './gate.ts';
import type { Mode } from '@permesso/engine/policy';
import { emptySession, type Session } from '@permesso/engine/session';
import { type DecisionEntry, unpackWorld } from '@permesso/protocol/entry';
import { fixedWorld, recordedWorld, type SandboxFact, type World } from '@permesso/engine/world';

/** Under what a call is decided again. */
export interface ReplayContext {
  /** The policy's own when absent. */
  readonly mode?: Mode;
  readonly grants: readonly Grant[];
  readonly denials?: readonly Denial[];
}

/** As far as it is decided again: its place in a chain says nothing. */
type DecidedCall = Omit<DecisionEntry, 'v' | 'seq' | 'prev' | 'hash'>;

export type Replay = (entry: DecidedCall, under: ReplayContext) => Decision | undefined;

/**
 * Decides entries of a log again under another policy: the same engine, in the world as it was then. Nothing for a call
 * that cannot be made again from its line: a secret was hidden in it, or its world or what a tool of the app said of it was
 * not recorded.
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
      // A world without a sandbox was recorded where nobody could run calls in one.
      runsSandboxed: true,
      ...definedFields({ mode }),
      world: () => world,
      // As it was then: what a person had ordered is in no receipt, and lifted what is not in it either.
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

/** The app's tool as it spoke then. */
function recordedTool({ call }: DecidedCall, { kind, parts }: Facts): Tool {
  return { name: call.tool, kind, read: () => parts, offer: () => [] };
}

/**
 * Whether a tool of the app spoke about the call and what it said was not recorded: by an older version, which kept only
 * its verdict. A tool that nobody described says nothing but its name.
 */
function isUndescribed({ call, receipt }: DecidedCall): boolean {
  if (toolFor(builtIn, call) !== unknownTool) return false;
  return receipt.parts.some(({ label, step }) => label !== call.tool || ownSteps.has(step));
}

const builtIn = toolboxOf();

const ownSteps: ReadonlySet<string> = new Set(['readOnly', 'checkAllow', 'checkDeny', 'safety', 'checkAsk']);
