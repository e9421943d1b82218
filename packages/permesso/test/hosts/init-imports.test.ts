import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Person } from '../../src/cli/commands/init.ts';
import { loadPolicy, createGate } from '@permesso/gate/gate';
import { fixedWorld } from '@permesso/engine/world';
import type { Verdict } from '@permesso/engine/policy';
import { newUser, type NewUser } from './new-user.ts';

let user: NewUser | undefined;

afterEach(() => {
  user?.remove();
  user = undefined;
});

const opencode = '{"permission": {"bash": "allow", "edit": "allow"}}';

function started(person?: Person): NewUser {
  user = newUser(undefined, person);
  user.write('.config/opencode/opencode.json', opencode);
  return user;
}

/** A person who answers each question as the list says, and is asked nothing else. */
function answering(broad: readonly boolean[]): Person & { readonly asked: string[] } {
  const asked: string[] = [];
  const left = [...broad];
  return {
    asked,
    isHere: () => true,
    confirm: () => Promise.resolve(true),
    confirmNo: (question) => {
      asked.push(question);
      return Promise.resolve(left.shift() ?? false);
    },
  };
}

function verdictFor({ home }: NewUser, host: string, command: string): Verdict {
  const { layers } = loadPolicy({
    files: false,
    policyFiles: [`${home}/.config/permesso/policy.yaml`],
    cwd: '/srv/app',
    home,
  });
  const gate = createGate({
    policy: layers,
    world: () => fixedWorld({ cwd: '/srv/app', project: '/srv/app' }),
  });
  return gate.explain({ tool: 'Bash', input: { command }, host }).decision.verdict;
}

const attack = 'npm install evil-pkg && python3 -c 1 && rm -rf src';

test('with --yes an allow for every command is left out, and the report says so', async () => {
  const { home, run } = started();
  const { stdout, status } = await run(['init', '--yes', '--host', 'claude-code', '--host', 'opencode']);
  expect(status).toBe(0);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'not taken over: allow Bash of OpenCode: it allows every command.',
  );
  for (const host of ['claude-code', 'opencode', 'codex'])
    expect([host, verdictFor({ home } as NewUser, host, attack)]).toEqual([host, 'ask']);
});

test('a person is asked about it by itself; a yes holds for that agent alone', async () => {
  const person = answering([true]);
  const { home, run } = started(person);
  await run(['init', '--host', 'claude-code', '--host', 'opencode']);
  expect(person.asked).toEqual([
    expect.stringContaining(
      'OpenCode (~/.config/opencode/opencode.json) allows Bash: it allows every command.',
    ),
  ]);
  expect(verdictFor({ home } as NewUser, 'opencode', 'make all')).toBe('allow');
  expect(verdictFor({ home } as NewUser, 'claude-code', 'make all')).toBe('ask');
});

test('enter means no', async () => {
  const { home, run } = started(answering([]));
  await run(['init', '--host', 'opencode']);
  expect(verdictFor({ home } as NewUser, 'opencode', 'make all')).toBe('ask');
});

test('what is imported holds for its agent, unless --for all says otherwise', async () => {
  const { home, run } = started();
  await run(['init', '--yes', '--host', 'codex', '--host', 'claude-code']);
  expect(verdictFor({ home } as NewUser, 'codex', 'npm run codegen')).toBe('allow');
  expect(verdictFor({ home } as NewUser, 'codex', 'rm a')).toBe('ask');
  await run(['uninstall', '--yes', '--purge']);
  // Rules of one agent for all of them: `--yes` without a person is not enough.
  const alone = await run(['init', '--yes', '--for', 'all', '--preset', 'readonly', '--host', 'claude-code']);
  expect(alone).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('a person confirms it') as string,
  });
  const shared = await run(['init', '--for', 'some']);
  expect(shared.stderr).toContain('there are each and all');
});

test('in a second project everything is in place, and only the trust question is left', async () => {
  const person = answering([false, true, true]);
  const { home, run, write } = started(person);
  write('shop/package.json', '{}\n');
  await run(['init', '--host', 'claude-code']);
  write('second/.git/HEAD', 'ref: refs/heads/main\n');
  write('second/.git/config', '[core]\n');
  mkdirSync(join(home, 'second/.git/objects'), { recursive: true });
  mkdirSync(join(home, 'second/.git/refs'), { recursive: true });
  write('second/package.json', '{}\n');
  person.asked.length = 0;
  const second = ['--host', 'claude-code', '--cwd', join(home, 'second')];
  expect((await run(['init', ...second, '--dry-run'])).stdout).toContain('Everything is in place');
  expect((await run(['init', ...second, '--yes'])).stdout).toContain('Everything is in place');
  expect(person.asked).toEqual([]);
  expect((await run(['init', ...second])).stdout).toContain('/second is a project of Node.js');
  expect(person.asked).toEqual([expect.stringContaining("trust this project's own code")]);
  const again = await run(['init', ...second]);
  expect([person.asked.length, again.stdout.includes('is trusted')]).toEqual([1, true]);
});
