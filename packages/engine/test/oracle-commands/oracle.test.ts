import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandModelPage, provenSource, type Recorded } from './command-model-page.ts';
import { claimOf, contradictions } from './contradict.ts';
import { project } from './hostile-files.ts';
import { observe } from './observe.ts';
import { planted, worldOf } from './plants.ts';
import { programRoot, startSandbox, type Sandbox } from './sandbox.ts';

/** The oracle needs namespaces and a tracer: `apt-get install bubblewrap strace`. CI has both. */
const isPossible =
  spawnSync('bwrap', ['--unshare-user', '--ro-bind', '/', '/', 'true']).status === 0 &&
  existsSync(join(programRoot(), 'usr/bin/strace'));

describe.skipIf(!isPossible)('the real programs', () => {
  const tree = planted('writable');
  const world = worldOf(tree);
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ planted: tree });
  });
  afterAll(() => {
    sandbox.stop();
  });
  const seen = async (text: string): Promise<ReturnType<typeof observe>> =>
    observe((await sandbox.run({ text, seconds: 10 })).trace, project);

  test('programs, files, names and connections are seen', async () => {
    expect((await seen('cat a.txt > out.txt; rm b.txt')).changed).toEqual([
      { how: 'create', path: `${project}/out.txt`, refused: false },
      { how: 'remove', path: `${project}/b.txt`, refused: false },
    ]);
    expect((await seen('cat a.txt')).read).toContain(`${project}/a.txt`);
    expect(await seen('getent hosts x.evil.example')).toMatchObject({ names: ['x.evil.example'] });
    expect((await seen('./x')).started).toContain(`${project}/x`);
  });

  test('the tree is put back after each line', async () => {
    expect(
      (await sandbox.run({ text: 'chmod -R 000 src; rm -rf -- *; test ! -e b.txt', seconds: 10 })).status,
    ).toBe(0);
    expect((await sandbox.run({ text: 'cat src/a.ts b.txt', seconds: 10 })).status).toBe(0);
  });

  test('nothing of this machine is there, and no capability', async () => {
    const { said } = await sandbox.run({
      text: 'ls /root /work 2>&1; id -u; grep CapEff /proc/self/status; cat /proc/net/dev | wc -l',
      seconds: 10,
    });
    expect(said.replaceAll(/ls: .*\n/gu, '')).toBe('1000\nCapEff:\t0000000000000000\n3\n');
  });

  test('what a claim does not say is a contradiction, and what it says is none', async () => {
    const judged = async (text: string): Promise<readonly string[]> =>
      contradictions(claimOf(text, world), await seen(text)).map(({ kind, what }) => `${kind} ${what}`);
    expect(await judged('grep -r KEY')).toEqual([]);
    expect(await judged('sed -i.bak s/one/uno/ a.txt')).toEqual([]);
    const quiet = { ...claimOf('ls', world), line: 'touch q' };
    expect(contradictions(quiet, await seen('touch q'))).toEqual([
      { kind: 'wrote', what: `create ${project}/q` },
    ]);
    expect(contradictions(quiet, await seen('./x')).map(({ kind }) => kind)).toEqual(['ran', 'ran']);
  });
});

/** A row as it was before the oracle: the line that proves it wrong is found again. */
const undone: readonly (readonly [
  file: string,
  fixed: string,
  broken: string,
  program: string,
  found: string,
])[] = [
  ['runners.ts', '-dEIJLnPsS: -e? -i?', '-deEIJLnPsS: -i?', 'xargs', 'xargs -e ./x'],
  [
    'file-queries.ts',
    "changing: '-p --preserve-date'",
    "options: '-p --preserve-date'",
    'file',
    'file -p a.txt',
  ],
];

test.skipIf(!isPossible)('a tracer that does not work is not proof', () => {
  const folder = mkdtempSync(join(tmpdir(), 'oracle-untraced-'));
  try {
    copyEngine(folder);
    const driver = join(folder, 'test/oracle-commands/driver.py');
    writeFileSync(driver, readFileSync(driver, 'utf8').replace('"execve,', '"nosuchcall,'));
    const ran = spawnSync(
      process.execPath,
      [join(folder, 'test/oracle-commands/main.ts'), 'cat', '--lines', '20'],
      {
        encoding: 'utf8',
      },
    );
    expect(ran.stdout).toContain('nothing was traced');
    expect(ran.status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  }
});

function copyEngine(folder: string): void {
  for (const name of ['src', 'test', 'package.json'])
    cpSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), join(folder, name), { recursive: true });
  symlinkSync(
    fileURLToPath(new URL('../../../../node_modules', import.meta.url)),
    join(folder, 'node_modules'),
  );
}

describe.skipIf(!isPossible)('sabotage', () => {
  test.each(undone)('%s: %s', (file, fixed, broken, program, found) => {
    const folder = mkdtempSync(join(tmpdir(), 'oracle-sabotage-'));
    try {
      copyEngine(folder);
      const row = join(folder, 'src/facts/shell/commands', file);
      const text = readFileSync(row, 'utf8');
      expect(text).toContain(fixed);
      writeFileSync(row, text.replace(fixed, broken));
      const main = join(folder, 'test/oracle-commands/main.ts');
      const ran = spawnSync(process.execPath, [main, program, '--lines', '150', '--seconds', '60'], {
        encoding: 'utf8',
      });
      expect(ran.stdout).toContain(found);
      expect(ran.status).toBe(1);
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    }
  });
});

test('the page and the set of proven programs are what the recorded runs say', () => {
  const recorded = JSON.parse(
    readFileSync(new URL('results.json', import.meta.url), 'utf8'),
  ) as readonly Recorded[];
  const said = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(said('../../src/facts/shell/commands/proven-programs.ts')).toBe(provenSource(recorded));
  expect(said('../../../../proof/command-model.md')).toBe(commandModelPage(recorded));
});
