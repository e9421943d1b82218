import { answerOf, type Deed, type PlayedHost } from './played-host.ts';

/** Copilot CLI 1.0.102: closed on a crash and on every exit code, open on a timeout, on text and on unknown words. */
export const copilotCli: PlayedHost = {
  name: 'copilot-cli',
  obeys: (ended) => {
    if (ended === 'crashed' || ended.exitCode !== 0) return 'blocked';
    const deeds = new Map<unknown, Deed>([
      ['deny', 'blocked'],
      ['ask', 'prompts'],
    ]);
    return deeds.get(answerOf(ended)?.['permissionDecision']) ?? 'runs';
  },
  // After exit code 2 the model is told the code alone.
  tells: (ended) =>
    ended.exitCode === 0 ? String(answerOf(ended)?.['permissionDecisionReason']) : undefined,
  rewritten: (ended) => answerOf(ended)?.['modifiedArgs'],
  bySubAgent: (payload, name) => ({
    ...payload,
    agentId: 'd6b214b1-1827-4680-9fc5-b32a043f400d',
    agentType: name,
    parentAgentId: payload['sessionId'],
  }),
  asMcpCall: (payload, { server, tool, input }) => ({
    ...payload,
    toolName: `${server}-${tool}`,
    toolArgs: input,
  }),
  mcpName: { joinedBy: '-' },
};
