import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { approvals, createGate, type Stores } from '@permesso/gate';
import { postgresStores } from '@permesso/gate/stores/postgres';
import { sqliteStores } from '@permesso/gate/stores/sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issuerFor, strangersKey, tokenFor } from './test-issuer.ts';

const main = join(import.meta.dirname, '../../src/cli/main.ts');
const python = join(import.meta.dirname, '../../../../clients/python/tests/call_over_http.py');
const database =
  process.env['DATABASE_URL'] ?? `postgres://${process.env['USER'] ?? 'root'}@127.0.0.1:5432/postgres`;
const folder = mkdtempSync(join(tmpdir(), 'permesso-shared-'));
const schema = `permesso_wire_${process.pid}`;
const pool = new pg.Pool({ connectionString: database, options: `-c search_path=${schema}` });

const policy = {
  unlisted: 'deny',
  allow: [
    { rule: 'refund', limit: { sum: 'input.amount', most: 100, per: 'day', by: 'tenant', over: 'deny' } },
  ],
  ask: [
    {
      rule: 'refund',
      when: { amount: { gt: 50 } },
      approvers: { roles: ['supervisor'], not: 'requester', within: '4h' },
    },
  ],
} as const;

interface Shared {
  readonly kind: string;
  readonly address: string;
  readonly open: () => Stores;
}

const shared: readonly Shared[] = [
  {
    kind: 'SQLite',
    address: `sqlite:${join(folder, 'shared.db')}`,
    open: () => sqliteStores(new DatabaseSync(join(folder, 'shared.db'))),
  },
  {
    kind: 'PostgreSQL',
    address: `${database}?options=${encodeURIComponent(`-c search_path=${schema}`)}`,
    open: () => postgresStores(pool),
  },
];

const running: ChildProcess[] = [];
let tokenFile = '';

beforeAll(async () => {
  await pool.query(`create schema ${schema}`);
  writeFileSync(join(folder, 'policy.json'), JSON.stringify(policy));
  writeFileSync(join(folder, 'issuer.json'), JSON.stringify(issuerFor('permesso')));
  tokenFile = join(folder, 'token');
});

afterAll(async () => {
  for (const server of running) server.kill('SIGKILL');
  await pool.query(`drop schema ${schema} cascade`);
  await pool.end();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});

interface Reply {
  readonly status: number;
  readonly verdict: string | undefined;
  readonly approval: string | undefined;
  readonly code: string | undefined;
}

interface Server {
  readonly send: (who: string | undefined, call: object) => Promise<Reply>;
  /** The same by the client in Python, for a function behind it. */
  readonly inPython: (who: string, amount: number) => string;
}

/** A server of its own, as another language reaches it. */
async function start({ address }: Shared): Promise<Server> {
  const words = ['serve-decisions', '--token-file', tokenFile, '--no-files', '--stores', '${STORES}'];
  const more = ['--policy', join(folder, 'policy.json'), '--principals', join(folder, 'issuer.json')];
  const server = spawn(process.execPath, ['--conditions=@permesso/source', main, ...words, ...more], {
    env: { ...process.env, STORES: address },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(server);
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  const served = line.toString().trim();
  const url = `${served}/v1/messages`;
  const bearer = readFileSync(tokenFile, 'utf8').trim();
  const send: Server['send'] = async (who, call) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        ...(who !== undefined && { 'permesso-principal': who }),
      },
      body: JSON.stringify({ v: 1, id: 1, method: 'authorize', params: { call } }),
    });
    const said = (await response.json()) as {
      readonly result?: { readonly verdict: string; readonly approval?: string };
      readonly error?: { readonly code: string };
    };
    const { verdict, approval } = said.result ?? {};
    return { status: response.status, verdict, approval, code: said.error?.code };
  };
  return {
    send,
    inPython: (who, amount) => {
      const given = { address: served, token: bearer, principal: who, amount };
      const env = { ...process.env, PERMESSO_CALL: JSON.stringify(given) };
      return execFileSync('python3', ['-B', python], { encoding: 'utf8', env }).trim();
    },
  };
}

const refund = (amount: number): object => ({ tool: 'refund', input: { amount } });

describe.each(shared)('serve-decisions over $kind', (place) => {
  let send: Server['send'];
  let inPython: Server['inPython'];
  beforeAll(async () => {
    ({ send, inPython } = await start(place));
  }, 120_000);

  test('a call is of whom the token names, and of nobody else', async () => {
    const past = Math.floor(Date.now() / 1000) - 60;
    const worthless: Readonly<Record<string, string | undefined>> = {
      none: undefined,
      'of a stranger': tokenFor('ann', { key: strangersKey }),
      expired: tokenFor('ann', { claims: { exp: past } }),
      'without an end': tokenFor('ann', { claims: { exp: undefined } }),
      'for another server': tokenFor('ann', { audience: 'billing' }),
      'of another issuer': tokenFor('ann', { claims: { iss: 'https://evil.example' } }),
      'of nobody': tokenFor(''),
      'not valid yet': tokenFor('ann', { claims: { nbf: past + 600 } }),
      unsigned: `${tokenFor('ann', { header: { alg: 'none' } })
        .split('.')
        .slice(0, 2)
        .join('.')}.`,
      'signed by its public key': tokenFor('ann', { header: { alg: 'HS256' } }),
      'with an extension that must be understood': tokenFor('ann', { header: { crit: ['b64'] } }),
      'cut off': tokenFor('ann').slice(0, -10),
    };
    for (const [what, token] of Object.entries(worthless))
      expect([what, (await send(token, refund(1))).status]).toEqual([what, 401]);
    const named = { ...refund(1), principal: { tenant: 'acme', user: 'sue' } };
    expect(await send(tokenFor('ann'), named)).toMatchObject({ status: 403, code: 'forbidden' });
    const owned = { ...refund(1), owner: { tenant: 'globex' } };
    expect(await send(tokenFor('ann'), owned)).toMatchObject({ status: 403, code: 'forbidden' });
    // Of no tenant: all of those would share one.
    expect(await send(tokenFor('ann', { claims: { org: undefined } }), refund(1))).toMatchObject({
      verdict: 'deny',
    });
  });

  test('what it asks is answered in the inbox of an app with the same stores, and used once', async () => {
    const stores = place.open();
    const gate = createGate({ policy, stores });
    const inboxOf = (tenant: string, user: string) =>
      approvals(gate, { approver: { tenant, user, roles: ['supervisor'] } });
    const asked = await send(tokenFor('ann'), refund(60));
    expect(asked).toMatchObject({ status: 200, verdict: 'ask' });
    expect(await send(tokenFor('ann'), refund(60))).toEqual(asked);
    for (const inbox of [inboxOf('acme', 'ann'), inboxOf('globex', 'sue')])
      expect(await inbox.pending()).toEqual([]);
    expect((await inboxOf('acme', 'sue').pending()).map(({ id }) => id)).toEqual([asked.approval]);
    expect(await inboxOf('acme', 'sue').answer(asked.approval ?? '', { verdict: 'allow' })).toBe(true);
    // Of somebody else it is another request.
    expect(await send(tokenFor('bob'), refund(60))).toMatchObject({ verdict: 'ask' });
    expect(await send(tokenFor('ann'), refund(60))).toMatchObject({ verdict: 'allow' });
    expect(await send(tokenFor('ann'), refund(60))).not.toMatchObject({ verdict: 'allow' });
  });

  test('a budget is one, whichever language spends it', async () => {
    const gate = createGate({ policy, stores: place.open() });
    const principal = { tenant: 'acme', user: 'kim' };
    // 60 are used, by a call of another language.
    expect(await gate.authorize({ tool: 'refund', input: { amount: 30 }, principal })).toMatchObject({
      verdict: 'allow',
    });
    expect(await send(tokenFor('bob'), refund(20))).toMatchObject({ verdict: 'deny' });
    expect(await send(tokenFor('bob'), refund(10))).toMatchObject({ verdict: 'allow' });
    expect(inPython(tokenFor('bob'), 10)).toBe('denied');
    const globex = tokenFor('eve', { claims: { org: 'globex' } });
    expect(await send(globex, refund(50))).toMatchObject({ verdict: 'allow' });
  });

  test('a function in Python waits for its approval, and runs once with it', async () => {
    const gate = createGate({ policy, stores: place.open() });
    const ivy = tokenFor('ivy', { claims: { org: 'initech' } });
    const [, id = ''] = /^pending (.+)$/.exec(inPython(ivy, 80)) ?? [];
    expect(inPython(ivy, 80)).toBe(`pending ${id}`);
    const sue = { tenant: 'initech', user: 'sue', roles: ['supervisor'] };
    expect(await approvals(gate, { approver: sue }).answer(id, { verdict: 'allow' })).toBe(true);
    expect(inPython(ivy, 80)).toBe('paid 80');
    expect(inPython(ivy, 80)).not.toContain('paid');
    expect(inPython(tokenFor('ivy', { key: strangersKey }), 1)).toContain('no key of the issuer');
  });
});
