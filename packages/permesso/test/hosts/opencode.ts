import { answerOf, type PlayedHost } from './played-host.ts';

/** OpenCode 1.18 with our plugin in it, which throws at everything that is not an approval of the hook's own. */
export const opencode: PlayedHost = {
  name: 'opencode',
  obeys: (ended) =>
    ended !== 'crashed' && ended.exitCode === 0 && answerOf(ended)?.['verdict'] === 'allow'
      ? 'runs'
      : 'blocked',
  tells: (ended) => (ended.exitCode === 0 ? String(answerOf(ended)?.['reason']) : ended.stderr),
  rewritten: (ended) => answerOf(ended)?.['args'],
  bySubAgent: (payload, agent) => ({ ...payload, agent }),
  asMcpCall: (payload, { server, tool, input }) => ({ ...payload, tool: `${server}_${tool}`, args: input }),
  mcpName: { joinedBy: '_' },
};
