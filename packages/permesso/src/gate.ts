import { randomUUID } from 'node:crypto';
import type { Answer, ApprovalRequest, Approver } from './approval/approver.ts';
import { callKey } from './approval/call-key.ts';
import { memoryGrants, type GrantStore } from './approval/grant-store.ts';
import { asksOf, grantFrom, onceGrant } from './approval/remember.ts';
import { readCall } from './call/read-call.ts';
import type { ToolCall } from './call/tool-call.ts';
import type { Decision } from './decision/decision.ts';
import { decide } from './decision/decide.ts';
import { explain, type Explanation } from './decision/explain.ts';
import { failureDecision } from './decision/failure.ts';
import type { Grant } from './decision/grant.ts';
import type { Question } from './decision/question.ts';
import { visibleTools } from './decision/visible-tools.ts';
import { malformedFacts, messageOf, readFacts } from './facts/read-facts.ts';
import type { Tool } from './facts/tool.ts';
import { toolboxOf, toolFor } from './facts/toolbox.ts';
import { compilePolicy } from './policy/compile-policy.ts';
import type { Layer } from './policy/layer.ts';
import { readMode, type Mode } from './policy/mode-name.ts';
import type { Policy } from './policy/policy.ts';
import { createEvents, type Listener } from './record/events.ts';
import type { Entry, Log } from './record/log.ts';
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
  // A call that names no session belongs to this gate's life.
  const ownSession = randomUUID();
  let policy = policyFrom(options.policy);
  let chosenMode = options.mode;
  let frozen: string | undefined;
  const events = createEvents((error) => write({ type: 'failed', at: Date.now(), error: messageOf(error) }));

  function write(entry: Entry): void {
    if (entry.type !== 'failed') events.emit(entry);
    // Recording never changes a verdict: a log that fails is told about, and the call goes its way.
    try {
      void Promise.resolve(options.log?.write(entry)).catch(reportLogFailure);
    } catch (error) {
      reportLogFailure(error);
    }
  }

  function reportLogFailure(error: unknown): void {
    events.emit({
      type: 'failed',
      at: Date.now(),
      error: `the log could not be written: ${messageOf(error)}`,
    });
  }

  function ask(
    call: ToolCall,
    extra: readonly Grant[] = [],
  ): { readonly question: Question; readonly tool: Tool } {
    const checked = readCall(call);
    const tool =
      'malformed' in checked ? toolFor(toolbox, { tool: '', input: {} }) : toolFor(toolbox, checked);
    const world = withDirectories(
      options.world?.(call) ?? readWorld(call.cwd === undefined ? {} : { cwd: call.cwd }),
      policy,
    );
    const facts =
      'malformed' in checked ? malformedFacts(checked.malformed) : readFacts(checked, tool, world);
    const question: Question = {
      call: { session: ownSession, ...call },
      facts,
      policy,
      mode: chosenMode ?? policy.mode ?? 'default',
      world,
      grants: [...grants.list(), ...extra],
      callKey: callKey(call, world.cwd),
      interactive: options.interactive ?? true,
      ...(frozen === undefined ? {} : { frozen }),
    };
    return { question, tool };
  }

  function decideWith(call: ToolCall, extra: readonly Grant[] = []): { decision: Decision; callKey: string } {
    try {
      const { question, tool } = ask(call, extra);
      return { decision: decide(question, tool), callKey: question.callKey };
    } catch (error) {
      return { decision: failureDecision(messageOf(error)), callKey: '' };
    }
  }

  async function authorize(
    call: ToolCall,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<Authorization> {
    let { decision, callKey: key } = decideWith(call);
    write({ type: 'decided', at: Date.now(), call, decision });
    for (let round = 0; round < mostRounds && decision.verdict === 'ask'; round++) {
      const asks = asksOf(decision);
      const answer = await answerFrom({ id: randomUUID(), callKey: key, call, decision }, signal);
      write({ type: 'answered', at: Date.now(), call, answer });
      if (answer.verdict === 'deny') return denied(decision, answer);
      // Policy, mode and grants may have changed while the person was thinking: the answer is worth what it says now.
      const again = decideWith(call, [onceGrant(asks, key)]);
      if (again.decision.verdict === 'allow')
        return await allowed(again.decision, { answer, call, callKey: key, asks });
      decision = again.decision;
    }
    if (decision.verdict === 'allow') return { verdict: 'allow', decision, message: decision.message };
    return denied(decision);
  }

  async function answerFrom(request: ApprovalRequest, signal: AbortSignal | undefined): Promise<Answer> {
    const stop = signal ?? new AbortController().signal;
    if (options.approver === undefined || stop.aborted)
      return { verdict: 'deny', words: 'Nobody could be asked.' };
    try {
      return readAnswer(await Promise.race([options.approver(request, { signal: stop }), whenAborted(stop)]));
    } catch (error) {
      return { verdict: 'deny', words: `Asking failed: ${messageOf(error)}` };
    }
  }

  async function allowed(decision: Decision, about: Allowed): Promise<Authorization> {
    const { answer } = about;
    const authorization: Authorization = { verdict: 'allow', decision, answer, message: decision.message };
    const grant = grantFrom(answer, { ...about, session: about.call.session ?? ownSession });
    if (grant === undefined) return authorization;
    if ('refused' in grant) return { ...authorization, message: `Allowed once: ${grant.refused}.` };
    // The round trip: a grant is kept only if it decides the call that it was given for.
    if (decideWith(about.call, [grant]).decision.verdict !== 'allow') {
      return {
        ...authorization,
        message: 'Allowed once: the rule would not allow this call, so it was not kept.',
      };
    }
    try {
      await grants.add(grant);
      write({ type: 'granted', at: Date.now(), grant });
      return { ...authorization, grant };
    } catch (error) {
      return { ...authorization, message: `Allowed once: the grant could not be kept: ${messageOf(error)}` };
    }
  }

  return {
    decide: (call) => decideWith(call).decision,
    authorize,
    explain: (call) => {
      const { question, tool } = ask(call);
      return explain(question, decide(question, tool));
    },
    visibleTools: (tools) =>
      visibleTools(tools, policy, {
        kindOf: (tool) => toolFor(toolbox, { tool, input: {} }).kind,
        now: Date.now(),
      }),
    on: events.on,
    setMode: (mode) => {
      if (readMode(mode) === undefined) throw new TypeError(`there is no mode ${String(mode)}`);
      chosenMode = readMode(mode);
    },
    setPolicy: (next) => {
      policy = policyFrom(next);
    },
    freeze: (reason) => {
      frozen = reason;
    },
    thaw: () => {
      frozen = undefined;
    },
  };
}

interface Allowed {
  readonly answer: Extract<Answer, { verdict: 'allow' }>;
  readonly call: ToolCall;
  readonly callKey: string;
  readonly asks: ReturnType<typeof asksOf>;
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

/** An approver without types may answer anything; only a clear yes is a yes. */
function readAnswer(answer: Answer): Answer {
  const verdict: unknown = (answer as Answer | null | undefined)?.verdict;
  if (verdict === 'allow' || verdict === 'deny') return answer;
  return { verdict: 'deny', words: 'The approver gave no clear answer.' };
}

function whenAborted(signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve) => {
    signal.addEventListener(
      'abort',
      () => resolve({ verdict: 'deny', words: 'The question was withdrawn.' }),
      { once: true },
    );
  });
}

function policyFrom(input: PolicyInput): Policy {
  if ('index' in input) return input;
  return compilePolicy(Array.isArray(input) ? (input as readonly Layer[]) : [input as Layer]);
}

function withDirectories(world: World, { workingDirectories }: Policy): World {
  if (workingDirectories.length === 0) return world;
  return { ...world, workingDirectories: [...world.workingDirectories, ...workingDirectories] };
}
