import { answerOf, type PlayedHost } from './played-host.ts';

/** Cursor as documented, installed with `failClosed`: no answer blocks, a word that it does not know may run. */
export const cursor: PlayedHost = {
  name: 'cursor',
  obeys: (ended) => {
    if (ended === 'crashed' || ended.exitCode !== 0) return 'blocked';
    const answer = answerOf(ended);
    if (answer === undefined) return 'blocked';
    return answer['permission'] === 'deny' ? 'blocked' : 'runs';
  },
  tells: (ended) => (ended.exitCode === 0 ? String(answerOf(ended)?.['user_message']) : undefined),
  rewritten: (ended) => answerOf(ended)?.['updated_input'],
  bySubAgent: { lacks: 'no agent is documented in the payload' },
  asMcpCall: (payload, { tool, input }) => ({ ...payload, tool_name: `MCP:${tool}`, tool_input: input }),
  mcpName: { lacks: 'Cursor names the tool and no server' },
};
