import { createECDH, createPrivateKey, ECDH, type KeyObject } from 'node:crypto';
import { encrypt } from 'http_ece';
import { SignJWT } from 'jose';
import { RetryLater, TargetGone } from '../../notifications/index.ts';
import type { Send } from '../../outbound/send.ts';
import { checkPushEndpoint } from './push-endpoint.ts';
import type { PushKey } from './push-key.ts';
import { countTag, type PushNote } from './push-note.ts';
import type { PushHosts } from './push-settings.ts';

/** As received from the browser. */
export interface PushSubscriber {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushOptions extends PushHosts {
  readonly send: Send;
  readonly key: PushKey;
  /** A contact for push services: an https or mailto URL. */
  readonly contact: string;
  readonly at: Date;
}

const contentEncoding = 'aes128gcm';
/** Services reject tokens valid for more than a day. */
const validSeconds = 12 * 3600;

/**
 * Encrypted for the browser alone (RFC 8291), signed with the organisation's key (RFC 8292), with the restrictions of
 * `send`.
 */
export async function sendPush(
  { isUrgent, seconds, ...shown }: PushNote,
  { endpoint, p256dh, auth }: PushSubscriber,
  options: PushOptions,
): Promise<void> {
  // The list of services may have been shortened since the browser subscribed.
  const { origin } = checkPushEndpoint(endpoint, options);
  const { status, headers } = await options.send({
    url: endpoint,
    method: 'POST',
    headers: {
      authorization: await vapidHeader(origin, options),
      'content-type': 'application/octet-stream',
      'content-encoding': contentEncoding,
      ttl: String(seconds),
      urgency: isUrgent ? 'high' : 'normal',
      // An undelivered older message is replaced: its number is outdated.
      ...(shown.tag === countTag ? { topic: countTag } : {}),
    },
    body: encryptFor({ p256dh, auth }, JSON.stringify(shown)),
  });
  if (status === 404 || status === 410)
    throw new TargetGone(`the push service answered ${status}: the browser has ended it`);
  if (status === 429) {
    const wait = secondsIn(headers['retry-after'], options.at);
    throw new RetryLater(`the push service is busy for ${wait} s`, wait);
  }
  if (status < 200 || status > 299) throw new Error(`the push service answered ${status}`);
}

/** With a new key for each message. */
function encryptFor({ p256dh, auth }: Pick<PushSubscriber, 'p256dh' | 'auth'>, text: string): Buffer {
  const privateKey = createECDH('prime256v1');
  privateKey.generateKeys();
  return encrypt(Buffer.from(text), { version: contentEncoding, dh: p256dh, authSecret: auth, privateKey });
}

/** Whether it is a point on the curve: otherwise encryption is impossible. */
export function isBrowserKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'uncompressed');
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

/** Identifies the sender, for this service only and for some hours. */
async function vapidHeader(origin: string, { key, contact, at }: PushOptions): Promise<string> {
  const exp = Math.floor(at.getTime() / 1000) + validSeconds;
  const token = await new SignJWT({ aud: origin, sub: contact, exp })
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .sign(signingKey(key));
  return `vapid t=${token}, k=${key.publicKey}`;
}

function signingKey({ publicKey, privateKey: d }: PushKey): KeyObject {
  const point = Buffer.from(publicKey, 'base64url');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  return createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d } });
}

/** Seconds or a date (RFC 9110); clamped to between five seconds and an hour. */
function secondsIn(text: string | undefined, at: Date): number {
  const seconds = /^\d{1,9}$/.test(text ?? '')
    ? Number(text)
    : Math.ceil((Date.parse(text ?? '') - at.getTime()) / 1000);
  return Math.min(Math.max(Number.isNaN(seconds) ? 60 : seconds, 5), 3600);
}
