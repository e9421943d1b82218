import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { durableApprover, isAnyonePresent, requirePresence } from '@permesso/gate/approval';
import { diskApprovals, createGate, type Authorization } from '@permesso/gate/gate';
import { fixedWorld } from '@permesso/engine/world';
import { findPlaces } from '@permesso/gate/disk';
import { inWindow, tmuxProblem, type Window } from './tmux.ts';
import { builtCommandLine } from '../built.ts';

const problem = tmuxProblem();

/** An agent's hook elsewhere: its questions go through the session's files. */
function agent(window: Window): { ask: (command: string) => Promise<Authorization>; present: () => boolean } {
  const places = { env: { XDG_STATE_HOME: window.state }, cwd: '/home/dev/project' };
  const { state } = findPlaces(places);
  const store = diskApprovals({ ...places, session: 's1' });
  const gate = createGate({
    policy: {},
    world: () => fixedWorld(),
    approver: requirePresence(durableApprover({ store, every: 20 }), { state, every: 100 }),
  });
  return {
    ask: async (command) =>
      await gate.authorize({
        tool: 'Bash',
        input: { command },
        cwd: '/home/dev/project',
        host: 'Claude Code',
        session: 's1',
      }),
    present: () => isAnyonePresent(state),
  };
}

/** Without what the clock says. */
function timeless(screen: string): string {
  return screen.replaceAll(/\d+ s ago, \d+ (?:s|min) left/g, '1 s ago, 60 min left');
}

async function golden(window: Window, name: string): Promise<void> {
  await expect(timeless(await window.settled())).toMatchFileSnapshot(`screens/${name}.txt`);
}

describe.skipIf(problem !== undefined && process.env['CI'] === undefined)('permesso pending --watch', () => {
  test('agents wait only while it runs; questions are read, left open and answered', async () => {
    await inWindow([], { command: 'pending --watch' }, async (window) => {
      const { ask, present } = agent(window);
      // Not there yet: the agent is told at once.
      if (!present()) expect(await ask('npm run early')).toMatchObject({ verdict: 'deny' });
      await window.shows('No pending approval requests');
      await expect.poll(present, { timeout: 120_000 }).toBe(true);
      const first = ask('npm run build');
      await window.shows('1 approval request is pending.');
      const second = ask('npm run lint');
      await window.shows('2 approval requests are pending.');
      await golden(window, 'watch-list');
      window.press('Enter');
      await window.shows('? keys');
      await golden(window, 'watch-question');
      window.press('Escape');
      await window.shows('Still open: it was left open.');
      window.press('Down');
      await window.shows(/^> .*npm run lint/m);
      window.press('Enter');
      await window.shows('? keys');
      window.press('d');
      await window.shows('1 approval request is pending.');
      expect(await second).toMatchObject({ verdict: 'deny', answer: { from: 'terminal' } });
      window.press('Enter');
      await window.shows('? keys');
      window.press('a');
      await window.shows('No pending approval requests');
      expect(await first).toMatchObject({ verdict: 'allow', answer: { scope: 'once', from: 'terminal' } });
      expect((await first).answer?.by).toMatch(/./);
      window.press('q');
      await expect.poll(present, { timeout: 120_000 }).toBe(false);
      expect(await ask('npm run late')).toMatchObject({
        verdict: 'deny',
        guidance: expect.stringContaining('permesso pending --watch') as string,
      });
    });
  });

  test('Ctrl-C in a question leaves it open; a closed window withdraws it and answers nothing', async () => {
    await inWindow([], { command: 'pending --watch', columns: 40, rows: 16 }, async (window) => {
      const { ask, present } = agent(window);
      await window.shows('No pending approval requests');
      await expect.poll(present, { timeout: 120_000 }).toBe(true);
      const asking = ask('npm run build');
      await window.shows('1 approval request is pending.');
      window.press('Enter');
      await window.shows('? keys');
      window.press('C-c');
      await window.shows('Still open');
      await golden(window, 'watch-list-40');
      window.press('Enter');
      await window.shows('? keys');
      window.closeWindow();
      expect(await asking).toMatchObject({
        verdict: 'deny',
        guidance: expect.stringContaining('has left') as string,
      });
      expect(present()).toBe(false);
    });
  });

  test('a question that is answered elsewhere leaves the screen', async () => {
    await inWindow([], { command: 'pending --watch' }, async (window) => {
      const { ask, present } = agent(window);
      await expect.poll(present, { timeout: 120_000 }).toBe(true);
      const asking = ask('npm run build');
      await window.shows('1 approval request is pending.');
      window.press('Enter');
      await window.shows('? keys');
      const places = { env: { XDG_STATE_HOME: window.state }, cwd: '/home/dev/project', session: 's1' };
      const store = diskApprovals(places);
      const [open] = store.list();
      store.change(open?.id ?? '', {
        type: 'answer',
        at: Date.now(),
        digest: open?.request.digest ?? '',
        answer: { verdict: 'allow', by: 'anna', from: 'web' },
      });
      await window.shows('approved by anna from web');
      expect(await asking).toMatchObject({ verdict: 'allow' });
    });
  });

  test('plain text: each question in its turn', async () => {
    await inWindow([], { command: 'pending --watch', env: { ACCESSIBLE: '1' } }, async (window) => {
      const { ask, present } = agent(window);
      await expect.poll(present, { timeout: 120_000 }).toBe(true);
      const asking = ask('npm run build');
      await window.shows('Leave it open');
      await window.shows(/^>/m);
      await wait(50);
      window.type('1');
      window.press('Enter');
      await window.shows('Allowed.');
      expect(await asking).toMatchObject({ verdict: 'allow' });
    });
  });
});

test('without a terminal there is nobody to watch', async () => {
  const { spawnSync } = await import('node:child_process');
  const { status, stderr } = spawnSync('setsid', [process.execPath, builtCommandLine, 'pending', '--watch'], {
    encoding: 'utf8',
    env: { ...process.env, XDG_STATE_HOME: '/nonexistent' },
  });
  expect([status, stderr]).toEqual([64, expect.stringContaining('watching needs a terminal') as string]);
});
