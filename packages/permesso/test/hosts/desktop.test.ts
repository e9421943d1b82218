import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deniedNotice, waitingNotice } from '../../src/desktop/notice.ts';
import { findDesktop, notifyDesktop, type Desktop } from '../../src/desktop/notify-desktop.ts';
import { requestOf } from '../../../gate/test/request-of.ts';
import { machineWith, runProcess } from './hook-process.ts';
import { builtHook } from '../built.ts';

let folder: string;
let bus: string;
let server: Server;

/** Writes down its words and its variables, then stays for a minute. */
const stub = (to: string): string => `#!/bin/sh
printf '%s\\0' "$@" > ${to}.words
echo $$ > ${to}.pid
env > ${to}.draft && mv ${to}.draft ${to}.env
exec sleep 60
`;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'permesso-desktop-'));
  bus = join(folder, 'bus');
  server = createServer();
  await new Promise<void>((resolve) => server.listen(bus, resolve));
  mkdirSync(join(folder, 'bin'), { mode: 0o755 });
  writeFileSync(join(folder, 'bin/notify-send'), stub(join(folder, 'said')), { mode: 0o755 });
});

afterEach(() => {
  server.close();
  const pid = join(folder, 'said.pid');
  if (existsSync(pid)) process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});

const owner = process.getuid?.() ?? 0;

function find(variables: Readonly<Record<string, string>>): Desktop | undefined {
  const places = { folders: [join(folder, 'bin')], owner };
  return findDesktop({ variables: new Map(Object.entries(variables)), places });
}

const session = (): Readonly<Record<string, string>> => ({
  DISPLAY: ':0',
  DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}`,
});

describe('a desktop', () => {
  test('is where a screen, a bus of this user and notify-send are', () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}`, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' };
    expect(find(session())).toMatchObject({ env: { ...env, DISPLAY: ':0' } });
    expect(find({ WAYLAND_DISPLAY: 'wayland-0', XDG_RUNTIME_DIR: folder })).toMatchObject({
      env: { ...env, WAYLAND_DISPLAY: 'wayland-0' },
    });
  });

  test.each([
    ['no screen', () => ({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}` })],
    ['no bus', () => ({ DISPLAY: ':0' })],
    ['an address that starts a program', () => at(`unixexec:path=${folder}/bin/notify-send`)],
    ['an address that starts a bus', () => at('autolaunch:')],
    ['another machine', () => at('tcp:host=198.51.100.7,port=80')],
    ['two addresses', () => at(`unix:path=${bus};tcp:host=198.51.100.7,port=80`)],
    ['a file that is not a socket', () => at(`unix:path=${folder}/bin/notify-send`)],
    ['a socket that is not there', () => at(`unix:path=${folder}/none`)],
  ])('is not where there is %s', (_what, variables) => {
    expect(find(variables())).toBeUndefined();
  });

  test.each([
    ['the program', 'bin/notify-send'],
    ['its folder', 'bin'],
  ])('is not where others can change %s', (_what, path) => {
    chmodSync(join(folder, path), 0o777);
    expect(find(session())).toBeUndefined();
  });

  test.skipIf(owner === 0)('is not where the program is a person’s own', () => {
    const places = { folders: [join(folder, 'bin')] };
    expect(findDesktop({ variables: new Map(Object.entries(session())), places })).toBeUndefined();
  });
});

function at(address: string): Readonly<Record<string, string>> {
  return { DISPLAY: ':0', DBUS_SESSION_BUS_ADDRESS: address };
}

/** What the program was told, as soon as it was. */
async function told(): Promise<{ readonly words: readonly string[]; readonly env: string }> {
  await expect.poll(() => existsSync(join(folder, 'said.env'))).toBe(true);
  const words = readFileSync(join(folder, 'said.words'), 'utf8').split('\0').slice(0, -1);
  return { words, env: readFileSync(join(folder, 'said.env'), 'utf8') };
}

const request = requestOf({ call: { tool: 'Bash', input: { command: 'make <one>' }, session: 's' } });

test('the program gets the text as words after --, and no variable of the agent', async () => {
  const desktop = find(session());
  if (desktop === undefined) throw new Error('no desktop');
  process.env['PERMESSO_STRAY'] = 'yes';
  notifyDesktop({
    notice: { summary: '--urgency=critical', body: 'body' },
    desktop: withoutTimeout(desktop),
    state: folder,
  });
  delete process.env['PERMESSO_STRAY'];
  const { words, env } = await told();
  expect(words).toEqual(['--app-name=Permesso', '--expire-time=20000', '--', '--urgency=critical', 'body']);
  expect(env).toContain(`DBUS_SESSION_BUS_ADDRESS=unix:path=${bus}`);
  expect(env).not.toMatch(/PERMESSO_STRAY|HOME=|NODE/);
});

/** The words that the program itself gets. */
function withoutTimeout({ program, env }: Desktop): Desktop {
  return { program, env };
}

test('an agent that tries again and again shows one notification', async () => {
  const desktop = find(session());
  if (desktop === undefined) throw new Error('no desktop');
  const notice = deniedNotice(request, { title: 'Codex CLI' });
  notifyDesktop({ notice, desktop: withoutTimeout(desktop), state: folder });
  await told();
  rmSync(join(folder, 'said.env'));
  notifyDesktop({
    notice,
    desktop: { ...withoutTimeout(desktop), program: join(folder, 'never') },
    state: folder,
  });
  expect(readFileSync(join(folder, 'notices/last'), 'utf8')).toMatch(/^\d+\n$/);
  expect(existsSync(join(folder, 'said.env'))).toBe(false);
});

test('it says what waits with the link of the open console, and what was denied with the command that allows it', () => {
  expect(waitingNotice(request, { title: 'Codex CLI', address: 'http://127.0.0.1:4711/' })).toEqual({
    summary: 'Codex CLI wants to use Bash',
    body: 'the call. Answer it: http://127.0.0.1:4711/',
  });
  expect(deniedNotice(request, { title: 'Codex CLI' }).body).toBe(
    'the call. To allow it from now on: permesso allow',
  );
});

const canBind = owner === 0 && existsSync('/usr/bin/bwrap');

describe.skipIf(!canBind)('a real hook, with a notify-send of root’s that hangs', () => {
  test('answers at once that nobody could be asked, and the desktop has the command', async () => {
    const machine = machineWith('mode: default\n');
    try {
      const call = {
        session_id: 's',
        turn_id: 't',
        model: 'a model',
        cwd: machine.project,
        hook_event_name: 'PreToolUse',
        transcript_path: '/home/me/sessions/s.jsonl',
        tool_name: 'Bash',
      };
      machine.write(
        'call.json',
        JSON.stringify({ ...call, tool_input: { command: 'make one && make two' } }),
      );
      // Not in the words of the shell: what has the launcher's words is part of the launcher.
      machine.write(
        'agent.sh',
        `"${process.execPath}" "${builtHook}" codex --deadline 25 --launched yes < "${machine.home}/call.json"\necho "code $?"\n`,
      );
      const began = performance.now();
      const said = await runProcess(
        [
          'bwrap',
          '--dev-bind',
          '/',
          '/',
          '--tmpfs',
          '/usr/local/bin',
          '--ro-bind',
          join(folder, 'bin/notify-send'),
          '/usr/local/bin/notify-send',
          'sh',
          join(machine.home, 'agent.sh'),
        ],
        { machine, stdin: '', env: session() },
      );
      const took = performance.now() - began;
      expect(said.stdout).toContain('nobody is available');
      expect(said.stdout).toContain('code 42');
      const { words } = await told();
      expect(words.slice(-2)).toEqual([
        'Denied because nobody could be asked: Codex CLI wants to run code of this project with `make one`',
        'make one; make two. To allow it from now on: permesso allow',
      ]);
      // The program stays for a minute, and `timeout` for ten seconds; the deadline is 25.
      expect(took).toBeLessThan(25_000);
    } finally {
      machine.remove();
    }
  });
});
