import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { anthropic } from './anthropic.ts';
import { chatCompletions } from './chat-completions.ts';
import { gemini } from './gemini.ts';
import { responses } from './responses.ts';
import {
  callId,
  isSideCall,
  play,
  replyOf,
  stepAfter,
  type Reply,
  type Script,
  type Turn,
} from './script.ts';
import { recordOf, type Json, type Wire, type WireReply } from './wire.ts';

export interface FakeModel {
  /** `http://127.0.0.1:port`; OpenAI clients expect `/v1` after it. */
  readonly url: string;
  /** Every request with its answer, in order of arrival, including side calls. */
  readonly turns: readonly RecordedTurn[];
  /** The tool names offered by the first request with tools. */
  readonly offered: () => readonly string[];
  /** Tool results in the longest conversation, as the model read them. */
  readonly received: () => readonly string[];
  /** Requests that no wire format matches: `GET /v1/organizations`. */
  readonly strangers: readonly string[];
  readonly close: () => Promise<void>;
}

export interface RecordedTurn extends Turn {
  readonly reply: Reply;
}

const wires: readonly Wire[] = [anthropic, chatCompletions, responses, gemini];

/** What hosts look up before they start. */
const lookups: readonly (readonly [path: RegExp, answer: unknown])[] = [
  [/\/count_tokens(?:\?|$)/, { input_tokens: 10 }],
  [/:countTokens(?:\?|$)/, { totalTokens: 10 }],
  [
    /\/models(?:[/?]|$)/,
    {
      object: 'list',
      data: [{ id: 'fake-model', object: 'model', created: 1, owned_by: 'fake' }],
      models: [],
    },
  ],
];

const mostBytes = 64 * 1024 * 1024;

/** A scripted model, on loopback only, in the four wire formats that hosts speak. */
export async function startFakeModel({
  script = [],
  sideText = 'A title',
}: { readonly script?: Script; readonly sideText?: string } = {}): Promise<FakeModel> {
  const turns: RecordedTurn[] = [];
  const strangers: string[] = [];

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/';
    const wire = request.method === 'POST' ? wires.find((one) => one.answers(path)) : undefined;
    const body = await readJsonRequest(request);
    if (wire === undefined) {
      const found = lookups.find(([pattern]) => pattern.test(path));
      if (found === undefined) strangers.push(`${request.method} ${path}`);
      sendJson(response, found?.[1] ?? notHere, found === undefined ? 404 : 200);
      return;
    }
    const turn: Turn = { wire: wire.name, path, body, ...wire.read(body, path) };
    const reply = isSideCall(turn) ? { text: sideText } : replyFor(script, turn);
    const number = turns.push({ ...turn, reply });
    const step = stepAfter(turn.results);
    const calls = (reply.calls ?? []).map((call, index) => ({
      ...call,
      id: callId({ request: number, step, index }),
    }));
    writeReply(response, wire.write({ reply, calls, turn, id: String(number) }));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      if (response.headersSent) response.destroy();
      else sendJson(response, { error: { type: 'invalid_request_error', message } }, 400);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the fake model has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    turns,
    strangers,
    offered: () => turns.find((turn) => !isSideCall(turn))?.tools.map(({ name }) => name) ?? [],
    received: () =>
      turns
        .reduce<Turn['results']>((most, { results }) => (results.length > most.length ? results : most), [])
        .map(({ text }) => text),
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
      });
    },
  };
}

const notHere = { error: { type: 'not_found', message: 'the fake model does not know this path' } };

function replyFor(script: Script, turn: Turn): Reply {
  return typeof script === 'function' ? replyOf(script(turn)) : play(script, turn);
}

async function readJsonRequest(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error('the request is too large');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : recordOf(JSON.parse(text));
}

// No keep-alive: a host under test must not hold a socket of a model that is gone.
function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify(value));
}

function writeReply(response: ServerResponse, written: WireReply): void {
  if ('json' in written) {
    sendJson(response, written.json);
    return;
  }
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    connection: 'close',
  });
  for (const { event, data } of written.events)
    response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`);
  response.end();
}
