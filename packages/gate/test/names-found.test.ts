import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGate } from '../src/gate/gate.ts';
import { readWorld } from '../src/world/read-world.ts';

let home = '';
let root = '';

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'permesso-names-')));
  root = join(home, 'project');
  put('src/a.ts', 'one');
  put('src/deep/b.ts', 'two');
  execFileSync('git', ['init', '-q'], { cwd: root });
  git('add', '-A');
  git('commit', '-qm', 'first');
  put('../keys/id', 'secret');
});

afterEach(() => {
  rmSync(home, { recursive: true, force: true, maxRetries: 20 });
});

function git(...args: readonly string[]): void {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  execFileSync('git', [...identity, ...args], { cwd: root, stdio: 'pipe' });
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function verdictOf(command: string): string {
  const policy = { deny: [`Read(/${home}/keys/**)`] };
  return createGate({ policy, world: () => readWorld({ root }) }).explain({
    tool: 'Bash',
    input: { command },
    cwd: root,
  }).decision.verdict;
}

/** What the real shell and the real programs print. */
function printed(command: string): string {
  return execFileSync('bash', ['-c', command], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const commands = [
  'find src -type f | xargs cat',
  'git ls-files | xargs cat',
  'find src -type f -exec cat {} +',
  'grep -rl . src | sort | xargs cat',
];

test('plain names are read without a question', () => {
  for (const command of commands) {
    expect([command, verdictOf(command)]).toEqual([command, 'allow']);
    expect(printed(command)).not.toContain('secret');
  }
});

test('two calls: a name with a blank leads xargs to the denied file, and that is asked about', () => {
  put(`src/x ${home}/keys/id`, 'harmless');
  expect(printed('find src -type f | xargs cat 2>/dev/null || true')).toContain('secret');
  for (const command of commands) expect([command, verdictOf(command)]).toEqual([command, 'ask']);
});

test('two calls: such a name in the index alone', () => {
  put(`x ${home}/keys/id`, 'harmless');
  git('add', '-A');
  rmSync(join(root, 'x '), { recursive: true, maxRetries: 20 });
  expect(printed('git ls-files | xargs cat 2>/dev/null || true')).toContain('secret');
  expect(verdictOf('git ls-files | xargs cat')).toBe('ask');
});

test('two calls: a link out of the directory', () => {
  symlinkSync(join(home, 'keys/id'), join(root, 'src/link.ts'));
  expect(printed('find src -name "*.ts" | xargs cat')).toContain('secret');
  expect(verdictOf('find src -name "*.ts" | xargs cat')).toBe('ask');
});

test('names with a dash, a quote or a new line are asked about', () => {
  for (const name of ['-rf', "it's.ts", 'a\nb.ts', 'a\\b.ts']) {
    put(`src/odd/${name}`, 'x');
    expect([name, verdictOf('find src -type f | xargs cat')]).toEqual([name, 'ask']);
    rmSync(join(root, 'src/odd'), { recursive: true, maxRetries: 20 });
  }
});
