import { obeysExitCode, type PlayedHost } from './played-host.ts';

/** Windsurf as documented: exit code 2 blocks and nothing else does. */
export const windsurf: PlayedHost = {
  name: 'windsurf',
  obeys: obeysExitCode,
  tells: ({ stderr }) => stderr,
  rewritten: () => undefined,
  bySubAgent: { lacks: 'no agent is documented in the payload' },
  asMcpCall: (payload, { server, tool, input }) => ({
    ...payload,
    agent_action_name: 'pre_mcp_tool_use',
    tool_info: { mcp_server_name: server, mcp_tool_name: tool, mcp_tool_arguments: input },
  }),
  mcpName: 'apart',
};
