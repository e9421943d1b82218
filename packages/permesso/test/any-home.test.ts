import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compiled } from './compiled.ts';

const cli = join(import.meta.dirname, '../src/cli');
const folder = mkdtempSync(join(tmpdir(), 'permesso-home-'));
const project = join(folder, 'project');
mkdirSync(project);
const readOnly = join(folder, 'read-only');
mkdirSync(readOnly);
const file = join(folder, 'file');
writeFileSync(file, 'not a folder');
chmodSync(readOnly, 0o555);
afterAll(() => {
  chmodSync(readOnly, 0o755);
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});

/** Root writes whatever the mode says: it needs a mount that is read-only. */
const mounted = `mount --bind ${readOnly} ${readOnly} && mount -o remount,ro,bind ${readOnly} && exec "$@"`;
const canMount = process.getuid?.() === 0 && spawnSync('sh', ['-c', 'unshare -m true']).status === 0;

interface Home {
  readonly says: string;
  readonly home: string | undefined;
  readonly inside?: readonly string[];
  /** What the message must name. */
  readonly names: readonly (string | RegExp)[];
}

const homes: readonly Home[] = [
  ...(process.platform === 'linux'
    ? [
        { says: 'a kernel folder that answers ENOENT for ever', home: '/proc', names: ['/proc', 'ENOENT'] },
        { says: 'a kernel folder', home: '/sys', names: ['/sys', /EACCES|EPERM|EROFS/] },
      ]
    : []),
  { says: 'a file', home: file, names: [file, 'ENOTDIR'] },
  { says: 'empty', home: '', names: ['HOME', 'absolute'] },
  { says: 'relative', home: 'home', names: ['HOME', 'absolute'] },
  ...(canMount
    ? [
        {
          says: 'on a read-only mount',
          home: readOnly,
          inside: ['unshare', '-m', 'sh', '-c', mounted, 'sh'],
          names: [readOnly, 'EROFS'],
        },
      ]
    : process.getuid?.() === 0
      ? []
      : [{ says: 'read-only', home: readOnly, names: [readOnly, 'EACCES'] }]),
];

interface Ended {
  readonly status: number | null;
  readonly signal: string | null;
  readonly said: string;
}

const elsewhere = { XDG_CONFIG_HOME: join(folder, 'config'), XDG_STATE_HOME: join(folder, 'state') };

/** Seconds of the processor, not of the clock: a busy machine is not an endless loop. */
const mostSeconds = 5;

function start(args: readonly string[], { home, inside = [] }: Pick<Home, 'home' | 'inside'>): Ended {
  const limited = ['sh', '-c', `ulimit -t ${mostSeconds}; exec "$@"`, 'sh', process.execPath, ...args];
  const [program = '', ...rest] = [...inside, ...limited];
  const { status, signal, stdout, stderr } = spawnSync(program, rest, {
    cwd: project,
    input: JSON.stringify({
      hook_event_name: 'PreToolUse',
      transcript_path: '/home/me/.claude/projects/-app/s.jsonl',
      session_id: 's',
      cwd: project,
      tool_name: 'Bash',
      tool_input: { command: 'make all' },
    }),
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...compiled, PATH: process.env['PATH'], ...(home === undefined ? elsewhere : { HOME: home }) },
  });
  return { status, signal, said: stdout + stderr };
}

describe.each(homes)('HOME is $says', ({ home, inside = [], names }) => {
  const where = { home, inside };

  test('init ends, names what cannot be written, why, and the fix, before it shows a diff', () => {
    const { status, signal, said } = start(
      [join(cli, 'main.ts'), 'init', '--yes', '--host', 'claude-code', '--cwd', project],
      where,
    );
    expect(signal).toBeNull();
    expect(status).toBeGreaterThan(0);
    for (const name of names) expect(said).toMatch(name);
    expect(said).toContain('fix: ');
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(readdirSync(project)).toEqual([]);
  });

  test('the hook ends with a deny that says the same', () => {
    const { signal, said } = start([join(cli, 'hook.ts'), 'claude-code'], where);
    expect(signal).toBeNull();
    const { hookSpecificOutput } = JSON.parse(said) as {
      hookSpecificOutput: { permissionDecision: string; permissionDecisionReason: string };
    };
    expect(hookSpecificOutput.permissionDecision).toBe('deny');
    for (const name of names) expect(hookSpecificOutput.permissionDecisionReason).toMatch(name);
    expect(hookSpecificOutput.permissionDecisionReason).toContain('fix: ');
  });
});

test('HOME unset is the home of the account: both end', () => {
  // Not into the home of the user who runs the tests.
  const hook = start([join(cli, 'hook.ts'), 'claude-code'], { home: undefined });
  expect(hook.signal).toBeNull();
  expect(hook.said).toContain('permissionDecision');
  const dry = start([join(cli, 'main.ts'), 'init', '--dry-run', '--host', 'claude-code', '--cwd', project], {
    home: undefined,
  });
  expect(dry.signal).toBeNull();
  expect(dry.status).toBe(0);
});

test('no folder is made with the mkdir that tries for ever', () => {
  const src = join(import.meta.dirname, '../src');
  const found = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => /mkdir(?:Sync)?\([^;]*recursive: true/.test(readFileSync(join(src, name), 'utf8')));
  expect(found).toEqual([]);
});
