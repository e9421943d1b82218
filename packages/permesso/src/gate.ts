import { randomUUID } from 'node:crypto';
import type { Answer, Approver } from './approval/approver.ts';
import { askPerson } from './approval/ask-person.ts';
import { callKey } from './approval/call-key.ts';
import { memoryGrants, type GrantStore } from './approval/grant-store.ts';
import { grantFrom, onceGrant } from './approval/remember.ts';
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
import type { Listener } from './record/events.ts';
import type { Entry, Log } from './record/log.ts';
import { createRecorder } from './record/recorder.ts';
import { readWorld } from './world/read-world.ts';
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
  readonly authorize: (call: ToolCall, options?: { readonly signal?: AbortSignal }) => Promise<Authorization>;
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

export interface Authorization {
  readonly verdict: 'allow' | 'deny';
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
  // A call that names no session belongs to this gate's life.
  const ownSession = randomUUID();
  const state: State = {
    policy: policyFrom(options.policy, options),
    mode: options.mode === undefined ? undefined : knownMode(options.mode),
  };

  /** The stages in their order: call, world, facts, and all that the decision may depend on. */
  function questionFor(given: ToolCall, extra: readonly Grant[]): Asked {
    const read = readCall(given);
    if ('malformed' in read) throw new TypeError(read.malformed);
    const call: ToolCall = { ...read, session: read.session ?? ownSession };
    const world = worldFor(call, options, state.policy);
    const tool = toolFor(toolbox, call);
    const question: Question = {
      call,
      facts: readFacts(call, tool, world),
      policy: state.policy,
      mode: state.mode ?? state.policy.mode ?? 'default',
      world,
      grants: [...grants.list(), ...extra],
      callKey: callKey(call, world.cwd),
      interactive: options.interactive ?? true,
      ...(state.frozen === undefined ? {} : { frozen: state.frozen }),
    };
    return { question, tool };
  }

  function decideWith(call: ToolCall, extra: readonly Grant[] = []): Decided {
    try {
      const { question, tool } = questionFor(call, extra);
      return { decision: decide(question, tool), question };
    } catch (error) {
      return { decision: failureDecision(messageOf(error)) };
    }
  }

  async function authorize(
    call: ToolCall,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<Authorization> {
    let decided = decideWith(call);
    record({ type: 'decided', at: Date.now(), call, decision: decided.decision });
    const given: Grant[] = [];
    for (let round = 0; round < mostRounds; round++) {
      const { decision, question } = decided;
      if (decision.verdict !== 'ask' || question === undefined) break;
      const request = { id: randomUUID(), callKey: question.callKey, call, decision };
      const answer = await askPerson(request, { approver: options.approver, signal });
      record({ type: 'answered', at: Date.now(), call, answer });
      if (answer.verdict === 'deny') return denied(decision, answer);
      // Policy, mode and grants may have changed while the person was thinking: the yes is worth what it is worth now.
      given.push(onceGrant(decision, question.callKey));
      decided = decideWith(call, given);
      if (decided.decision.verdict === 'allow') {
        return await keep({ call, answer, asked: decision, question, decision: decided.decision });
      }
    }
    return decided.decision.verdict === 'allow' ? allowed(decided.decision) : denied(decided.decision);
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
    return { ...once, grant };
  }

  return {
    decide: (call) => decideWith(call).decision,
    authorize,
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
    },
    setPolicy: (policy) => {
      state.policy = policyFrom(policy, options);
    },
    freeze: (reason) => {
      state.frozen = reason;
    },
    thaw: () => {
      delete state.frozen;
    },
  };
}

/** What may change while a gate lives. */
interface State {
  policy: Policy;
  mode: Mode | undefined;
  frozen?: string;
}

interface Asked {
  readonly question: Question;
  readonly tool: Tool;
}

/** Without a question when deciding itself failed. */
interface Decided {
  readonly decision: Decision;
  readonly question?: Question;
}

interface Approved {
  readonly call: ToolCall;
  readonly answer: Extract<Answer, { verdict: 'allow' }>;
  /** What the person saw. */
  readonly asked: Decision;
  readonly question: Question;
  readonly decision: Decision;
}

function allowed(decision: Decision): Authorization {
  return { verdict: 'allow', decision, message: decision.message };
}

function denied(decision: Decision, answer?: Extract<Answer, { verdict: 'deny' }>): Authorization {
  const guidance = answer?.words ?? decision.guidance;
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

function policyFrom(input: PolicyInput, { world }: GateOptions): Policy {
  if (!isList(input) && 'index' in input) return input;
  const here = world?.({ tool: '', input: {} }) ?? readWorld();
  return compilePolicy(isList(input) ? input : [input], { world: here });
}

function isList(input: PolicyInput): input is readonly Layer[] {
  return Array.isArray(input);
}

function knownMode(name: string): Mode {
  const mode = readMode(name);
  if (mode === undefined) throw new TypeError(`there is no mode ${name}`);
  return mode;
}
