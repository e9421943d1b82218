import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { copyInto } from '../../src/database/copy.ts';
import { inspect } from '../harness.ts';
import { makeLines } from '../lines.ts';
import { question } from '../question.ts';
import { hammer, type Hammered } from './hammer.ts';
import { rate, type Rate } from './rate.ts';

/** The same work without the server: what this machine can do at all. */
export interface Bare {
  /** The same lines by COPY alone, into a table like that of the server, on as many connections. */
  readonly copy: () => Promise<Rate>;
  /** A row with the same question, committed for good, on as many connections. */
  readonly insert: () => Promise<Rate>;
  readonly close: () => Promise<void>;
}

export interface BareOptions {
  readonly url: string;
  readonly seconds: number;
  readonly batchSize: number;
  readonly lanes: { readonly events: number; readonly questions: number };
}

export async function openBare({ url, seconds, batchSize, lanes }: BareOptions): Promise<Bare> {
  await inspect(url, 'create table bare_events (like events including all)');
  await inspect(
    url,
    'create table bare_rows (id bigint generated always as identity primary key, body jsonb not null)',
  );
  const pool = new pg.Pool({ connectionString: url, max: Math.max(lanes.events, lanes.questions) });
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const rows = bareRows(batchSize);
  const body = JSON.stringify(question().request);
  return {
    copy: () =>
      rate(
        async (lane) => {
          await copyInto(clients[lane] as pg.PoolClient, 'permesso.bare_events', rows);
          return batchSize;
        },
        { lanes: lanes.events, seconds },
      ),
    insert: () =>
      rate(
        async (lane) => {
          await clients[lane]?.query({
            name: 'bare',
            text: 'insert into permesso.bare_rows (body) values ($1)',
            values: [body],
          });
          return 1;
        },
        { lanes: lanes.questions, seconds },
      ),
    close: async () => {
      for (const client of clients) client.release();
      await pool.end();
    },
  };
}

function bareRows(count: number): Buffer {
  const id = '3f6c1c1e-8a4e-4b53-9a0f-2a6e0c9d7b11';
  const row = `${id}\t${id}\t1\t2026-01-01\t2026-01-01\tdecision\tallow\tBash\ts\t`;
  const lines = makeLines(count).lines.map((line) => row + line.trim().replaceAll('\\', '\\\\'));
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** A Node server that does nothing but say 304. */
export async function barePolls(seconds: number): Promise<Hammered> {
  const bare = createServer((_request, response) => {
    response.writeHead(304, { etag: '"1"' }).end();
  });
  bare.listen(0, '127.0.0.1');
  await once(bare, 'listening');
  const url = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
  try {
    return await hammer(url, {
      head: 'GET / HTTP/1.1\r\nhost: x\r\nif-none-match: "1"\r\n\r\n',
      seconds,
      connections: 8,
      ahead: 8,
    });
  } finally {
    bare.close();
    bare.closeAllConnections();
  }
}
