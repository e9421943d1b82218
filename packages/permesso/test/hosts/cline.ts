import { answerOf, recordOf, type PlayedHost } from './played-host.ts';

/** Cline 3.0: only `cancel` on stdout blocks; every exit code, text and `review` run the tool. It ends the run then. */
export const cline: PlayedHost = {
  name: 'cline',
  obeys: (ended) => (ended !== 'crashed' && answerOf(ended)?.['cancel'] === true ? 'blocked' : 'runs'),
  tells: () => undefined,
  rewritten: (ended) => answerOf(ended)?.['overrideInput'],
  bySubAgent: (payload, name) => ({ ...payload, agent_id: name, parent_agent_id: payload['agent_id'] }),
  asMcpCall: (payload, { server, tool, input }) => ({
    ...payload,
    tool_call: { ...recordOf(payload['tool_call']), name: `${server}__${tool}`, input },
    preToolUse: { toolName: `${server}__${tool}`, parameters: input },
  }),
  mcpName: { joinedBy: '__' },
};
