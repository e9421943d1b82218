import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPolicyGate } from '@permesso/gate/policy';
import {
  keepLosses,
  keptCalls,
  lookAtLoss,
  noteAfter,
  planUndo,
  restoreCall,
  type Keeper,
} from '@permesso/gate/keep';
import { callKey } from '@permesso/protocol/approval';
import {
  differences,
  lookAtTree,
  type Seen,
  makeRepository,
  makeTree,
  chanceOf,
  pick,
} from './random-tree.ts';
import { gitLines, losingLines } from './losing-lines.ts';

/** One call in one tree. */
export interface RandomRun {
  readonly seed: number;
  readonly line: string;
  readonly verdict: string;
  readonly kept: boolean;
  readonly differences: readonly string[];
}

/** Where no directory counts as scratch, and a repository around is none. */
export const treesFolder: string | undefined = ['/dev/shm', '/home'].find((path) => existsSync(path));

/** A tree by its seed, a line that loses something of it, run for real, and undone. */
export async function runRandom(seed: number, lines: readonly string[] = losingLines()): Promise<RandomRun> {
  const chance = chanceOf(seed);
  const folder = mkdtempSync(join(treesFolder ?? '/', 'undo-'));
  try {
    const [root, home] = [join(folder, 'tree'), join(folder, 'home')];
    mkdirSync(root);
    mkdirSync(join(home, '.config/permesso'), { recursive: true });
    writeFileSync(join(home, '.config/permesso/policy.yaml'), 'use: [balanced]\nkeep: on\n');
    makeTree(root, chance);
    const isGit = chance() < 0.3;
    if (isGit) makeRepository(root, chance);
    const line = isGit && chance() < 0.8 ? pick(chance, gitLines) : pick(chance, lines);
    return { seed, line, ...(await undone({ root, home, line })) };
  } finally {
    execFileSync('chmod', ['-R', 'u+rwX', folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Place {
  readonly root: string;
  readonly home: string;
  readonly line: string;
}

async function undone({ root, home, line }: Place): Promise<Omit<RandomRun, 'seed' | 'line'>> {
  const env = {};
  const state = join(home, '.local/state/permesso');
  const gate = createPolicyGate({
    home,
    env,
    managed: join(home, 'none'),
    cwd: root,
    project: root,
    onePlace: true,
    interactive: true,
    keeper: keeperIn(state),
  });
  const call = { tool: 'Bash', input: { command: line }, session: 'random', cwd: root };
  const before = lookAtTree(root);
  const repository = lookAtRepository(root);
  const said = await gate.consult(call);
  const { kept } = said.decision.receipt;
  const { verdict } = said;
  if (verdict === 'deny') return { verdict, kept: false, differences: [] };
  // What is asked about a person approves: what was kept of it comes back all the same.
  runHere(line, root);
  noteAfter(state, callKey(call, root), { ok: true, at: Date.now() });
  const promised = new Set<string>();
  let hasGit = false;
  for (const one of keptCalls(state)) {
    const plan = planUndo(one);
    if (plan === undefined) throw new Error(`${line}: the manifest cannot be read`);
    for (const { path } of plan.manifest.items) promised.add(path.slice(root.length));
    hasGit ||= plan.manifest.git.length > 0;
    const { failed } = await restoreCall(plan, { overwrite: false, now: Date.now() });
    if (failed.length > 0) return { verdict, kept: true, differences: failed };
  }
  const byGit = giveCommitted(root, before);
  const isAll = verdict === 'allow' && kept?.unkept === undefined;
  const left = isAll ? before : new Map([...before].filter(([path]) => promised.has(path)));
  return {
    verdict,
    kept: kept !== undefined,
    differences: [
      ...differences(left, lookAtTree(root), byGit),
      ...(hasGit ? repositoryDifferences(repository, lookAtRepository(root)) : []),
    ],
  };
}

export function keeperIn(state: string): Keeper {
  return {
    look: (asked, settings) => lookAtLoss(asked, { state, settings, now: Date.now() }),
    keep: (losses, how) => keepLosses(losses, { ...how, state, now: Date.now() }),
  };
}

/** In bubblewrap: the tree can be written to and nothing else, and there is no network. */
function runHere(line: string, root: string): void {
  const options =
    '--ro-bind /usr /usr --ro-bind /etc /etc --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 --tmpfs /tmp --proc /proc --dev /dev --unshare-all --die-with-parent --new-session --clearenv --setenv PATH /usr/bin:/bin --setenv HOME /tmp --setenv GIT_CONFIG_COUNT 1 --setenv GIT_CONFIG_KEY_0 safe.directory --setenv GIT_CONFIG_VALUE_0 *';
  spawnSync(
    '/usr/bin/bwrap',
    [...options.split(' '), '--bind', root, root, '--chdir', root, '--', '/bin/bash', '-c', line],
    { timeout: 20_000, stdio: ['pipe', 'ignore', 'ignore'], input: '' },
  );
}

/** What git has clean is not kept: git gives it back. */
function giveCommitted(root: string, before: ReadonlyMap<string, Seen>): ReadonlySet<string> {
  if (!existsSync(join(root, '.git'))) return new Set();
  const now = lookAtTree(root);
  const changed = [...before].filter(([path, was]) => path !== '' && now.get(path)?.bytes !== was.bytes);
  for (const [path] of changed) {
    const name = Buffer.from(path.slice(1), 'latin1').toString('utf8');
    const git = ['-c', 'safe.directory=*', '-c', 'core.hooksPath=/dev/null'];
    spawnSync('git', [...git, 'checkout', 'HEAD', '--', `:(literal)${name}`], { cwd: root, stdio: 'ignore' });
  }
  return new Set(changed.map(([path]) => path));
}

/** References, stashes and what the index has, by their ids. */
function lookAtRepository(root: string): ReadonlyMap<string, string> {
  if (!existsSync(join(root, '.git'))) return new Map();
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'safe.directory=*', ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  return new Map([
    ['HEAD', git('symbolic-ref', '-q', 'HEAD')],
    ['refs', git('for-each-ref', '--format=%(refname) %(objectname)')],
    ['stash', git('stash', 'list', '--format=%H')],
    ['index', git('ls-files', '-s')],
  ]);
}

function repositoryDifferences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...before].flatMap(([name, was]) => {
    const lines = new Set((after.get(name) ?? '').split('\n'));
    const missing = was.split('\n').filter((line) => !lines.has(line));
    return missing.map((line) => `git ${name}: ${line} is gone`);
  });
}
