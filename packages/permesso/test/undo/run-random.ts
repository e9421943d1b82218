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
import { differences, lookAtTree, makeRepository, makeTree, chanceOf, pick } from './random-tree.ts';
import { gitLines, losingLines } from './losing-lines.ts';
import { openTreeShell, type TreeShell } from './tree-shell.ts';

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

/** Runs trees by their seeds, each with a line that loses something of it: run for real, and undone. */
export interface RandomRunner {
  readonly run: (seed: number) => Promise<RandomRun>;
  readonly close: () => Promise<void>;
}

export function openRandomRunner(lines: readonly string[] = losingLines()): RandomRunner {
  const folder = mkdtempSync(join(treesFolder ?? '/', 'undo-'));
  const [trees, homes] = [join(folder, 'trees'), join(folder, 'homes')];
  mkdirSync(trees);
  const shell = openTreeShell(trees);
  return {
    run: async (seed) => {
      const chance = chanceOf(seed);
      const [root, home] = [join(trees, String(seed)), join(homes, String(seed))];
      mkdirSync(root);
      mkdirSync(join(home, '.config/permesso'), { recursive: true });
      writeFileSync(join(home, '.config/permesso/policy.yaml'), 'use: [balanced]\nkeep: on\n');
      makeTree(root, chance);
      const isGit = chance() < 0.3;
      if (isGit) await makeRepository(root, chance, shell);
      const line = isGit && chance() < 0.8 ? pick(chance, gitLines) : pick(chance, lines);
      const run = { seed, line, ...(await undone({ root, home, line, shell })) };
      await shell.run(trees, `chmod -R u+rwX ${seed}; rm -rf ${seed}`);
      rmSync(home, { recursive: true, force: true });
      return run;
    },
    close: async () => {
      await shell.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Place {
  readonly root: string;
  readonly home: string;
  readonly line: string;
  readonly shell: TreeShell;
}

async function undone({ root, home, line, shell }: Place): Promise<Omit<RandomRun, 'seed' | 'line'>> {
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
  const clean = await cleanFiles(root, shell);
  const repository = await lookAtRepository(root, shell);
  const said = await gate.consult(call);
  const { kept } = said.decision.receipt;
  const { verdict } = said;
  if (verdict === 'deny') return { verdict, kept: false, differences: [] };
  // What is asked about a person approves: what was kept of it comes back all the same.
  await shell.run(root, `exec >/dev/null; ${line}`);
  noteAfter(state, callKey(call, root), { ok: true, at: Date.now() });
  const promised = new Set<string>();
  let hasGit = false;
  for (const one of keptCalls(state)) {
    const plan = planUndo(one);
    if (plan === undefined) throw new Error(`${line}: the manifest cannot be read`);
    for (const { path } of plan.manifest.items) promised.add(path.slice(root.length));
    hasGit ||=
      plan.manifest.git.length > 0 || plan.manifest.items.some(({ path }) => path.includes('/.git/'));
    const { failed } = await restoreCall(plan, { overwrite: false, now: Date.now() });
    if (failed.length > 0) return { verdict, kept: true, differences: failed };
  }
  const own = new Set([...clean].filter((path) => !promised.has(path)));
  await giveClean(root, own, shell);
  const byGit = new Set([...own, ...[...own].flatMap(above).filter((path) => !promised.has(path))]);
  const isAll = verdict === 'allow' && kept?.unkept === undefined;
  const left = isAll ? before : new Map([...before].filter(([path]) => promised.has(path)));
  return {
    verdict,
    kept: kept !== undefined,
    differences: [
      ...differences(left, lookAtTree(root), byGit),
      ...(hasGit ? repositoryDifferences(repository, await lookAtRepository(root, shell)) : []),
    ],
  };
}

export function keeperIn(state: string): Keeper {
  return {
    look: (asked, settings) => lookAtLoss(asked, { state, settings, now: Date.now() }),
    keep: (losses, how) => keepLosses(losses, { ...how, state, now: Date.now() }),
  };
}

/** Files that git has clean, by their paths in the tree. */
async function cleanFiles(root: string, shell: TreeShell): Promise<ReadonlySet<string>> {
  if (!existsSync(join(root, '.git'))) return new Set();
  const listed = await shell.run(
    root,
    "(git ls-tree -r -z --name-only HEAD; printf '\\001\\0'; git diff -z --name-only HEAD) | tr '\\0' '\\002'",
  );
  const [tracked = [], changed = []] = listed.split('\u0001').map((names) => names.split('\u0002'));
  return new Set(tracked.filter((name) => name !== '' && !changed.includes(name)).map((name) => `/${name}`));
}

/** Git makes them again. */
function above(path: string): readonly string[] {
  return path
    .split('/')
    .slice(2)
    .map((_, at) =>
      path
        .split('/')
        .slice(0, at + 2)
        .join('/'),
    );
}

/** What git has clean is not kept: git gives it back. */
async function giveClean(root: string, clean: ReadonlySet<string>, shell: TreeShell): Promise<void> {
  const octal = (path: string): string =>
    [...Buffer.from(path.slice(1), 'latin1')]
      .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
      .join('');
  if (clean.size > 0)
    await shell.run(
      root,
      `printf '${[...clean].map(octal).join('\\000')}' | git --literal-pathspecs checkout HEAD --pathspec-from-file=- --pathspec-file-nul`,
    );
}

const lookAtGit = [
  'git symbolic-ref -q HEAD',
  "git for-each-ref '--format=%(refname) %(objectname)'",
  'git stash list --format=%H',
  'git ls-files -s',
  "git cat-file --batch-all-objects '--batch-check=%(objectname)'",
];

/** References, stashes and what the index has, by their ids. */
async function lookAtRepository(root: string, shell: TreeShell): Promise<ReadonlyMap<string, string>> {
  if (!existsSync(join(root, '.git'))) return new Map();
  const printed = await shell.run(root, lookAtGit.join('; printf "\\001"; '));
  const [head = '', refs = '', stash = '', index = '', objects = ''] = printed.split('\u0001');
  return new Map([
    ['HEAD', head],
    ['refs', refs],
    ['stash', stash],
    ['index', index],
    ['objects', objects],
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
