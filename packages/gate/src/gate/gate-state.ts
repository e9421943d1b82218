import { randomBytes } from 'node:crypto';
import { definedFields, type ToolCall } from '@permesso/engine/call';
import { type Tool, type Toolbox, toolboxOf } from '@permesso/engine/facts';
import { type Mode, modeFix, readMode } from '@permesso/engine/policy';
import type { SandboxProfile } from '@permesso/engine/sandbox';
import type { SandboxFact, World } from '@permesso/engine/world';
import type { Approver } from '@permesso/protocol/approval';
import { defaultExpiresIn, systemClock, type Clock } from '../approval/clock.ts';
import { memoryGrants, type GrantStore } from '../approval/stores/grant-store.ts';
import type { ApprovalStore } from '../approval/stores/approval-store.ts';
import { durableApprover } from '../approval/channels/durable-approver.ts';
import { waitingRequests, type WaitingRequests } from '../approval/stores/waiting-requests.ts';
import type { TeamAsking } from '../approval/team-asks.ts';
import type { ExternalCheck } from '../checks/external-check.ts';
import { memoryLimits, type LimitStore } from '../limits/limit-store.ts';
import type { Log } from '../log/entry/log.ts';
import type { Keeper } from '../keep/keeper.ts';
import { memorySessions, type SessionStore } from '../sessions/session-store.ts';
import { createRecorder, type Recorder } from '../log/entry/recorder.ts';
import { readWorld } from '../world/read-world.ts';
import type { PolicyInForce, PolicyInput, PolicySource } from './policy-source.ts';
import { reportedStores } from '../stores/reported-stores.ts';
import { mergedStores, type Stores } from '../stores/stores.ts';

/** The options of `runSandboxed` from `@permesso/gate/sandbox`. */
export interface SandboxRun {
  readonly profile: SandboxProfile;
  readonly profileDigest: string;
  readonly cwd: string;
  readonly signal?: AbortSignal;
}

/** Runs a bash command in the sandbox, or rejects. It resolves to the tool's result. */
export type RunSandboxed = (command: string, how: SandboxRun) => Promise<unknown>;

export type OpenHosts = (
  hosts: readonly string[],
  how: { readonly until: number; readonly cwd: string | undefined },
) => Promise<void>;

/** What decides a call, asks about it, remembers the answer and records it. */
export interface GateState {
  source: PolicySource;
  mode: Mode | undefined;
  /** Set by the gate's own `freeze`, in addition to the source's. */
  frozen: string | undefined;
  /** The policy behind the last decision: pending calls are decided again when it changes. */
  inForce: PolicyInForce | undefined;
  readonly toolbox: Toolbox;
  readonly worldOf: (call: ToolCall) => World;
  readonly grants: GrantStore;
  readonly limits: LimitStore;
  /** The labels of sessions, if the policy has rules about them. */
  readonly sessions: SessionStore;
  /** The app's checks, by the name that rules use. */
  readonly checks: Readonly<Record<string, ExternalCheck>>;
  readonly clock: Clock;
  /** As given, wrapped to report their errors: adapters keep their requests there too. */
  readonly stores: Stores;
  readonly waiting: WaitingRequests;
  readonly recorder: Recorder;
  /** Whether a log records what a decision asked of the machine. */
  readonly isLogged: boolean;
  readonly approver: Approver | undefined;
  readonly interactive: boolean;
  /** An allowed call runs only once it is in the log. */
  readonly requireLog: boolean;
  readonly mostPending: number | undefined;
  /** Deny calls without a principal. */
  readonly requirePrincipal: boolean;
  /** The caller runs calls in the sandbox where the decision requires it. */
  readonly runsSandboxed: boolean;
  readonly runSandboxed: RunSandboxed | undefined;
  /**
   * Keeps what calls would lose, if the policy asks for that. Absent if the caller runs calls without keeping
   * anything first.
   */
  readonly keeper: Keeper | undefined;
  /** False: decisions are recorded, and only managed and team rules block. */
  readonly enforce: boolean;
  /** Writes hosts for sandboxed calls into the project's policy; absent if there is no file to hold them. */
  readonly openHosts: OpenHosts | undefined;
  /** The agent program's own name for its current mode. */
  readonly hostMode: string | undefined;
  /** For calls that name no session: one session per gate. */
  readonly session: string;
  /** Set if the policy may be a team's: only that team may approve what it asks about. */
  readonly team: { readonly asking: TeamAsking | undefined } | undefined;
}

/** How a gate is set up. Only the policy is required. */
export interface GateOptions {
  /** A layer such as `{ allow: ['Read'] }`, several layers, or a compiled policy. */
  readonly policy: PolicyInput;
  /** Defaults to the policy's own mode, or else `default`. */
  readonly mode?: Mode;
  /** The approver that `authorize` asks. Without one, calls that need approval are denied. */
  readonly approver?: Approver;
  /** False if nobody can ever answer: calls that need approval are denied. Default: true. */
  readonly interactive?: boolean;
  /**
   * True: a call runs only once its decision and its answer are in the log, and is denied if they cannot be written.
   */
  readonly requireLog?: boolean;
  /**
   * True: deny a call whose principal lacks a tenant or a user. All calls without a principal share grants and
   * requests.
   */
  readonly requirePrincipal?: boolean;
  /**
   * Set if you run every call whose decision carries `sandbox` in that sandbox. Without it, such calls are asked
   * about.
   */
  readonly runsSandboxed?: boolean;
  /**
   * The result of `findSandbox` from `@permesso/gate/sandbox`. You must run every call whose decision carries
   * `sandbox` there. Without it, such calls are asked about.
   */
  readonly sandbox?: SandboxFact;
  /**
   * `runSandboxed` from `@permesso/gate/sandbox`, or your own wrapper: adapters use it to run shell tools whose
   * decision carries `sandbox`. Without it they refuse such calls.
   */
  readonly runSandboxed?: RunSandboxed;
  /**
   * False to observe only: calls are decided and recorded, and run whatever the verdict. A freeze, the guard of
   * Permesso's own files, and rules of managed and team policies still apply. Default: true.
   */
  readonly enforce?: boolean;
  /** Milliseconds after which an unanswered request is withdrawn and denied. Default: one day. */
  readonly expiresIn?: number;
  /** Milliseconds for which an approval may be used once it is given. Defaults to `expiresIn`. */
  readonly useWithin?: number;
  /** How many requests of one tenant may be pending at once; further ones are denied. Default: 500. */
  readonly mostPending?: number;
  /** Clock for these deadlines. Defaults to this machine's. */
  readonly clock?: Clock;
  readonly tools?: readonly Tool[];
  /** Called for calls that match an ask or deny rule with `check`, by the name in the rule. */
  readonly checks?: Readonly<Record<string, ExternalCheck>>;
  /** Where approvals, answers, counts and the log are kept: in memory, in files or in a database. */
  readonly stores?: Stores;
  /** Same as `stores.grants`. */
  readonly grants?: GrantStore;
  /** Same as `stores.log`. */
  readonly log?: Log;
  /** Defaults to this machine, read again for each call. */
  readonly world?: (call: ToolCall) => World;
}

export interface StateOptions extends Omit<GateOptions, 'policy'> {
  readonly keeper?: Keeper;
  /**
   * The agent program's own name for its current mode: it can tighten, and loosens only as far as `hostModes` lists
   * it.
   */
  readonly hostMode?: string;
}

interface StateSources extends Pick<GateState, 'source' | 'team'>, Partial<Pick<GateState, 'openHosts'>> {
  /** Where the person started the session. Defaults to this process's directory. */
  readonly root?: string | undefined;
}

const noChecks: GateState['checks'] = {};

export function gateState(options: StateOptions, { source, team, openHosts, root }: StateSources): GateState {
  const { sandbox } = options;
  const given = mergedStores(options);
  const recorder = createRecorder(given.log);
  const stores = reportedStores(given, recorder, options);
  const grants = stores.grants ?? memoryGrants();
  const expiresIn = options.expiresIn ?? defaultExpiresIn;
  const worldOf = options.world ?? thisMachine(root);
  return withSession({
    source,
    team,
    openHosts,
    mode: options.mode === undefined ? undefined : knownMode(options.mode),
    frozen: undefined,
    inForce: undefined,
    toolbox: toolboxOf(options.tools),
    worldOf: sandbox === undefined ? worldOf : (call) => ({ ...worldOf(call), sandbox }),
    grants,
    limits: stores.limits ?? memoryLimits(),
    sessions: stores.sessions ?? memorySessions(),
    checks: options.checks ?? noChecks,
    clock: options.clock ?? systemClock,
    stores,
    waiting: waitingRequests(grants.watch, {
      clock: options.clock ?? systemClock,
      expiresIn,
    }),
    recorder,
    isLogged: stores.log !== undefined,
    approver: approverOver(stores.approvals, options.approver, {
      expiresIn,
      useWithin: options.useWithin ?? expiresIn,
    }),
    interactive: options.interactive ?? true,
    requireLog: demandedLog(options.requireLog, given),
    mostPending: checkedMost(options.mostPending),
    requirePrincipal: options.requirePrincipal === true,
    runsSandboxed: options.runsSandboxed === true || sandbox !== undefined,
    runSandboxed: options.runSandboxed,
    keeper: options.keeper,
    enforce: options.enforce ?? true,
    hostMode: options.hostMode,
  });
}

/** The session for calls that name none, created on first use: a Worker may not generate random values at startup. */
function withSession(state: Omit<GateState, 'session'>): GateState {
  return Object.defineProperties(state, { made: { value: {} }, session: sessionProperty }) as GateState;
}

/**
 * One getter shared by all gates, as for their problems. A state that inherits from this one gets the same session.
 */
const sessionProperty = {
  enumerable: true,
  get(this: { readonly made: { session?: string } }): string {
    // Not a UUID: those are concatenated from many pieces that stay in memory.
    return (this.made.session ??= randomBytes(16).toString('hex'));
  },
};

function checkedMost(most: number | undefined): number | undefined {
  if (most !== undefined && !(Number.isSafeInteger(most) && most > 0))
    throw new TypeError('`mostPending` is how many requests may await an answer: a whole number above 0');
  return most;
}

function demandedLog(isRequired: boolean | undefined, { log }: Stores): boolean {
  if (isRequired === true && log === undefined)
    throw new TypeError(
      '`requireLog` needs a log; write createGate({ policy, requireLog: true, stores: { log } })',
    );
  return isRequired === true;
}

/** Stores a request before anyone is asked, so that it outlives this process and others may answer it. */
function approverOver(
  store: ApprovalStore | undefined,
  approver: Approver | undefined,
  times: { readonly expiresIn: number; readonly useWithin: number },
): Approver | undefined {
  if (store === undefined) return approver;
  return durableApprover({ store, ...times, every: 500, ...definedFields({ approver }) });
}

/** A call's own directory may be the model's choice, so it must not decide which project counts. */
function thisMachine(root: string | undefined): GateState['worldOf'] {
  return ({ cwd }) => readWorld(definedFields({ root, cwd }));
}

export function knownMode(name: string): Mode {
  const mode = readMode(name);
  if (mode === undefined) throw new TypeError(`there is no mode \`${name}\` (${modeFix(name)})`);
  return mode;
}
