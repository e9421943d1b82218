/**
 * Replaces `node:crypto` in the hook's bundle. Loading that module takes a sixth of a bare Node's start-up time, and
 * nearly every call needs SHA-256 and a random id, so both are implemented here. Everything else is Node's own,
 * loaded on first use.
 */
import {
  createHash as realCreateHash,
  hash as realHash,
  randomBytes as realRandomBytes,
  createHmac as realCreateHmac,
  createPrivateKey as realCreatePrivateKey,
  createPublicKey as realCreatePublicKey,
  generateKeyPairSync as realGenerateKeyPairSync,
  sign as realSign,
  verify as realVerify,
  timingSafeEqual as realTimingSafeEqual,
  type BinaryToTextEncoding,
  type Hash,
} from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { sha256Bytes } from '@permesso/engine/call';

export type { Hash, KeyObject } from 'node:crypto';

type Data = string | Uint8Array;
type SmallHash = Pick<Hash, 'digest'> & { readonly update: (data: Data) => SmallHash };

export function createHash(name: string): SmallHash {
  if (name !== 'sha256') return realCreateHash(name);
  const pieces: Buffer[] = [];
  const made: SmallHash = {
    update: (data) => {
      pieces.push(bytesOf(data));
      return made;
    },
    digest: ((encoding?: BinaryToTextEncoding) => encoded(Buffer.concat(pieces), encoding)) as Hash['digest'],
  };
  return made;
}

export function hash(name: string, data: Data, encoding: BinaryToTextEncoding = 'hex'): string {
  return name === 'sha256' ? String(encoded(bytesOf(data), encoding)) : realHash(name, data, encoding);
}

function bytesOf(data: Data): Buffer {
  return typeof data === 'string'
    ? Buffer.from(data, 'utf8')
    : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}

function encoded(bytes: Buffer, encoding?: BinaryToTextEncoding): Buffer | string {
  const digest =
    bytes.length > mostBytes
      ? realCreateHash('sha256').update(bytes).digest()
      : Buffer.from(sha256Bytes(bytes));
  return encoding === undefined ? digest : digest.toString(encoding);
}

/** Above this size loading the real module pays off. */
const mostBytes = 64 * 1024;

export function randomBytes(size: number): Buffer {
  const bytes = fromSystem(size);
  return bytes ?? realRandomBytes(size);
}

/** From the same source as Node; undefined where the system has no such file. */
function fromSystem(size: number): Buffer | undefined {
  let file: number;
  try {
    file = openSync('/dev/urandom', 'r');
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
  try {
    const bytes = Buffer.alloc(size);
    return readSync(file, bytes, 0, size, null) === size ? bytes : undefined;
  } finally {
    closeSync(file);
  }
}

export function randomUUID(): string {
  const bytes = randomBytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The rest, loaded on use. */
export const createHmac: typeof realCreateHmac = (...args) => realCreateHmac(...args);
export const createPrivateKey: typeof realCreatePrivateKey = (...args) => realCreatePrivateKey(...args);
export const createPublicKey: typeof realCreatePublicKey = (...args) => realCreatePublicKey(...args);
export const generateKeyPairSync: typeof realGenerateKeyPairSync = ((
  ...args: Parameters<typeof realGenerateKeyPairSync>
) => realGenerateKeyPairSync(...args)) as typeof realGenerateKeyPairSync;
export const sign: typeof realSign = ((...args: Parameters<typeof realSign>) =>
  realSign(...args)) as typeof realSign;
export const verify: typeof realVerify = ((...args: Parameters<typeof realVerify>) =>
  realVerify(...args)) as typeof realVerify;
export const timingSafeEqual: typeof realTimingSafeEqual = (a, b) => realTimingSafeEqual(a, b);
