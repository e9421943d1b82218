import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Loss } from '@permesso/engine/facts';
import { dropOld, keptCalls, keptFolder, lookAtLoss } from '@permesso/gate/keep';
import { describe, expect, test } from 'vitest';
import { after, keep, keptTree, planOf, removing, undo } from './kept-tree.ts';

const big = 'x'.repeat(100_000);

describe('what comes back', () => {
  test('bytes, modes, links and times of a directory that is removed, with names of any byte', async () => {
    const tree = keptTree({ 'src/a': 'a', 'src/deep/b': big });
    const odd = Buffer.concat([Buffer.from(tree.path('src/')), Buffer.from([0x6e, 0x0a, 0xff])]);
    writeFileSync(odd, 'odd');
    symlinkSync('/nonexistent', tree.path('src/link'));
    linkSync(tree.path('src/a'), tree.path('src/second'));
    chmodSync(tree.path('src/deep'), 0o750);
    utimesSync(tree.path('src/a'), 1e9, 1e9);
    await keep(tree, removing(tree, 'src'));
    rmSync(tree.path('src'), { recursive: true });
    after(tree);
    expect(await undo(tree)).toMatchObject({ beside: [], failed: [] });
    expect(readFileSync(odd, 'utf8')).toBe('odd');
    expect(readFileSync(tree.path('src/deep/b'), 'utf8')).toBe(big);
    expect(readlinkSync(tree.path('src/link'))).toBe('/nonexistent');
    expect(statSync(tree.path('src/second')).ino).toBe(statSync(tree.path('src/a')).ino);
    expect(statSync(tree.path('src/deep')).mode & 0o777).toBe(0o750);
    expect(statSync(tree.path('src/a')).mtimeMs).toBe(1e12);
  });

  test('twice is once, and a second undo finds nothing to do', async () => {
    const tree = keptTree({ a: 'a' });
    await keep(tree, removing(tree, 'a'));
    rmSync(tree.path('a'));
    await undo(tree);
    expect(planOf(tree).steps.map(({ does }) => does)).toEqual(['none']);
    expect(await undo(tree)).toEqual({ restored: [], beside: [], failed: [] });
  });

  test('two undoes at once give back one file', async () => {
    const tree = keptTree({ a: 'a' });
    await keep(tree, removing(tree, 'a'));
    rmSync(tree.path('a'));
    await Promise.all([undo(tree), undo(tree)]);
    expect(readdirSync(tree.root)).toEqual(['a']);
    expect(readFileSync(tree.path('a'), 'utf8')).toBe('a');
  });

  test('two calls at once keep their own', async () => {
    const tree = keptTree({ a: 'a', b: 'b' });
    await Promise.all([keep(tree, removing(tree, 'a')), keep(tree, removing(tree, 'b'))]);
    expect(keptCalls(tree.state)).toHaveLength(2);
  });
});

describe('newer work', () => {
  test('what the call left is replaced', async () => {
    const tree = keptTree({ a: 'old' });
    await keep(tree, [{ path: tree.path('a'), how: 'overwrites' }]);
    writeFileSync(tree.path('a'), 'by the call');
    after(tree);
    expect((await undo(tree)).restored).toEqual([tree.path('a')]);
    expect(readFileSync(tree.path('a'), 'utf8')).toBe('old');
  });

  test('what came after the call stays, and what was kept stands beside it', async () => {
    const tree = keptTree({ a: 'old' });
    await keep(tree, [{ path: tree.path('a'), how: 'overwrites' }]);
    writeFileSync(tree.path('a'), 'by the call');
    after(tree);
    writeFileSync(tree.path('a'), 'by a person');
    const { beside } = await undo(tree);
    expect(beside).toEqual([`${tree.path('a')}.kept-${planOf(tree).manifest.id}`]);
    expect(readFileSync(tree.path('a'), 'utf8')).toBe('by a person');
    expect(readFileSync(beside[0] ?? '', 'utf8')).toBe('old');
  });

  test('without a note of what the call left, all that stands there is newer', async () => {
    const tree = keptTree({ a: 'old' });
    await keep(tree, [{ path: tree.path('a'), how: 'overwrites' }]);
    writeFileSync(tree.path('a'), 'new');
    expect((await undo(tree)).beside).toHaveLength(1);
  });

  test('a person may overwrite it', async () => {
    const tree = keptTree({ a: 'old' });
    await keep(tree, [{ path: tree.path('a'), how: 'overwrites' }]);
    writeFileSync(tree.path('a'), 'new');
    await undo(tree, true);
    expect(readFileSync(tree.path('a'), 'utf8')).toBe('old');
  });
});

describe('hard links', () => {
  test('a file that the call may write to is copied: a second name would change with it', async () => {
    const tree = keptTree({ a: big });
    await keep(tree, removing(tree, 'a'), { onlyRemoves: false });
    writeFileSync(tree.path('a'), 'written in place');
    rmSync(tree.path('a'));
    after(tree);
    await undo(tree);
    expect(readFileSync(tree.path('a'), 'utf8')).toBe(big);
  });

  test('a file with another name is copied', async () => {
    const tree = keptTree({ a: big });
    linkSync(tree.path('a'), tree.path('b'));
    await keep(tree, removing(tree, 'a'));
    writeFileSync(tree.path('b'), 'written in place');
    rmSync(tree.path('a'));
    await undo(tree);
    expect(readFileSync(tree.path('a'), 'utf8')).toBe(big);
  });

  test('what was written to a linked file since is told', async () => {
    const tree = keptTree({ a: big });
    await keep(tree, [{ path: tree.path('a'), how: 'renames' }]);
    renameSync(tree.path('a'), tree.path('b'));
    expect(planOf(tree).steps[0]?.changed).toBeUndefined();
    const isLinked = planOf(tree).manifest.items[0]?.linked === true;
    writeFileSync(tree.path('b'), 'other');
    expect(planOf(tree).steps[0]?.changed === true).toBe(isLinked);
  });
});

describe('what cannot be kept', () => {
  test('more than `most`, with both sizes; what is kept already counts, and stays', async () => {
    const tree = keptTree({ a: big, b: big });
    const settings = { days: 7, most: 150_000 };
    const look = (name: string): unknown =>
      lookAtLoss({ path: tree.path(name) }, { state: tree.state, settings, now: Date.now() });
    expect(look('a')).toBe('kept');
    await keep(tree, removing(tree, 'a'), { most: settings.most });
    expect(look('b')).toEqual({ why: 'it has 100 KB, 100 KB are kept already, and 150 KB may be kept' });
    await expect(keep(tree, removing(tree, 'b'), { most: settings.most })).rejects.toThrow(
      '100 KB are kept already',
    );
    expect(keptCalls(tree.state)).toHaveLength(1);
    expect(readdirSync(keptFolder(tree.state))).toHaveLength(1);
  });

  test('an edit of more than 64 MB is not kept; what is removed and is written again is, or the call is not', async () => {
    const tree = keptTree({ a: '' });
    truncateSync(tree.path('a'), 70_000_000);
    const edit: Loss = { path: tree.path('a'), how: 'overwrites' };
    expect((await keep(tree, [edit]))?.unkept).toEqual([`${tree.path('a')}: it is too large to keep`]);
    const removal: Loss = { ...edit, isPromised: true };
    await expect(keep(tree, [removal], { most: 60_000_000 })).rejects.toThrow('it has 70 MB');
    expect(await keep(tree, [removal], { most: 80_000_000 })).toMatchObject({ files: 1, bytes: 70_000_000 });
  });

  test('a huge sparse file counts as what it would take', () => {
    const tree = keptTree({ a: '' });
    truncateSync(tree.path('a'), 5e12);
    const settings = { days: 7, most: 2e9 };
    expect(lookAtLoss({ path: tree.path('a') }, { state: tree.state, settings, now: 0 })).toEqual({
      why: 'it has 5 TB, and 2 GB may be kept',
    });
  });

  test('a socket', async () => {
    const tree = keptTree({ 'd/a': 'a' });
    const server = createServer().listen(tree.path('d/socket'));
    await once(server, 'listening');
    await expect(keep(tree, removing(tree, 'd'))).rejects.toThrow('a socket, a pipe or a device');
    server.close();
  });

  test('a path that a link leads to, and what is kept itself', async () => {
    const tree = keptTree({ 'real/a': 'a' });
    symlinkSync(tree.path('real'), tree.path('link'));
    await expect(keep(tree, removing(tree, 'link/a'))).rejects.toThrow('a link leads to it');
    mkdirSync(keptFolder(tree.state), { recursive: true, mode: 0o700 });
    await expect(keep(tree, [{ path: tree.state, how: 'removes' }])).rejects.toThrow(
      'holds what is kept already',
    );
  });

  test('what is overwritten is no promise: it is told as lost, and the rest is kept', async () => {
    const tree = keptTree({ a: 'a', b: big });
    const losses = [...removing(tree, 'a'), { path: tree.path('b'), how: 'overwrites' as const }];
    const kept = await keep(tree, losses, { most: 1000 });
    expect(kept).toMatchObject({ files: 1, bytes: 1 });
    expect(kept?.unkept).toHaveLength(1);
    expect(planOf(tree).manifest.items).toHaveLength(1);
  });

  test('a folder of others is refused', async () => {
    const tree = keptTree({ a: 'a' });
    mkdirSync(keptFolder(tree.state), { recursive: true });
    chmodSync(keptFolder(tree.state), 0o777);
    await expect(keep(tree, removing(tree, 'a'))).rejects.toThrow('can be written');
  });
});

describe('attacks', () => {
  test('a directory that became a link is not followed', async () => {
    const tree = keptTree({ 'd/x/a': 'a', 'outside/keep': 'k' });
    await keep(tree, removing(tree, 'd/x'));
    rmSync(tree.path('d'), { recursive: true });
    symlinkSync(tree.path('outside'), tree.path('d'));
    const { restored, failed } = await undo(tree);
    expect(restored).toEqual([]);
    expect(failed.join()).toContain('d is not a directory any more');
    expect(readdirSync(tree.path('outside'))).toEqual(['keep']);
  });

  test('a link in the place of the file is not written through', async () => {
    const tree = keptTree({ a: 'a', target: 'precious' });
    await keep(tree, removing(tree, 'a'));
    rmSync(tree.path('a'));
    symlinkSync(tree.path('target'), tree.path('a'));
    after(tree);
    await undo(tree, true);
    expect(readFileSync(tree.path('target'), 'utf8')).toBe('precious');
    expect(lstatSync(tree.path('a')).isSymbolicLink()).toBe(false);
  });

  test('a folder of a project that looks like the state is a folder of the project', async () => {
    const tree = keptTree({ '.local/state/permesso/kept/0zzzzzzzz-aaaaaaaaaaaa-1/manifest.json': '{}' });
    await keep(tree, removing(tree, '.local'));
    rmSync(tree.path('.local'), { recursive: true });
    expect(keptCalls(tree.state)).toHaveLength(1);
    expect((await undo(tree)).failed).toEqual([]);
  });

  test('what is kept is for its owner alone', async () => {
    const tree = keptTree({ a: 'a' });
    await keep(tree, removing(tree, 'a'));
    const { folder } = planOf(tree).call;
    for (const path of [keptFolder(tree.state), folder, join(folder, 'data')])
      expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'data/0')).mode & 0o777).toBe(0o600);
  });
});

test('what is over is dropped, and what a killed process began; nothing earlier', async () => {
  const tree = keptTree({ a: 'a', b: 'b' });
  await keep(tree, removing(tree, 'a'), { now: 1000 });
  const stale = join(keptFolder(tree.state), '.making-000000000000');
  mkdirSync(stale);
  utimesSync(stale, 0, 0);
  dropOld(tree.state, 1000 + 7 * 86_400_000);
  expect(keptCalls(tree.state)).toHaveLength(1);
  expect(existsSync(stale)).toBe(false);
  dropOld(tree.state, 1001 + 7 * 86_400_000);
  expect(keptCalls(tree.state)).toHaveLength(0);
});
