import { answerOf, type PlayedHost } from './played-host.ts';

const ourPlugin = {
  obeys: (ended) =>
    ended !== 'crashed' && ended.exitCode === 0 && answerOf(ended)?.['verdict'] === 'allow'
      ? 'runs'
      : 'blocked',
  tells: (ended) => (ended.exitCode === 0 ? String(answerOf(ended)?.['reason']) : ended.stderr),
  rewritten: (ended) => answerOf(ended)?.['args'],
  bySubAgent: (payload, agent) => ({ ...payload, agent }),
} satisfies Partial<PlayedHost>;

/** OpenCode 1.18 with our plugin in it, which throws at everything that is not an approval of the hook's own. */
export const opencode: PlayedHost = {
  name: 'opencode',
  ...ourPlugin,
  asMcpCall: (payload, { server, tool, input }) => ({ ...payload, tool: `${server}_${tool}`, args: input }),
  mcpName: { joinedBy: '_' },
};

/** Kilo 7.7, made from OpenCode. */
export const kilo: PlayedHost = { ...opencode, name: 'kilo' };

/** Pi 0.87 with our extension in it, which blocks everything that is not an approval of the hook's own. */
export const pi: PlayedHost = {
  name: 'pi',
  ...ourPlugin,
  bySubAgent: { lacks: 'it starts no sub-agents' },
  asMcpCall: (payload, { server, tool, input }) => ({
    ...payload,
    tool: `mcp__${server}__${tool}`,
    args: input,
  }),
  mcpName: { joinedBy: '__' },
};

/** OpenClaw 2026.9 with our plug-in in it, whose handler blocks everything that is not an approval of the hook's own. */
export const openclaw: PlayedHost = { ...pi, name: 'openclaw', bySubAgent: ourPlugin.bySubAgent };
