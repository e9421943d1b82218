import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { definedFields, parseStrictJson } from '@permesso/engine/call';
import { createServer as createTlsServer } from 'node:https';
import type { TlsOptions } from 'node:tls';
import type { AddressInfo } from 'node:net';
import type { ReadToken } from '../http/principal-tokens.ts';
import { readJsonText } from '../http/read-json-text.ts';
import { holderOf, type BearerTokens } from './bearer-tokens.ts';
import { evaluate } from './evaluation.ts';
import { createGuardian, type Guardian } from './guardian.ts';
import { rpcCodes, rpcError } from './json-rpc.ts';
import {
  answerText,
  internalError,
  longestMessage,
  wireError,
  type Wire,
  type WireAnswer,
  type WireCaller,
} from './wire.ts';
import type { WireErrorCode } from './wire-schema.ts';

export interface ServeDecisionsOptions {
  readonly wire: Wire;
  readonly tokens: BearerTokens;
  /** If set, each request must carry a person's signed token in `Permesso-Principal`, and its calls are theirs. */
  readonly principals?: ReadToken;
  /** Defaults to any free port. */
  readonly port?: number;
  /** Both sides present certificates. Without it, the server listens on this machine only. */
  readonly tls?: MutualTls;
  /** Milliseconds for a whole request to arrive. */
  readonly patience?: number;
  /** Receives errors; a client, which may pass its response to a model, gets a fixed text. */
  readonly onError?: (error: unknown) => void;
}

export interface MutualTls {
  /** Address to listen on. Default: 127.0.0.1. */
  readonly address?: string;
  /** Names under which clients reach it, besides `localhost` and `127.0.0.1`. */
  readonly names?: readonly string[];
  readonly certificate: string;
  readonly key: string;
  /** Who signs the certificates of clients. */
  readonly clientAuthority: string;
}

export interface ServedDecisions {
  readonly address: string;
  readonly close: () => Promise<void>;
}

const loopback = '127.0.0.1';

/** The wire contract, the AuthZEN evaluation and the guardian of the Agent Control Standard over HTTP, for callers with a token. */
export async function serveDecisions(options: ServeDecisionsOptions): Promise<ServedDecisions> {
  const { tls, patience = 30_000 } = options;
  if (options.tokens.approve === options.tokens.decide)
    throw new Error('the token for answers is the one for decisions: a client that asks could approve');
  // A client that sends a byte now and then can hold a connection no longer than this.
  const limits = {
    requestTimeout: patience,
    headersTimeout: patience,
    connectionsCheckingInterval: Math.max(50, patience / 10),
  };
  const server = tls === undefined ? createServer(limits) : createTlsServer({ ...limits, ...mutual(tls) });
  server.maxConnections = 512;
  const port = await listen(server, options.port ?? 0, tls?.address ?? loopback);
  const hosts = new Set([loopback, 'localhost', ...(tls?.names ?? [])].map((name) => `${name}:${port}`));
  const guardian = createGuardian(options.wire, { transport: tls === undefined ? 'http' : 'https' });
  server.on('request', (request, response) => {
    replyTo(request, { ...options, hosts, guardian })
      .catch((error: unknown): HttpReply => {
        // A store's error may name its password.
        options.onError?.(error);
        return refusal(500, 'internal', internalError);
      })
      .then((reply) => sendReply(request, response, reply))
      .catch(() => response.destroy());
  });
  const name = tls?.names?.[0] ?? loopback;
  return {
    address: `${tls === undefined ? 'http' : 'https'}://${name}:${port}`,
    close: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      server.closeAllConnections();
      return promise;
    },
  };
}

function mutual({ certificate, key, clientAuthority }: MutualTls): TlsOptions {
  return {
    cert: certificate,
    key,
    ca: clientAuthority,
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.3',
  };
}

function listen(server: Server, port: number, address: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'EADDRINUSE' ? new Error(`port ${port} is taken: choose another, or none`) : error),
  );
  server.listen(port, address, () => resolve((server.address() as AddressInfo).port));
  return promise;
}

interface HttpReply {
  readonly status: number;
  readonly body: object;
}

interface Serving extends ServeDecisionsOptions {
  readonly hosts: ReadonlySet<string>;
  readonly guardian: Guardian;
}

const messagesPath = '/v1/messages';
const evaluationPath = '/access/v1/evaluation';
const guardianPath = '/acs/v0.1';
const paths: readonly (string | undefined)[] = [messagesPath, evaluationPath, guardianPath];

/** Authenticates before reading any byte of the body: a stranger learns nothing. */
async function replyTo(request: IncomingMessage, serving: Serving): Promise<HttpReply> {
  const { tokens, principals } = serving;
  const { headers, headersDistinct, method, url } = request;
  const foreign = foreignProblem(request, serving);
  if (foreign !== undefined) return refusal(403, 'forbidden', foreign);
  const holder = holderOf(headers.authorization, tokens);
  if (holder === undefined || headersDistinct['authorization']?.length !== 1)
    return refusal(401, 'forbidden', 'send `Authorization: Bearer TOKEN`');
  if (!paths.includes(url)) return refusal(404, 'unknown', `there are ${paths.join(', ')}`);
  if (method !== 'POST') return refusal(405, 'request', 'send POST');
  // Said before it is read: the client still gets the answer.
  if (Number(headers['content-length'] ?? 0) > longestMessage) return refusal(413, 'request', tooLong);
  const named = await principals?.(onlyValue(headersDistinct['permesso-principal']));
  if (named !== undefined && 'problem' in named)
    return refusal(401, 'forbidden', `\`Permesso-Principal\` does not say who it is: ${named.problem}`);
  const caller: WireCaller = {
    mayAnswer: holder === 'approve',
    ...definedFields({ principal: named?.principal }),
  };
  const read = await readJsonText(request, { most: longestMessage });
  if ('why' in read) return refusal(read.status, 'request', bodyProblems[read.why]);
  return await replyOf(url, read.text, { caller, serving });
}

async function replyOf(
  path: string | undefined,
  text: string,
  { caller, serving: { wire, guardian } }: { readonly caller: WireCaller; readonly serving: Serving },
): Promise<HttpReply> {
  if (path === messagesPath) return await messageReply(wire, text, caller);
  if (path === evaluationPath) return await evaluationReply(wire, text, caller);
  return { status: 200, body: await guardianAnswer(guardian, text, caller) };
}

/** Why a request is from a web page. */
function foreignProblem(
  { headers, headersDistinct }: IncomingMessage,
  { hosts }: Pick<Serving, 'hosts'>,
): string | undefined {
  // A page whose name was pointed at this address sends its own name here.
  if (headersDistinct['host']?.length !== 1 || !hosts.has((headers.host ?? '').toLowerCase()))
    return 'the Host header does not name this server';
  // Browsers add it to requests from pages, and no page is a client.
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
    ? 'requests of web pages are not answered'
    : undefined;
}

const tooLong = `the body is longer than ${longestMessage} bytes`;

const bodyProblems = {
  type: 'send `Content-Type: application/json`',
  length: tooLong,
  encoding: 'the body is not UTF-8',
} as const;

/** If a header is sent twice, a proxy may have read the other one. */
function onlyValue(values: readonly string[] | undefined): string | undefined {
  return values?.length === 1 ? values[0] : undefined;
}

async function messageReply(wire: Wire, text: string, caller: WireCaller): Promise<HttpReply> {
  const answer = await answerText(wire, text, caller);
  return { status: statusOf(answer), body: answer };
}

const statuses: { readonly [code in WireErrorCode]: number } = {
  request: 400,
  version: 400,
  method: 400,
  params: 400,
  off: 403,
  forbidden: 403,
  unknown: 404,
  internal: 500,
};

function statusOf(answer: WireAnswer): number {
  return 'error' in answer ? statuses[answer.error.code] : 200;
}

async function evaluationReply(wire: Wire, text: string, caller: WireCaller): Promise<HttpReply> {
  let body: unknown;
  try {
    body = parseStrictJson(text);
  } catch (error) {
    if (error instanceof SyntaxError)
      return refusal(400, 'request', `the body cannot be read: ${error.message}`);
    throw error;
  }
  const answer = await evaluate(wire, body, caller);
  return 'problem' in answer ? refusal(400, 'request', answer.problem) : { status: 200, body: answer };
}

/** Its errors are told in the message: over HTTP they are answers like others. */
async function guardianAnswer(guardian: Guardian, text: string, caller: WireCaller): Promise<object> {
  let message: unknown;
  try {
    message = parseStrictJson(text);
  } catch (error) {
    if (error instanceof SyntaxError)
      return rpcError(null, rpcCodes.parse, { message: 'the body is not JSON' });
    throw error;
  }
  return await guardian(message, caller);
}

function refusal(status: number, code: WireErrorCode, message: string): HttpReply {
  return { status, body: wireError(code, message) };
}

function sendReply(request: IncomingMessage, response: ServerResponse, { status, body }: HttpReply): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json');
  response.setHeader('cache-control', 'no-store');
  response.setHeader('x-content-type-options', 'nosniff');
  if (status === 401) response.setHeader('www-authenticate', 'Bearer');
  // The unread rest of a body must not be parsed as the next request.
  if (!request.complete) response.setHeader('connection', 'close');
  const id = request.headers['x-request-id'];
  if (typeof id === 'string' && /^[\w.:-]{1,128}$/u.test(id)) response.setHeader('x-request-id', id);
  response.end(JSON.stringify(body));
}
