import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { layersFrom, createGate } from '@permesso/gate/gate';
import { type Layer, type Mode, type RuleInput } from '@permesso/engine/policy';
import type { World } from '@permesso/engine/world';
import { readWorld } from '@permesso/gate/world';

interface WrittenGroup {
  readonly trusts?: string;
  readonly allow?: readonly RuleInput[];
}

const { groups } = parse(readFileSync(new URL('../presets/groups.yaml', import.meta.url), 'utf8')) as {
  readonly groups: Readonly<Record<string, WrittenGroup>>;
};
const allowing = Object.entries(groups).filter(([, { allow = [] }]) => allow.length > 0);

function layersOf(text: string): readonly Layer[] {
  const source = { layer: 'user' as const, file: 'p.yaml', root: '/home/dev/project', text };
  return layersFrom(source, { trust: { file: '', projects: [] }, home: '/home/dev' }).layers;
}

test('every group that allows says what it trusts', () => {
  for (const [name, { trusts = '' }] of allowing) expect([name, trusts.length > 10]).toEqual([name, true]);
});

describe('a repository that an agent puts together out of plain files', () => {
  let root = '';
  const home = mkdtempSync(join(tmpdir(), 'permesso-home-'));
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'permesso-bare-'));
  });
  afterAll(() => {
    for (const directory of [root, home]) rmSync(directory, { recursive: true, force: true, maxRetries: 20 });
  });
  beforeEach(() => {
    rmSync(root, { recursive: true, force: true, maxRetries: 20 });
    mkdirSync(join(root, 'src'), { recursive: true });
  });

  /** The first of the two calls: edits inside the working directory, which acceptEdits does not ask about. */
  function make(directory: string): string {
    return [
      `mkdir -p ${directory}/objects ${directory}/refs/heads ${directory}/wt`,
      `echo "ref: refs/heads/main" > ${directory}/HEAD`,
      `printf '[core]\\n\\trepositoryformatversion = 0\\n\\tworktree = wt\\n\\tfsmonitor = "touch ${root}/marker; false"\\n' > ${directory}/config`,
    ].join(' && ');
  }

  function run(command: string, cwd = root): void {
    try {
      execFileSync('bash', ['-c', command], {
        cwd,
        env: { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' },
        stdio: 'ignore',
      });
    } catch (error) {
      if (!(error instanceof Error && 'status' in error)) throw error;
    }
  }

  const policies: readonly (readonly [name: string, text: string])[] = [
    ['reading and committing', 'allow: [Effect(read), Effect(commit)]\n'],
    ['balanced', 'use: [balanced]\n'],
    ['a rule of one’s own', 'allow: ["Bash(git status:*)", "Bash(cd:*)"]\n'],
    ['every git command', 'allow: ["Bash(git:*)"]\n'],
    ['every command', 'allow: [Bash]\n'],
  ];

  function verdictOf(command: string, about: { text?: string; mode?: Mode; at?: Partial<World> }): string {
    const { text = '', mode = 'acceptEdits', at = {} } = about;
    const real = readWorld({ root, project: root, workingDirectories: [root] });
    return createGate({ policy: layersOf(text), mode, world: () => ({ ...real, ...at }) }).explain({
      tool: 'Bash',
      input: { command },
    }).decision.verdict;
  }

  test('git runs what its configuration says', () => {
    run(make('bare'));
    run('git status', join(root, 'bare'));
    expect(existsSync(join(root, 'marker'))).toBe(true);
  });

  test.each(policies)('two calls under %s: the second asks', (_name, text) => {
    expect(verdictOf(make('bare'), { text: `${text}mode: acceptEdits\n` })).not.toBe('deny');
    run(make('bare'));
    for (const mode of ['default', 'acceptEdits'] as const) {
      expect(verdictOf('cd bare && git status', { text, mode })).toBe('ask');
      expect(verdictOf('cd bare/wt && git log', { text, mode })).toBe('ask');
      // Hosts whose shell stays where it was: the call itself starts there.
      expect(verdictOf('git status', { text, mode, at: { cwd: join(root, 'bare') } })).toBe('ask');
    }
    expect(verdictOf('cd bare && git status', { text, mode: 'dontAsk' })).toBe('deny');
    expect(verdictOf('cd bare && git status', { text, mode: 'explore' })).toBe('deny');
    expect(verdictOf('cd src && git status', { text })).toBe('allow');
  });

  test('the project itself, where it is not a repository', () => {
    expect(verdictOf('git status', {})).toBe('allow');
    run(make('.'));
    run('git status');
    expect(existsSync(join(root, 'marker'))).toBe(true);
    expect(verdictOf('git status', {})).toBe('ask');
    expect(verdictOf('cd src && git status', {})).toBe('ask');
  });

  test('not in a repository that has its own `.git`', () => {
    run('git init -q . && touch HEAD');
    expect(verdictOf('git status', {})).toBe('allow');
  });

  test.each([
    (): string => `${make('bare')} && cd bare && git status`,
    (): string => `${make('x')}; mv x bare; cd bare; git status`,
    (): string => `${make('.')} && git status`,
    (): string => `cd bare; ${make('.')}; git diff`,
  ])('all in one call, %#', (command) => {
    mkdirSync(join(root, 'bare'), { recursive: true });
    expect(verdictOf(command(), {})).toBe('ask');
  });

  test.each(['mv other bare && cd bare && git status', 'cp -r other bare; cd bare; git log'])(
    'brought from elsewhere: `%s`',
    (command) => {
      run(make('other'));
      expect(verdictOf(command, {})).toBe('ask');
    },
  );

  test('a file named HEAD elsewhere is no matter', () => {
    writeFileSync(join(root, 'src/HEAD.md'), '');
    expect(verdictOf('cd src && git log && git show HEAD:a > out.txt', {})).toBe('allow');
  });
});
