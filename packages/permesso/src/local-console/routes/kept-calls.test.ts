import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepLosses } from '@permesso/gate/keep';
import type { KeptCalls } from '@permesso/protocol/console';
import { expect, onTestFinished, test } from 'vitest';
import { Refused } from '../route.ts';
import { keptRoutes } from './kept-calls.ts';

test('what is kept of a call is listed, and comes back once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [state, file] = [join(folder, 'state'), join(folder, 'a')];
  mkdirSync(state);
  writeFileSync(file, 'a');
  const about = { tool: 'Bash', label: 'rm a', cwd: folder, project: folder, key: 'k' };
  const settings = { days: 7, most: 1e6 };
  await keepLosses([{ path: file, how: 'removes' }], {
    state,
    now: Date.now(),
    settings,
    about,
    isPromised: true,
    onlyRemoves: true,
    isRecoverable: () => false,
  });
  rmSync(file);
  const run = async (path: string, body = {}): Promise<unknown> =>
    keptRoutes(state)
      .find((route) => route.path === path)
      ?.run({ query: new URLSearchParams(), body });
  const listed = async (): Promise<KeptCalls['calls']> => ((await run('/api/kept')) as KeptCalls).calls;
  const [call] = await listed();
  expect(call).toMatchObject({ call: 'rm a', files: 1, isRestored: false });
  expect(await run('/api/kept/restore', { id: call?.id })).toEqual({ restored: 1, beside: [], failed: [] });
  expect(readFileSync(file, 'utf8')).toBe('a');
  expect(await listed()).toMatchObject([{ isRestored: true }]);
  expect(readFileSync(join(state, 'log/log.jsonl'), 'utf8')).toContain('"permesso undo"');
  await expect(run('/api/kept/restore', { id: '..' })).rejects.toThrow(Refused);
});
