import { findSandbox } from '@permesso/gate/sandbox';
import { UsageError, type Command, type CommandInput, type Output } from '../command.ts';
import { callOptions } from '../call-options.ts';
import { policyOptions } from '../policy-options.ts';
import { execSandboxed } from '../sandbox/exec-command.ts';
import { notStartedExit } from '../sandbox/run-here.ts';
import { explainProfile } from '../sandbox/explain-profile.ts';
import { openHost } from '../sandbox/open-host.ts';

/** What `permesso sandbox` can do, by its first operand. */
const actions: ReadonlyMap<string, (given: CommandInput, out: Output) => number | Promise<number>> = new Map<
  string,
  (given: CommandInput, out: Output) => number | Promise<number>
>([
  ['explain', explainProfile],
  ['exec', execSandboxed],
  ['host', openHost],
  ['status', showStatus],
]);

export const sandbox: Command = {
  name: 'sandbox',
  summary:
    'Runs a command in a sandbox, shows or extends what it may reach there, or says whether this machine has one.',
  usage: 'sandbox status | explain COMMAND | host HOST | exec --profile FILE -- COMMAND | exec --id ID',
  options: [
    { name: 'profile', value: 'FILE', help: 'JSON with writable, readOnly, hidden, hosts and environment' },
    { name: 'id', value: 'ID', help: 'a call that was allowed, sandboxed; runs once' },
    { name: 'cwd', value: 'DIR', help: 'working directory of the command (default: this one)' },
    { name: 'session', value: 'NAME', help: 'commands of one session share their /tmp' },
    { name: 'for', value: 'TIME', help: 'host: open for so long, 8h or 7d (default 8h)' },
    {
      name: 'to',
      value: 'WHERE',
      help: 'host: local (yours, in this project; default) or user (everywhere)',
    },
    { name: 'all', help: 'explain: every entry of the profile, not one screen' },
    { name: 'json', help: 'the result as JSON, with what the command printed' },
    ...policyOptions,
    ...callOptions.filter(({ name }) => name !== 'cwd'),
  ],
  examples: [
    ['permesso sandbox status', 'finds the engine and tries to get out of it'],
    [
      "permesso sandbox explain 'python3 fix.py'",
      'whether it would run sandboxed, with which profile, and which line of the policy says so',
    ],
    [
      'permesso sandbox host api.example.com --for 2d',
      'opens a host for sandboxed calls, once you have confirmed it',
    ],
    [
      "permesso sandbox exec --profile profile.json -- 'npm test'",
      'one argument is text for bash, several are its words',
    ],
  ],
  exitCodes: [
    [
      0,
      'status: proven on this machine; explain: allowed, or allowed sandboxed; exec: the command succeeded; host: open',
    ],
    [1, 'status: not proven, with the reason; explain: asked about; host: nothing was opened'],
    [2, 'explain: denied'],
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
  else out.print(`Not available, so calls that need it ask. ${fact.whyNot ?? ''}`);
  return fact.proven ? 0 : 1;
}
