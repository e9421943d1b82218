import { obeysExitCode, type PlayedHost } from './played-host.ts';

const exitCodeHost = {
  obeys: obeysExitCode,
  tells: ({ stderr }) => stderr,
  rewritten: () => undefined,
  mcpName: { joinedBy: '__' },
} satisfies Partial<PlayedHost>;

/** Kimi Code 2.1: of Claude's answers it obeys a denial alone; an ask and a rewrite run the call, and so does exit code 1. */
export const kimiCode: PlayedHost = {
  ...exitCodeHost,
  name: 'kimi-code',
  bySubAgent: { lacks: 'a sub-agent sends what the main agent sends' },
  asMcpCall: (payload, { server, tool, input }) => ({
    ...payload,
    tool_name: `mcp__${server}__${tool}`,
    tool_input: input,
  }),
};

/** Reasonix 1.38: only exit code 2 blocks. */
export const reasonix: PlayedHost = {
  ...exitCodeHost,
  name: 'reasonix',
  bySubAgent: { lacks: 'its payload says nothing of agents' },
  asMcpCall: (payload, { server, tool, input }) => ({
    ...payload,
    toolName: `mcp__${server}__${tool}`,
    toolArgs: input,
  }),
};
