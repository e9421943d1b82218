import { runAgent } from '../../acp/run-agent.ts';
import { UsageError, type Command } from '../command.ts';

export const acp: Command = {
  name: 'acp',
  summary: 'Runs a proxy between an editor and an ACP agent that answers its permission requests.',
  usage: 'acp -- COMMAND [ARGS...]',
  options: [],
  examples: [
    ['permesso acp -- gemini --acp', 'the command that the editor starts instead of the agent'],
    ['permesso acp -- opencode acp', 'the editor asks the person, as before'],
  ],
  exitCodes: [
    [0, "or another code of the agent's own"],
    [69, 'the agent could not be started'],
  ],
  run: async (given, out) => {
    const [file, ...args] = given.operands;
    if (file === undefined) throw new UsageError('name the agent: acp -- gemini --acp');
    return await runAgent({
      command: [file, ...args],
      input: process.stdin,
      output: process.stdout,
      complain: out.complain,
      program: process.argv[1] ?? '',
    });
  },
};
