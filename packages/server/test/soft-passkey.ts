import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** A passkey in software: what a browser and its authenticator do, and what they would never do. */
export interface SoftPasskey {
  readonly id: string;
  readonly privateKey: KeyObject;
  /** How often it was used. */
  counter: number;
}

/** What is not as it should be. */
export interface Flaws {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly counter?: number;
  readonly isFramed?: boolean;
  readonly isUnverified?: boolean;
  readonly isAbsent?: boolean;
  readonly type?: string;
  readonly signedBy?: KeyObject;
  /** A certificate beside the key. */
  readonly isAttested?: boolean;
}

interface Options {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id: string };
}

export const origin = 'https://permesso.example';

/** `navigator.credentials.create()`. */
export function makePasskey(
  options: Options,
  flaws: Flaws = {},
): { readonly passkey: SoftPasskey; readonly made: object } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
  const data = Buffer.concat([authenticatorData(options, { flaws, flags: 0x40, counter: 0 }), credential]);
  const statement = flaws.isAttested === true ? 'packed' : 'none';
  const attestation = Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text(statement),
    text('attStmt'),
    // { x5c: [h'00'] }
    statement === 'none'
      ? Buffer.from([0xa0])
      : Buffer.concat([Buffer.from([0xa1]), text('x5c'), Buffer.from('814100', 'hex')]),
    text('authData'),
    Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
    data,
  ]);
  return {
    passkey: { id: id.toString('base64url'), privateKey, counter: 0 },
    made: {
      id: id.toString('base64url'),
      response: {
        clientDataJSON: clientData('webauthn.create', options, flaws).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    },
  };
}

/** `navigator.credentials.get()`. */
export function showPasskey(passkey: SoftPasskey, options: Options, flaws: Flaws = {}): object {
  passkey.counter = flaws.counter ?? passkey.counter + 1;
  const client = clientData('webauthn.get', options, flaws);
  const data = authenticatorData(options, { flaws, flags: 0, counter: passkey.counter });
  const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
  return {
    id: passkey.id,
    response: {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, flaws.signedBy ?? passkey.privateKey).toString('base64url'),
    },
  };
}

function clientData(type: string, options: Options, flaws: Flaws): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: flaws.type ?? type,
      challenge: flaws.challenge ?? options.challenge,
      origin: flaws.origin ?? origin,
      crossOrigin: flaws.isFramed === true,
    }),
  );
}

function authenticatorData(
  options: Options,
  { flaws, flags, counter }: { readonly flaws: Flaws; readonly flags: number; readonly counter: number },
): Buffer {
  const rpId = flaws.rpId ?? options.rpId ?? options.rp?.id ?? '';
  const present = flaws.isAbsent === true ? 0 : 0x01;
  const verified = flaws.isUnverified === true ? 0 : 0x04;
  const head = Buffer.alloc(5);
  head.writeUInt8(flags | present | verified, 0);
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), head]);
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}
