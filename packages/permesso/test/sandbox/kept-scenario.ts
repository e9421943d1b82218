/** What stays between the commands of hosts, plans and an engine, as one JSON object: run as an ordinary user by the test. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { saveCall } from '@permesso/gate/sandbox-calls';
import { recordClient } from '../../src/launch/shell-client.ts';
import { builtCommandLine } from '../built.ts';

const place = process.argv[2] ?? '';
const project = join(place, 'project');
const secret = join(place, 'secret');
// Short: the engine's sockets lie in it.
const ours = join(process.env['XDG_STATE_HOME'] ?? '', 'permesso');
const folder = join(ours, 'sandbox');
const plans = join(folder, 'plans.json');
mkdirSync(project);
mkdirSync(folder, { recursive: true, mode: 0o700 });
writeFileSync(secret, 'secret');

const runner = join(dirname(dirname(builtCommandLine)), 'commands/run-sandboxed.cjs');

function run(command: string, hosts: readonly string[] = []): readonly [number | null, string] {
  const profile = { writable: [project], readOnly: [], hidden: [secret], hosts, environment: ['PATH'] };
  const id = saveCall(folder, { command, cwd: project, profile, session: 'one' });
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', runner, id], {
    encoding: 'utf8',
  });
  return [status, `${stdout}${stderr.split('\n')[0] ?? ''}`.replaceAll(place, '')];
}

/** The kept plan with another step behind the mount of the project. */
function tamper(...step: readonly string[]): void {
  const [[key, args]] = JSON.parse(readFileSync(plans, 'utf8')) as [[string, string[]]];
  const at = args.indexOf('--dev');
  writeFileSync(plans, JSON.stringify([[key, args.toSpliced(at, 0, ...step)]]));
}

function runWith(change: () => void): readonly [number | null, string] {
  rmSync(plans);
  run('true');
  change();
  return run('echo ran');
}

/** The processes of the engine that run for this state. */
function engines(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return line.includes('engine-process') && line.includes(folder);
      } catch (error) {
        if (error instanceof Error) return false;
        throw error;
      }
    });
}

async function withImpostor(reply: object): Promise<readonly [number | null, string]> {
  rmSync(path, { force: true });
  const impostor: Server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes: Buffer) => {
      const { id } = JSON.parse(bytes.toString('utf8')) as { readonly id: string };
      socket.write(`${JSON.stringify({ id, ...reply })}\n`);
    });
  });
  await new Promise<void>((resolve) => impostor.listen(path, resolve));
  try {
    return await runBeside('echo ran', ['canary.invalid']);
  } finally {
    impostor.close();
    rmSync(path, { force: true });
  }
}

/** As `run`, while this process goes on. */
async function runBeside(
  command: string,
  hosts: readonly string[],
): Promise<readonly [number | null, string]> {
  const profile = { writable: [project], readOnly: [], hidden: [secret], hosts, environment: ['PATH'] };
  const id = saveCall(folder, { command, cwd: project, profile });
  const child = spawn(process.execPath, ['--no-warnings', runner, id], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString('utf8')));
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString('utf8')));
  const status = await new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  return [status, said.split('\n')[0] ?? ''];
}

const first = run('pwd; cat ../secret');
const again = run('pwd; cat ../secret');
const kept = (JSON.parse(readFileSync(plans, 'utf8')) as readonly unknown[]).length;
const plansOf = {
  damaged: runWith(() => writeFileSync(plans, '[["x", [1]], 7')),
  wider: runWith(() => tamper('--bind', '/', '/')),
  shown: runWith(() => tamper('--ro-bind', secret, join(project, 'shown'))),
  gone: runWith(() => tamper('--ro-bind', join(place, 'gone'), join(place, 'gone'))),
};
rmSync(plans);

const alone = [run('echo alone', ['canary.invalid']), engines().length];
recordClient(ours, { socket: 's', connect: ['a', 'b'], timeout: 't', sha256sum: 's', cat: 'c' });
const hosts = ['canary.invalid'];
const sharing = [run('echo one', hosts), run('echo two', hosts)];
const [engine = 0, ...others] = engines();
process.kill(-engine, 'SIGKILL');
const afterKill = run('echo three', hosts);
const stop = spawnSync(process.execPath, ['--no-warnings', builtCommandLine, 'resident', 'stop']).status;
const afterStop = engines().length;
run('true', hosts);
const path = join(folder, readdirSync(folder).find((name) => name.startsWith('engine-')) ?? '');
const wide = `bwrap --new-session --die-with-parent --unshare-net --ro-bind / / --bind / / --dev /dev --unshare-pid --unshare-user --cap-drop ALL --proc /proc -- /usr/bin/bash -c 'x'`;
const impostors = {
  bare: await withImpostor({ line: `/usr/bin/bash -c 'echo ran'`, runFolder: join(folder, 'r-x') }),
  wider: await withImpostor({ line: wide, runFolder: join(folder, 'r-x') }),
  elsewhere: await withImpostor({ line: wide, runFolder: '/' }),
  silent: await withImpostor({ problem: 'no' }),
};
for (const pid of engines()) process.kill(-pid, 'SIGKILL');
process.stdout.write(
  `${JSON.stringify({ first, again, kept, plansOf, alone, sharing, others, afterKill, stop, afterStop, impostors })}\n`,
);
