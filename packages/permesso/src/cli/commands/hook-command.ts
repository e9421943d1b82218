import { approvalTargets } from '../../hook/approval-channel.ts';
import { hookHosts } from '../../host-lists/hook-hosts.ts';
import { UsageError, type Command } from '../command.ts';
import { runHookCommand } from '../run-hook-command.ts';

/** The hook, run by hand. `init` registers the same code, bundled in one file behind a launcher that fails closed. */
export const hook: Command = {
  name: 'hook',
  summary: 'Answers one tool call of an agent, from stdin, as its hook must. `init` registers it.',
  usage: 'hook HOST [options]',
  options: [
    { name: 'ask', value: 'WHO', help: `who is asked: ${approvalTargets.join(', ')}` },
    { name: 'deadline', value: 'SECONDS', help: 'deny without an answer after this time (default: 50)' },
  ],
  examples: [['permesso hook codex < call.json', "what this machine's policy answers Codex"]],
  exitCodes: [
    [0, "answered in the host's own format; for some hosts, exit code 2 means deny"],
    [2, 'it could not start with these arguments, so the call is denied'],
  ],
  // The exit code that blocks the call in hosts that honour one: a misspelt hook in a host's settings must not guard
  // nothing.
  wrongUseExit: 2,
  run: async ({ operands, value }) => {
    const [host, extra] = operands;
    if (host === undefined || extra !== undefined || !hookHosts.has(host))
      throw new UsageError(`which host? there are ${[...hookHosts.keys()].join(', ')}`);
    const who = value('ask');
    if (who !== undefined && !approvalTargets.some((asker) => asker === who))
      throw new UsageError(`--ask takes ${approvalTargets.join(', ')}; not \`${who}\``);
    const options = ['ask', 'deadline'].flatMap((name) => {
      const given = value(name);
      return given === undefined ? [] : [`--${name}`, given];
    });
    return runHookCommand({ args: [host, ...options], script: process.argv[1] ?? '' });
  },
};
