import { answerOf, recordOf, type Deed, type PlayedHost } from './played-host.ts';

/** Gemini CLI 0.61: `ask` waits for a person even where there is none; everything it does not know runs. */
export const geminiCli: PlayedHost = {
  name: 'gemini-cli',
  obeys: (ended) => {
    if (ended === 'crashed') return 'runs';
    // An answer on stdout counts whatever the exit code says, and one on stderr where stdout is empty.
    const text = ended.stdout.trim() === '' ? ended.stderr.trim() : ended.stdout.trim();
    const answer = answerOf({ ...ended, stdout: text });
    if (answer === undefined) return text === '' || ended.exitCode < 2 ? 'runs' : 'blocked';
    const deeds = new Map<unknown, Deed>([
      ['deny', 'blocked'],
      ['block', 'blocked'],
      ['ask', 'prompts'],
    ]);
    return deeds.get(answer['decision']) ?? 'runs';
  },
  tells: (ended) => (ended.exitCode === 2 ? ended.stderr : String(answerOf(ended)?.['reason'])),
  rewritten: (ended) => recordOf(answerOf(ended)?.['hookSpecificOutput'])['tool_input'],
  bySubAgent: { lacks: 'the payload of a sub-agent is that of the main agent' },
  asMcpCall: (payload, { server, tool, input }) => ({
    ...payload,
    tool_name: `mcp_${server}_${tool}`,
    tool_input: input,
    mcp_context: { server_name: server, tool_name: tool, command: 'npx' },
  }),
  mcpName: 'apart',
};
