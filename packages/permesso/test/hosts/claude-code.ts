import { answerOf, claudeSubAgent, recordOf, type Deed, type PlayedHost } from './played-host.ts';

/** Claude Code 2.1 with `onFailure: "block"`: closed on a crash, but plain text on stdout still runs the tool. */
export const claudeCode: PlayedHost = {
  name: 'claude-code',
  obeys: (ended) => {
    if (ended === 'crashed' || ended.exitCode !== 0) return 'blocked';
    const said = recordOf(answerOf(ended)?.['hookSpecificOutput'])['permissionDecision'];
    const deeds = new Map<unknown, Deed>([
      ['deny', 'blocked'],
      ['ask', 'prompts'],
    ]);
    return deeds.get(said) ?? 'runs';
  },
  tells: (ended) =>
    ended.exitCode === 0
      ? String(recordOf(answerOf(ended)?.['hookSpecificOutput'])['permissionDecisionReason'])
      : ended.stderr,
  rewritten: (ended) => recordOf(answerOf(ended)?.['hookSpecificOutput'])['updatedInput'],
  bySubAgent: claudeSubAgent,
  asMcpCall: (payload, { server, tool, input }) => ({
    ...payload,
    tool_name: `mcp__${server}__${tool}`,
    tool_input: input,
    mcp_server: { name: server, source: 'dynamic' },
  }),
  mcpName: 'apart',
};
