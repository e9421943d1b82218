import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGate } from '../src/gate/gate.ts';
import type { Mode } from '@permesso/engine/policy';
import { fixedWorld, recordedWorld, recordingWorld } from '@permesso/engine/world';
import { readWorld } from '../src/world/read-world.ts';

let root = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'permesso-below-'));
  for (const directory of ['clean/deep/er', 'holds/deep/er', 'large', 'linked', '.git']) {
    mkdirSync(join(root, directory), { recursive: true });
  }
  writeFileSync(join(root, 'clean/deep/er/a.ts'), '');
  writeFileSync(join(root, 'holds/deep/er/.env.local'), '');
  symlinkSync(join(root, 'holds'), join(root, 'linked/holds'));
  for (let n = 0; n < 5100; n++) writeFileSync(join(root, 'large', `f${n}`), '');
});

afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 20 }));

function verdictOf(command: string, world = readWorld({ root })): string {
  const gate = createGate({ policy: { deny: ['Read(**/.env*)'] }, world: () => world });
  return gate.explain({ tool: 'Bash', input: { command } }).decision.verdict;
}

describe('a search of a tree under a rule about a file', () => {
  test.each([
    ['passes where the tree holds no such file', 'grep -rn x clean', 'allow'],
    ['asks where the tree holds one, however deep', 'grep -rn x holds', 'ask'],
    ['asks where the tree is too large to be seen', 'grep -rn x large', 'ask'],
    ['asks about the whole project', 'grep -rn x .', 'ask'],
    ['asks where a link leads out of the tree, which some searches follow', 'grep -rn x linked', 'ask'],
  ])('%s', (_what, command, verdict) => {
    expect(verdictOf(command)).toBe(verdict);
  });

  test('is decided the same again from what was seen', () => {
    const recording = recordingWorld(readWorld({ root }));
    expect(verdictOf('grep -rn x clean', recording.world)).toBe('allow');
    const replayed = recordedWorld(
      JSON.parse(JSON.stringify(recording.record())) as ReturnType<typeof recording.record>,
    );
    expect(verdictOf('grep -rn x clean', replayed)).toBe('allow');
  });
});

describe('what comes into a directory', () => {
  const into = (command: string): string => {
    const world = readWorld({ root: join(root, 'clean') });
    const gate = createGate({
      policy: { allow: ['Bash'], deny: ['Edit(config/**)', 'Edit(**/*.lock)'] },
      world: () => world,
    });
    return gate.explain({ tool: 'Bash', input: { command } }).decision.verdict;
  };

  // None of them is there: an archive, a patch or a copy may bring it.
  test.each([
    'tar xf a.tar',
    'tar xf a.tar -C deep',
    'unzip a.zip',
    'cpio -id < a.cpio',
    'git apply x.diff',
    'git am x.mbox',
    'patch -p1 < x.diff',
    'cp -r tpl/. .',
    'rsync -a tpl/ deep/',
  ])('%s may be what a rule about files that are not there means', (command) => {
    expect(into(command)).not.toBe('allow');
  });

  test.each(['rm -r deep', 'grep -r x deep', 'mkdir -p a/b', 'tar tf a.tar'])(
    '%s brings nothing, and nothing that a rule means is there',
    (command) => {
      expect(into(command)).toBe('allow');
    },
  );
});

describe('a search where a protected file lies', () => {
  let project = '';

  beforeAll(() => {
    project = mkdtempSync(join(tmpdir(), 'permesso-search-'));
    for (const directory of ['.git/info', 'src', 'ignored', 'kept/deep', 'plain'])
      mkdirSync(join(project, directory), { recursive: true });
    writeFileSync(join(project, '.gitignore'), '# secrets\n.env\n.env.*\n!.env.example\n/ignored/\n*.log\n');
    for (const file of ['.env', 'ignored/server.key', 'kept/deep/server.key', 'src/a.ts', 'src/.env.example'])
      writeFileSync(join(project, file), '');
  });

  afterAll(() => rmSync(project, { recursive: true, force: true, maxRetries: 20 }));

  const decided = (call: { tool: string; input: Record<string, unknown> }, mode: Mode): string => {
    const world = readWorld({ root: project, project });
    return createGate({ policy: { allow: ['Read'] }, mode, world: () => world }).explain(call).decision
      .verdict;
  };

  test.each([
    ['grep -rn x .', 'ask'],
    ['grep -rn x', 'ask'],
    ['grep -rn x src', 'allow'],
    ['grep -rn x plain', 'allow'],
    ['grep -rn x ignored', 'ask'],
    ['grep -rn x . --include=*.ts', 'allow'],
    ['grep -rn x . --exclude=.env --exclude=*.key', 'allow'],
    ['grep -rn x . --exclude=.env --exclude-dir=kept --exclude-dir=ignored', 'allow'],
    ['grep -rln x .', 'allow'],
    ['grep -n x src/a.ts', 'allow'],
    ['rg x src', 'allow'],
    ['rg x', 'ask'],
    ['rg x kept', 'ask'],
    ["rg x -g '*.ts'", 'allow'],
    ["rg x -g '!*.key'", 'allow'],
    ["rg -g '!*.key' --hidden x", 'allow'],
    ["rg -g '!*.key' --hidden --no-ignore x", 'ask'],
    ["rg -uu -g '!*.key' x", 'ask'],
    ["rg -u -g '!*.key' x", 'allow'],
    ['rg --files', 'allow'],
    ['rg -l x', 'allow'],
    ['rg -t ts x', 'allow'],
    ['ag x src', 'allow'],
    ['ag x', 'ask'],
    ['git grep x', 'ask'],
    ['git grep x -- src', 'allow'],
    ['git grep -n x src', 'allow'],
    ['git grep --no-index x', 'ask'],
    ["find . -name '*.ts' -exec cat {} +", 'allow'],
    ['find . -type f -exec cat {} +', 'ask'],
    ['find . -name .env', 'allow'],
    ['cd src && grep -r x .', 'allow'],
  ])('`%s`: %s', (command, verdict) => {
    for (const mode of ['default', 'acceptEdits'] as const)
      expect(decided({ tool: 'Bash', input: { command } }, mode)).toBe(verdict);
    const refused = verdict === 'ask' ? 'deny' : 'allow';
    expect(decided({ tool: 'Bash', input: { command } }, 'explore')).toBe(refused);
    expect(decided({ tool: 'Bash', input: { command } }, 'bypass')).toBe('allow');
  });

  test.each<[Record<string, unknown>, string]>([
    [{ pattern: 'x', path: 'src' }, 'allow'],
    [{ pattern: 'x' }, 'ask'],
    [{ pattern: 'x', glob: '*.ts' }, 'allow'],
    [{ pattern: 'x', glob: '*.{key,ts}' }, 'ask'],
    [{ pattern: 'x', output_mode: 'files_with_matches' }, 'allow'],
    // A directory that is named is searched although it is ignored.
    [{ pattern: 'x', path: 'ignored', output_mode: 'content' }, 'ask'],
  ])('Grep %j: %s', (input, verdict) => {
    expect(decided({ tool: 'Grep', input }, 'acceptEdits')).toBe(verdict);
  });

  test('is decided the same again from what was seen', () => {
    const recording = recordingWorld(readWorld({ root: project, project }));
    const call = { tool: 'Bash', input: { command: "rg --hidden -g '!*.key' x" } };
    const verdictIn = (world: ReturnType<typeof readWorld>): string =>
      createGate({ policy: [], world: () => world }).explain(call).decision.verdict;
    expect(verdictIn(recording.world)).toBe('allow');
    const record = JSON.parse(JSON.stringify(recording.record())) as ReturnType<typeof recording.record>;
    expect(record.texts).toContainEqual([join(project, '.gitignore'), expect.stringContaining('.env')]);
    expect(verdictIn(recordedWorld(record))).toBe('allow');
  });

  test('asks about what the machine shows, and a world that shows nothing shows none', async () => {
    const world = fixedWorld({ cwd: project });
    const call = { tool: 'Bash', input: { command: 'grep -rn x .' } };
    expect((await createGate({ policy: [], world: () => world }).check(call)).verdict).toBe('allow');
  });
});
