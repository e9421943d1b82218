import { execFileSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTls } from 'node:tls';

/** A store on loopback that checks what the real one checks. */
export interface Sink {
  readonly port: number;
  /** What it took, as the stored JSON of each entry with what came beside it. */
  readonly taken: Record<string, unknown>[];
  /** Called before each answer; throwing refuses with 503. */
  before: () => void | Promise<void>;
  readonly close: () => Promise<void>;
}

type Take = (request: IncomingMessage, body: string, taken: Record<string, unknown>[]) => [number, string];

export async function httpSink(take: Take): Promise<Sink> {
  const taken: Record<string, unknown>[] = [];
  const server = createHttp((request, response) => {
    void (async () => {
      let body = '';
      for await (const piece of request) body += String(piece);
      try {
        await sink.before();
        const [status, text] = take(request, body, taken);
        response.writeHead(status).end(text);
      } catch {
        response.writeHead(503).end('busy');
      }
    })();
  });
  const sink: Sink = { ...(await listening(server)), taken, before: () => undefined };
  return sink;
}

async function listening(server: Server): Promise<Pick<Sink, 'port' | 'close'>> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      if ('closeAllConnections' in server)
        (server as { closeAllConnections: () => void }).closeAllConnections();
      await once(server, 'close');
    },
  };
}

interface OtlpLogs {
  readonly resourceLogs: readonly {
    readonly scopeLogs: readonly {
      readonly logRecords: readonly {
        readonly timeUnixNano: string;
        readonly attributes: readonly { key: string; value: { stringValue?: string; intValue?: string } }[];
      }[];
    }[];
  }[];
}

/** A collector of OpenTelemetry: `ExportLogsServiceRequest` as JSON at /v1/logs. */
export const otlpSink = (authorization: string): Promise<Sink> =>
  httpSink((request, body, taken) => {
    if (request.url !== '/v1/logs' || request.headers['content-type'] !== 'application/json')
      return [404, ''];
    if (request.headers.authorization !== authorization) return [401, ''];
    const { resourceLogs } = JSON.parse(body) as OtlpLogs;
    for (const { scopeLogs } of resourceLogs)
      for (const { logRecords } of scopeLogs)
        for (const { timeUnixNano, attributes } of logRecords) {
          if (!/^\d{19}$/.test(timeUnixNano)) return [400, ''];
          taken.push(
            Object.fromEntries(
              attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
            ),
          );
        }
    return [200, '{"partialSuccess":{}}'];
  });

/** The HTTP Event Collector of Splunk. */
export const splunkSink = (token: string): Promise<Sink> =>
  httpSink((request, body, taken) => {
    if (request.url !== '/services/collector/event') return [404, ''];
    if (request.headers.authorization !== `Splunk ${token}`)
      return [403, '{"text":"Invalid token","code":4}'];
    const events = body.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
    if (events.some(({ time, event }) => typeof time !== 'number' || event === undefined))
      return [400, '{"text":"No data","code":5}'];
    taken.push(...events.map(({ event, ...beside }) => ({ ...(event as object), beside })));
    return [200, '{"text":"Success","code":0}'];
  });

interface S3Keys {
  readonly access: string;
  readonly secret: string;
}

/** A bucket that checks Signature Version 4; an object of one name is there once. */
export async function s3Sink(keys: S3Keys): Promise<Sink & { readonly objects: Map<string, string> }> {
  const objects = new Map<string, string>();
  const sink = await httpSink((request, body, taken) => {
    if (request.method !== 'PUT') return [405, ''];
    if (!isSigned(request, body, keys)) return [403, '<Error><Code>SignatureDoesNotMatch</Code></Error>'];
    objects.set(request.url ?? '', body);
    const all = [...objects.values()].flatMap((each) => each.trim().split('\n'));
    taken.splice(0, taken.length, ...all.map((line) => JSON.parse(line) as Record<string, unknown>));
    return [200, ''];
  });
  return Object.assign(sink, { objects });
}

/** S3-compatible storage for files: PUT, GET and DELETE, each signed. */
export async function s3Store(
  keys: S3Keys,
): Promise<Pick<Sink, 'port' | 'close'> & { readonly objects: Map<string, Buffer> }> {
  const objects = new Map<string, Buffer>();
  const server = createHttp((request, response) => {
    void (async () => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const body = Buffer.concat(pieces);
      const name = request.url ?? '';
      const known = objects.get(name);
      if (!isSigned(request, body, keys)) response.writeHead(403).end('SignatureDoesNotMatch');
      else if (request.method === 'PUT') {
        objects.set(name, body);
        response.writeHead(200).end();
      } else if (known === undefined) response.writeHead(404).end('NoSuchKey');
      else if (request.method === 'DELETE') {
        objects.delete(name);
        response.writeHead(204).end();
      } else response.writeHead(200).end(known);
    })();
  });
  return { ...(await listening(server)), objects };
}

/** As AWS describes it: the canonical request, the text to sign, the derived key. */
function isSigned(request: IncomingMessage, body: string | Buffer, keys: S3Keys): boolean {
  const { headers, method, url } = request;
  const digest = createHash('sha256').update(body).digest('hex');
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [access, ...scope] = credential.split('/');
  const given = names.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = `${method}\n${url}\n\n${given.join('')}\n${names}\n${digest}`;
  const hashed = createHash('sha256').update(canonical).digest('hex');
  const text = `AWS4-HMAC-SHA256\n${String(headers['x-amz-date'])}\n${scope.join('/')}\n${hashed}`;
  let key: string | Buffer = `AWS4${keys.secret}`;
  for (const part of scope) key = createHmac('sha256', key).update(part).digest();
  const expected = createHmac('sha256', key).update(text).digest('hex');
  return access === keys.access && signature === expected && headers['x-amz-content-sha256'] === digest;
}

/** RFC 5424 messages with their length before them, over TLS. */
export async function syslogSink(): Promise<Sink & { readonly ca: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-syslog-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=syslog', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...made, ...subject, '-keyout', keyFile, '-out', certFile], {
    stdio: 'ignore',
  });
  const [key, ca] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')];
  rmSync(folder, { recursive: true });
  const taken: Record<string, unknown>[] = [];
  const server = createTls({ key, cert: ca }, (socket) => {
    let bytes: Buffer = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (piece: Buffer) => {
      bytes = Buffer.concat([bytes, piece]);
      for (let frame = readFrame(bytes); frame !== undefined; frame = readFrame(bytes)) {
        taken.push(frame.record);
        bytes = bytes.subarray(frame.length);
      }
    });
  });
  return { ...(await listening(server)), taken, before: () => undefined, ca };
}

const shape =
  /^<(\d{1,3})>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}Z) ([!-~]{1,255}) ([!-~]{1,48}) ([!-~]{1,128}) ([!-~]{1,32}) \[([^\s"=\]]+)((?: [^\s"=\]]+="(?:[^"\\\]]|\\["\\\]])*")*)\] \uFEFF(.*)$/s;

function readFrame(
  bytes: Buffer,
): { readonly record: Record<string, unknown>; readonly length: number } | undefined {
  const [digits, count] = /^(\d+) /.exec(bytes.subarray(0, 12).toString('latin1')) ?? [];
  if (digits === undefined || bytes.length < digits.length + Number(count)) return undefined;
  const length = digits.length + Number(count);
  const found = shape.exec(bytes.subarray(digits.length, length).toString('utf8'));
  if (found === null) throw new Error('no message of RFC 5424');
  const whose = Array.from(
    (found[8] ?? '').matchAll(/ ([^\s=]+)="((?:[^"\\]|\\.)*)"/g),
    ([, name, value = '']) => [name, value.replaceAll(/\\(.)/g, '$1')],
  );
  return {
    record: { ...Object.fromEntries(whose), priority: found[1], entry: JSON.parse(found[9] ?? '') },
    length,
  };
}
