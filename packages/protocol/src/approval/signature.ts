import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * `t=MILLISECONDS,v1=HEX`: an HMAC over the time and the body, so that neither can be changed and the message cannot be
 * replayed later.
 */
export function sign(body: string, { secret, at }: { readonly secret: string; readonly at: number }): string {
  return `t=${at},v1=${macOf(body, { secret, at })}`;
}

const longestAge = 5 * 60_000;

/** Why a signature is invalid; undefined if it is valid. */
export function signatureProblem(
  body: string,
  given: { readonly signature: string | null | undefined; readonly secret: string; readonly now: number },
): string | undefined {
  const [, time, mac] = /^t=(\d{1,16}),v1=([\da-f]{64})$/.exec(given.signature ?? '') ?? [];
  if (time === undefined || mac === undefined) return 'it is not signed';
  const at = Number(time);
  const expected = macOf(body, { secret: given.secret, at });
  if (!timingSafeEqual(Buffer.from(mac, 'hex'), Buffer.from(expected, 'hex')))
    return 'its signature is wrong';
  return Math.abs(given.now - at) > longestAge ? 'its signature is too old' : undefined;
}

function macOf(body: string, { secret, at }: { readonly secret: string; readonly at: number }): string {
  return createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
}
