import { mkdirSync, mkdtempSync, readFileSync, rmSync, existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compiled } from '../compiled.ts';
import { inWindow, tmuxProblem, type Opened } from './tmux.ts';
import { builtCommandLine } from '../built.ts';

const problem = tmuxProblem();

let home: string;
let project: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'permesso-allow-'));
  project = join(home, 'shop');
  mkdirSync(join(project, '.git'), { recursive: true });
  asked('npx tsc --noEmit');
});

afterEach(() => {
  rmSync(home, { recursive: true, force: true, maxRetries: 20 });
});

/** As an agent's hook asks, with nobody there: the question is in the log. */
function asked(command: string): void {
  const payload = {
    session_id: 's',
    cwd: project,
    hook_event_name: 'PreToolUse',
    transcript_path: '/home/me/.claude/projects/-app/s.jsonl',
    tool_name: 'Bash',
    tool_input: { command },
    permission_mode: 'default',
  };
  permesso(['hook', 'claude-code'], JSON.stringify(payload));
}

/** Without a controlling terminal, as a model or a script starts it. */
function permesso(
  args: readonly string[],
  input = '',
): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(
    'setsid',
    ['-w', process.execPath, builtCommandLine, ...args],
    {
      cwd: project,
      input,
      env: { ...compiled, ...environment(), PATH: process.env['PATH'] },
      encoding: 'utf8',
    },
  );
  return { status, said: stdout + stderr };
}

function environment(): Record<string, string> {
  return { HOME: home, XDG_STATE_HOME: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') };
}

/** Where the window has to outlive the command, something else follows. */
function opened(command: string, then = ''): Opened {
  return { command: `${command} --cwd '${project}'${then}`, env: environment() };
}

const local = (): string => {
  const file = join(project, '.permesso/policy.local.yaml');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

describe.skipIf(problem !== undefined && process.env['CI'] === undefined)('permesso allow', () => {
  test('offers rules for the last question and saves the chosen one, which can be undone', async () => {
    await inWindow([], opened('allow'), async (window) => {
      const screen = await window.shows('Save which rule');
      expect(screen).toContain('npx tsc --noEmit');
      expect(screen).toMatch(/1 +Bash\(npx tsc --noEmit\)/u);
      window.type('1');
      window.press('Enter');
      await expect.poll(local, { timeout: 120_000 }).toContain('Bash(npx tsc --noEmit)');
      // The file is written before it is trusted: a window that is closed in between leaves a rule without effect.
      await expect.poll(() => permesso(['check', 'npx tsc --noEmit']).status).toBe(0);
    });
    expect(permesso(['rules', 'remove', 'allow', 'Bash(npx tsc --noEmit)'])).toMatchObject({ status: 0 });
    expect(permesso(['check', 'npx tsc --noEmit'])).toMatchObject({ status: 1 });
  });

  test('Enter saves nothing', async () => {
    await inWindow([], opened('allow', '; cat'), async (window) => {
      await window.shows('Save which rule');
      window.press('Enter');
      await window.shows('Nothing was saved.');
    });
    expect(local()).toBe('');
  });
});

describe('without a terminal of its own', () => {
  test.each([
    [['allow'], '1\n', 'Nothing was saved: only a person can choose, in a terminal.'],
    [['rules', 'add', 'allow', 'Bash(rm:*)'], 'y\n', 'Nothing was changed: only a person can confirm this'],
    [['rules', 'add', 'allow', 'Bash', '--to', 'user'], 'y\n', 'Nothing was changed'],
  ])('%j only puts the question', (args, input, says) => {
    const { status, said } = permesso(args, input);
    expect({ status, says: said.includes(says) }).toEqual({ status: 1, says: true });
    expect(local()).toBe('');
    expect(existsSync(join(home, 'config/permesso/policy.yaml'))).toBe(false);
  });

  test('a rule that restricts is written at once, and is not removed without a person', () => {
    expect(permesso(['rules', 'add', 'deny', 'Bash(rm:*)'])).toMatchObject({ status: 0 });
    expect(permesso(['rules', 'remove', 'deny', 'Bash(rm:*)'], 'y\n')).toMatchObject({ status: 1 });
    expect(local()).toContain('Bash(rm:*)');
  });
});
