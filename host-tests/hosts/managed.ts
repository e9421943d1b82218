import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Command } from '../../packages/permesso/src/cli/command.ts';
import { initWith } from '../../packages/permesso/src/cli/commands/init.ts';
import { startFakeModel } from '../fake-model/fake-model.ts';
import { allHosts } from './all-hosts.ts';
import { bundleProducts, type Products } from './bundle-products.ts';
import { installHost } from './install-host.ts';
import { newMachine, type Machine } from './machine.ts';
import type { RealHost, Setting } from './real-host.ts';
import { registerHook } from './register-hook.ts';
import { runProgram, searchPath } from './run-program.ts';
import { attempts, withMore, type Attempt } from './switch-off.ts';

const help = `Runs real agent programs below managed settings that \`permesso init --managed\` wrote, and with a user who switches hooks off.

npm run tools -- hosts:managed [HOST ...]

Each program sees an /etc of its own, in a mount namespace: nothing of this machine is changed. Linux.

Exit codes: 0 a managed hook decided in every case where it should, 1 it did not.
`;

/** Denied by the hook alone: no rule that a program could be given as its own. */
const deny = 'mode: dontAsk\nallow:\n  - Read\n';
const allow = 'allow:\n  - Bash(echo *)\n  - Write\n';
const line = 'echo ran > marker.txt';

interface Outcome {
  readonly ran: boolean;
  readonly told: string;
}

if (process.argv.includes('--help')) console.log(help);
else {
  const named = process.argv.slice(2);
  const products = await bundleProducts();
  let wrong = 0;
  try {
    for (const host of allHosts.filter(({ name }) => attempts[name] !== undefined))
      if (named.length === 0 || named.includes(host.name)) wrong += await tryHost(host, products);
  } finally {
    products.remove();
  }
  process.exitCode = wrong === 0 ? 0 : 1;
}

/** How often the managed hook did not decide where it should. */
async function tryHost(host: RealHost, products: Products): Promise<number> {
  const installed = await installHost(host.pinnedBy ?? host.name);
  const run = (policy: string, how: How): Promise<Outcome> =>
    runOnce(host, { installed, products, policy, ...how });
  console.log(host.title);
  const denied = await run(deny, { isManaged: true });
  const allowed = await run(allow, { isManaged: true });
  const strange = await run(allow, { isManaged: true, isPinned: true });
  const obeys = !denied.ran && allowed.ran && !strange.ran && strange.told.includes('not enrolled');
  console.log(
    `  a managed hook: deny ${said(denied)}, allow ${said(allowed)}, user not enrolled ${said(strange)}`,
  );
  for (const attempt of attempts[host.name] ?? []) {
    const own = await run(deny, { isManaged: false, attempt });
    const managed = await run(deny, { isManaged: true, attempt });
    console.log(`  ${attempt.what}: own hook ${said(own)}, managed hook ${said(managed)}`);
  }
  return obeys ? 0 : 1;
}

function said({ ran }: Outcome): string {
  return ran ? 'RUNS' : 'blocked';
}

interface How {
  readonly isManaged: boolean;
  readonly isPinned?: boolean;
  readonly attempt?: Attempt;
}

async function runOnce(
  host: RealHost,
  options: How & { readonly installed: string; readonly products: Products; readonly policy: string },
): Promise<Outcome> {
  const { installed, products, policy, isManaged, isPinned = false, attempt } = options;
  const machine = newMachine(policy, products);
  const root = mkdtempSync(join(tmpdir(), 'permesso-root-'));
  const place = {
    command: line,
    marker: machine.marker,
    secretFile: machine.secretFile,
    elsewhere: '/',
    task: '',
  };
  const step = host.calls.shell?.(place);
  if (step === undefined) throw new Error(`${host.name} runs no commands`);
  const model = await startFakeModel({ script: 'tool' in step ? [step] : step });
  try {
    const setting: Setting = { machine, installed, url: model.url };
    host.configure(setting);
    if (isManaged) await initManaged(host.name, { machine, root, isPinned });
    else
      await registerHook(host, setting, {
        name: 'own',
        about: '',
        group: 'others',
        policy,
        expected: 'blocked',
      });
    cpSync('/etc', join(root, 'etc'), { recursive: true, force: false, errorOnExist: false });
    const start = withMore(host.start(setting), attempt?.prepare(setting) ?? {});
    const ended = await runProgram({
      file: '/usr/bin/unshare',
      args: [
        '--mount',
        '/bin/sh',
        '-c',
        'mount --bind "$0" /etc && exec "$@"',
        join(root, 'etc'),
        start.file,
        ...start.args,
      ],
      cwd: machine.project,
      env: { PATH: searchPath, LANG: 'C.UTF-8', HOME: machine.home, ...start.env },
      patience: host.patience,
    });
    if (process.env['VERBOSE'] !== undefined) console.log(ended.output.slice(-3000));
    return { ran: machine.marked() !== undefined, told: model.received().join('\n') };
  } finally {
    await model.close();
    machine.remove();
    rmSync(root, { recursive: true, force: true });
  }
}

/** What the command writes for an image. */
async function initManaged(
  host: string,
  {
    machine,
    root,
    isPinned,
  }: { readonly machine: Machine; readonly root: string; readonly isPinned: boolean },
): Promise<void> {
  const { node, hook, plugin } = machine;
  for (const path of [node, hook, plugin, plugin.replace('plugin', 'window')]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(path, join(root, path));
  }
  const installation = () => ({ node, hook, plugin, timeout: '/usr/bin/timeout' });
  const values: Readonly<Record<string, string>> = { root, server: 'https://permesso.example.com' };
  const init: Command = initWith(installation);
  const printed: string[] = [];
  const code = await init.run(
    {
      operands: [],
      flag: (name) => name === 'managed',
      value: (name) => values[name],
      values: (name) => (name === 'host' ? [host] : []),
    },
    { print: (text) => printed.push(text), complain: (text) => printed.push(text), width: 100 },
  );
  if (code !== 0) throw new Error(printed.join('\n'));
  if (!isPinned) rmSync(join(root, 'etc/permesso/managed.json'));
}
