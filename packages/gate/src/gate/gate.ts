import {
  withRan,
  type Authorization,
  type AuthorizeOptions,
  type Consultation,
  type ConsultOptions,
} from './authorization.ts';
import { authorize, consult } from './authorize.ts';
import { boundsOf, childGate, type ChildOptions } from './session/child-gate.ts';
import type { ApprovalStore } from '../approval/stores/approval-store.ts';
import { giveBackCounts, checkCall } from './decide-and-count.ts';
import { decideNow } from './decide-now.ts';
import { keepOrder } from './session/keep-order.ts';
import { gateState, knownMode, type GateOptions, type GateState, type RunSandboxed } from './gate-state.ts';
import { endCall, startCall, type CallOutcome, type StartedCall } from './outcome.ts';
import { codePolicy, replacedPolicy, type PolicyInput } from './policy-source.ts';
import { definedFields, type ToolCall } from '@permesso/engine/call';
import { type Decision, explain, type Explanation, visibleTools } from '@permesso/engine/decision';
import { toolFor } from '@permesso/engine/facts';
import { checkOptions, knownNames, type Mode, nameProblems, type Problem } from '@permesso/engine/policy';
import type { Listener } from '../log/entry/events.ts';
import type { GateEvent, Revoked } from '../log/entry/log.ts';
import { revocable } from '../log/entry/revoked.ts';
import { reportedApprovals, reportFailure } from '../stores/reported-stores.ts';
import type { Stores } from '../stores/stores.ts';

export type {
  Authorization,
  AuthorizeOptions,
  CallOutcome,
  Consultation,
  ConsultOptions,
  GateOptions,
  PolicyInput,
  StartedCall,
};

/** The gate that an app holds: policy, approver, grants and log behind `check` and `authorize`. */
export interface Gate {
  /**
   * What the call would get now, given remembered answers and used limits. Asks nobody, counts nothing, never
   * rejects. Do not act on it: use `authorize` or `consult` to run a call. Pass `isCounted` if one of them has
   * already allowed and counted this very call, so that limits are not checked again.
   */
  readonly check: (call: ToolCall, how?: { readonly isCounted?: boolean }) => Promise<Decision>;
  /** Decides, asks where needed, remembers and records. Resolves to allow or deny; never rejects. */
  readonly authorize: (call: ToolCall, options?: AuthorizeOptions) => Promise<Authorization>;
  /** Like `authorize`, but an ask stays an ask, for a host that asks in its own way. Records; never rejects. */
  readonly consult: (call: ToolCall, options?: ConsultOptions) => Promise<Consultation>;
  /** The stores as given, wrapped to record their errors and each answer. Adapters keep their approvals there. */
  readonly stores: Stores;
  /** Wraps another approval store so that its errors and answers are recorded here. For adapters. */
  readonly recordApprovals: (approvals: ApprovalStore) => ApprovalStore;
  /** Records an error that is not part of a decision. For adapters: a model is not told. */
  readonly fail: (error: unknown) => void;
  /** As given: adapters run sandboxed calls with it. */
  readonly runSandboxed?: RunSandboxed;
  /** Records that an allowed call starts, and then how it ended. For adapters. */
  readonly start: (call: ToolCall) => StartedCall;
  /** Records how a call ended that another process or the host ran. */
  readonly ran: (call: ToolCall, outcome: CallOutcome) => void;
  /**
   * Tells the gate what the person wrote, for rules with `unless: named`. Pass only the person's own words, never
   * those of a model, a tool or another agent. Await it before the next call.
   */
  readonly said: (
    message: string,
    of?: Pick<ToolCall, 'session' | 'owner' | 'principal' | 'cwd'>,
  ) => Promise<void>;
  /** Revokes a grant or a denial, and records it. Resolves to false if it no longer existed. */
  readonly revoke: (id: string, who?: Pick<Revoked, 'by' | 'from'>) => Promise<boolean>;
  /**
   * What the policy alone says, with every rule considered. Synchronous, so it does not include answers in a
   * database, used limits or checks; `check` does.
   */
  readonly explain: (call: ToolCall) => Explanation;
  /**
   * A gate for a sub-agent, which may do what this one may, within `narrow`. It shares limits, session labels and
   * grants.
   */
  readonly for: (child: ChildOptions) => Gate;
  readonly visibleTools: (tools: readonly string[]) => readonly string[];
  /**
   * What in the policy has no effect or denies too much: broken allow rules of files, checks that do not exist, and,
   * once an adapter has declared its tools, names in code that match no tool.
   */
  readonly problems: readonly Problem[];
  /** Declares the tools that exist, by their names in rules. For adapters. */
  readonly declareTools: (names: readonly string[]) => void;
  readonly on: <T extends GateEvent['type']>(type: T, listener: Listener<T>) => () => void;
  /** Takes effect with the next call. */
  readonly setMode: (mode: Mode) => void;
  readonly setPolicy: (policy: PolicyInput) => void;
  /** Denies everything until `thaw`. */
  readonly freeze: (reason: string) => void;
  readonly thaw: () => void;
}

export const gateOptions: readonly (keyof GateOptions)[] = [
  'policy',
  'mode',
  'approver',
  'interactive',
  'requireLog',
  'requirePrincipal',
  'runsSandboxed',
  'sandbox',
  'runSandboxed',
  'enforce',
  'expiresIn',
  'useWithin',
  'mostPending',
  'clock',
  'tools',
  'checks',
  'stores',
  'grants',
  'log',
  'world',
];

/**
 * Creates a gate. Throws a `PolicyError`, with the fix, if anything in a policy given in code is broken.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * const gate = createGate({ policy: { allow: ['Read'], deny: ['Bash(rm:*)'] } });
 * const { verdict, message } = await gate.authorize({ tool: 'Read', input: { file_path: 'a.txt' } });
 * if (verdict === 'deny') throw new Error(message);
 * ```
 */
export function createGate(options: GateOptions): Gate {
  checkOptions(options, gateOptions, 'createGate');
  return gateOver(gateState(options, { source: codePolicy(options.policy), team: undefined }));
}

/** The public `Gate` over its state. */
export function gateOver(state: GateState): Gate {
  const { toolbox, grants, recorder, waiting } = state;
  const ownSource = state.source;
  const { runSandboxed } = state;
  // The caller runs its tools itself, without a sandbox. Everything else comes from the gate, including later
  // changes.
  let bare: GateState | undefined;
  const stateFor = ({ runsSandboxed: can = true }: Pick<AuthorizeOptions, 'runsSandboxed'>): GateState =>
    can ? state : (bare ??= Object.create(state, { runsSandboxed: { value: false } }) as GateState);
  /** The tools that adapters declared, to find names in the policy that match none. */
  let declared: readonly string[] = [];
  const listProblems = (): readonly Problem[] => {
    const { policy } = state.source.policyFor({});
    const known = [...toolbox.named.keys(), ...knownNames.keys()];
    return [
      ...policy.problems,
      ...nameProblems(policy, { declared, known, checks: Object.keys(state.checks) }),
    ];
  };
  const gate: Omit<Gate, 'problems'> & Listing = {
    [listed]: listProblems,
    check: (call, how = {}) => checkCall(state, call, how),
    authorize: async (call, how = {}) => {
      const said = await authorize(stateFor(how), call, how);
      return withRan(said, (outcome) => {
        if (outcome.didRun === false) void giveBackCounts(state, said.decision);
        endCall(state, said.call, outcome);
      });
    },
    start: (call) => startCall(state, call),
    ran: (call, outcome) => endCall(state, call, outcome),
    consult: (call, how = {}) => consult(stateFor(how), call, how),
    stores: state.stores,
    recordApprovals: (approvals) =>
      approvals === state.stores.approvals ? approvals : reportedApprovals(approvals, recorder, state),
    fail: (error) => reportFailure(recorder, error),
    ...definedFields({ runSandboxed }),
    said: (message, of = {}) => keepOrder(state, message, of),
    revoke: async (id, who = {}) => {
      const found = await revocable(grants, id);
      const gone = await grants.revoke(id);
      if (gone && found !== undefined) recorder.emit({ type: 'revoked', at: Date.now(), ...found, ...who });
      return gone;
    },
    explain: (call) => {
      const { decision, basis } = decideNow(state, call);
      return basis === undefined ? { decision, parts: [] } : explain(basis.input, decision);
    },
    for: (child) => childGate(gate as Gate, child, (of) => gateOver(boundsOf(state, of))),
    visibleTools: (tools) =>
      visibleTools(tools, state.source.policyFor({}).policy, {
        kindOf: (tool) => toolFor(toolbox, { tool, input: {} }).kind,
        now: Date.now(),
      }),
    declareTools: (names) => {
      declared = [...new Set([...declared, ...names])];
    },
    on: recorder.on,
    setMode: (mode) => {
      state.mode = knownMode(mode);
      waiting.recheck();
    },
    setPolicy: (policy) => {
      state.source = replacedPolicy(ownSource, policy);
      waiting.recheck();
    },
    freeze: (reason) => {
      state.frozen = reason;
      waiting.recheck();
    },
    thaw: () => {
      state.frozen = undefined;
    },
  };
  return Object.defineProperty(gate, 'problems', problemsProperty) as Listing as Gate;
}

const listed = Symbol('problems of a gate');

interface Listing extends Partial<Gate> {
  readonly [listed]: () => readonly Problem[];
}

/**
 * One getter shared by all gates: with its own getter each gate would have its own hidden class, a sixth of its
 * memory.
 */
const problemsProperty = {
  enumerable: true,
  get(this: Listing): readonly Problem[] {
    return this[listed]();
  },
};
