import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface Pushed {
  readonly path: string;
  /** As the browser reads it. */
  // eslint-disable-next-line typescript/no-explicit-any -- tests look into notes of every shape
  readonly note: any;
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface FakePush {
  readonly origin: string;
  readonly host: string;
  /** What browsers were told. */
  readonly pushed: Pushed[];
  /** Why requests were refused, as a service would say it. */
  readonly refused: string[];
  /** A browser subscribes, bound to the key of who may send to it. */
  readonly subscribe: (applicationServerKey: string) => Subscription;
  /** The browser ends it. */
  readonly end: (subscription: Subscription) => void;
  /** Answers 429 this many times, with this in `Retry-After`. */
  busy: { times: number; retryAfter: string };
  readonly close: () => Promise<void>;
}

interface Browser {
  readonly keys: ECDH;
  readonly auth: Buffer;
  readonly serverKey: string;
  hasEnded: boolean;
}

class Refused extends Error {
  readonly status: number;

  constructor(status: number, why: string) {
    super(why);
    this.status = status;
  }
}

/** A push service as RFC 8030, RFC 8291 and RFC 8292 have it, with the checks that services make, and the browsers behind it. */
export async function fakePush(): Promise<FakePush> {
  const browsers = new Map<string, Browser>();
  const server = createServer((request, response) => {
    void (async () => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(Buffer.from(piece as Buffer));
      try {
        if (fake.busy.times > 0) {
          fake.busy.times -= 1;
          response.writeHead(429, { 'retry-after': fake.busy.retryAfter }).end();
          return;
        }
        const path = request.url ?? '';
        fake.pushed.push(
          take({ path, method: request.method ?? '', headers: request.headers, body: Buffer.concat(pieces) }),
        );
        response.writeHead(201, { location: `${fake.origin}/message/${fake.pushed.length}` }).end();
      } catch (error) {
        const status = error instanceof Refused ? error.status : 400;
        fake.refused.push(`${status} ${error instanceof Error ? error.message : ''}`);
        response.writeHead(status).end();
      }
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: FakePush = {
    origin: `http://${host}`,
    host,
    pushed: [],
    refused: [],
    busy: { times: 0, retryAfter: '0' },
    subscribe: (serverKey) => {
      const path = `/push/${randomBytes(9).toString('base64url')}`;
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys('base64url');
      const auth = randomBytes(16);
      browsers.set(path, { keys, auth, serverKey, hasEnded: false });
      return { endpoint: `http://${host}${path}`, p256dh, auth: auth.toString('base64url') };
    },
    end: ({ endpoint }) => {
      const found = browsers.get(new URL(endpoint).pathname);
      if (found !== undefined) found.hasEnded = true;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  function take(asked: Pick<Pushed, 'path' | 'headers' | 'body'> & { readonly method: string }): Pushed {
    const { path, headers, body } = asked;
    if (asked.method !== 'POST') throw new Refused(405, 'only POST');
    const browser = browsers.get(path);
    if (browser === undefined) throw new Refused(404, 'no such subscription');
    const claims = checkVapid(headers.authorization ?? '', {
      origin: fake.origin,
      serverKey: browser.serverKey,
    });
    if (browser.hasEnded) throw new Refused(410, 'the subscription has ended');
    if (!/^\d{1,10}$/.test(String(headers['ttl']))) throw new Refused(400, 'TTL is missing');
    if (headers['content-encoding'] !== 'aes128gcm') throw new Refused(415, 'not aes128gcm');
    if (body.length > 4096) throw new Refused(413, 'too large');
    if (!['very-low', 'low', 'normal', 'high'].includes(String(headers['urgency'] ?? 'normal')))
      throw new Refused(400, 'no such urgency');
    if (!/^[\w-]{1,32}$/.test(String(headers['topic'] ?? 'x'))) throw new Refused(400, 'no such topic');
    return { path, headers, body, claims, note: JSON.parse(decryptPush(body, browser).toString()) };
  }
  return fake;
}

function checkVapid(
  header: string,
  { origin, serverKey }: { readonly origin: string; readonly serverKey: string },
): Pushed['claims'] {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  if (key !== serverKey) throw new Refused(403, 'not the key that the subscription is bound to');
  const [head = '', claims = '', signature = ''] = token.split('.');
  if (!isSignedBy({ head, claims, signature }, key)) throw new Refused(401, 'the signature is wrong');
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString());
  if (alg !== 'ES256') throw new Refused(401, `not ${alg}`);
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Pushed['claims'];
  const now = Date.now() / 1000;
  if (said.aud !== origin) throw new Refused(401, `for ${said.aud}`);
  if (!(said.exp > now && said.exp <= now + 86_400)) throw new Refused(401, 'expired, or valid for too long');
  if (!/^(?:mailto:|https:)/.test(said.sub)) throw new Refused(401, 'nobody to write to');
  return said;
}

interface SignedToken {
  readonly head: string;
  readonly claims: string;
  readonly signature: string;
}

function isSignedBy({ head, claims, signature }: SignedToken, key: string): boolean {
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33, 65)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
  });
  return verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
}

/** RFC 8291, section 3.4, on the side of the browser. */
export function decryptPush(body: Buffer, { keys, auth }: Pick<Browser, 'keys' | 'auth'>): Buffer {
  const [salt, size, length] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + length);
  const record = body.subarray(21 + length);
  if (record.length > size) throw new Refused(400, 'more than one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const input = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32));
  const derive = (name: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${name}\0`, bytes));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Refused(400, 'the padding is wrong');
  return padded.subarray(0, end);
}
