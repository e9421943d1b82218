import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { hasRedis, newPlaces } from '../stores/places.ts';
import type { CrashPoint, ServerRequest, ServerStart } from './server.ts';

const kinds = ['postgres', ...((await hasRedis()) ? (['redis'] as const) : [])] as const;
const places = newPlaces();
const folder = mkdtempSync(join(tmpdir(), 'permesso-support-'));
const running: ChildProcess[] = [];

afterEach(() => {
  for (const server of running.splice(0)) server.kill('SIGKILL');
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await places.clear();
});

type Send = (who: string, request: ServerRequest) => Promise<unknown>;

interface App {
  /** One more server on the same database. */
  readonly start: () => Promise<Send>;
  readonly paid: () => readonly string[];
}

let apps = 0;

function app(kind: (typeof kinds)[number]): App {
  const ledger = join(folder, `${apps++}.txt`);
  const told: ServerStart = { place: places.of(kind), ledger };
  return {
    start: async () => {
      const program = join(import.meta.dirname, 'server.ts');
      const args = ['--conditions=@permesso/source', program, JSON.stringify(told)];
      const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      running.push(server);
      const [line] = (await once(server.stdout, 'data')) as [Buffer];
      const url = `http://127.0.0.1:${Number(line.toString())}/`;
      return async (who, request) => {
        const init = { method: 'POST', headers: { authorization: who }, body: JSON.stringify(request) };
        const response = await fetch(url, init).catch(() => undefined);
        return response === undefined ? 'gone' : await response.json();
      };
    },
    paid: () => (existsSync(ledger) ? readFileSync(ledger, 'utf8').trim().split('\n') : []),
  };
}

const call: ServerRequest = { do: 'call', id: 'call-1', amount: 200 };
const resume: ServerRequest = { ...call, do: 'resume' };
const yes = { verdict: 'allow' } as const;

async function waiting(send: Send, who = 'sue'): Promise<string> {
  const ids = (await send(who, { do: 'inbox' })) as readonly string[];
  expect(ids).toHaveLength(1);
  return ids[0] ?? '';
}

describe.each(kinds)('a support agent of two servers on %s', (kind) => {
  test('small refunds run, large ones wait for a supervisor, and are paid once by ten resumes in two processes', async () => {
    const { start, paid } = app(kind);
    const [one, other] = [await start(), await start()];
    expect(await one('ann', { ...call, id: 'small', amount: 20 })).toMatchObject({ result: 'paid' });
    expect(await one('ann', { ...call, id: 'huge', amount: 5000 })).toMatchObject({ type: 'denied' });
    expect(await one('ann', call)).toMatchObject({ type: 'user-approval' });
    const id = await waiting(other);
    expect(await other('sue', { do: 'answer', id, answer: yes })).toBe(true);
    expect(await one('sue', { do: 'answer', id, answer: { verdict: 'deny' } })).toBe(false);
    const resumed = await Promise.all(
      Array.from({ length: 10 }, (_, place) => (place % 2 === 0 ? one : other)('ann', resume)),
    );
    expect(resumed.filter((said) => JSON.stringify(said).includes('paid'))).toHaveLength(1);
    expect(paid()).toEqual(['acme 20', 'acme 200']);
  });

  test('nobody approves their own refund, and nobody of another tenant sees or answers it', async () => {
    const { start, paid } = app(kind);
    const send = await start();
    expect(await send('boss', call)).toMatchObject({ type: 'user-approval' });
    const id = await waiting(send);
    for (const who of ['boss', 'ann', 'eve', 'other ann']) {
      expect([who, await send(who, { do: 'inbox' })]).toEqual([who, []]);
      expect([who, await send(who, { do: 'answer', id, answer: yes })]).toEqual([who, false]);
      expect(await send(who, resume)).not.toMatchObject({ result: 'paid' });
    }
    expect(await send('nobody', call).catch(() => 'refused')).toBe('refused');
    expect(paid()).toEqual([]);
    expect(await waiting(send)).toBe(id);
    await send('sue', { do: 'answer', id, answer: yes });
    // Approved, and still for nobody else.
    for (const who of ['ann', 'eve', 'other ann'])
      expect(await send(who, resume)).not.toMatchObject({ result: 'paid' });
    expect(await send('boss', resume)).toMatchObject({ result: 'paid' });
    expect(paid()).toEqual(['acme 200']);
  });

  test.each<readonly [CrashPoint, number]>([
    ['asked', 1],
    ['answered', 1],
    // It is not known whether it ran: it is not paid a second time.
    ['before it runs', 0],
    ['after it ran', 1],
  ])('kill -9 when it was %s: paid %i times, by whichever server comes next', async (crash, times) => {
    const { start, paid } = app(kind);
    let send = await start();
    /** The same request on the next server, where this one was killed. */
    const survive = async (who: string, request: ServerRequest): Promise<unknown> => {
      const said = await send(who, { ...request, crash });
      if (said !== 'gone') return said;
      send = await start();
      return await send(who, request);
    };
    await survive('ann', call);
    const id = await waiting(send).catch(() => '');
    if (crash === 'asked') expect(id).not.toBe('');
    await survive('sue', { do: 'answer', id, answer: yes });
    const next = await start();
    const first = await survive('ann', resume);
    if (crash === 'before it runs' || crash === 'after it ran')
      expect(first).toMatchObject({ type: 'denied' });
    await Promise.all(
      Array.from({ length: 10 }, (_, place) => (place % 2 === 0 ? send : next)('ann', resume)),
    );
    expect(paid()).toHaveLength(times);
  });

  test('a budget is one of the tenant, on both servers', async () => {
    const { start, paid } = app(kind);
    const [one, other] = [await start(), await start()];
    const amounts = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        (at % 2 === 0 ? one : other)('ann', { ...call, id: `c${at}`, amount: 90 }),
      ),
    );
    expect(amounts.filter((said) => JSON.stringify(said).includes('paid'))).toHaveLength(5);
    expect(paid()).toHaveLength(5);
    expect(await other('eve', { ...call, amount: 90 })).toMatchObject({ result: 'paid' });
  });
});
