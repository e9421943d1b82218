import { answerOf, claudeSubAgent, recordOf, type PlayedHost } from './played-host.ts';

/** Codex 0.166: an answer with one field too many, or a deny without a reason, is not an answer, and the tool runs. */
export const codex: PlayedHost = {
  name: 'codex',
  obeys: (ended) => {
    if (ended === 'crashed') return 'runs';
    if (ended.exitCode === 2) return ended.stderr.trim() === '' ? 'runs' : 'blocked';
    const answer = answerOf(ended);
    if (ended.exitCode !== 0 || answer === undefined) return 'runs';
    const decision = recordOf(answer['hookSpecificOutput']);
    const isExact =
      Object.keys(answer).join() === 'hookSpecificOutput' &&
      Object.keys(decision).sort().join() === 'hookEventName,permissionDecision,permissionDecisionReason';
    return isExact && decision['permissionDecision'] === 'deny' && decision['permissionDecisionReason'] !== ''
      ? 'blocked'
      : 'runs';
  },
  tells: (ended) =>
    ended.exitCode === 2
      ? ended.stderr
      : String(recordOf(answerOf(ended)?.['hookSpecificOutput'])['permissionDecisionReason']),
  rewritten: (ended) => {
    const { permissionDecision, updatedInput } = recordOf(answerOf(ended)?.['hookSpecificOutput']);
    return permissionDecision === 'allow' ? updatedInput : undefined;
  },
  bySubAgent: claudeSubAgent,
  asMcpCall: (payload, { server, tool, input }) => ({
    ...payload,
    tool_name: `mcp__${server}__${tool}`,
    tool_input: input,
  }),
  mcpName: { joinedBy: '__' },
};
