import { answerOf, recordOf, type Deed, type Fields, type PlayedHost } from './played-host.ts';

/** Qwen Code 0.24: Claude's answers without a rewrite; a crash, a timeout and text run the tool. */
export const qwenCode: PlayedHost = {
  name: 'qwen-code',
  obeys: (ended) => {
    if (ended === 'crashed') return 'runs';
    if (ended.exitCode === 2) return 'blocked';
    if (ended.exitCode !== 0) return 'runs';
    const deeds = new Map<unknown, Deed>([
      ['deny', 'blocked'],
      ['ask', 'prompts'],
    ]);
    return deeds.get(decisionOf(answerOf(ended))['permissionDecision']) ?? 'runs';
  },
  tells: (ended) =>
    ended.exitCode === 2 ? ended.stderr : String(decisionOf(answerOf(ended))['permissionDecisionReason']),
  rewritten: () => undefined,
  // It names the agent by an id and says no type.
  bySubAgent: (payload, name) => ({ ...payload, agent_id: name }),
  asMcpCall: (payload, { server, tool, input }) => ({
    ...payload,
    tool_name: `mcp__${server}__${tool}`,
    tool_input: input,
  }),
  mcpName: { joinedBy: '__' },
};

function decisionOf(answer: Fields | undefined): Fields {
  return recordOf(answer?.['hookSpecificOutput']);
}
