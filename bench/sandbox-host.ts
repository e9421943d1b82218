import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { recordClient, forgetClient } from '../packages/permesso/src/launch/shell-client.ts';
import { saveCall, stopSharedEngines } from '@permesso/gate/sandbox-calls';
import { benchAsUser } from './as-user.ts';
import { quantile, rounded } from './measure.ts';

const rounds = Number(process.env['PERMESSO_ROUNDS'] ?? 30);
const runner = join(import.meta.dirname, '../packages/permesso/dist/commands/run-sandboxed.cjs');
const commandLine = join(import.meta.dirname, '../packages/permesso/dist/cli/main.cjs');

/**
 * What a host pays that runs `true` sandboxed in the place of `bash -c true`: a process for each call, turn by turn with a bare
 * Node. Needs a build.
 */
export async function benchSandboxHost(): Promise<Record<string, unknown>> {
  if (process.geteuid?.() === 0) return benchAsUser(import.meta.filename, 'benchSandboxHost');
  // Short: the engine's sockets lie in it.
  const place = mkdtempSync('/var/tmp/b-');
  const ours = join(place, 'permesso');
  const folder = join(ours, 'sandbox');
  const project = join(place, 'project');
  mkdirSync(join(project, '.git'), { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const call = (hosts: readonly string[]): string =>
    saveCall(folder, {
      command: 'true',
      cwd: project,
      session: 'one',
      profile: {
        writable: [project],
        readOnly: [join(project, '.git'), join(project, '.envrc')],
        hidden: [],
        hosts,
        environment: ['PATH', 'HOME'],
      },
    });
  const env = { ...process.env, XDG_STATE_HOME: place };
  const timed = (program: string, ...args: readonly string[]): number => {
    const begun = performance.now();
    const { status, stderr } = spawnSync(program, args, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
    return performance.now() - begun;
  };
  const ways: Readonly<Record<string, () => number>> = {
    bareNode: () => timed(process.execPath, '-e', '0'),
    bareBash: () => timed('/bin/bash', '-c', 'true'),
    noNetwork: () => timed(process.execPath, '--no-warnings', runner, call([])),
    hosts: () => timed(process.execPath, '--no-warnings', runner, call(['registry.invalid'])),
    hostsWithEngineThatStays: () => {
      recordClient(ours, { socket: 's', connect: ['a', 'b'], timeout: 't', sha256sum: 's', cat: 'c' });
      const took = timed(process.execPath, '--no-warnings', runner, call(['registry.invalid']));
      forgetClient(ours);
      return took;
    },
    throughCommandLine: () =>
      timed(process.execPath, '--no-warnings', commandLine, 'sandbox', 'exec', '--id', call([])),
  };
  try {
    const times = new Map(Object.keys(ways).map((name) => [name, [] as number[]]));
    for (let round = -2; round < rounds; round++)
      for (const [name, run] of Object.entries(ways)) {
        const took = run();
        // The first rounds prove the sandbox and start its engine.
        if (round >= 0) times.get(name)?.push(took);
      }
    const middle = (name: string): number => quantile(times.get(name) ?? [], 0.5);
    const bare = middle('bareNode');
    return {
      bench: 'sandbox-host',
      ratio: rounded(middle('noNetwork') / bare),
      besideBareNode: Object.fromEntries(
        Object.keys(ways).map((name) => [name, rounded(middle(name) / bare)]),
      ),
      milliseconds: Object.fromEntries(Object.keys(ways).map((name) => [name, rounded(middle(name))])),
    };
  } finally {
    await stopSharedEngines(folder);
    rmSync(place, { recursive: true, force: true, maxRetries: 20 });
  }
}
