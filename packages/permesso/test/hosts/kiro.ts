import { obeysExitCode, type PlayedHost } from './played-host.ts';

/** Kiro CLI as documented: exit code 2 blocks, another one is a warning. */
export const kiro: PlayedHost = {
  name: 'kiro',
  obeys: obeysExitCode,
  tells: ({ stderr }) => stderr,
  rewritten: () => undefined,
  bySubAgent: { lacks: 'no agent is documented in the payload' },
  asMcpCall: (payload, { server, tool, input }) => ({
    ...payload,
    tool_name: `@${server}/${tool}`,
    tool_input: input,
  }),
  mcpName: 'apart',
};
