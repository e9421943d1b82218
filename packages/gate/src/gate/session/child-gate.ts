import { agentChain, type ToolCall } from '@permesso/engine/call';
import { checkOptions, type RuleInput } from '@permesso/engine/policy';
import type { Explanation } from '@permesso/engine/decision';
import type { Problem } from '@permesso/engine/policy';
import { memoryGrants } from '../../approval/stores/grant-store.ts';
import type { Decision } from '@permesso/engine/decision';
import {
  type Authorization,
  type AuthorizeOptions,
  type Consultation,
  type ConsultOptions,
  copiedCall,
  denied,
  withRan,
} from '../authorization.ts';
import type { GateState } from '../gate-state.ts';
import type { CallOutcome, StartedCall } from '../outcome.ts';
import { codePolicy } from '../policy-source.ts';

/** A sub-agent, and the most that it may do. */
export interface ChildOptions {
  /** Its name in rules and in the log. */
  readonly agent: string;
  /**
   * Without `allow`, everything its parent may do; each rule can only take away. Limits belong to the parent's
   * policy.
   */
  readonly narrow?: { readonly allow?: readonly RuleInput[]; readonly deny?: readonly RuleInput[] };
}

/** Decides whether a call is within the child's bounds, and nothing else. */
export function boundsOf(state: GateState, { agent, narrow = {}, ...rest }: ChildOptions): GateState {
  checkOptions({ agent, ...rest }, ['agent', 'narrow'], 'gate.for');
  checkOptions(narrow, ['allow', 'deny'], 'the `narrow` of gate.for');
  if (typeof agent !== 'string' || agent === '') throw new TypeError('gate.for: `agent` is not a name');
  const { allow = ['*'], deny = [] } = narrow;
  if ([...allow, ...deny].some((rule) => typeof rule === 'object' && 'limit' in rule))
    throw new TypeError('gate.for: a rule of `narrow` has no `limit`; put it into the policy of the parent');
  const own: Partial<GateState> = {
    source: codePolicy({ allow, deny, unlisted: 'deny' }),
    mode: 'default',
    // The bounds do not depend on grants to others, a sandbox or a missing person.
    grants: memoryGrants(),
    approver: undefined,
    team: undefined,
    runsSandboxed: false,
    interactive: true,
  };
  const descriptors = Object.entries(own).map(([name, value]) => [name, { value, writable: true }]);
  return Object.create(state, Object.fromEntries(descriptors)) as GateState;
}

/** The methods of a gate that take calls. */
interface CallGate {
  readonly problems: readonly Problem[];
  readonly check: (call: ToolCall, how?: { readonly isCounted?: boolean }) => Promise<Decision>;
  readonly explain: (call: ToolCall) => Explanation;
  readonly consult: (call: ToolCall, how?: ConsultOptions) => Promise<Consultation>;
  readonly authorize: (call: ToolCall, how?: AuthorizeOptions) => Promise<Authorization>;
  readonly start: (call: ToolCall) => StartedCall;
  readonly ran: (call: ToolCall, outcome: CallOutcome) => void;
  readonly visibleTools: (tools: readonly string[]) => readonly string[];
}

/** The parent, for calls of the child that are within its bounds. Limits, labels and grants are the parent's. */
export function childGate<G extends CallGate>(
  parent: G,
  options: ChildOptions & { readonly above?: readonly string[] },
  boundsGate: (of: ChildOptions) => CallGate,
): G {
  const { above = agentChain({ tool: '', input: {} }), ...own } = options;
  const chain = [own.agent, ...above];
  const bounds = boundsGate(own);
  const refused = async (call: ToolCall, decision: Decision): Promise<Authorization> => {
    // So that the denial is logged.
    await bounds.consult(call);
    return withRan(denied(call, decision), () => undefined);
  };
  const through =
    <O, R>(beyond: (call: ToolCall, decision: Decision) => R, within: (call: ToolCall, how?: O) => R) =>
    (given: ToolCall, how?: O): R => {
      const call = copiedCall(asChild(given, chain));
      const { decision } = bounds.explain(call);
      return decision.verdict === 'deny' ? beyond(call, decision) : within(call, how);
    };
  const child = {
    ...parent,
    get problems() {
      return [...parent.problems, ...bounds.problems];
    },
    check: through((_call, decision) => Promise.resolve(decision), parent.check),
    explain: through((call) => bounds.explain(call), parent.explain),
    consult: through<ConsultOptions, Promise<Consultation>>(refused, parent.consult),
    authorize: through<AuthorizeOptions, Promise<Authorization>>(refused, async (call, how) => {
      const said = await parent.authorize(call, how);
      const edited = said.edited === true ? bounds.explain(said.call).decision : undefined;
      if (edited?.verdict !== 'deny') return said;
      said.ran({ ok: false, didRun: false });
      return await refused(said.call, edited);
    }),
    start: (call: ToolCall) => parent.start(asChild(call, chain)),
    ran: (call: ToolCall, outcome: CallOutcome) => parent.ran(asChild(call, chain), outcome),
    visibleTools: (tools: readonly string[]) => bounds.visibleTools(parent.visibleTools(tools)),
    for: (of: ChildOptions): G => childGate<G>(child, { ...of, above: chain }, boundsGate),
  } as G;
  return child;
}

/** Placed below the agents that the call names itself; a child of the child has already added its own name. */
function asChild(call: ToolCall, chain: readonly string[]): ToolCall {
  const [name = '', ...above] = chain;
  const { agent } = call;
  if (agent === undefined) return { ...call, agent: { name, parents: above } };
  const { parents = [] } = agent;
  if (parents.includes(name)) return call;
  const own = parents.filter((each) => each !== above.at(-1));
  return { ...call, agent: { ...agent, parents: [...own, ...chain] } };
}
