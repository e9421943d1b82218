import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hookHosts } from '../../src/host-lists/hook-hosts.ts';
import { answerHere } from './hook-in-process.ts';
import { machineWith, runHook, type Machine } from './hook-process.ts';
import { recordOf, type Deed, type Fields } from './played-host.ts';
import { playedHosts } from './played-hosts.ts';

/** Edits inside of the working directories run without a question, and so does what only reads. */
const policy = 'use: [balanced]\n';

function newMachine(): Machine {
  // Files below /tmp may be edited wherever a session was started.
  const machine = machineWith(policy, '/dev/shm');
  onTestFinished(machine.remove);
  machine.write('app/.git/HEAD', 'ref: refs/heads/main\n');
  machine.write('app/sub/f', 'x');
  machine.write('other/data/f', 'x');
  machine.write('other/.git/HEAD', 'ref: refs/heads/main\n');
  machine.write('other/.git/config', '[core]\n\tfsmonitor = touch marker\n');
  return machine;
}

function payloadOf(host: string, machine: Machine, command: string): Fields {
  const fixture = new URL(`../../src/hosts/${host}/fixtures/shell.json`, import.meta.url);
  const text = readFileSync(fileURLToPath(fixture), 'utf8')
    .replaceAll('echo executed > marker.txt', command)
    .replaceAll('$WS', machine.project)
    .replaceAll('$HOME', machine.home);
  return JSON.parse(text) as Fields;
}

async function deedOf(host: string, machine: Machine, payload: Fields): Promise<Deed> {
  const known = hookHosts.get(host);
  const played = playedHosts.find(({ name }) => name === host);
  if (known === undefined || played === undefined) throw new Error(`${host} is not played`);
  return played.obeys(await answerHere({ host: known, machine, text: JSON.stringify(payload) }));
}

/** Where a payload says in which directory the call starts: an argument that the model writes, or a field of the program. */
const places: readonly (readonly [
  host: string,
  from: string,
  put: (payload: Fields, to: string) => Fields,
])[] = [
  ['gemini-cli', 'dir_path', inside('tool_input', 'dir_path')],
  ['qwen-code', 'directory', inside('tool_input', 'directory')],
  ['cursor', 'working_directory', inside('tool_input', 'working_directory')],
  ['kiro', 'working_dir', inside('tool_input', 'working_dir')],
  ['opencode', 'workdir', inside('args', 'workdir')],
  ['windsurf', 'tool_info.cwd', inside('tool_info', 'cwd')],
  ['claude-code', 'cwd', field('cwd')],
  ['codex', 'cwd', field('cwd')],
  ['copilot-cli', 'cwd', field('cwd')],
  ['cursor', 'cwd of an older hook', olderCursor],
  ['gemini-cli', 'cwd', field('cwd')],
  ['kiro', 'cwd', field('cwd')],
  ['qwen-code', 'cwd', field('cwd')],
];

function inside(record: string, name: string): (payload: Fields, to: string) => Fields {
  return (payload, to) => ({ ...payload, [record]: { ...recordOf(payload[record]), [name]: to } });
}

function field(name: string): (payload: Fields, to: string) => Fields {
  return (payload, to) => ({ ...payload, [name]: to });
}

/** Its newer hook names the directory of a shell call in an argument. */
function olderCursor({ tool_input, ...payload }: Fields, cwd: string): Fields {
  const { command } = recordOf(tool_input);
  return { ...payload, hook_event_name: 'beforeShellExecution', command, cwd };
}

const edits = ['cp x node', 'echo z > data/f', 'rm -rf data', 'sed -i s/a/b/ data/f', 'chmod +x data/f'];

describe.each(places)('%s, %s', (host, _from, put) => {
  test('Finding 1: the directory that a call names does not become a working directory', async () => {
    const machine = newMachine();
    const other = join(machine.home, 'other');
    const deeds = new Map<string, Deed>();
    for (const command of edits)
      deeds.set(command, await deedOf(host, machine, put(payloadOf(host, machine, command), other)));
    // Its configuration names a program, and nobody who works here has looked at it.
    deeds.set('git status', await deedOf(host, machine, put(payloadOf(host, machine, 'git status'), other)));
    expect([...deeds].filter(([, deed]) => deed === 'runs')).toEqual([]);
  });

  test('a directory of the project stays one, and what is reached from it by a link does not', async () => {
    const machine = newMachine();
    const sub = join(machine.project, 'sub');
    symlinkSync(join(machine.home, 'other'), join(machine.project, 'link'));
    const from = (command: string, to: string): Promise<Deed> =>
      deedOf(host, machine, put(payloadOf(host, machine, command), to));
    expect(await from('echo z > f', sub)).toBe('runs');
    expect(await from('cp f g', machine.project)).toBe('runs');
    expect(await from('echo z > ../../other/f', sub)).not.toBe('runs');
    expect(await from('echo z > f', join(machine.project, 'link'))).not.toBe('runs');
    expect(await from('echo z > data/f', `${machine.project}/link/../other`)).not.toBe('runs');
    expect(await from('echo z > data/f', `${sub}/../../other`)).not.toBe('runs');
  });
});

test.each(playedHosts.map(({ name, obeys }) => [name, obeys] as const))(
  'Finding 1: %s counts as started where the program started its hook, or says that it was started',
  async (host, obeys) => {
    const machine = newMachine();
    const other = join(machine.home, 'other');
    mkdirSync(join(machine.project, 'deep'));
    const put = places.find(([name]) => name === host)?.[2];
    const send = async (command: string, to: string | undefined): Promise<Deed> => {
      const payload = payloadOf(host, machine, command);
      const moved = to === undefined || put === undefined ? payload : put(payload, to);
      return obeys(await runHook(host, { machine, stdin: JSON.stringify(moved) }));
    };
    expect(await send('echo z > f', put === undefined ? undefined : join(machine.project, 'deep'))).toBe(
      'runs',
    );
    if (put !== undefined) expect(await send('echo z > f', other)).not.toBe('runs');
  },
);

test('Finding 1: Claude Code, whose hooks follow `cd`, is where its own variable says that it was started', async () => {
  const machine = newMachine();
  const other = join(machine.home, 'other');
  const payload = { ...payloadOf('claude-code', machine, 'echo z > data/f'), cwd: other };
  const obeys = playedHosts.find(({ name }) => name === 'claude-code')?.obeys;
  // As after `cd`: the hook is started where the shell is.
  const moved = { ...machine, project: other };
  const env = { CLAUDE_PROJECT_DIR: machine.project };
  const stdin = JSON.stringify(payload);
  expect(obeys?.(await runHook('claude-code', { machine: moved, stdin, env }))).not.toBe('runs');
  const there = { CLAUDE_PROJECT_DIR: other };
  expect(obeys?.(await runHook('claude-code', { machine: moved, stdin, env: there }))).toBe('runs');
});
