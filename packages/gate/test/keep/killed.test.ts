import { spawnSync } from 'node:child_process';
import { linkSync, lstatSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { keptCalls } from '@permesso/gate/keep';
import { describe, expect, test } from 'vitest';
import { after, keep, keptTree, removing, undo, type KeptTree } from './kept-tree.ts';

const source = join(import.meta.dirname, '../../src/keep');

/** Ends the process before the given one of all that changes a file. */
const killing = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  let left = Number(process.argv[2]);
  for (const name of ['mkdirSync', 'writeFileSync', 'copyFileSync', 'linkSync', 'symlinkSync', 'chmodSync', 'lchownSync', 'chownSync', 'utimesSync', 'lutimesSync', 'renameSync', 'rmSync']) {
    const own = fs[name];
    fs[name] = (...given) => {
      left -= 1;
      if (left === 0) process.kill(process.pid, 'SIGKILL');
      return own(...given);
    };
  }
  syncBuiltinESMExports();
  const [, , , root, state, does] = process.argv;
  if (does === 'keep') {
    const { keep, removing } = await import(${JSON.stringify(join(import.meta.dirname, 'kept-tree.ts'))});
    await keep({ root, state }, removing({ path: (name) => root + '/' + name }, 'd', 'e'));
  } else {
    // Without all that keeping needs, a start takes half of the time.
    const { keptCalls } = await import(${JSON.stringify(join(source, 'kept-folder.ts'))});
    const { planUndo } = await import(${JSON.stringify(join(source, 'plan-undo.ts'))});
    const { restoreCall } = await import(${JSON.stringify(join(source, 'restore.ts'))});
    await restoreCall(planUndo(keptCalls(state)[0]), { overwrite: false, now: 1 });
  }
`;

/** Whether it was killed. */
function killedAt(step: number, { root, state }: KeptTree, does: 'keep' | 'undo'): boolean {
  const ended = spawnSync(
    process.execPath,
    [
      '--conditions=@permesso/source',
      '--input-type=module',
      '-e',
      killing,
      '--',
      'killed',
      String(step),
      root,
      state,
      does,
    ],
    { encoding: 'utf8' },
  );
  if (ended.signal !== 'SIGKILL' && ended.status !== 0) throw new Error(ended.stderr);
  return ended.signal === 'SIGKILL';
}

function smallTree(): KeptTree {
  const tree = keptTree({ 'd/a': 'a', e: 'e'.repeat(70_000) });
  linkSync(tree.path('d/a'), tree.path('d/second'));
  symlinkSync('a', tree.path('d/link'));
  utimesSync(tree.path('d'), 1e9, 1e9);
  return tree;
}

function lookAt({ root }: KeptTree): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const found = lstatSync(join(root, name));
      const bytes = found.isFile() ? readFileSync(join(root, name), 'utf8').slice(0, 9) : '';
      return `${name} ${found.mode} ${found.isDirectory() ? '' : found.nlink} ${found.mtimeMs.toFixed(1)} ${bytes}`;
    })
    .toSorted();
}

/** A process for each point takes a while: every fourth of them, and all with `PERMESSO_RUNS=4`. */
const stride = Number(process.env['PERMESSO_RUNS'] ?? 1) >= 4 ? 1 : 4;

describe('killed before each change of a file', () => {
  test('all of a call is kept or nothing', () => {
    let steps = 0;
    for (let isKilled = true; isKilled; steps += stride) {
      const tree = smallTree();
      isKilled = killedAt(steps + 1, tree, 'keep');
      for (const { folder } of keptCalls(tree.state)) {
        const { items } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
          readonly items: readonly object[];
        };
        expect(items).toHaveLength(5);
        expect(readdirSync(join(folder, 'data'))).toHaveLength(2);
      }
      expect(keptCalls(tree.state)).toHaveLength(isKilled ? 0 : 1);
    }
    expect(steps).toBeGreaterThan(3);
  }, 240_000);

  test('an undo that is started again gives back everything, and leaves nothing of its own', async () => {
    let steps = 0;
    for (let isKilled = true; isKilled; steps += stride) {
      const tree = smallTree();
      const before = lookAt(tree);
      await keep(tree, removing(tree, 'd', 'e'));
      for (const name of ['d', 'e']) rmSync(tree.path(name), { recursive: true });
      after(tree);
      isKilled = killedAt(steps + 1, tree, 'undo');
      const undone = await undo(tree);
      expect(undone.failed).toEqual([]);
      expect(lookAt(tree)).toEqual(before);
    }
    expect(steps).toBeGreaterThan(5);
  }, 240_000);
});
