import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');

/** Of another issuer. */
export const strangersKey: KeyObject = generateKeyPairSync('ed25519').privateKey;

/** What `--principals` takes. */
export function issuerFor(audience: string): object {
  return {
    issuer: 'https://id.example',
    audience,
    keys: [publicKey.export({ format: 'jwk' })],
    claims: { tenant: 'org' },
  };
}

export interface TokenChange {
  readonly audience?: string;
  readonly header?: object;
  readonly claims?: object;
  readonly key?: KeyObject;
}

/** A token for somebody of acme. */
export function tokenFor(
  sub: string,
  { audience = 'permesso', header, claims, key = privateKey }: TokenChange = {},
): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 600;
  const body = { iss: 'https://id.example', aud: audience, exp, sub, org: 'acme', roles: ['support'] };
  const signed = `${part({ alg: 'EdDSA', typ: 'at+jwt', ...header })}.${part({ ...body, ...claims })}`;
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
}
