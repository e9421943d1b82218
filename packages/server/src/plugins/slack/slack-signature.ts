import { createHmac, timingSafeEqual } from 'node:crypto';

const windowSeconds = 300;

export interface SignedBySlack {
  /** `X-Slack-Request-Timestamp`: seconds. */
  readonly timestamp: string | undefined;
  /** `X-Slack-Signature`. */
  readonly signature: string | undefined;
  readonly bytes: Buffer;
}

/** Whether Slack sent exactly these bytes within the last five minutes. */
export function isSignedBySlack(
  { timestamp = '', signature = '', bytes }: SignedBySlack,
  { secret, now }: { readonly secret: string; readonly now: number },
): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > windowSeconds) return false;
  const expected = Buffer.from(slackSignature(bytes, { timestamp, secret }));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export function slackSignature(
  bytes: Buffer,
  { timestamp, secret }: { readonly timestamp: string; readonly secret: string },
): string {
  const signed = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(bytes);
  return `v0=${signed.digest('hex')}`;
}
