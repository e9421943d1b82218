import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { compiled } from '../compiled.ts';
import { builtCommandLine } from '../built.ts';

interface Done {
  readonly line: readonly string[];
  readonly code: number;
  readonly changed: readonly string[];
  readonly said: string;
}

/** Lines that would loosen, each in a home where it has something to loosen. */
const loosening: readonly (readonly string[])[] = [
  ['allow'],
  ['rules', 'add', 'allow', 'Bash(rm:*)'],
  ['rules', 'add', 'allow', 'Bash(rm:*)', '--to', 'user'],
  ['rules', 'remove', 'deny', 'Bash(dd:*)'],
  ['rules', 'remove', 'ask', 'Bash(make:*)'],
  ['grants', 'revoke', 'DENIED'],
  ['session', 'trust', '3f2a', 'a.example'],
  ['trust'],
  ['trust', '--json'],
  ['trust', 'code'],
  ['trust', 'code', '--json'],
  ['trust', 'mod', 'other'],
  ['preset', 'add', 'loose.yaml'],
  ['preset', 'add', 'loose.yaml', '--yes'],
  ['import', 'claude', 'settings.json', '--write', '--to', 'user'],
  ['init', '--host', 'claude-code', '--preset', 'guarded-bypass', '--yes', '--project', '--cwd', '../new'],
  ['init', '--host', 'claude-code', '--for', 'all', '--yes', '--project', '--json', '--cwd', '../new'],
  ['init', '--host', 'claude-code'],
  ['thaw'],
];

/**
 * Commands that can loosen nothing: they look, deny, or run for a person who is then asked by the gate. `answer` has a test of its own;
 * `uninstall --yes` and `admin` are for a person's own scripts. A call of any of them by an agent is asked about in every mode.
 */
const others =
  'answer undo uninstall look doctor scan run resident hook check explain lint test diff sandbox ui pending log replay suggest freeze team admin serve schema export mcp acp decide serve-decisions conformance';

let home = '';
let done: readonly Done[] = [];

function write(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}

function start(words: readonly string[], input: string): string {
  const { status, stdout, stderr } = spawnSync(
    'setsid',
    ['-w', process.execPath, '--no-warnings', ...words],
    {
      cwd: join(home, 'shop'),
      input,
      env: { ...compiled, HOME: home, PATH: process.env['PATH'] },
      encoding: 'utf8',
      timeout: 230_000,
    },
  );
  if (status !== 0) throw new Error(`${words.join(' ')}: ${status} ${stderr}`);
  return stdout;
}

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'permesso-alone-'));
  const project = join(home, 'shop');
  mkdirSync(project);
  for (const folder of [project, join(home, 'new')]) execFileSync('git', ['init', '-q', folder]);
  write('.config/permesso/policy.yaml', 'use: [balanced]\nallow: [Read]\n');
  write(
    '.local/state/permesso/labels/3f2a.jsonl',
    '{"type":"session","session":"s1","directory":"/","at":1}\n{"type":"label","label":"untrusted","source":"a.example","at":1}\n',
  );
  write('shop/package.json', '{ "name": "shop" }');
  write('shop/.permesso/policy.yaml', 'allow: ["Bash(make:*)"]\n');
  write(
    'shop/.permesso/policy.local.yaml',
    'ask: ["Bash(make:*)"]\ndeny:\n  - Bash(dd:*)\n  - { rule: Bash(mkfs:*), from: prompt }\n',
  );
  write('shop/loose.yaml', 'allow: ["Bash(npm publish:*)"]\n');
  write('shop/settings.json', '{"permissions": {"allow": ["Bash(make:*)"]}}');
  write('shop/.claude/skills/other/.claude-plugin/plugin.json', '{"name":"other","version":"1.0.0"}');
  write('shop/.claude/skills/other/hooks/hooks.json', '{"modules":["./register.js"]}');
  write(
    'shop/.claude/skills/other/hooks/register.js',
    "export const register = (on) => { on('tool.check', async () => ({})); };\n",
  );
  start(
    [builtCommandLine, 'hook', 'claude-code'],
    JSON.stringify({
      session_id: 's',
      cwd: project,
      hook_event_name: 'PreToolUse',
      transcript_path: '/home/me/.claude/projects/-app/s.jsonl',
      tool_name: 'Bash',
      tool_input: { command: 'docker build -t shop .' },
      permission_mode: 'default',
    }),
  );
  const runner = new URL('without-terminal.ts', import.meta.url).pathname;
  // Everything would be denied while it is frozen, so that comes last.
  const lines = [...loosening.slice(0, -1), ['freeze', '--reason', 'lunch'], ...loosening.slice(-1)];
  done = JSON.parse(start([runner, home, JSON.stringify(lines)], 'y\n'.repeat(40))) as readonly Done[];
});

afterAll(() => {
  rmSync(home, { recursive: true, force: true, maxRetries: 20 });
});

describe('a command that loosens, started by a model or a script', () => {
  test.each(loosening.map((line) => line.join(' ')))(
    'permesso %s writes nothing, whatever stands on its standard input',
    (line) => {
      const found = done.find((each) => each.line.join(' ') === line);
      expect(found).toMatchObject({ changed: [] });
      expect(found?.code).not.toBe(0);
    },
  );

  test('a command that only denies is not held up, and is seen to write', () => {
    expect(done.find(({ line }) => line[0] === 'freeze')).toMatchObject({
      code: 0,
      changed: ['.local/state/permesso/freeze.json'],
    });
  });

  test('every command is on one of the two lists', () => {
    const known = new Set([...loosening.map(([name]) => name), ...others.split(' ')]);
    expect(commands.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  });
});
