import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bundleHook } from '../../bundle-hook.ts';
import { launchLine, type Launch } from '../../src/launch/launcher.ts';
import { askResident } from '../../src/resident/resident-client.ts';
import { residentDirectory, residentForbidden, residentSocket } from '../../src/launch/resident-places.ts';
import { listenerProblem } from '../../src/resident/resident-health.ts';
import { recordedRequests } from '../../src/resident/recorded-requests.ts';
import { readRequest, writeRequest } from '../../src/resident/resident-request.ts';
import { serveResident } from '../../src/resident/serve-resident.ts';
import { findShellClient, recordClient, recordedClient } from '../../src/launch/shell-client.ts';
import { verifyLog } from '@permesso/gate/log';
import { findPlaces, isRoots } from '@permesso/gate/disk';
import { machineWith, runProcess, type Machine } from './hook-process.ts';

let root = '';
let folder = '';
let hook = '';

beforeAll(async () => {
  // The presets stand beside the code, as in the package.
  root = mkdtempSync(join(tmpdir(), 'permesso-resident-'));
  cpSync(join(import.meta.dirname, '../../presets'), join(root, 'presets'), { recursive: true });
  folder = join(root, 'dist');
  mkdirSync(folder);
  hook = await bundleHook({ sources: join(import.meta.dirname, '../../src'), folder });
});
afterAll(() => {
  // A hook that found no resident process has started one, which may still be on its way.
  if (canRun) for (const pid of processesOf(hook)) process.kill(pid, 'SIGKILL');
  rmSync(root, { recursive: true, force: true, maxRetries: 20 });
});

function processesOf(file: string): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/u.test(name));
  return pids.filter((pid) => commandLineOf(pid).includes(file)).map(Number);
}

function commandLineOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch (error) {
    // It has ended since.
    if (error instanceof Error && 'code' in error) return [];
    throw error;
  }
}

const canRun = existsSync('/usr/bin/socat') && existsSync('/proc/sys/kernel/random/uuid');
const policy = 'allow: ["Bash(npm run:*)"]\ndeny: ["Bash(curl:*)"]\n';

interface Running {
  readonly machine: Machine;
  readonly state: string;
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  /** What the launcher says; `resident`: with no hook to fall back to. */
  readonly ask: (command: string, how?: Asking) => Promise<string>;
  readonly served: () => Promise<number>;
}

interface Asking {
  readonly only?: 'resident';
  readonly patience?: number;
  /** As `--ask`. */
  readonly asker?: string;
  readonly env?: Readonly<Record<string, string>>;
}

function payload(machine: Machine, command: string): string {
  return JSON.stringify({
    session_id: 's',
    cwd: machine.project,
    hook_event_name: 'PreToolUse',
    transcript_path: '/home/me/.claude/projects/-app/s.jsonl',
    tool_name: 'Bash',
    tool_input: { command },
  });
}

async function start(): Promise<Running> {
  const machine = machineWith(policy);
  const { state } = findPlaces({ home: machine.home, env: {} });
  const resident = await findShellClient(state);
  recordClient(state, resident);
  const env = { HOME: machine.home, PATH: '/usr/bin:/bin' };
  const child = spawn(process.execPath, [hook, 'resident'], { env, stdio: 'ignore' });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    machine.remove();
  });
  await until(async () => (await askResident('status', { state })) !== undefined);
  const ask = async (
    command: string,
    { only, asker, patience = 20, env: more = {} }: Asking = {},
  ): Promise<string> => {
    const launch: Launch = {
      node: only === 'resident' ? '/nowhere/node' : process.execPath,
      hook,
      host: 'claude-code',
      deadline: 20,
      // A busy machine takes its time; only what hangs is given up soon.
      resident: { ...resident, patience },
      ...(asker === undefined ? {} : { ask: asker }),
    };
    const stdin = payload(machine, command);
    const said = await runProcess(['/bin/sh', '-c', launchLine(launch)], { machine, stdin, env: more });
    return `${said.exitCode} ${said.stderr}${said.stdout}`;
  };
  const served = async (): Promise<number> => (await askResident('status', { state }))?.served ?? -1;
  return { machine, state, child, ended, ask, served };
}

/** Looks until it is so. The test's own time limit ends it. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}

function entries(state: string): number {
  const file = join(state, 'log/log.jsonl');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
}

interface LoggedShell {
  readonly call: { readonly shell?: string };
}

function lastEntry(state: string): LoggedShell {
  const lines = readFileSync(join(state, 'log/log.jsonl'), 'utf8').trim().split('\n');
  return JSON.parse(lines.at(-1) ?? '') as LoggedShell;
}

describe.skipIf(!canRun)('a resident process', () => {
  test('answers as the hook does, and each entry is on disk before its answer', async () => {
    const { ask, state, served } = await start();
    const before = entries(state);
    const answers: string[] = [];
    for (const [at, command] of ['npm run build', 'docker run x', 'curl https://a.example'].entries()) {
      answers.push(await ask(command, { only: 'resident', asker: 'host' }));
      expect(entries(state)).toBe(before + at + 1);
    }
    expect(answers[0]).toContain('"permissionDecision":"allow"');
    expect(answers[1]).toContain('"permissionDecision":"ask"');
    expect(answers[2]).toContain('"permissionDecision":"deny"');
    expect(await served()).toBe(3);
    await askResident('stop', { state });
    await until(async () => Promise.resolve(!existsSync(residentSocket(state))));
    for (const [at, command] of ['npm run build', 'docker run x', 'curl https://a.example'].entries())
      expect(await ask(command, { asker: 'host' })).toBe(answers[at]);
    expect(verifyLog(join(state, 'log')).ok).toBe(true);
  });

  test('reads a command for the shell that the launcher was given, as the hook does', async () => {
    const { ask, state } = await start();
    const shells: string[] = [];
    for (const only of ['resident', undefined] as const)
      for (const env of [{ SHELL: '/bin/bash' }, { SHELL: '/bin/sh' }, { SHELL: '/nowhere/bash' }]) {
        await ask('npm run build', { ...(only === undefined ? {} : { only }), env });
        shells.push(lastEntry(state).call.shell ?? 'unknown');
      }
    expect(shells).toEqual(['bash', 'unknown', 'unknown', 'bash', 'unknown', 'unknown']);
  });

  test('sees a changed policy at the next call, and a broken one denies', async () => {
    const { ask, machine } = await start();
    expect(await ask('npm run build', { only: 'resident' })).toContain('"allow"');
    machine.write('.config/permesso/policy.yaml', 'deny: ["Bash(npm run:*)"]\n');
    expect(await ask('npm run build', { only: 'resident' })).toContain('"deny"');
    machine.write('.config/permesso/policy.yaml', 'deny: [');
    expect(await ask('npm run build', { only: 'resident' })).toContain('"deny"');
    machine.write('.config/permesso/policy.yaml', policy);
    expect(await ask('npm run build', { only: 'resident' })).toContain('"allow"');
  });

  test('serves many agents at once', async () => {
    const { ask, served } = await start();
    const said = await Promise.all(
      Array.from({ length: 16 }, (_, at) => ask(at % 2 === 0 ? 'npm run build' : 'curl https://a.example')),
    );
    expect(said.filter((each) => each.includes('"allow"'))).toHaveLength(8);
    expect(said.filter((each) => each.includes('"deny"'))).toHaveLength(8);
    expect(await served()).toBeGreaterThan(0);
  });

  test('is known to the kernel as the process that it says it is', async () => {
    const { state, child } = await start();
    const about = { socket: residentSocket(state), node: process.execPath };
    expect(listenerProblem(child.pid ?? 0, about)).toBeUndefined();
    expect(listenerProblem(process.pid, about)).toContain('does not listen there');
    expect(listenerProblem(child.pid ?? 0, { ...about, node: '/usr/bin/other' })).toContain(
      'and not /usr/bin/other',
    );
  });

  test('leaves to the hook what it would have to ask a person about, and records nothing of it', async () => {
    const { ask, state, served } = await start();
    const before = entries(state);
    expect(await ask('docker run x', { only: 'resident', asker: 'present' })).toContain(
      '/nowhere/node is missing',
    );
    expect(entries(state)).toBe(before);
    expect(await ask('curl https://a.example', { only: 'resident', asker: 'present' })).toMatch(/^2 |deny/);
    expect(await served()).toBe(1);
  });
});

describe.skipIf(!canRun)('the hook itself answers where the resident process', () => {
  test('is missing', async () => {
    const { ask, child, ended } = await start();
    child.kill('SIGKILL');
    await ended;
    expect(await ask('npm run build', { only: 'resident' })).toContain('/nowhere/node is missing');
    expect(await ask('npm run build')).toContain('"allow"');
  });

  test('hangs: and what it finds once it goes on is not recorded again', async () => {
    const { ask, child, state } = await start();
    const before = entries(state);
    child.kill('SIGSTOP');
    const patience = 0.3;
    expect(await ask('curl https://a.example', { patience })).toContain('"permissionDecision":"deny"');
    expect(await ask('npm run build', { patience })).toContain('"permissionDecision":"allow"');
    expect(entries(state)).toBe(before + 2);
    child.kill('SIGCONT');
    expect(await ask('npm run test', { only: 'resident' })).toContain('"permissionDecision":"allow"');
    expect(entries(state)).toBe(before + 3);
  });

  test('has recorded the call, and was not waited for', async () => {
    const { machine, state, child, ended } = await start();
    child.kill('SIGKILL');
    await ended;
    const [id, other] = [randomUUID(), randomUUID()];
    const recorded = recordedRequests(state);
    for (let at = 0; at < 5000; at++) recorded.add(at === 4000 ? id : randomUUID());
    recorded.close();
    const before = entries(state);
    for (const [request, more] of [
      [id, 0],
      [other, 1],
    ] as const) {
      const command = [process.execPath, hook, 'claude-code', '--request', request];
      const { stdout } = await runProcess(command, { machine, stdin: payload(machine, 'npm run build') });
      expect(stdout).toContain('"permissionDecision":"allow"');
      expect(entries(state)).toBe(before + more);
    }
  });

  test('is of another version than the installed hook: and it ends', async () => {
    const { ask, ended } = await start();
    const main = join(folder, 'hook-main.cjs');
    const now = new Date();
    utimesSync(main, now, new Date(now.getTime() - 60_000));
    expect(await ask('npm run build', { only: 'resident' })).toContain('/nowhere/node is missing');
    expect(await ended).toBe(0);
  });

  test('speaks another protocol', async () => {
    const { state } = await start();
    const text = writeRequest({
      nonce: 'n'.repeat(8),
      host: 'status',
      sent: 1.5,
      patience: 0.3,
      launcher: process.pid,
      ask: '',
      environment: ['', '', ''],
      started: ['', ''],
      payload: '',
    });
    expect(readRequest(Buffer.from(text))?.host).toBe('status');
    expect(readRequest(Buffer.from(text.replace('resident 4', 'resident 3')))).toBeUndefined();
    expect(await askResident('status', { state })).toBeDefined();
  });

  test.each(['HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME'])('has another %s', async (name) => {
    const { ask, machine, served } = await start();
    const other = mkdtempSync(join(tmpdir(), 'permesso-other-'));
    onTestFinished(() => rmSync(other, { recursive: true, force: true, maxRetries: 20 }));
    mkdirSync(join(other, '.config/permesso'), { recursive: true });
    mkdirSync(join(other, 'permesso'), { recursive: true });
    for (const file of ['.config/permesso/policy.yaml', 'permesso/policy.yaml'])
      writeFileSync(join(other, file), 'deny: ["Bash(npm run:*)"]\n');
    expect(machine.home).not.toBe(other);
    const verdict = name === 'XDG_STATE_HOME' ? 'allow' : 'deny';
    expect(await ask('npm run build', { env: { [name]: other } })).toContain(
      `"permissionDecision":"${verdict}"`,
    );
    expect(await served()).toBe(0);
  });

  test('has a directory that is open to others: and it ends', async () => {
    const { ask, state, ended } = await start();
    chmodSync(residentDirectory(state), 0o755);
    expect(await ask('npm run build', { only: 'resident' })).toContain('/nowhere/node is missing');
    expect(await ended).toBe(0);
    expect(await ask('npm run build')).toContain('"allow"');
  });

  test.skipIf(process.getuid?.() !== 0)('has a socket that belongs to somebody else', async () => {
    const { ask, state, served } = await start();
    chownSync(residentSocket(state), 65_534, 65_534);
    expect(await ask('npm run build', { only: 'resident' })).toContain('/nowhere/node is missing');
    expect(await served()).toBe(0);
  });

  test.each<[string, (id: string, digest: string) => string]>([
    ['another nonce', (_id, digest) => `permesso-resident 2 00000000-0000 ${digest} 42 `],
    ['another digest', (id) => `permesso-resident 2 ${id} ${'0'.repeat(64)} 42 `],
    ['another version', (id, digest) => `permesso-resident 9 ${id} ${digest} 42 `],
    ['another code', (id, digest) => `permesso-resident 2 ${id} ${digest} 0 `],
    ['no first line', () => ''],
  ])('replies with %s', async (_name, start_) => {
    const { ask, state, child, ended } = await start();
    child.kill('SIGKILL');
    await ended;
    rmSync(residentSocket(state), { force: true });
    let asked = 0;
    const impostor = createServer({ allowHalfOpen: true }, (socket) => {
      let said = '';
      socket.on('error', () => socket.destroy());
      socket.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
      socket.on('end', () => {
        asked += 1;
        const [, , id = '', digest = ''] = said.split(' ');
        socket.end(`${start_(id, digest)}{"hookSpecificOutput":{"permissionDecision":"allow"}}`);
      });
    });
    await new Promise<void>((resolve) => impostor.listen(residentSocket(state), resolve));
    onTestFinished(() => void impostor.close());
    expect(await ask('curl https://a.example')).toContain('"permissionDecision":"deny"');
    expect(asked).toBe(1);
  });
});

test('a request whose payload is not what its digest says is none', () => {
  const text = writeRequest({
    nonce: 'abcdefgh',
    host: 'claude-code',
    sent: 1.5,
    patience: 0.3,
    launcher: process.pid,
    ask: '',
    environment: ['/home/é', '', ''],
    started: ['/srv/é', ''],
    payload: '{"a":"é\\n"}',
  });
  expect(readRequest(Buffer.from(text))).toMatchObject({
    started: ['/srv/é', ''],
    payload: '{"a":"é\\n"}',
    environment: ['/home/é', '', ''],
  });
  for (const broken of [
    `${text} `,
    text.slice(0, -1),
    text.replace('"a"', '"b"'),
    '',
    'permesso-resident 2',
    '\n\n\n\n',
  ])
    expect(readRequest(Buffer.from(broken))).toBeUndefined();
});

describe('one of its own', () => {
  function places(): ReturnType<typeof findPlaces> {
    const home = mkdtempSync(join(tmpdir(), 'permesso-alone-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));
    return findPlaces({ home, env: {}, managed: join(home, 'etc/policy.d') });
  }

  test('ends when it is idle, and leaves no socket', async () => {
    const own = places();
    expect(await serveResident({ hook: import.meta.filename, idle: 1, places: own, env: {} })).toBe('idle');
    expect(existsSync(residentSocket(own.state))).toBe(false);
  });

  test('a second one ends at once', async () => {
    const own = places();
    const first = serveResident({ hook: import.meta.filename, idle: 60_000, places: own, env: {} });
    await until(async () => (await askResident('status', { state: own.state })) !== undefined);
    expect(await serveResident({ hook: import.meta.filename, idle: 60_000, places: own, env: {} })).toBe(
      'busy',
    );
    await askResident('stop', { state: own.state });
    expect(await first).toBe('stopped');
  });

  test('an administrator forbids it', async () => {
    const own = places();
    expect(residentForbidden(own)).toBeUndefined();
    mkdirSync(dirname(own.managed), { recursive: true });
    writeFileSync(join(dirname(own.managed), 'no-resident'), '');
    expect(residentForbidden(own)).toContain('forbids it');
    expect(await serveResident({ hook: import.meta.filename, idle: 60_000, places: own, env: {} })).toBe(
      'forbidden',
    );
  });

  test('only programs of the system are asked by, and what others could have recorded counts for nothing', () => {
    const own = places();
    const program = join(own.home, 'socat');
    writeFileSync(program, '#!/bin/sh\n');
    chmodSync(program, 0o777);
    expect(isRoots(program)).toBe(false);
    const client = {
      socket: '/s',
      connect: ['/usr/bin/socat', ''],
      timeout: '/t',
      sha256sum: '/h',
      cat: '/c',
    };
    recordClient(own.state, client);
    expect(recordedClient(own.state)).toEqual(client);
    chmodSync(residentDirectory(own.state), 0o777);
    expect(recordedClient(own.state)).toBeUndefined();
    renameSync(residentDirectory(own.state), `${residentDirectory(own.state)}-old`);
    expect(recordedClient(own.state)).toBeUndefined();
  });
});
