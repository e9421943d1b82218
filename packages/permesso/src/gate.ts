import { randomUUID } from 'node:crypto';
import type {
  Allowing,
  Answer,
  AnswerScope,
  ApprovalRequest,
  Approver,
  Denying,
} from './approval/approver.ts';
import { callKey } from './approval/call-key.ts';
import { withDenials } from './approval/denial.ts';
import { questionDigest } from './approval/digest.ts';
import { effectsInWords } from './approval/effects-in-words.ts';
import { grantsUsed } from './approval/grants-used.ts';
import { memoryGrants, type GrantStore } from './approval/grant-store.ts';
import { probeFor } from './approval/probe.ts';
import { denialFrom, grantFrom, onceGrant, scopesFor } from './approval/remember.ts';
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
import { toolboxOf, toolFor } from './facts/toolbox.ts';
import { compilePolicy } from './policy/compile-policy.ts';
import type { Layer } from './policy/layer.ts';
import { readMode, type Mode } from './policy/mode-name.ts';
import type { Policy } from './policy/policy.ts';
import type { Verdict } from './policy/verdict.ts';
import { aboutOf, callerOf } from './record/circumstances.ts';
import type { Listener } from './record/events.ts';
import type { Entry, Log } from './record/log.ts';
import { createRecorder } from './record/recorder.ts';
import { readWorld } from './world/read-world.ts';
import { recordingWorld, type RecordingWorld } from './world/recorded-world.ts';
import type { World } from './world/world.ts';

export interface GateOptions {
  /** A layer such as `{ allow: ['Read'] }`, several layers, or a compiled policy. */
  readonly policy: PolicyInput;
  /** The policy's own mode, or `default`, when absent. */
  readonly mode?: Mode;
  /** Whoever `authorize` asks. Without one it denies what would be asked. */
  readonly approver?: Approver;
  /** False where nobody can ever answer: `decide` then says deny instead of ask. True when absent. */
  readonly interactive?: boolean;
  readonly tools?: readonly Tool[];
  readonly grants?: GrantStore;
  readonly log?: Log;
  /** This machine, read anew for each call, when absent. */
  readonly world?: (call: ToolCall) => World;
}

export type PolicyInput = Layer | readonly Layer[] | Policy;

/** What an app holds: policy, approver, grants and log behind `decide` and `authorize`. */
export interface Gate {
  /** The verdict with its receipt. Asks nobody, remembers nothing. */
  readonly decide: (call: ToolCall) => Decision;
  /** Decides, asks where it must, remembers and records. Resolves to allow or deny; never rejects. */
  readonly authorize: (call: ToolCall, options?: AuthorizeOptions) => Promise<Authorization>;
  /** As `authorize`, but an ask stays an ask: the host puts the question in its own way. Records; never rejects. */
  readonly consult: (call: ToolCall) => Promise<Consultation>;
  readonly explain: (call: ToolCall) => Explanation;
  readonly visibleTools: (tools: readonly string[]) => readonly string[];
  readonly on: <T extends Entry['type']>(type: T, listener: Listener<T>) => () => void;
  /** From the next call on. */
  readonly setMode: (mode: Mode) => void;
  readonly setPolicy: (policy: PolicyInput) => void;
  /** Denies everything until `thaw`. */
  readonly freeze: (reason: string) => void;
  readonly thaw: () => void;
}

export interface Consultation extends Pick<Authorization, 'decision' | 'message' | 'guidance'> {
  readonly verdict: Verdict;
}

export interface AuthorizeOptions {
  readonly signal?: AbortSignal;
  /** How long a yes may last where this host asks; every length when absent. */
  readonly scopes?: readonly AnswerScope[];
  /** Whether the host runs `Authorization.call` instead of what it sent: then a person may change the input. */
  readonly editable?: boolean;
}

export interface Authorization {
  readonly verdict: 'allow' | 'deny';
  /** What to run, when a person changed the input. */
  readonly call?: ToolCall;
  readonly decision: Decision;
  readonly answer?: Answer;
  /** The remembered answer, when one was made of it. */
  readonly grant?: Grant;
  readonly message: string;
  readonly guidance?: string;
}

/** How often one call may be asked about while policy or mode change under the question. */
const mostRounds = 3;

export function createGate(options: GateOptions): Gate {
  const toolbox = toolboxOf(options.tools);
  const grants = options.grants ?? memoryGrants();
  const { record, on } = createRecorder(options.log);
  const waiting = waitingQuestions(grants.watch);
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
    const tool = toolFor(toolbox, call);
    const key = callKey(call, world.cwd);
    const question: Question = {
      call,
      facts: readFacts(call, tool, world),
      policy: withDenials(state.policy, grants.denials?.() ?? [], { call, callKey: key, world }),
      mode: state.mode ?? state.policy.mode ?? 'default',
      world,
      grants: [...grants.list(), ...extra],
      callKey: key,
      interactive: options.interactive ?? true,
      ...(state.frozen === undefined ? {} : { frozen: state.frozen }),
    };
    return { question, tool, seen };
  }

  function decideWith(call: ToolCall, extra: readonly Grant[] = []): Decided {
    try {
      const { question, tool, seen } = questionFor(call, extra);
      return { decision: decide(question, tool), question, seen };
    } catch (error) {
      return { decision: failureDecision(messageOf(error)) };
    }
  }

  async function authorize(given: ToolCall, how: AuthorizeOptions = {}): Promise<Authorization> {
    let call = given;
    let decided = decideWith(call);
    record({ type: 'decided', at: Date.now(), call, decision: decided.decision, ...aboutOf(decided) });
    let yes: readonly Grant[] = [];
    for (let round = 0; round < mostRounds; round++) {
      const { decision, question } = decided;
      if (decision.verdict === 'allow') {
        if (await countUses(decision, yes))
          return { ...allowed(decision), ...(call === given ? {} : { call }) };
        decided = decideWith(call, yes);
        continue;
      }
      if (decision.verdict === 'deny' || question === undefined) break;
      const askedAt = Date.now();
      const answer = await waiting.ask(requestFor(decision, question, how), {
        approver: options.approver,
        signal: how.signal,
        probe: probeFor({ asked: decision, question }, (one, extra) => decideWith(one, extra).decision),
        isSettled: () => decideWith(call, yes).decision.verdict !== 'ask',
      });
      if (answer === undefined) {
        decided = decideWith(call, yes);
        continue;
      }
      const at = Date.now();
      record({ type: 'answered', at, call, answer, waited: at - askedAt, ...callerOf(decided) });
      if (answer.verdict === 'deny') return await refuse(answer, { asked: decision, question });
      if (answer.input !== undefined) {
        if (how.editable !== true) return denied(decision, cannotEdit);
        // Another call: the person has not seen what the engine says about it.
        call = { ...call, input: answer.input };
        yes = [];
        decided = decideWith(call);
        record({ type: 'decided', at: Date.now(), call, decision: decided.decision, ...aboutOf(decided) });
        continue;
      }
      // Policy, mode and grants may have changed while the person was thinking: the yes is worth what it is worth now.
      yes = [...yes, onceGrant(decision, question.callKey)];
      decided = decideWith(call, yes);
      if (decided.decision.verdict === 'allow') {
        const kept = await keep({ call, answer, asked: decision, question, decision: decided.decision });
        return { ...kept, ...(call === given ? {} : { call }) };
      }
    }
    return denied(decided.decision);
  }

  async function consult(call: ToolCall): Promise<Consultation> {
    let decided = decideWith(call);
    record({ type: 'decided', at: Date.now(), call, decision: decided.decision, ...aboutOf(decided) });
    for (let round = 0; round < mostRounds; round++) {
      const { decision } = decided;
      if (decision.verdict === 'ask') return { verdict: 'ask', decision, message: decision.message };
      if (decision.verdict === 'deny') break;
      if (await countUses(decision, [])) return allowed(decision);
      decided = decideWith(call);
    }
    return denied(decided.decision);
  }

  /** False when a counted grant had no call left after all: somebody else was faster. */
  async function countUses(decision: Decision, given: readonly Grant[]): Promise<boolean> {
    for (const id of grantsUsed(decision)) {
      if (given.every((grant) => grant.id !== id) && (await grants.use?.(id)) === false) return false;
    }
    return true;
  }

  async function refuse(
    answer: Denying,
    about: { readonly asked: Decision; readonly question: Question },
  ): Promise<Authorization> {
    const refusal = denied(about.asked, answer);
    const denial = denialFrom(answer, about);
    if (denial === undefined) return refusal;
    if ('refused' in denial || grants.deny === undefined)
      return { ...refusal, message: `${refusal.message} This no could not be remembered.` };
    try {
      await grants.deny(denial);
    } catch (error) {
      return {
        ...refusal,
        message: `${refusal.message} This no could not be remembered: ${messageOf(error)}.`,
      };
    }
    waiting.recheck();
    return refusal;
  }

  /** Keeps the answer as a grant if it was meant to last. */
  async function keep({ call, answer, asked, question, decision }: Approved): Promise<Authorization> {
    const once = { ...allowed(decision), answer };
    const grant = grantFrom(answer, { asked, question });
    if (grant === undefined) return once;
    if ('refused' in grant) return { ...once, message: `Allowed once: ${grant.refused}.` };
    // The round trip: a grant is kept only if it decides the call that it was given for.
    if (decideWith(call, [grant]).decision.verdict !== 'allow') {
      return {
        ...once,
        message: 'Allowed once: the rule would not allow this call, so it was not kept.',
      };
    }
    try {
      await grants.add(grant);
    } catch (error) {
      return { ...once, message: `Allowed once: the grant could not be kept: ${messageOf(error)}.` };
    }
    record({ type: 'granted', at: Date.now(), grant });
    waiting.recheck();
    return { ...once, grant };
  }

  return {
    decide: (call) => decideWith(call).decision,
    authorize,
    consult,
    explain: (call) => {
      const { decision, question } = decideWith(call);
      return question === undefined ? { decision, parts: [] } : explain(question, decision);
    },
    visibleTools: (tools) =>
      visibleTools(tools, state.policy, {
        kindOf: (tool) => toolFor(toolbox, { tool, input: {} }).kind,
        now: Date.now(),
      }),
    on,
    setMode: (mode) => {
      state.mode = knownMode(mode);
      waiting.recheck();
    },
    setPolicy: (policy) => {
      Object.assign(state, policyFrom(policy));
      waiting.recheck();
    },
    freeze: (reason) => {
      state.frozen = reason;
      waiting.recheck();
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
}

/** Without a question when deciding itself failed. */
interface Decided {
  readonly decision: Decision;
  readonly question?: Question;
  readonly seen?: RecordingWorld | undefined;
}

interface Approved {
  readonly call: ToolCall;
  readonly answer: Allowing;
  /** What the person saw. */
  readonly asked: Decision;
  readonly question: Question;
  readonly decision: Decision;
}

function requestFor(decision: Decision, question: Question, how: AuthorizeOptions): ApprovalRequest {
  return {
    id: randomUUID(),
    callKey: question.callKey,
    digest: questionDigest(question.callKey, decision),
    call: question.call,
    decision,
    effects: effectsInWords(question.facts),
    scopes: scopesFor(decision, {
      policy: question.policy,
      ...(how.scopes === undefined ? {} : { host: how.scopes }),
    }),
    editable: how.editable === true,
  };
}

const cannotEdit: Denying = {
  verdict: 'deny',
  words: 'The person changed the call, and this agent cannot run what they wrote instead.',
};

function allowed(decision: Decision): Authorization {
  return { verdict: 'allow', decision, message: decision.message };
}

/** Neither an invitation to try again nor a reason to give up altogether. */
const refusedByPerson =
  'The person said no to this call. Do not try it in another form; go on without it or say what you need.';

function denied(decision: Decision, answer?: Denying): Authorization {
  const guidance = answer === undefined ? decision.guidance : (answer.words ?? refusedByPerson);
  return {
    verdict: 'deny',
    decision,
    message: decision.message,
    ...(answer === undefined ? {} : { answer }),
    ...(guidance === undefined ? {} : { guidance }),
  };
}

function worldFor(call: ToolCall, options: GateOptions, { workingDirectories }: Policy): World {
  const world = options.world?.(call) ?? readWorld(call.cwd === undefined ? {} : { cwd: call.cwd });
  if (workingDirectories.length === 0) return world;
  return { ...world, workingDirectories: [...world.workingDirectories, ...workingDirectories] };
}

function policyFrom(input: PolicyInput): Pick<State, 'policy' | 'unlinked'> {
  if (!isList(input) && 'index' in input) return { policy: input, unlinked: undefined };
  const layers = isList(input) ? input : [input];
  return { policy: compilePolicy(layers), unlinked: layers };
}

/** Links in the paths of deny and ask rules are followed once, in the first world that can be read. */
function linkPolicy(state: State, world: World): void {
  if (state.unlinked === undefined) return;
  state.policy = compilePolicy(state.unlinked, { world });
  state.unlinked = undefined;
}

function isList(input: PolicyInput): input is readonly Layer[] {
  return Array.isArray(input);
}

function knownMode(name: string): Mode {
  const mode = readMode(name);
  if (mode === undefined) throw new TypeError(`there is no mode ${name}`);
  return mode;
}
