import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createPolicyGate, type PolicyGateOptions } from '@permesso/gate/policy';
import { keptCalls, noteAfter, planUndo, readManifest, restoreCall } from '@permesso/gate/keep';
import type { Gate } from '@permesso/gate';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { losingLines } from './losing-lines.ts';
import { keeperIn, openRandomRunner, treesFolder } from './run-random.ts';

const folder = mkdtempSync(join(treesFolder ?? '/', 'undo-test-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
let count = 0;

/** A project with some files, under `balanced`. */
function project(
  policy = 'use: [balanced]',
  how: Partial<PolicyGateOptions> = {},
): { root: string; state: string; gate: Gate } {
  const [root, home] = [join(folder, `p${count}`), join(folder, `h${count++}`)];
  mkdirSync(join(root, 'src'), { recursive: true });
  mkdirSync(join(root, '.permesso'));
  for (const name of ['a', 'b', 'src/c']) writeFileSync(join(root, name), name.repeat(100));
  mkdirSync(join(home, '.config/permesso'), { recursive: true });
  writeFileSync(join(home, '.config/permesso/policy.yaml'), `${policy}\n`);
  const state = join(home, '.local/state/permesso');
  const place = {
    home,
    env: {},
    managed: join(home, 'none'),
    cwd: root,
    project: root,
    onePlace: true as const,
  };
  return { root, state, gate: createPolicyGate({ ...place, keeper: keeperIn(state), ...how }) };
}

function bash(command: string): { readonly tool: string; readonly input: { readonly command: string } } {
  return { tool: 'Bash', input: { command } };
}

describe('the verdict', () => {
  test.each([
    'rm a',
    'rm -rf src',
    'rm ./*',
    'for f in a b; do rm "$f"; done',
    "find . -name 'a*' -delete",
    'find src -name c -exec rm {} +',
    'echo x > src/new; rm -rf src',
  ])('%s is allowed, kept', async (line) => {
    const { gate, state } = project();
    const said = await gate.consult(bash(line));
    expect(said).toMatchObject({
      verdict: 'allow',
      decision: { kept: true, receipt: { kept: { files: expect.any(Number) } } },
    });
    expect(said.message).toMatch(
      /^Allowed(?: `.*`)?, kept: .* `permesso undo` brings back what it removes\.$/u,
    );
    expect(keptCalls(state)).toHaveLength(1);
  });

  test.each([
    // What an earlier part of the line puts there is not what is kept.
    'mv a src/ && rm -rf src',
    'cp -r src out && mv b out && rm -rf out/b',
    'ln -s /root d && rm -rf d/x',
    'ln -s / d; rm -rf d/home',
    // Nobody can say what goes.
    'rm -rf "$DIR"',
    'rm -rf $(cat list)',
    'find . -delete',
    "find . -name '*' -delete",
    "find . -delete -name 'a*'",
    "find -L . -name 'a*' -delete",
    'mv a src/; find src -name a -delete',
    'ln -s / src/d; rm -rf src/*/home',
    // Elsewhere, and what is guarded.
    'rm -rf ~/notes',
    'rm -rf .permesso',
    'rm -rf ~/.local/state/permesso/kept',
    'permesso undo --drop',
    'npx permesso undo --yes',
    'cat ~/.local/state/permesso/kept/x/data/0',
    'rm -rf .',
  ])('%s asks, as without keeping', async (line) => {
    const { gate } = project();
    expect((await gate.check(bash(line))).verdict).toBe('ask');
  });

  test.each(['rm -rf', 'touch', 'mv evil'])(
    '%s what is kept: a person is asked in every mode',
    async (way) => {
      const { state, gate } = project('use: [balanced]', { mode: 'bypass' });
      expect((await gate.check(bash('rm -rf /srv/elsewhere'))).verdict).toBe('allow');
      expect((await gate.check(bash(`${way} ${state}/kept/x`))).verdict).toBe('ask');
      // Where XDG_STATE_HOME puts it.
      expect((await gate.check(bash(`${way} /srv/state/permesso/kept/x`))).verdict).toBe('ask');
    },
  );

  test('a pattern over several directories asks where it may lead behind a link', async () => {
    const { root, gate } = project();
    mkdirSync(join(root, 'src/own'));
    expect((await gate.check(bash('rm -rf src/*/share'))).verdict).toBe('allow');
    symlinkSync('/usr', join(root, 'src/elsewhere'));
    expect((await gate.check(bash('rm -rf src/*/share'))).verdict).toBe('ask');
  });

  test('beyond the size it asks, with the sizes in the sentence', async () => {
    const { gate } = project('use: [balanced]\nkeep: { days: 7, most: 1KB }');
    const { root, gate: small } = project('use: [balanced]\nkeep: { days: 7, most: 1KB }');
    expect((await gate.check(bash('rm a'))).verdict).toBe('allow');
    writeFileSync(join(root, 'a'), 'x'.repeat(5000));
    const { verdict, message } = await small.check(bash('rm a'));
    expect(verdict).toBe('ask');
    expect(message).toContain('It is not kept: it has 5 KB, and 1 KB may be kept.');
  });

  test('keep: off, and a gate that keeps nothing, ask', async () => {
    expect((await project('use: [balanced]\nkeep: off').gate.check(bash('rm a'))).verdict).toBe('ask');
    expect((await project('use: [balanced]').gate.check(bash('rm a'))).verdict).toBe('allow');
    const { root } = project();
    const bare = createPolicyGate({
      home: join(folder, 'h0'),
      env: {},
      managed: '/none',
      cwd: root,
      project: root,
      onePlace: true,
    });
    expect((await bare.check(bash('rm a'))).verdict).toBe('ask');
  });

  test('where keeping fails after all, the call is decided as if there were no keeping', async () => {
    const failing = {
      look: (): 'kept' => 'kept',
      keep: (): Promise<never> => Promise.reject(new Error('the disk is full')),
    };
    const { gate } = project('use: [balanced]', { keeper: failing });
    const said = await gate.consult(bash('rm a'));
    expect(said.verdict).toBe('ask');
    expect(said.message).toContain('It is not kept: the disk is full.');
    // What does not depend on it runs all the same.
    expect((await gate.consult(bash('echo x > a'))).verdict).toBe('allow');
  });

  test('what is removed and is written again is kept whole, as large as it is', async () => {
    const { root, gate } = project();
    truncateSync(join(root, 'a'), 70_000_000);
    const { decision } = await gate.consult(bash('rm a && echo x > a'));
    expect(decision).toMatchObject({
      verdict: 'allow',
      kept: true,
      receipt: { kept: { bytes: 70_000_000 } },
    });
    expect(decision.receipt.kept?.unkept).toBeUndefined();
  });

  test('a call that loses nothing does not load what keeps', async () => {
    const never = (): never => {
      throw new Error('it was asked');
    };
    const { gate } = project('use: [balanced]', { keeper: { look: never, keep: never } });
    expect((await gate.consult(bash('ls -la'))).verdict).toBe('allow');
  });

  test('a repository cannot turn it on before it is trusted', async () => {
    const { root, gate } = project('allow: [Effect(delete)] # keep: is not said');
    writeFileSync(join(root, '.permesso/policy.yaml'), 'keep: on\n');
    expect((await gate.check(bash('rm a'))).verdict).toBe('ask');
  });
});

describe('what comes back', () => {
  /** The call is decided, run by these means, and undone. */
  async function undoneAfter(
    line: string,
    how: { readonly root: string; readonly state: string; readonly gate: Gate },
  ): Promise<void> {
    expect((await how.gate.consult({ ...bash(line), cwd: how.root })).verdict).toBe('allow');
    execFileSync('/bin/sh', ['-c', line], { cwd: how.root });
    for (const call of keptCalls(how.state)) {
      noteAfter(how.state, readManifest(call)?.key ?? '', { ok: true, at: Date.now() });
      const plan = planUndo(call);
      if (plan !== undefined) await restoreCall(plan, { overwrite: false, now: Date.now() });
    }
  }

  test('the mode of a directory', async () => {
    const how = project();
    const { mode } = statSync(join(how.root, 'src'));
    await undoneAfter('chmod 700 src', how);
    expect(statSync(join(how.root, 'src')).mode).toBe(mode);
  });

  test('what a search finds and what a pattern means, in any depth, and nothing else', async () => {
    const how = project();
    const files = ['src/x.bak', 'src/deep/Y.BAK', 'src/deep/in/z.bak', 'src/stays'];
    mkdirSync(join(how.root, 'src/deep/in'), { recursive: true });
    for (const name of files) writeFileSync(join(how.root, name), name);
    for (const line of ["find . -iname '*.bak' -delete", 'rm -rf src/*/in src/*.bak']) {
      await undoneAfter(line, how);
      for (const name of files)
        expect([line, readFileSync(join(how.root, name), 'utf8')]).toEqual([line, name]);
    }
    const kept = keptCalls(how.state).flatMap((call) => readManifest(call)?.items ?? []);
    expect(kept.filter(({ path }) => path.endsWith('stays'))).toEqual([]);
  });

  test('a link that a move replaces', async () => {
    const how = project();
    symlinkSync('nowhere', join(how.root, 'link'));
    await undoneAfter('mv a link', how);
    expect(readlinkSync(join(how.root, 'link'))).toBe('nowhere');
  });

  test('an empty directory in what git has clean, and objects that gc prunes', async () => {
    const how = project();
    const git = (line: string): string =>
      execFileSync('/bin/sh', ['-c', line], { cwd: how.root, encoding: 'utf8' }).trim();
    git('git init -q && git add . && git -c user.name=t -c user.email=t@t.test commit -qm one');
    mkdirSync(join(how.root, 'src/empty'));
    await undoneAfter('git clean -fd', how);
    expect(existsSync(join(how.root, 'src/empty'))).toBe(true);
    const id = git('echo lost | git hash-object -w --stdin');
    writeFileSync(join(how.root, 'src/c'), 'newer');
    // A policy in the project would be a reason to ask.
    rmSync(join(how.root, '.permesso'), { recursive: true });
    await undoneAfter('git checkout .', how);
    expect(readFileSync(join(how.root, 'src/c'), 'utf8')).toBe('newer');
    await undoneAfter('git gc -q --prune=now', how);
    expect(git(`git cat-file -p ${id}`)).toBe('lost');
    // What another command of git takes in first is not what is kept.
    expect((await how.gate.check(bash('git add -f a && git reset --hard'))).verdict).toBe('ask');
  });

  const inShell = (cwd: string, line: string): string =>
    execFileSync('/bin/sh', ['-c', line], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const inRepository = (cwd: string, line: string): string =>
    inShell(cwd, `git -c user.name=t -c user.email=t@t.test ${line}`);

  test('work in submodules, where all that is started in each is kept', async () => {
    // With `make` allowed, only that it is started in each submodule is left to ask about.
    const [how, other] = [project('use: [balanced]\nallow: [Effect(run)]'), project()];
    for (const { root } of [how, other]) {
      rmSync(join(root, '.permesso'), { recursive: true });
      inRepository(root, 'init -q');
      inRepository(root, 'add -A');
      inRepository(root, 'commit -qm one');
    }
    inRepository(how.root, `-c protocol.file.allow=always submodule --quiet add ${other.root} lib`);
    for (const name of ['lib/a', 'lib/new']) writeFileSync(join(how.root, name), name);
    await undoneAfter("git submodule foreach --recursive 'git reset --hard && git clean -fdx'", how);
    for (const name of ['lib/a', 'lib/new']) expect(readFileSync(join(how.root, name), 'utf8')).toBe(name);
    const verdicts = [
      "git submodule foreach 'make && git reset --hard'",
      "git submodule foreach 'cd src && git reset --hard'",
      'git submodule foreach "git reset --hard $x"',
      "git checkout HEAD~1; git submodule foreach 'git reset --hard'",
    ].map((line) => how.gate.explain(bash(line)).decision.verdict);
    expect(verdicts).toEqual(['ask', 'ask', 'ask', 'ask']);
  });

  test('git filter-repo is kept where it leaves things out, and asks where it runs code or moves files', () => {
    const { root, gate } = project();
    inRepository(root, 'init -q');
    const verdicts = [
      'git filter-repo --path src --invert-paths --force',
      'git filter-repo --path=src --strip-blobs-bigger-than 5M -f',
      'git filter-repo --path-rename a:b --force',
      "git filter-repo --force --commit-callback 'import os'",
      'git filter-repo --force --target /elsewhere',
      'git filter-repo --force --commit-call x',
    ].map((line) => gate.explain(bash(line)).decision.verdict);
    expect(verdicts).toEqual(['allow', 'allow', 'ask', 'ask', 'ask', 'ask']);
  });

  test.skipIf(!existsSync('/usr/bin/rails'))('rails destroy: all that git does not have', async () => {
    const how = project('use: [balanced]\nallow: [Effect(run)]');
    const { root: app } = how;
    rmSync(join(app, '.permesso'), { recursive: true });
    vi.stubEnv('RAILS_ENV', 'test');
    inShell(app, 'rails new . --name app --force --minimal --skip-bundle --skip-git -q');
    const gems = ['railties', 'activerecord', 'actionpack', 'sqlite3', 'sprockets-rails'];
    writeFileSync(join(app, 'Gemfile'), gems.map((name) => `gem '${name}'\n`).join(''));
    inRepository(app, 'init -q');
    inRepository(app, 'add -A');
    inRepository(app, 'commit -qm one');
    inShell(app, 'bin/rails generate model Post title:string');
    const model = join(app, 'app/models/post.rb');
    writeFileSync(model, 'class Post < ApplicationRecord; end # mine\n');
    const before = inRepository(app, 'status --porcelain -uall');
    await undoneAfter('rails destroy model Post', how);
    expect(readFileSync(model, 'utf8')).toContain('# mine');
    expect(inRepository(app, 'status --porcelain -uall')).toBe(before);
    vi.unstubAllEnvs();
  });

  test('what a program overwrites or removes by its own means, where its row says so', async () => {
    const { root, gate } = project();
    writeFileSync(join(root, 'src/n.ipynb'), '{}');
    const verdicts = [
      'nbstripout src/n.ipynb',
      'nbstripout src/*.ipynb && git diff --stat',
      'shred a',
      'unlink b',
      'nbstripout ~/n.ipynb',
      'nbstripout --install',
    ].map((line) => gate.explain(bash(line)).decision.verdict);
    expect(verdicts).toEqual(['allow', 'allow', 'allow', 'allow', 'ask', 'ask']);
    const { root: other, gate: off } = project('use: [balanced]\nkeep: off');
    writeFileSync(join(other, 'src/n.ipynb'), '{}');
    expect((await off.check(bash('nbstripout src/n.ipynb'))).verdict).toBe('ask');
  });
});

test('what a person approves in the window of the agent program is kept before it is put', async () => {
  const { gate, state, root } = project('use: [balanced]\nask: ["Bash(rm:*)"]');
  expect((await gate.consult(bash('rm a'))).verdict).toBe('ask');
  expect(keptCalls(state)).toHaveLength(1);
  expect(readFileSync(join(root, 'a'), 'utf8')).toBe('a'.repeat(100));
});

describe.skipIf(treesFolder === undefined || !existsSync('/usr/bin/bwrap'))('random trees', () => {
  const lines = losingLines();

  test('the list has what the model says that programs of this machine lose', () => {
    expect(lines.length).toBeGreaterThan(100);
  });

  test('a line that loses something, run for real and undone: no difference', async () => {
    const found: string[] = [];
    let kept = 0;
    const runner = openRandomRunner(lines);
    for (let seed = 0; seed < 40; seed += 1) {
      const run = await runner.run(seed);
      kept += Number(run.kept);
      found.push(...run.differences.map((text) => `${seed} ${run.line}: ${text}`));
    }
    await runner.close();
    expect(found).toEqual([]);
    expect(kept).toBeGreaterThan(5);
  });
});
