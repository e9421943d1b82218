import { randomUUID } from 'node:crypto';
import type { Approver } from './approval/approver.ts';
import type {
  Authorization,
  AuthorizeOptions,
  Consultation,
  ConsultOptions,
} from './approval/authorization.ts';
import { authorize, consult } from './approval/authorize.ts';
import { callKey } from './approval/call-key.ts';
import { defaultExpiresIn, systemClock, type Clock } from './approval/clock.ts';
import { withDenials } from './approval/denial.ts';
import type { Decided, Desk } from './approval/desk.ts';
import { memoryGrants, type GrantStore } from './approval/grant-store.ts';
import { waitingQuestions } from './approval/waiting-questions.ts';
import { readCall } from './call/read-call.ts';
import type { ToolCall } from './call/tool-call.ts';
import type { Decision } from './decision/decision.ts';
import { decide } from './decision/decide.ts';
import { explain, type Explanation } from './decision/explain.ts';
import { failureDecision } from './decision/failure.ts';
import type { Grant } from './decision/grant.ts';
import type { Question } from './decision/question.ts';
import { visibleTools } from './decision/visible-tools.ts';
import { messageOf, readFacts } from './facts/read-facts.ts';
import type { Tool } from './facts/tool.ts';
import { describedTool } from './facts/described-tool.ts';
import { toolboxOf, toolFor } from './facts/toolbox.ts';
import { checkOptions, compileCode, soundPolicy } from './policy/code-policy.ts';
import { modeMend } from './policy/compile-policy.ts';
import { withHiddenDenied } from './policy/hidden-tool.ts';
import type { Layer } from './policy/layer.ts';
import { readMode, type Mode } from './policy/mode-name.ts';
import { knownNames } from './policy/known-tools.ts';
import { nameProblems } from './policy/name-problems.ts';
import type { Policy, Problem } from './policy/policy.ts';
import { aboutOf, callerOf } from './record/circumstances.ts';
import type { Listener } from './record/events.ts';
import type { Entry, Log, Revoked } from './record/log.ts';
import { revocable } from './record/revoked.ts';
import { createRecorder } from './record/recorder.ts';
import { readWorld } from './world/read-world.ts';
import { recordingWorld, type RecordingWorld } from './world/recorded-world.ts';
import type { World } from './world/world.ts';

export type { Authorization, AuthorizeOptions, Consultation, ConsultOptions };

export interface GateOptions {
  /** A layer such as `{ allow: ['Read'] }`, several layers, or a compiled policy. */
  readonly policy: PolicyInput;
  /** The policy's own mode, or `default`, when absent. */
  readonly mode?: Mode;
  /** Whoever `authorize` asks. Without one it denies what would be asked. */
  readonly approver?: Approver;
  /** False where nobody can ever answer: `decide` then says deny instead of ask. True when absent. */
  readonly interactive?: boolean;
  /** Milliseconds after which a question that the approver has not answered is withdrawn and denied. A day when absent. */
  readonly expiresIn?: number;
  /** For that deadline. This machine's when absent. */
  readonly clock?: Clock;
  readonly tools?: readonly Tool[];
  readonly grants?: GrantStore;
  readonly log?: Log;
  /** This machine, read anew for each call, when absent. */
  readonly world?: (call: ToolCall) => World;
}

export type PolicyInput = Layer | readonly Layer[] | Policy;

/** What an app holds: policy, approver, grants and log behind `decide` and `authorize`. */
export interface Gate {
  /**
   * The verdict with its receipt, for whoever wants to know: nothing runs because of it, so it asks nobody, uses up no
   * grant and records nothing. Act on `authorize` or `consult`.
   */
  readonly decide: (call: ToolCall) => Decision;
  /** Decides, asks where it must, remembers and records. Resolves to allow or deny; never rejects. */
  readonly authorize: (call: ToolCall, options?: AuthorizeOptions) => Promise<Authorization>;
  /** As `authorize`, but an ask stays an ask: the host puts the question in its own way. Records; never rejects. */
  readonly consult: (call: ToolCall, options?: ConsultOptions) => Promise<Consultation>;
  /** Takes back what was granted or denied, and records it. False when it was gone already. */
  readonly revoke: (id: string, who?: Pick<Revoked, 'by' | 'from'>) => Promise<boolean>;
  readonly explain: (call: ToolCall) => Explanation;
  readonly visibleTools: (tools: readonly string[]) => readonly string[];
  /**
   * What in the policy has no effect: broken allow rules of files, and, once an adapter has said which tools there are, names
   * in code that none of them bears.
   */
  readonly problems: readonly Problem[];
  /** Says which tools there are, by their names in rules. Adapters do so. */
  readonly declareTools: (names: readonly string[]) => void;
  readonly on: <T extends Entry['type']>(type: T, listener: Listener<T>) => () => void;
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
  'expiresIn',
  'clock',
  'tools',
  'grants',
  'log',
  'world',
];

/** Throws a `PolicyError` when anything in a policy given in code is broken, with the fix. */
export function createGate(options: GateOptions): Gate {
  checkOptions(options, gateOptions, 'createGate');
  /** What adapters say there is, for names in the policy that no tool bears. */
  const declared = new Set<string>();
  const toolbox = toolboxOf(options.tools);
  const grants = options.grants ?? memoryGrants();
  const { record, on } = createRecorder(options.log);
  // A call that names no session belongs to this gate's life.
  const ownSession = randomUUID();
  const state: State = {
    ...policyFrom(options.policy),
    mode: options.mode === undefined ? undefined : knownMode(options.mode),
  };

  /** The stages in their order: call, world, facts, and all that the decision may depend on. */
  function questionFor(given: ToolCall, extra: readonly Grant[]): Asked {
    const read = readCall(given);
    if ('malformed' in read) throw new TypeError(read.malformed);
    const call: ToolCall = { ...read, session: read.session ?? ownSession };
    const machine = worldFor(call, options, state.policy);
    linkPolicy(state, machine);
    const seen = options.log === undefined ? undefined : recordingWorld(machine);
    const world = seen?.world ?? machine;
    const known = toolFor(toolbox, call);
    const tool = describedTool(known, call, state.policy.descriptions);
    const key = callKey(call, world.cwd);
    const facts = readFacts(call, tool, world);
    const policy = withHiddenDenied(state.policy, { call, facts });
    const question: Question = {
      call,
      facts,
      policy: withDenials(policy, grants.denials?.() ?? [], { call, callKey: key, world }),
      mode: state.mode ?? state.policy.mode ?? 'default',
      world,
      grants: [...grants.list(), ...extra],
      callKey: key,
      interactive: options.interactive ?? true,
      ...(state.frozen === undefined ? {} : { frozen: state.frozen }),
    };
    return { question, tool, seen, byOwnTool: toolbox.own.has(known) };
  }

  function decideWith(call: ToolCall, extra: readonly Grant[] = []): Decided {
    try {
      const { tool, ...asked } = questionFor(call, extra);
      return { decision: decide(asked.question, tool), ...asked };
    } catch (error) {
      return { decision: failureDecision(messageOf(error)) };
    }
  }

  const desk: Desk = {
    decide: decideWith,
    grants,
    waiting: waitingQuestions(grants.watch, {
      clock: options.clock ?? systemClock,
      expiresIn: options.expiresIn ?? defaultExpiresIn,
    }),
    approver: options.approver,
    tell: {
      decided: (call, decided) =>
        record({ type: 'decided', at: Date.now(), call, decision: decided.decision, ...aboutOf(decided) }),
      answered: (call, answer, { asked, waited }) =>
        record({ type: 'answered', at: Date.now(), call, answer, waited, ...callerOf(asked) }),
      granted: (grant) => record({ type: 'granted', at: Date.now(), grant }),
      failed: (error) => record({ type: 'failed', at: Date.now(), error }),
    },
  };
  const { recheck } = desk.waiting;

  return {
    decide: (call) => decideWith(call).decision,
    authorize: (call, how = {}) => authorize(call, how, desk),
    consult: (call, how = {}) => consult(call, how, desk),
    revoke: async (id, who = {}) => {
      const found = revocable(grants, id);
      const gone = await grants.revoke(id);
      if (gone && found !== undefined) record({ type: 'revoked', at: Date.now(), ...found, ...who });
      return gone;
    },
    explain: (call) => {
      const { decision, question } = decideWith(call);
      return question === undefined ? { decision, parts: [] } : explain(question, decision);
    },
    visibleTools: (tools) =>
      visibleTools(tools, state.policy, {
        kindOf: (tool) => toolFor(toolbox, { tool, input: {} }).kind,
        now: Date.now(),
      }),
    get problems() {
      const { policy } = state;
      const known = [...toolbox.named.keys(), ...knownNames.keys()];
      return [...policy.problems, ...nameProblems(policy, { declared: [...declared], known })];
    },
    declareTools: (names) => {
      for (const name of names) declared.add(name);
    },
    on,
    setMode: (mode) => {
      state.mode = knownMode(mode);
      recheck();
    },
    setPolicy: (policy) => {
      Object.assign(state, policyFrom(policy));
      recheck();
    },
    freeze: (reason) => {
      state.frozen = reason;
      recheck();
    },
    thaw: () => {
      delete state.frozen;
    },
  };
}

/** What may change while a gate lives. */
interface State {
  policy: Policy;
  /** What the policy was made from, until the links in its paths have been followed. */
  unlinked: readonly Layer[] | undefined;
  mode: Mode | undefined;
  frozen?: string;
}

interface Asked {
  readonly question: Question;
  readonly tool: Tool;
  /** The world with what was asked of it, when there is a log to tell. */
  readonly seen: RecordingWorld | undefined;
  readonly byOwnTool: boolean;
}

function worldFor(call: ToolCall, options: GateOptions, { workingDirectories }: Policy): World {
  const world = options.world?.(call) ?? readWorld(call.cwd === undefined ? {} : { cwd: call.cwd });
  if (workingDirectories.length === 0) return world;
  return { ...world, workingDirectories: [...world.workingDirectories, ...workingDirectories] };
}

function policyFrom(input: PolicyInput): Pick<State, 'policy' | 'unlinked'> {
  if (typeof input !== 'object' || input === null)
    throw new TypeError(
      'a gate needs a policy: write createGate({ policy: { allow: [...], ask: [...], deny: [...] } })',
    );
  if (!isList(input) && 'index' in input) return { policy: soundPolicy(input), unlinked: undefined };
  const layers = isList(input) ? input : [input];
  return { policy: compileCode(layers), unlinked: layers };
}

/** Links in the paths of deny and ask rules are followed once, in the first world that can be read. */
function linkPolicy(state: State, world: World): void {
  if (state.unlinked === undefined) return;
  state.policy = compileCode(state.unlinked, { world });
  state.unlinked = undefined;
}

function isList(input: PolicyInput): input is readonly Layer[] {
  return Array.isArray(input);
}

function knownMode(name: string): Mode {
  const mode = readMode(name);
  if (mode === undefined) throw new TypeError(`there is no mode \`${name}\` (${modeMend(name)})`);
  return mode;
}
