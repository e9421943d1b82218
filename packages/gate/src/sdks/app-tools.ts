import { checkOptions } from '@permesso/engine/policy';
import {
  type Agent,
  definedFields,
  isRecord,
  ownerOf,
  type Principal,
  principalProblem,
  type ToolCall,
} from '@permesso/engine/call';
import type { Gate } from '../gate/gate.ts';
import type { View } from './owned-approvals.ts';

/**
 * One gate for everyone, or one per tenant, user or run, found from the context that an app passes along with a run.
 */
export type GateFor<C> = Gate | ((context: C) => Gate | Promise<Gate>);

export function gateFor<C>(gate: GateFor<C>, context: C): Gate | Promise<Gate> {
  return typeof gate === 'function' ? gate(context) : gate;
}

/**
 * Tells a gate which tools exist, so that its `problems` list rules about others. A gate found per run is not told.
 */
export function declareTools<C>(gate: GateFor<C>, names: readonly string[]): void {
  if (typeof gate !== 'function') gate.declareTools(names);
}

/** What an app knows about its agent's calls that the SDK does not say. */
export interface Caller {
  /** The conversation: grants for the session apply to it, and a pending approval is found again in it. */
  readonly session?: string;
  /**
   * Whose calls these are, in an app that serves many: each principal has its own grants and sees only its own
   * approvals. Take it from the signed-in request, never from its body. Its `roles` and `attributes` can be tested in
   * `when`.
   */
  readonly principal?: Principal;
  /** The agent that calls these tools. A sub-agent names its parents, nearest first, and never exceeds them. */
  readonly agent?: Agent;
  /** Where relative paths and shell commands of these tools start. */
  readonly cwd?: string;
  /** The program that runs their shell commands: `sh` for Node's `exec`. If absent, any shell that is modelled. */
  readonly shell?: string;
  /** Maps the app's name for a tool to its name in rules: `{ run_command: 'Bash' }`. */
  readonly named?: Readonly<Record<string, string>>;
  /** The MCP server that these tools come from. */
  readonly server?: string;
}

/** All option names, to check for typos: with a misspelled `principal`, everyone would share one space. */
export const callerOptions: Readonly<Record<keyof Caller, true>> = {
  session: true,
  principal: true,
  agent: true,
  cwd: true,
  shell: true,
  named: true,
  server: true,
};

/** For some of the tools, where each run says whose it is. */
export const namedOptions: Readonly<Record<Exclude<keyof Caller, 'session' | 'principal'>, true>> = {
  agent: true,
  cwd: true,
  shell: true,
  named: true,
  server: true,
};

/** Throws on an unknown option and suggests the intended one. */
export function checkAdapterOptions(
  given: object | undefined,
  known: Readonly<Record<string, true>>,
  of: string,
): void {
  checkOptions(given, Object.keys(known), of);
}

export interface AppCall extends Caller {
  readonly host: string;
  readonly tool: string;
  readonly input: unknown;
}

/** Input that is not an object is passed on: the gate denies it with a reason. */
export function callOf({
  host,
  tool,
  input,
  agent,
  cwd,
  shell,
  session,
  principal,
  ...names
}: AppCall): ToolCall {
  return {
    ...ownedBy(principal, session),
    tool: ruleName(tool, names),
    input: input as ToolCall['input'],
    host,
    ...definedFields({ agent, cwd, shell }),
    ...(names.server === undefined ? {} : { mcp: { server: names.server, tool } }),
  };
}

/** Whose call it is. The principal's session is the call's session. The gate reports anything invalid. */
export function ownedBy(
  principal: Principal | undefined,
  session: string | undefined,
): Pick<ToolCall, 'owner' | 'principal' | 'session'> {
  // Checked where the call is read; a careless caller may pass anything.
  const owner = isRecord(principal) ? ownerOf(principal) : undefined;
  const found = owner?.session ?? session;
  return {
    ...definedFields({ principal }),
    ...(owner === undefined || principalProblem(principal) !== undefined ? {} : { owner }),
    ...definedFields({ session: found }),
  };
}

/** The same principal for all runs, or found in each. Calls of a run for which none is found are denied. */
export type PrincipalFor<C> = Principal | ((context: C) => Principal | undefined);

/** Whose approvals a guard shows. Throws if the principal is invalid: everyone would share one space. */
export function viewOf({
  principal,
  session,
}: {
  readonly principal?: PrincipalFor<never> | undefined;
  readonly session?: unknown;
}): View {
  const ofSession = typeof session === 'string' ? session : undefined;
  if (typeof principal === 'function') return { owner: 'each run', session: ofSession };
  const problem = principal === undefined ? undefined : principalProblem(principal);
  if (problem !== undefined) throw new TypeError(problem);
  if (principal?.session !== undefined && ofSession !== undefined && principal.session !== ofSession)
    throw new TypeError('`session` is not the session of the `principal`; leave one of them out');
  return {
    owner: principal === undefined ? undefined : ownerOf(principal),
    session: ofSession,
    ...definedFields({ approver: principal }),
  };
}

/** The tool's name in rules. */
export function ruleName(tool: string, { named, server }: Pick<Caller, 'named' | 'server'>): string {
  if (server !== undefined) return `mcp__${server}__${tool}`;
  return named !== undefined && Object.hasOwn(named, tool) ? (named[tool] ?? tool) : tool;
}
