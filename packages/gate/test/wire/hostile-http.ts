import { Agent, request, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { createGate } from '../../src/index.ts';
import { memoryLog } from '../../src/entries/stores.ts';
import { serveDecisions, type ServedDecisions } from '../../src/wire/serve-decisions.ts';
import { createWire } from '../../src/wire/wire.ts';
import { hostileLine } from './hostile-messages.ts';

export interface HostileHttpRun {
  readonly messages: number;
  /** By status. */
  readonly statuses: Readonly<Record<string, number>>;
}

const tokens = { decide: 'd'.repeat(32), approve: 'a'.repeat(32) };

/** A value that is right most of the time, so that what stands behind the check is reached too. */
function mostly(right: string, ...wrong: readonly string[]): fc.Arbitrary<string> {
  const field = fc.string({ unit: 'grapheme-ascii', maxLength: 40 });
  return fc.oneof({ weight: 12, arbitrary: fc.constant(right) }, fc.constantFrom(right, ...wrong), field);
}

/** A request over HTTP that nobody should send. */
const hostileRequest = (host: string): fc.Arbitrary<HostileRequest> =>
  fc.record({
    path: mostly(
      '/v1/messages',
      '/access/v1/evaluation',
      '/',
      '//v1/messages',
      'http://evil.example/v1/messages',
    ).map((path) => encodeURI(path.startsWith('/') || path.startsWith('http') ? path : `/${path}`)),
    method: fc.oneof(
      { weight: 12, arbitrary: fc.constant('POST') },
      fc.constantFrom('PUT', 'PATCH', 'DELETE'),
    ),
    // Node fills in an empty one.
    host: mostly(host, 'evil.example', `${host}.evil.example`).map((name) => name || '-'),
    token: mostly(`Bearer ${tokens.decide}`, `Bearer ${tokens.approve}`, 'Bearer ', `Basic ${tokens.decide}`),
    type: mostly('application/json', 'text/plain', 'application/json; charset=latin1'),
    origin: fc.oneof(
      { weight: 12, arbitrary: fc.constant(null) },
      fc.constantFrom('https://evil.example', 'null', `http://${host}`),
    ),
    body: fc.oneof({ weight: 9, arbitrary: hostileLine }, hostileEvaluation),
  });

interface HostileRequest {
  readonly path: string;
  readonly method: string;
  readonly host: string;
  readonly token: string;
  readonly type: string;
  readonly origin: string | null;
  readonly body: string;
}

const hostileEvaluation = fc
  .record(
    {
      subject: fc.oneof(fc.constant<unknown>({ type: 'user', id: 'ann' }), fc.anything()),
      action: fc.oneof(fc.constant<unknown>({ name: 'tools/call' }), fc.anything()),
      resource: fc.oneof(
        fc.constantFrom<unknown[]>(
          { type: 'tool', id: 'Bash', properties: { input: { command: 'ls' } } },
          { type: 'tool', id: '__proto__', properties: { input: {} } },
        ),
        fc.anything(),
      ),
      context: fc.anything(),
    },
    { requiredKeys: [] },
  )
  .map((value) => {
    try {
      return JSON.stringify(value);
    } catch (error) {
      return String(error);
    }
  });

/** Sends so many. Throws at the first answer that is not in the contract's own words, or that a stranger got. */
export async function sendHostileOverHttp(messages: number, seed: number): Promise<HostileHttpRun> {
  const log = memoryLog();
  const gate = createGate({ policy: { allow: ['Bash(ls)'], deny: ['wipe'] }, log });
  const served = await serveDecisions({ wire: createWire(gate, { answers: true }), tokens });
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const statuses: Record<string, number> = {};
  const { host } = new URL(served.address);
  try {
    for (let sent = 0; sent < messages; sent += 500) {
      const batch = fc.sample(hostileRequest(host), {
        numRuns: Math.min(500, messages - sent),
        seed: seed + sent,
      });
      await Promise.all(
        batch.map(async (each) => {
          const status = await sendOne(each, { served, agent });
          statuses[status] = (statuses[status] ?? 0) + 1;
        }),
      );
    }
  } finally {
    agent.destroy();
    await served.close();
  }
  if (log.entries.some(({ type }) => type === 'granted')) throw new Error('a message made a grant');
  return { messages, statuses };
}

async function sendOne(
  each: HostileRequest,
  { served, agent }: { readonly served: ServedDecisions; readonly agent: Agent },
): Promise<string> {
  const { hostname, port, host } = new URL(served.address);
  const headers: OutgoingHttpHeaders = {
    host: each.host,
    authorization: each.token,
    'content-type': each.type,
    'content-length': Buffer.byteLength(each.body),
    ...(each.origin === null ? {} : { origin: each.origin }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; said: string }>();
  const options = { agent, hostname, port, method: each.method, path: each.path, headers };
  const sent = request(options, (response) => {
    text(response).then((said) => resolve({ status: response.statusCode ?? 0, said }), reject);
  });
  sent.on('error', reject);
  sent.end(each.body);
  const { status, said } = await promise;
  // What is not HTTP is refused before anything of ours sees it.
  if (said === '' && status === 400) return '400 (HTTP)';
  const isKnown =
    each.host.trim().toLowerCase() === host && each.origin === null && /^bearer /i.test(each.token);
  if (status === 200 && !isKnown) throw new Error(`a stranger was answered: ${JSON.stringify(each)}`);
  const isAnswered = said.includes('"from":"wire"');
  if (isAnswered && !each.token.endsWith(tokens.approve))
    throw new Error(`answered without the right: ${said}`);
  checkWords(status, said);
  return String(status);
}

function checkWords(status: number, said: string): void {
  const answer = JSON.parse(said) as Record<string, unknown>;
  const isEvaluation = status === 200 && typeof answer['decision'] === 'boolean';
  const isError = 'error' in answer;
  if (!isEvaluation && (answer['v'] !== 1 || !('id' in answer) || isError === 'result' in answer))
    throw new Error(`not in the contract's words: ${said}`);
  if ((status === 200) === isError) throw new Error(`status ${status} for ${said}`);
}
