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

/** What `runSandboxed` of `@permesso/gate/sandbox` takes. */
export interface SandboxRun {
  readonly profile: SandboxProfile;
  readonly profileDigest: string;
  readonly cwd: string;
  readonly signal?: AbortSignal;
}

/** Runs a command of bash in the sandbox, or rejects. What it resolves to is the result of the tool. */
export type RunSandboxed = (command: string, how: SandboxRun) => Promise<unknown>;

export type OpenHosts = (
  hosts: readonly string[],
  how: { readonly until: number; readonly cwd: string | undefined },
) => Promise<void>;

/** What decides a call, who is asked about it, what remembers the answer and what is told of it. */
export interface GateState {
  source: PolicySource;
  mode: Mode | undefined;
  /** By the gate's own `freeze`, beside what the source says. */
  frozen: string | undefined;
  /** What the last call was decided with: calls that wait are decided again when it changes. */
  inForce: PolicyInForce | undefined;
  readonly toolbox: Toolbox;
  readonly worldOf: (call: ToolCall) => World;
  readonly grants: GrantStore;
  readonly limits: LimitStore;
  /** The labels of sessions, where the policy has rules over them. */
  readonly sessions: SessionStore;
  /** Of the app, by the name in rules. */
  readonly checks: Readonly<Record<string, ExternalCheck>>;
  readonly clock: Clock;
  /** As given, with their errors reported: adapters keep their requests there too. */
  readonly stores: Stores;
  readonly waiting: WaitingRequests;
  readonly recorder: Recorder;
  /** Whether a log wants to know what a decision asked of the machine. */
  readonly isLogged: boolean;
  readonly approver: Approver | undefined;
  readonly interactive: boolean;
  /** An allowed call runs once it is in the log. */
  readonly requireLog: boolean;
  readonly mostPending: number | undefined;
  /** A call of nobody is denied. */
  readonly requirePrincipal: boolean;
  /** What asks this gate runs sandboxed what is allowed sandboxed. */
  readonly runsSandboxed: boolean;
  readonly runSandboxed: RunSandboxed | undefined;
  /** Keeps what calls lose, where the policy says so; absent where what asks this gate runs calls that nobody kept anything of. */
  readonly keeper: Keeper | undefined;
  /** False: what is decided is recorded, and only managed and team rules block. */
  readonly enforce: boolean;
  /** Writes hosts into the policy of the project, for sandboxed calls; absent where no file holds it. */
  readonly openHosts: OpenHosts | undefined;
  /** What the agent program calls the mode that it is in. */
  readonly hostMode: string | undefined;
  /** Of calls that name none: the life of this gate. */
  readonly session: string;
  /** Where the policy may be a team's: what it asks about is for that team alone. */
  readonly team: { readonly asking: TeamAsking | undefined } | undefined;
}

/** How a gate is set up. Only the policy is required. */
export interface GateOptions {
  /** A layer such as `{ allow: ['Read'] }`, several layers, or a compiled policy. */
  readonly policy: PolicyInput;
  /** The policy's own mode, or `default`, when absent. */
  readonly mode?: Mode;
  /** The approver that `authorize` asks. Without one it denies what would be asked. */
  readonly approver?: Approver;
  /** False where nobody can ever answer: what would be asked is denied. True when absent. */
  readonly interactive?: boolean;
  /** True: a call runs once its decision and its answer are in the log, and is denied where they cannot be written. */
  readonly requireLog?: boolean;
  /** True: a call whose principal names no tenant or no user is denied. All calls without one share grants and requests. */
  readonly requirePrincipal?: boolean;
  /**
   * You run a call whose decision carries `sandbox` in that sandbox, and never otherwise. Without it such a call is asked
   * about.
   */
  readonly runsSandboxed?: boolean;
  /**
   * What `findSandbox` of `@permesso/gate/sandbox` found. You run a call whose decision carries `sandbox` there, and never
   * otherwise. Without it such a call is asked about.
   */
  readonly sandbox?: SandboxFact;
  /**
   * `runSandboxed` of `@permesso/gate/sandbox`, or your own around it: adapters run shell tools with it where a decision carries
   * `sandbox`. Without it they refuse such a call.
   */
  readonly runSandboxed?: RunSandboxed;
  /**
   * False to observe: calls are decided and recorded, and run whatever the verdict. A freeze, the guard of Permesso's own
   * files, and rules of managed and team policies still hold. True when absent.
   */
  readonly enforce?: boolean;
  /** Milliseconds after which a request that the approver has not answered is withdrawn and denied. A day when absent. */
  readonly expiresIn?: number;
  /** Milliseconds for which an approval may be used once it is given. As long as its request could wait when absent. */
  readonly useWithin?: number;
  /** How many requests of one tenant may await an answer at once; further ones are denied. 500 when absent. */
  readonly mostPending?: number;
  /** For that deadline. This machine's when absent. */
  readonly clock?: Clock;
  readonly tools?: readonly Tool[];
  /** Asked about calls that `check` of an ask or deny rule is about, by the name that the rule says. */
  readonly checks?: Readonly<Record<string, ExternalCheck>>;
  /** Where approvals, answers, counts and the log are kept: in memory, in files or in a database. */
  readonly stores?: Stores;
  /** As `stores.grants`. */
  readonly grants?: GrantStore;
  /** As `stores.log`. */
  readonly log?: Log;
  /** This machine, read again for each call, when absent. */
  readonly world?: (call: ToolCall) => World;
}

export interface StateOptions extends Omit<GateOptions, 'policy'> {
  readonly keeper?: Keeper;
  /** What the agent program calls the mode that it is in: it tightens, and loosens as far as `hostModes` lists it. */
  readonly hostMode?: string;
}

interface StateSources extends Pick<GateState, 'source' | 'team'>, Partial<Pick<GateState, 'openHosts'>> {
  /** Where the person started the session; the directory of this process when absent. */
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

/** The session of calls that name none is made when it is first needed: a Worker may make nothing random where it starts. */
function withSession(state: Omit<GateState, 'session'>): GateState {
  return Object.defineProperties(state, { made: { value: {} }, session: sessionProperty }) as GateState;
}

/** One getter for all gates, as for their problems. What was made is the same for a state that inherits from this one. */
const sessionProperty = {
  enumerable: true,
  get(this: { readonly made: { session?: string } }): string {
    // A UUID is put together from many pieces, which stay in memory.
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

/** A request is kept in the store before anybody is asked, so that it outlives this process and others may answer it. */
function approverOver(
  store: ApprovalStore | undefined,
  approver: Approver | undefined,
  times: { readonly expiresIn: number; readonly useWithin: number },
): Approver | undefined {
  if (store === undefined) return approver;
  return durableApprover({ store, ...times, every: 500, ...definedFields({ approver }) });
}

/** Where a call starts is its own affair, and may be the model's choice; what counts as the project is not. */
function thisMachine(root: string | undefined): GateState['worldOf'] {
  return ({ cwd }) => readWorld(definedFields({ root, cwd }));
}

export function knownMode(name: string): Mode {
  const mode = readMode(name);
  if (mode === undefined) throw new TypeError(`there is no mode \`${name}\` (${modeFix(name)})`);
  return mode;
}
