import { readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeFolder } from '@permesso/gate/disk';
import { hookHosts } from '../../../packages/permesso/src/host-lists/hook-hosts.ts';
import type { RealHost } from '../real-host.ts';
import type { SandboxMachine } from './sandbox-machine.ts';

/** Where the command ran: read from the disk. `blocked`: nowhere. */
export type Where = 'inside' | 'outside' | 'blocked';

export interface SandboxCase {
  readonly name: string;
  readonly about: string;
  /** `bash probe.sh` when absent. */
  readonly command?: string;
  readonly policy?: string;
  /** Arguments beside the command, by which the model wants to leave. */
  readonly leaving?: true;
  readonly withoutHook?: true;
  readonly env?: Readonly<Record<string, string>>;
  readonly before?: (machine: SandboxMachine) => void;
  /** Done as soon as the call was allowed and before it runs. */
  readonly onceSaved?: (machine: SandboxMachine, file: string) => void;
  readonly expected: Where;
  /** What the model must have been told. */
  readonly told?: RegExp;
}

/** By which arguments a host's model leaves that host's own sandbox. */
export const leavingArguments: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'claude-code': { dangerouslyDisableSandbox: true },
  'copilot-cli': { requestSandboxBypass: true },
};

const on = 'sandbox: on\n';

export const sandboxCases: readonly SandboxCase[] = [
  {
    name: 'no hook',
    about: 'Control: without Permesso the script gets out.',
    withoutHook: true,
    expected: 'outside',
  },
  {
    name: 'runs inside',
    about:
      'A script that no rule can read. Its output and exit code reach the model, which sees the command as it wrote it.',
    expected: 'inside',
  },
  {
    name: 'leading cd',
    about: 'The same behind `cd sub &&`.',
    command: 'cd sub && bash ../probe.sh',
    expected: 'inside',
  },
  {
    name: 'allowed by a rule',
    about: 'A rule allows the command; the script it runs may have been written by a sandboxed one.',
    policy: `${on}allow: ["Bash(bash probe.sh)"]\n`,
    expected: 'inside',
  },
  {
    name: 'unsandboxed rule',
    about: 'A rule with `unsandboxed: true`: the person wants it outside.',
    policy: `${on}allow:\n  - rule: Bash(bash probe.sh)\n    unsandboxed: true\n`,
    expected: 'outside',
  },
  {
    name: 'asks to leave',
    about: 'The model sets the argument by which it leaves the sandbox of the program.',
    leaving: true,
    expected: 'inside',
  },
  {
    name: 'network refused',
    about: 'The script needs the network: it fails, and the model is told why and what to request.',
    command: 'bash probe.sh; bash reach.sh',
    expected: 'inside',
    told: /ran sandboxed.*no network/,
  },
  {
    name: 'engine missing',
    about: 'The engine is not installed: the call needs approval, and nobody is there.',
    before: ({ engine }) => rmSync(engine),
    expected: 'blocked',
  },
  {
    name: 'engine removed',
    about: 'The engine is removed after the decision.',
    onceSaved: ({ engine }) => rmSync(engine, { force: true }),
    expected: 'blocked',
  },
  {
    name: 'call edited',
    about: 'The saved call is edited after the decision: its profile would allow more.',
    onceSaved: ({ outside }, file) => {
      const call = JSON.parse(readFileSync(file, 'utf8')) as { readonly profile: object };
      const profile = { ...call.profile, writable: [join(outside, '..')] };
      writeFileSync(file, JSON.stringify({ ...call, profile }));
    },
    expected: 'blocked',
  },
  {
    name: 'call removed',
    about: 'The saved call is removed after the decision.',
    onceSaved: (_machine, file) => rmSync(file, { force: true }),
    expected: 'blocked',
  },
  {
    name: 'nested',
    about: 'The program itself runs in a sandbox: the call needs approval, and nobody is there.',
    env: { SANDBOX_RUNTIME: '1' },
    expected: 'blocked',
  },
];

export function policyOf({ policy = on }: SandboxCase): string {
  return policy;
}

/** A program whose hook cannot rewrite a command has two rows: the control, and that the call is asked about. */
export function fits(host: RealHost, { name, leaving }: SandboxCase): boolean {
  if (!rewrites(host)) return name === 'no hook' || name === 'runs inside';
  return leaving !== true || leavingArguments[host.name] !== undefined;
}

export function expectedWhere(host: RealHost, { expected, withoutHook }: SandboxCase): Where {
  return withoutHook === true || rewrites(host) ? expected : 'blocked';
}

function rewrites({ name }: RealHost): boolean {
  return hookHosts.get(name)?.runsSandboxed === true;
}

/** Calls back with the file of the first call that is saved. Stops by what it gives back. */
export function watchSaved(machine: SandboxMachine, found: (file: string) => void): () => void {
  makeFolder(machine.savedCalls);
  let isDone = false;
  const look = (): void => {
    const name = readdirSync(machine.savedCalls).find((each) => /^[0-9a-f]{64}\.json$/.test(basename(each)));
    if (isDone || name === undefined) return;
    isDone = true;
    found(join(machine.savedCalls, name));
  };
  const watcher = watch(machine.savedCalls, look);
  return () => watcher.close();
}
