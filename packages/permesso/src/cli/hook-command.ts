import { askers } from '../hosts/hook-gate.ts';
import { hookHosts } from '../hosts/hook-hosts.ts';
import { UsageError, type Command } from './command.ts';

/** The hook by hand. What `init` registers is the same code in one file of its own, behind a launcher that fails closed. */
export const hook: Command = {
  name: 'hook',
  summary: 'Answers one tool call of an agent, from stdin, as its hook must. `init` registers it.',
  usage: 'hook HOST [options]',
  options: [
    { name: 'ask', value: 'WHO', help: `who is asked: ${askers.join(', ')}` },
    { name: 'deadline', value: 'SECONDS', help: 'when it answers by itself (50)' },
  ],
  examples: [['permesso hook codex < call.json', "what this machine's policy answers Codex"]],
  exitCodes: [
    [0, 'answered, in the words of that host; for some hosts 2 is their word for no'],
    [2, 'it could not be started as asked: no'],
  ],
  // The code that blocks wherever an exit code blocks at all: whoever misspells the hook in a host's settings has no guard.
  wrongUseExit: 2,
  run: async ({ operands, value }) => {
    const [host, extra] = operands;
    if (host === undefined || extra !== undefined || !hookHosts.has(host))
      throw new UsageError(`which host? there are ${[...hookHosts.keys()].join(', ')}`);
    const who = value('ask');
    if (who !== undefined && !askers.some((asker) => asker === who))
      throw new UsageError(`--ask takes ${askers.join(', ')}; not \`${who}\``);
    const options = ['ask', 'deadline'].flatMap((name) => {
      const given = value(name);
      return given === undefined ? [] : [`--${name}`, given];
    });
    process.argv.splice(2, Infinity, host, ...options);
    // Answers and ends the process.
    await import('./hook.ts');
    const { promise } = Promise.withResolvers<number>();
    return promise;
  },
};
