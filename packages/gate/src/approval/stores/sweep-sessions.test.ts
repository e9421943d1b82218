import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { grantOf } from '../../../../engine/test/question-of.ts';
import { requestOf } from '../../../test/request-of.ts';
import { approvalFiles } from './approval-files.ts';
import { grantFiles, sessionDirectory } from './grant-files.ts';
import { sweepSessions } from './sweep-sessions.ts';

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'permesso-sweep-'));
});
afterEach(() => rmSync(state, { recursive: true, force: true, maxRetries: 20 }));

const aDay = 24 * 60 * 60_000;
const now = Date.now();

/** A session with a grant, last touched so many days ago. */
async function session(name: string, days: number): Promise<string> {
  const grant = grantOf({
    id: 'g1',
    rules: ['Bash(make)'],
    answers: [{ because: 'no-rule' }],
    session: name,
  });
  await grantFiles({ state, session: name }).add(grant);
  const folder = sessionDirectory(state, name);
  age(folder, days);
  return folder;
}

function age(folder: string, days: number): void {
  const then = (now - days * aDay) / 1000;
  for (const path of readdirSync(folder, { recursive: true }).map(String))
    utimesSync(join(folder, path), then, then);
  utimesSync(folder, then, then);
}

test('what was touched lately stays, what was not is gone', async () => {
  const [old, young] = [await session('old', 31), await session('young', 29)];
  sweepSessions(state, now);
  expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
});

test('a question that still waits keeps its session; one whose time is over does not', async () => {
  const [open, over] = [await session('open', 40), await session('over', 40)];
  approvalFiles(join(open, 'approvals')).open(requestOf(), { now });
  approvalFiles(join(over, 'approvals')).open(requestOf(), { now: now - 50 * aDay, expiresIn: 1000 });
  for (const folder of [open, over]) age(folder, 40);
  sweepSessions(state, now);
  expect([existsSync(open), existsSync(over)]).toEqual([true, false]);
});

test('looks once a day', async () => {
  sweepSessions(state, now);
  await session('first', 1);
  sweepSessions(state, now);
  const old = await session('second', 40);
  sweepSessions(state, now + 1000);
  expect(existsSync(old)).toBe(true);
  sweepSessions(state, now + 2 * aDay);
  expect(existsSync(old)).toBe(false);
});

test('touches nothing where others may write, and nothing that is not a session', async () => {
  const old = await session('old', 40);
  chmodSync(join(state, 'sessions'), 0o777);
  sweepSessions(state, now);
  expect(existsSync(old)).toBe(true);
  sweepSessions('/nonexistent', now);
});
