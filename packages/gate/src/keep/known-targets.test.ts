import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readFacts, toolboxOf, toolFor } from '@permesso/engine/facts';
import { effectTexts } from '@permesso/protocol/approval';
import type { LogEntry } from '@permesso/protocol/entry';
import { readWorld } from '../world/read-world.ts';
import { describeTargets } from './known-targets.ts';

const env = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };

/** A clone whose `origin/main` has two commits more than its own, and a folder that git ignores. */
function clone(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'permesso-known-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 20 }));
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=ben', '-c', 'user.email=b@b', ...args], { cwd: root, env });
  git('init', '-q', '-b', 'main');
  writeFileSync(join(root, '.gitignore'), 'build\n');
  git('add', '-A');
  git('commit', '-qm', 'first');
  for (const subject of ['Fix VAT', `A token ghp_${'a1B2c3D4e5F6'.repeat(3)}`])
    git('commit', '-q', '--allow-empty', '-m', subject);
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  git('reset', '-q', '--hard', 'HEAD~2');
  mkdirSync(join(root, 'build/deep'), { recursive: true });
  for (const name of ['a', 'b', 'deep/c']) writeFileSync(join(root, 'build', name), '');
  // What git would start, were this configuration read.
  git('config', 'core.fsmonitor', `touch ${root}/started`);
  git('config', 'log.showSignature', 'true');
  git('config', 'gpg.program', `touch ${root}/started`);
  return root;
}

async function known(command: string, cwd: string, entries: readonly LogEntry[] = []) {
  const call = { tool: 'Bash', input: { command }, cwd };
  const world = readWorld({ root: cwd });
  const facts = readFacts(call, toolFor(toolboxOf(), call), world);
  const effects = effectTexts({ call, facts, world });
  const described = await describeTargets({ facts, world }, effects, {
    entries: () => entries.toReversed(),
    now: Date.now(),
  });
  return described.flatMap((effect) => effect.known ?? []);
}

test('a force push says which commits would be lost, without a secret in them', async () => {
  const [text] = await known('git push --force origin main', clone());
  expect(text).toMatch(
    /^2 commits would be lost: [0-9a-f]{7,} A token REDACTED\S* .*, [0-9a-f]{7,} Fix VAT \(ben\)$/u,
  );
});

test('a folder says how many files it has, and whether git has them', async () => {
  expect(await known('rm -rf build', clone())).toEqual(['3 files, none of them in git']);
});

test('a host says how often calls named it', async () => {
  const command = 'curl https://get.example.sh/x';
  expect(await known(command, '/')).toEqual(['no earlier call in 30 days named it']);
  const entry = (days: number, verdict = 'allow') =>
    ({
      type: 'decision',
      at: new Date(Date.now() - days * 86_400_000).toISOString(),
      verdict,
      call: { tool: 'Bash', input: { command } },
    }) as unknown as LogEntry;
  const entries = [entry(40), entry(2), entry(1, 'deny')];
  expect(await known(command, '/', entries)).toEqual(['1 earlier call in 30 days named it']);
});

test('nothing that the repository configures is started, and a broken one says nothing', async () => {
  const cwd = clone();
  await known('git push --force origin main', cwd);
  expect(existsSync(join(cwd, 'started'))).toBe(false);
  writeFileSync(join(cwd, '.git/refs/remotes/origin/main'), 'f'.repeat(40));
  expect(await known('git push --force origin main', cwd)).toEqual([]);
});
