import { findSandbox } from '../../sandbox/sandbox.ts';
import { UsageError, type Command, type CommandInput, type Output } from '../command.ts';
import { execSandboxed, notStartedExit } from '../sandbox/exec-command.ts';

/** What `permesso sandbox` can do, by its first operand. */
const actions: ReadonlyMap<string, (given: CommandInput, out: Output) => Promise<number>> = new Map([
  ['exec', execSandboxed],
  ['status', showStatus],
]);

export const sandbox: Command = {
  name: 'sandbox',
  summary: 'Runs a command in a sandbox, or says whether this machine has one.',
  usage: 'sandbox status | exec --profile FILE -- COMMAND | exec --id ID',
  options: [
    { name: 'profile', value: 'FILE', help: 'JSON with writable, readOnly, hidden, hosts and environment' },
    { name: 'id', value: 'ID', help: 'a call that was allowed, sandboxed; runs once' },
    { name: 'cwd', value: 'DIR', help: 'working directory of the command (default: this one)' },
    { name: 'session', value: 'NAME', help: 'commands of one session share their /tmp' },
    { name: 'json', help: 'the result as JSON, with what the command printed' },
  ],
  examples: [
    ['permesso sandbox status', 'finds the engine and tries to get out of it'],
    [
      "permesso sandbox exec --profile profile.json -- 'npm test'",
      'one argument is text for bash, several are its words',
    ],
  ],
  exitCodes: [
    [0, 'status: proven on this machine; exec: the command succeeded'],
    [1, 'status: not proven, with the reason'],
    [notStartedExit, 'exec: not started; nothing ran, and nothing runs without the sandbox'],
  ],
  run: (given, out) => {
    const [name = ''] = given.operands;
    const action = actions.get(name);
    if (action === undefined)
      throw new UsageError(
        `${name === '' ? 'what about the sandbox?' : `unknown action \`${name}\``} one of: ${[...actions.keys()].join(', ')}`,
      );
    return action(given, out);
  },
};

async function showStatus(given: CommandInput, out: Output): Promise<number> {
  const fact = await findSandbox();
  if (given.flag('json')) out.print(JSON.stringify(fact));
  else if (fact.proven) out.print(`Proven: ${fact.engine} ${fact.version} holds on this machine.`);
  else out.print(`Not proven, so calls that need it ask. ${fact.whyNot ?? ''}`);
  return fact.proven ? 0 : 1;
}
