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

/** What an app holds: policy, approver, grants and log behind `check` and `authorize`. */
export interface Gate {
  /**
   * What the call would get now, with what the stores hold: remembered answers, and what is used of limits. Asks nobody and counts
   * nothing; never rejects. Act on `authorize` or `consult`. `isCounted`: one of them has allowed this very call and counted it, so
   * limits are not looked at again.
   */
  readonly check: (call: ToolCall, how?: { readonly isCounted?: boolean }) => Promise<Decision>;
  /** Decides, asks where it must, remembers and records. Resolves to allow or deny; never rejects. */
  readonly authorize: (call: ToolCall, options?: AuthorizeOptions) => Promise<Authorization>;
  /** As `authorize`, but an ask stays an ask: the host asks in its own way. Records; never rejects. */
  readonly consult: (call: ToolCall, options?: ConsultOptions) => Promise<Consultation>;
  /** As given, with their errors and each answer recorded: adapters keep their approvals there. */
  readonly stores: Stores;
  /** Another store of approvals, with its errors and each answer recorded here. Adapters do so. */
  readonly recordApprovals: (approvals: ApprovalStore) => ApprovalStore;
  /** Records what went wrong beside a decision. Adapters do so: a model is not told. */
  readonly fail: (error: unknown) => void;
  /** As given: adapters run what is allowed sandboxed with it. */
  readonly runSandboxed?: RunSandboxed;
  /** Records that an allowed call begins to run, and then how it ended. Adapters do so. */
  readonly start: (call: ToolCall) => StartedCall;
  /** Records how a call ended that another process or the host has run. */
  readonly ran: (call: ToolCall, outcome: CallOutcome) => void;
  /**
   * Tells the gate what the person wrote, for rules that say `unless: named`. The person's own words alone: never what a model, a tool
   * or another agent says. Await it before the next call.
   */
  readonly said: (
    message: string,
    of?: Pick<ToolCall, 'session' | 'owner' | 'principal' | 'cwd'>,
  ) => Promise<void>;
  /** Takes back what was granted or denied, and records it. False when it was gone already. */
  readonly revoke: (id: string, who?: Pick<Revoked, 'by' | 'from'>) => Promise<boolean>;
  /**
   * What the policy alone says, with every rule considered. At once: what a database remembers, what is used of a limit and what a check
   * would say are not known to it. `check` knows.
   */
  readonly explain: (call: ToolCall) => Explanation;
  /** A gate for a sub-agent, which may do what this one may, within `narrow`. It shares limits, labels of the session and grants. */
  readonly for: (child: ChildOptions) => Gate;
  readonly visibleTools: (tools: readonly string[]) => readonly string[];
  /**
   * What in the policy has no effect or denies too much: broken allow rules of files, checks that do not exist, and, once an
   * adapter has said which tools there are, names in code that none of them bears.
   */
  readonly problems: readonly Problem[];
  /** Says which tools there are, by their names in rules. Adapters do so. */
  readonly declareTools: (names: readonly string[]) => void;
  readonly on: <T extends GateEvent['type']>(type: T, listener: Listener<T>) => () => void;
  /** From the next call on. */
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
 * Throws a `PolicyError` when anything in a policy given in code is broken, with the fix.
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

/** What an app holds, over what a gate is made of. */
export function gateOver(state: GateState): Gate {
  const { toolbox, grants, recorder, waiting } = state;
  const ownSource = state.source;
  const { runSandboxed } = state;
  // The caller runs its tools on its own, without a sandbox. Everything else is the gate's own, also what changes later.
  let bare: GateState | undefined;
  const stateFor = ({ runsSandboxed: can = true }: Pick<AuthorizeOptions, 'runsSandboxed'>): GateState =>
    can ? state : (bare ??= Object.create(state, { runsSandboxed: { value: false } }) as GateState);
  /** What adapters say there is, for names in the policy that no tool bears. */
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

/** One getter for all gates: with one of its own, each gate would have a hidden class of its own, a sixth of its memory. */
const problemsProperty = {
  enumerable: true,
  get(this: Listing): readonly Problem[] {
    return this[listed]();
  },
};
