import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { ask, createTeam, startTestServer } from '../../test/harness.ts';
import { serve } from '../serve.ts';

test('Prometheus reads requests by route, connections and the version, on a port of its own', async () => {
  const lines: Record<string, unknown>[] = [];
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  const server = await startTestServer({
    settings: { metricsPort: 0 },
    log: pino({ level: 'info' }, out),
  });
  try {
    const team = await createTeam(server, 'acme');
    await ask(server, 'GET /v1/me', { token: team.token('viewer') });
    await ask(server, `DELETE /v1/tokens/${team.token('viewer')}`, { token: team.token('viewer') });

    // Every answer and its line in the log have one id, which no client chooses.
    const refused = await fetch(`${server.url}/v1/me`, { headers: { 'x-request-id': 'mine' } });
    const id = refused.headers.get('x-request-id');
    expect(id).toMatch(/^[\da-f-]{36}$/u);
    expect(lines.filter(({ request }) => request === id)).toMatchObject([
      { method: 'GET', route: '/v1/me', status: 401, address: '127.0.0.1' },
    ]);

    const { status, text } = await read(server.metricsUrl);
    expect(status).toBe(200);
    expect(text).toMatch(
      /permesso_http_request_duration_seconds_count\{method="GET",route="\/v1\/me",status="200"\} 1/u,
    );
    expect(text).toMatch(/route="\/v1\/me",status="401"\} 1/u);
    expect(text).toMatch(/permesso_build_info\{version="\d+\.\d+\.\d+"\} 1/u);
    expect(text).toMatch(/permesso_database_connections\{role="tenant",state="waiting"\} 0/u);
    expect(text).toMatch(/permesso_background_failures_total 0/u);
    expect(text).toMatch(/nodejs_eventloop_lag_seconds/u);
    // Addresses may hold tokens; patterns do not.
    expect(text).not.toContain(team.token('viewer'));
    expect((await ask(server, 'GET /metrics')).status).toBe(404);
    expect((await read(server.metricsUrl?.replace('/metrics', '/v1/me'))).status).toBe(404);

    const taken = Number(new URL(server.url).port);
    await expect(
      serve({ ...server.settings, metricsPort: taken }, { log: pino({ level: 'silent' }) }),
    ).rejects.toThrow(`127.0.0.1:${taken} is taken`);
    const { metricsPort: _absent, ...without } = server.settings;
    const plain = await serve(without, { log: pino({ level: 'silent' }) });
    expect(plain.metricsUrl).toBeUndefined();
    await plain.stop();
  } finally {
    await server.end();
  }
  await expect(read(server.metricsUrl)).rejects.toThrow('fetch failed');
});

async function read(url: string | undefined): Promise<{ status: number; text: string }> {
  const response = await fetch(url ?? 'http://127.0.0.1:9/');
  return { status: response.status, text: await response.text() };
}
