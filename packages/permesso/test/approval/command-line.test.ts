import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { durableApprover, scriptedApprover } from '@permesso/gate/approval';
import { answer } from '../../src/cli/commands/answer.ts';
import { grants } from '../../src/cli/commands/grants.ts';
import { pending } from '../../src/cli/commands/pending.ts';
import { runCommandLine } from '../../src/cli/run-command.ts';
import type { ToolCall } from '@permesso/engine/call';
import {
  diskApprovals,
  diskGrants,
  type Gate,
  type GateOptions,
  createPolicyGate,
} from '@permesso/gate/gate';
import { fileLog, readLog, verifyLog } from '@permesso/gate/log';

let home: string;
let cwd: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'permesso-command-line-'));
  cwd = join(home, 'project');
  mkdirSync(cwd);
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_STATE_HOME', '');
  vi.stubEnv('XDG_CONFIG_HOME', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true, maxRetries: 20 });
});

const session = 'session 1';
async function permesso(...args: readonly string[]): Promise<{ code: number; out: string }> {
  return await answered('y', args);
}

/** Without an answer nobody is at the terminal of the command. */
async function answered(
  said: string | undefined,
  args: readonly string[],
): Promise<{ code: number; out: string }> {
  const lines: string[] = [];
  const write = (text: string): void => void lines.push(text);
  const code = await runCommandLine(args, [answer, grants, pending], {
    print: write,
    complain: write,
    ask: async () => await Promise.resolve(said),
    width: 80,
  });
  return { code, out: lines.join('\n') };
}

function place(): {
  cwd: string;
  home: string;
  env: Record<string, string>;
  session: string;
  managed: string;
} {
  return { cwd, home, env: {}, session, managed: join(home, 'managed') };
}

function gateHere(more: Partial<GateOptions> = {}): Gate {
  return createPolicyGate({ ...place(), grants: diskGrants(place()), ...more });
}

function sh(command: string): ToolCall {
  return { tool: 'Bash', input: { command }, cwd, session, host: 'Claude Code' };
}

async function pendingIds(): Promise<readonly string[]> {
  const { out } = await permesso('pending', '--json');
  return (JSON.parse(out) as { pending: readonly { id: string }[] }).pending.map(({ id }) => id);
}

async function onePending(): Promise<string> {
  const [id = ''] =
    (await vi.waitUntil(
      async () => {
        const ids = await pendingIds();
        return ids.length === 1 ? ids : undefined;
      },
      { timeout: 120_000, interval: 20 },
    )) ?? [];
  return id;
}

describe('a question answered from another terminal', () => {
  test('is listed, shown whole, answered, remembered, used, listed and taken back', async () => {
    const gate = gateHere({ approver: durableApprover({ store: diskApprovals(place()), every: 20 }) });
    const waiting = gate.authorize(sh('npm run build'));
    const id = await onePending();
    expect((await permesso('pending')).out).toContain(id);
    expect((await permesso('pending', id.slice(0, 6))).out).toContain('| npm run build');
    expect((await permesso('answer', id, 'allow', '--for', 'forever')).code).toBe(64);
    expect((await permesso('answer', 'fff', 'allow')).code).toBe(1);
    expect(await answered(undefined, ['answer', id, 'allow'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('only a person') as string,
    });
    expect(await pendingIds()).toEqual([id]);
    const given = await permesso(
      'answer',
      id.slice(0, 6),
      'allow',
      '--for',
      'session',
      '--rule',
      'Bash(npm run:*)',
    );
    expect(given).toMatchObject({ code: 0, out: expect.stringContaining('approved') as string });
    expect(await waiting).toMatchObject({
      verdict: 'allow',
      answer: { from: 'command line' },
      grant: { rules: [{ text: 'Bash(npm run:*)' }] },
    });
    const late = await permesso('answer', id, 'deny');
    expect(late).toMatchObject({
      code: 1,
      out: expect.stringMatching(/too late: it was approved by/) as string,
    });

    expect((await gateHere().authorize(sh('npm run lint'))).verdict).toBe('allow');
    const { out } = await permesso('grants', '--json', '--cwd', cwd);
    const [grant] = (JSON.parse(out) as { grants: readonly { id: string; hits: number; what: string }[] })
      .grants;
    expect(grant).toMatchObject({ hits: 1, what: 'Bash(npm run:*)', scope: 'session' });
    expect((await permesso('grants')).out).toContain('Bash(npm run:*)');
    expect((await permesso('grants', 'revoke', grant?.id.slice(0, 8) ?? '')).out).toContain('Taken back');
    expect((await gate.check(sh('npm run lint'))).verdict).toBe('ask');
    expect((await permesso('grants', 'revoke', 'fff')).code).toBe(1);
  });

  test.each([
    [['--rule', 'Bash(npm install:*)'], 'the rule would not allow this call'],
    [['--rule', 'Bash(npm run:*'], /parenthes|cannot be read|closed/],
  ])('a yes that would be forgotten is told so, and the question still waits: %j', async (rule, why) => {
    const gate = gateHere({ approver: durableApprover({ store: diskApprovals(place()), every: 20 }) });
    const waiting = gate.authorize(sh('npm run build'));
    const id = await onePending();
    const { code, out } = await permesso('answer', id, 'allow', '--for', 'session', ...rule);
    expect(code).toBe(64);
    expect(out).toContain('it would not be remembered: ');
    expect(out).toMatch(why);
    expect(await pendingIds()).toEqual([id]);
    await permesso('answer', id, 'allow');
    expect(await waiting).toMatchObject({ verdict: 'allow' });
    expect((await waiting).grant).toBeUndefined();
  });

  test('a yes that trusts what the session read, where that is why it is asked', async () => {
    const approver = durableApprover({ store: diskApprovals(place()), every: 20 });
    const policy = join(home, '.config/permesso');
    mkdirSync(policy, { recursive: true });
    writeFileSync(
      join(policy, 'policy.yaml'),
      'allow: [Effect(fetch), Effect(edit)]\nask: [{ rule: Effect(edit), after: untrusted }]\n',
    );
    const gate = gateHere({ approver });
    await gate.authorize({ ...sh(''), tool: 'WebFetch', input: { url: 'https://a.example/x' } });
    const waiting = gate.authorize(sh('touch notes.txt'));
    const id = await onePending();
    expect((await permesso('answer', id, 'deny', '--trust')).code).toBe(64);
    expect((await permesso('answer', id, 'allow', '--trust')).code).toBe(0);
    expect(await waiting).toMatchObject({ verdict: 'allow', answer: { sources: ['a.example'] } });
    expect((await gateHere().authorize(sh('touch notes.txt'))).verdict).toBe('allow');
    const other = gateHere({ approver }).authorize(sh('npm run build'));
    const next = await onePending();
    expect((await permesso('answer', next, 'allow', '--trust')).out).toContain(
      'not asked because of a source',
    );
    await permesso('answer', next, 'deny');
    await other;
  });

  test('a no with words', async () => {
    const gate = gateHere({ approver: durableApprover({ store: diskApprovals(place()), every: 20 }) });
    const waiting = gate.authorize(sh('npm run build'));
    const id = await onePending();
    await permesso('answer', id, 'deny', '--comment', 'Use pnpm.');
    expect(await waiting).toMatchObject({ verdict: 'deny', guidance: 'Use pnpm.' });
    expect(await pendingIds()).toEqual([]);
  });
});

describe('a yes for the project or the user', () => {
  test.each([
    ['project', (): string => join(cwd, '.permesso/policy.local.yaml')],
    ['user', (): string => join(home, '.config/permesso/policy.yaml')],
  ] as const)('%s: a rule in its file that holds for the next call of any session', async (scope, file) => {
    execFileSync('git', ['init', '-q', cwd]);
    const approver = scriptedApprover([{ verdict: 'allow', scope, rules: ['Bash(npm run:*)'] }]);
    const gate = gateHere({ approver });
    expect(await gate.authorize(sh('npm run build'))).toMatchObject({ verdict: 'allow' });
    expect(readFileSync(file(), 'utf8')).toContain('Bash(npm run:*)');
    expect((await gate.check({ ...sh('npm run lint'), session: 'another' })).verdict).toBe('allow');
    const { out } = await permesso('grants', '--json', '--cwd', cwd);
    const [grant] = (JSON.parse(out) as { grants: readonly { id: string }[] }).grants;
    expect(grant).toMatchObject({ scope, what: 'Bash(npm run:*)' });
    expect((await permesso('grants', 'revoke', grant?.id ?? '', '--cwd', cwd)).code).toBe(0);
    expect((await gate.check(sh('npm run lint'))).verdict).toBe('ask');
  });

  test('settles the other questions that wait', async () => {
    execFileSync('git', ['init', '-q', cwd]);
    let asked = 0;
    const gate = gateHere({
      approver: async (_request, { signal }) => {
        asked++;
        if (asked === 1) return { verdict: 'allow', scope: 'project', rules: ['Bash(npm run:*)'] };
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve);
        });
        return { verdict: 'deny' };
      },
    });
    const both = await Promise.all([gate.authorize(sh('npm run a')), gate.authorize(sh('npm run b'))]);
    expect(both.map(({ verdict }) => verdict)).toEqual(['allow', 'allow']);
  });
});

describe('the worktrees of a repository', () => {
  /** A repository with a linked worktree beside it. */
  function worktrees(): { main: string; linked: string } {
    const git = (...args: readonly string[]): void => {
      execFileSync('git', ['-C', cwd, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args]);
    };
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'x');
    const linked = join(home, 'linked');
    git('worktree', 'add', '-q', linked);
    return { main: cwd, linked };
  }

  const asking = { layers: [{ layer: 'flags' as const, ask: ['Bash(npm run:*)'] }] };
  const gateIn = (at: string, more: Partial<GateOptions> = {}): Gate =>
    createPolicyGate({
      ...place(),
      ...asking,
      cwd: at,
      grants: diskGrants({ ...place(), cwd: at, session: `in ${at}` }),
      ...more,
    });
  const inside = (at: string, command = 'npm run build'): ToolCall => ({
    tool: 'Bash',
    input: { command },
    cwd: at,
    session: `in ${at}`,
  });

  test('share a yes for the project that answers an ask rule, and a stranger gets none of it', async () => {
    const { main, linked } = worktrees();
    const approver = scriptedApprover([{ verdict: 'allow', scope: 'project', rules: ['Bash(npm run:*)'] }]);
    expect(await gateIn(linked, { approver }).authorize(inside(linked))).toMatchObject({
      verdict: 'allow',
      grant: { scope: 'project' },
    });
    expect((await gateIn(main).check(inside(main))).verdict).toBe('allow');
    expect((await gateIn(linked).check(inside(linked))).verdict).toBe('allow');
    // Another repository, and a folder that only claims to be a worktree of this one.
    const stranger = join(home, 'stranger');
    mkdirSync(stranger);
    writeFileSync(join(stranger, '.git'), readFileSync(join(linked, '.git'), 'utf8'));
    expect((await gateIn(stranger).check(inside(stranger))).verdict).toBe('ask');
  });

  test('share a no for the project', async () => {
    const { main, linked } = worktrees();
    const approver = scriptedApprover([{ verdict: 'deny', scope: 'project' }]);
    await gateIn(main, { approver }).authorize(inside(main));
    expect((await gateIn(linked).check(inside(linked))).verdict).toBe('deny');
  });
});

test('a revoke is in the log of this person', async () => {
  const log = fileLog({ directory: join(home, '.local/state/permesso/log') });
  const approver = scriptedApprover([{ verdict: 'allow', scope: 'session', rules: ['Bash(npm run:*)'] }]);
  const { grant } = await gateHere({ approver, log }).authorize(sh('npm run build'));
  log.close();
  await permesso('grants', 'revoke', grant?.id ?? '', '--cwd', cwd);
  const entries = [...readLog(join(home, '.local/state/permesso/log'))];
  expect(entries.at(-1)).toMatchObject({
    type: 'revoke',
    verdict: 'allow',
    grant: { id: grant?.id, rules: ['Bash(npm run:*)'], scope: 'session' },
    from: 'command line',
  });
  expect(verifyLog(join(home, '.local/state/permesso/log')).ok).toBe(true);
});
