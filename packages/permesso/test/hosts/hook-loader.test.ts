import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bundleHook } from '../../bundle-hook.ts';
import { builtHook } from '../built.ts';
import { machineWith, runProcess, type Machine } from './hook-process.ts';

let folder = '';
let hook = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'permesso-loader-'));
  hook = await bundleHook({ sources: join(import.meta.dirname, '../../src'), folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));

const policy = 'allow: ["Bash(npm run:*)"]\ndeny: ["Bash(curl:*)", "Read(**/.env*)"]\n';

const calls: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  ['Bash', { command: 'npm run build' }, 'allow'],
  ['Bash', { command: 'docker run x' }, 'ask'],
  ['Bash', { command: 'curl https://a.example' }, 'deny'],
  ['Read', { file_path: '.env' }, 'deny'],
];

interface Kept {
  readonly machine: Machine;
  readonly compiled: string;
  /** The files in it. */
  readonly files: () => readonly string[];
  readonly ask: (call?: (typeof calls)[number], options?: readonly string[]) => Promise<string>;
}

function start(): Kept {
  const machine = machineWith(policy);
  onTestFinished(machine.remove);
  const compiled = join(machine.home, 'compiled');
  return {
    machine,
    compiled,
    files: () => readdirSync(compiled).toSorted(),
    ask: async ([tool, input] = ['Bash', { command: 'npm run build' }, 'allow'], options = []) => {
      const stdin = JSON.stringify({
        session_id: 's',
        cwd: machine.project,
        hook_event_name: 'PreToolUse',
        transcript_path: '/home/me/.claude/projects/-app/s.jsonl',
        tool_name: tool,
        tool_input: input,
      });
      const command = [process.execPath, ...options, hook, 'claude-code', '--compiled', compiled];
      const { stdout, stderr, exitCode } = await runProcess(command, { machine, stdin });
      return `${exitCode} ${stderr}${stdout}`;
    },
  };
}

test('the first call leaves compiled code for its owner alone, and later calls answer the same with it', async () => {
  const { ask, files, compiled } = start();
  const cold: string[] = [];
  for (const call of calls) {
    rmSync(compiled, { recursive: true, force: true, maxRetries: 20 });
    cold.push(await ask(call));
  }
  expect(files()).toHaveLength(1);
  expect(statSync(compiled).mode & 0o777).toBe(0o700);
  const [name = ''] = files();
  expect(name).toContain(process.version);
  const kept = statSync(join(compiled, name));
  expect(kept.mode & 0o777).toBe(0o600);
  for (const [at, call] of calls.entries()) {
    const warm = await ask(call);
    expect(warm).toBe(cold[at]);
    expect(warm).toContain(`"permissionDecision":"${call[2]}"`);
  }
  expect(statSync(join(compiled, name)).mtimeMs).toBe(kept.mtimeMs);
});

// Each of these costs as much as the decision. One call at the top of a file is enough to load them in every hook.
test('an ordinary call loads none of the large modules of Node', async () => {
  const { machine, ask } = start();
  await ask();
  const list = join(machine.home, 'loaded');
  const lister = join(machine.home, 'list.cjs');
  const write = `require('fs').writeFileSync(${JSON.stringify(list)}, process.moduleLoadList.join('\\n'))`;
  writeFileSync(lister, `process.on('exit', () => ${write});`);
  for (const call of calls) {
    expect(await ask(call, ['--require', lister])).toContain(`"permissionDecision":"${call[2]}"`);
    const large = ['child_process', 'crypto', 'net', 'tty', 'zlib', 'http', 'worker_threads'];
    const loaded = readFileSync(list, 'utf8').split('\n');
    expect(loaded).toContain('NativeModule fs');
    expect(loaded.filter((name) => large.includes(name.replace('NativeModule ', '')))).toEqual([]);
    expect(loaded).not.toContain('NativeModule internal/util/comparisons');
  }
});

test('compile makes it before the first call', async () => {
  const { machine, compiled, files, ask } = start();
  await runProcess([process.execPath, hook, 'compile', '--compiled', compiled], { machine, stdin: '' });
  const [name = ''] = files();
  const { mtimeMs } = statSync(join(compiled, name));
  expect(await ask()).toContain('"allow"');
  expect(statSync(join(compiled, name)).mtimeMs).toBe(mtimeMs);
  expect(readdirSync(machine.home).filter((each) => each.startsWith('.local'))).toEqual(['.local']);
});

// The launcher starts a call with options that a command does not have.
test('code is kept for each set of options, and a call reads that of its own', async () => {
  const { compiled, files, ask } = start();
  const ownOptions = ['--no-rehash-snapshot'];
  for (const options of [ownOptions, [], ownOptions])
    expect(await ask(undefined, options)).toContain('"allow"');
  const times = files().map((name) => statSync(join(compiled, name)).mtimeMs);
  expect(times).toHaveLength(2);
  for (const options of [ownOptions, []]) await ask(undefined, options);
  expect(files().map((name) => statSync(join(compiled, name)).mtimeMs)).toEqual(times);
});

describe('what lies there and is not what this hook kept', () => {
  /** What the hook answers, and whether it took what it found for its own and left it. */
  async function after(
    spoil: (kept: Kept, path: string) => void,
  ): Promise<{ answer: string; isReplaced: boolean }> {
    const kept = start();
    await kept.ask();
    const path = join(kept.compiled, kept.files()[0] ?? '');
    spoil(kept, path);
    const before = readFileSync(path);
    const answer = await kept.ask();
    return { answer, isReplaced: !readFileSync(path).equals(before) };
  }

  test.each<[string, (kept: Kept, path: string) => void]>([
    ['nothing', (_, path) => writeFileSync(path, '')],
    ['other bytes', (_, path) => writeFileSync(path, Buffer.alloc(200_000, 7), { mode: 0o600 })],
    ['half of it', (_, path) => writeFileSync(path, readFileSync(path).subarray(0, 300_000))],
    [
      'that of another file',
      (_, path) =>
        writeFileSync(
          path,
          Buffer.concat([Buffer.from('1 2 3'.padEnd(63).concat('\n')), readFileSync(path).subarray(64)]),
        ),
    ],
    [
      'a link',
      (kept, path) => {
        renameSync(path, join(kept.machine.home, 'elsewhere'));
        symlinkSync(join(kept.machine.home, 'elsewhere'), path);
      },
    ],
    ['a file that others may write', (_, path) => chmodSync(path, 0o666)],
  ])('%s: compiled again and replaced', async (_name, spoil) => {
    const { answer, isReplaced } = await after(spoil);
    expect(answer).toContain('"permissionDecision":"allow"');
    if (_name !== 'a link' && _name !== 'a file that others may write') expect(isReplaced).toBe(true);
  });

  test('in a folder that others may write nothing is read and nothing is left', async () => {
    const kept = start();
    await kept.ask();
    const path = join(kept.compiled, kept.files()[0] ?? '');
    writeFileSync(path, 'evil');
    chmodSync(kept.compiled, 0o777);
    expect(await kept.ask()).toContain('"permissionDecision":"allow"');
    expect(readFileSync(path, 'utf8')).toBe('evil');
    expect(kept.files()).toHaveLength(1);
  });

  test('a hook that was edited since is compiled', async () => {
    const kept = start();
    await kept.ask();
    const path = join(kept.compiled, kept.files()[0] ?? '');
    const before = readFileSync(path);
    const main = join(folder, 'hook-main.cjs');
    const { mtime } = statSync(main);
    utimesSync(main, new Date(0), new Date(1000));
    expect(await kept.ask()).toContain('"permissionDecision":"allow"');
    utimesSync(main, mtime, mtime);
    expect(readFileSync(path).equals(before)).toBe(false);
  });
});

test('what the hook loads late is found from kept code too', async () => {
  const { machine } = start();
  const command = [process.execPath, hook, 'bridge', '--state', join(machine.home, 'state')];
  expect(await runProcess(command, { machine, stdin: '' })).toMatchObject({ exitCode: 0, stderr: '' });
});

test('a hook whose main file is missing or empty is not an answer', async () => {
  const { machine, ask } = start();
  const main = join(folder, 'hook-main.cjs');
  const whole = readFileSync(main);
  onTestFinished(() => writeFileSync(main, whole));
  for (const broken of ['', '(function(){})', 'throw 1']) {
    writeFileSync(main, broken);
    const stdin = '{}';
    const command = [process.execPath, hook, 'claude-code', '--launched', 'yes'];
    const { exitCode, stdout } = await runProcess(command, { machine, stdin });
    expect([42, 43]).not.toContain(exitCode);
    expect(stdout).toBe('');
  }
  writeFileSync(main, whole);
  expect(await ask()).toContain('"allow"');
});

// A reader that is not there must not pass for a text that nobody can read: the rule for every command would allow it.
test.each([
  ['late-syntax', 'for i in 1; do curl https://a.example; done', 'deny'],
  ['late-programs', `python3 -c 'print(1)'`, 'allow'],
])('a hook without its file %s answers nothing where it needs that file', async (name, command, verdict) => {
  const machine = machineWith('allow: ["Bash"]\ndeny: ["Bash(curl:*)"]\n');
  onTestFinished(machine.remove);
  const installed = join(machine.home, 'installed');
  for (const file of ['hook.cjs', 'hook-main.cjs', 'hook-yaml.cjs', 'late'])
    cpSync(join(dirname(builtHook), file), join(installed, file), { recursive: true });
  const [file = ''] = readdirSync(join(installed, 'late')).filter((each) => each.startsWith(`${name}-`));
  const asked = (text: string): ReturnType<typeof runProcess> => {
    const input = {
      tool_name: 'Bash',
      tool_input: { command: text },
      transcript_path: '/home/me/.claude/projects/-app/s.jsonl',
    };
    const stdin = JSON.stringify({
      session_id: 's',
      cwd: machine.project,
      hook_event_name: 'PreToolUse',
      ...input,
    });
    return runProcess([process.execPath, join(installed, 'hook.cjs'), 'claude-code', '--launched', 'yes'], {
      machine,
      stdin,
    });
  };
  expect((await asked(command)).stdout).toContain(`"permissionDecision":"${verdict}"`);
  for (const spoil of [
    () => writeFileSync(join(installed, 'late', file), 'throw 1'),
    () => rmSync(join(installed, 'late', file)),
  ]) {
    spoil();
    expect(await asked(command)).toMatchObject({ stdout: '', exitCode: 2 });
    expect((await asked('ls')).stdout).toContain('"permissionDecision":"allow"');
  }
});
