import type { Agent } from '@permesso/engine/call';
import { appCalls, type AppOptions, type NamedTools } from '../app-calls.ts';
import {
  type GateFor,
  type PrincipalFor,
  callerOptions,
  checkAdapterOptions,
  namedOptions,
} from '../app-tools.ts';
import { type PendingApprovals, suspensionOptions } from '../suspended-calls.ts';
import { guardTool, type FunctionTool, type RunContext } from './guard-tool.ts';

/** Whose runs these are, how people are asked, and which tools the API runs. */
export interface OpenAiAgentsOptions<C> extends AppOptions<C> {
  /**
   * Whose calls these are, or how to find that in the context of a run. A saved run keeps its context even if someone
   * else resumes it: if the principal is found there, `state.approve` alone does not approve. Call `guard.answer(id,
   * answer, principal)` with the signed-in principal.
   */
  readonly principal?: PrincipalFor<C>;
  /** Tools that the API runs, so their calls never reach the gate. Listed, so that this is a deliberate choice. */
  readonly outside?: readonly string[];
}

/** Puts agents and tools of the OpenAI Agents SDK behind the gate, and holds the pending approvals. */
export interface OpenAiAgentsGuard extends PendingApprovals {
  /** The same tools, each behind the gate. */
  readonly guardTools: <T extends AgentTool>(tools: readonly T[], more?: NamedTools) => T[];
  /** The agent with its tools behind the gate, including the agents it hands off to, each under its own name. */
  readonly guardAgent: <A extends AgentLike>(agent: A) => A;
}

/** The parts of an OpenAI Agents SDK tool that the gate needs. */
export interface AgentTool {
  readonly type: string;
  readonly name: string;
}

/** The parts of an agent that the gate needs. */
export interface AgentLike {
  readonly name: string;
  readonly tools: readonly AgentTool[];
  readonly mcpServers: readonly unknown[];
  readonly handoffs: readonly unknown[];
  clone(changes: never): unknown;
}

const optionNames: Readonly<Record<keyof OpenAiAgentsOptions<unknown>, true>> = {
  ...suspensionOptions,
  ...callerOptions,
  outside: true,
};

/**
 * Puts the tools of agents behind a gate. `gate` and `session` may be found from the context of each run, so that one
 * agent serves many users.
 *
 * @example
 * ```ts
 * import { Agent, run } from '@openai/agents';
 * import { createGate } from '@permesso/gate';
 * import { openaiAgents } from '@permesso/gate/openai-agents';
 * const guard = openaiAgents(createGate({ policy: { allow: ['weather'] } }), { session: 'chat-7' });
 * const agent = guard.guardAgent(new Agent({ name: 'helper' }));
 * await run(agent, 'Shall I take a coat?');
 * ```
 */
export function openaiAgents<C = unknown>(
  gate: GateFor<C>,
  options: OpenAiAgentsOptions<C> = {},
): OpenAiAgentsGuard {
  checkAdapterOptions(options, optionNames, 'openaiAgents');
  const app = appCalls('openai-agents', gate, options);
  const { calls } = app;
  const guarded = new WeakSet<object>();

  const guardOne = (tool: FunctionTool, more: NamedTools | undefined): FunctionTool =>
    guardTool(tool, {
      calls,
      isResumedByOwner: typeof options.principal !== 'function',
      isVisible: async ({ context }) => (await app.visibleIn(context as C))(tool.name, more),
      at: ({ context }: RunContext, id, input) =>
        app.at({ id, tool: tool.name, input, context: context as C, more }),
    });

  const guardTools: OpenAiAgentsGuard['guardTools'] = (tools, more) => {
    checkAdapterOptions(more, namedOptions, 'guardTools');
    app.declare(
      tools.map(({ name }) => name),
      more,
    );
    return tools.map((tool) => {
      if (guarded.has(tool)) return tool;
      if (!isFunctionTool(tool)) {
        if (options.outside?.includes(tool.name) === true) return tool;
        throw new TypeError(outsideWords(tool));
      }
      const behind = guardOne(tool, more) as unknown as typeof tool;
      guarded.add(behind);
      return behind;
    });
  };

  function guardAgent<A extends AgentLike>(agent: A, parents: readonly Agent[] = []): A {
    if (guarded.has(agent)) return agent;
    if (agent.mcpServers.length > 0) throw new TypeError(serverWords(agent.name));
    const above = parents.map(({ name }) => name);
    // Two agents may hand off to each other: the second time, the agent is already being guarded.
    if (above.includes(agent.name)) throw new TypeError(circleWords(agent.name));
    const self: Agent = { name: agent.name, ...(above.length === 0 ? {} : { parents: above }) };
    const changes = {
      tools: guardTools(agent.tools, { agent: self }),
      handoffs: agent.handoffs.map((one) => {
        if (isAgent(one)) return guardAgent(one, [self, ...parents]);
        if (hasAgent(one) && guarded.has(one.agent)) return one;
        throw new TypeError(handoffWords(agent.name));
      }),
    };
    const behind = agent.clone(changes as never) as A;
    guarded.add(behind);
    return behind;
  }

  return {
    pending: calls.pending,
    answer: calls.answer,
    guardTools,
    guardAgent: (agent) => guardAgent(agent),
  };
}

function isFunctionTool(tool: AgentTool): tool is FunctionTool {
  return tool.type === 'function' && 'invoke' in tool && typeof tool.invoke === 'function';
}

function isAgent(value: unknown): value is AgentLike {
  return (
    typeof value === 'object' && value !== null && 'clone' in value && 'tools' in value && 'handoffs' in value
  );
}

function hasAgent(value: unknown): value is { readonly agent: object } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'agent' in value &&
    typeof value.agent === 'object' &&
    value.agent !== null
  );
}

function outsideWords({ name, type }: AgentTool): string {
  return (
    `${name} is a ${type} tool, which the SDK or the API runs without calling the gate. Write it as a function tool with \`tool()\`, ` +
    `or accept that no gate sees its calls with \`outside: [${JSON.stringify(name)}]\`.`
  );
}

function serverWords(agent: string): string {
  return (
    `${agent} takes tools from \`mcpServers\`, which the SDK calls without the gate. Give it ` +
    '`tools: guardTools(await getAllMcpTools({ mcpServers: [server] }), { server: server.name })` instead.'
  );
}

function handoffWords(agent: string): string {
  return `${agent} hands over to an agent that is not behind the gate. Make the handoff with \`handoff(guardAgent(other))\`.`;
}

function circleWords(agent: string): string {
  return `${agent} is handed back to by an agent below it. Guard each agent's tools with \`guardTools\` and its own name.`;
}
