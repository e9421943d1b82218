import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The claim behind `as: 'value'`, by the real program: what stands behind `-m` is the message, whatever it says. */
let root = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'permesso-values-'));
  git('init', '-q');
  mkdirSync(join(root, '.git/hooks'), { recursive: true });
  writeFileSync(join(root, '.git/hooks/pre-commit'), '#!/bin/sh\necho stopped by the hook >&2; exit 1\n', {
    mode: 0o755,
  });
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true, maxRetries: 20 });
});

function git(...args: readonly string[]): string {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  return execFileSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
}

test.each(['--no-verify', '-n', '--amend', 'push', '--', '-F/etc/passwd', '--no-verify\nx'])(
  'the value %j stays a value: the hook still runs, and then it is the message',
  (value) => {
    expect(() => git('commit', '--allow-empty', '-m', value)).toThrow('stopped by the hook');
    expect(() => git('commit', '--allow-empty', `-m${value}`)).toThrow('stopped by the hook');
    expect(() => git('commit', '--allow-empty', `--message=${value}`)).toThrow('stopped by the hook');
    git('commit', '--allow-empty', '--no-verify', '-m', value);
    expect(git('log', '-1', '--format=%B').trim()).toBe(value);
  },
);
