import { createHmac, randomBytes } from 'node:crypto';
import zlib from 'node:zlib';
import { seal, unseal, type SealKeys } from '../../secrets/seal.ts';

/** A batch as its agent sent it, after everything was checked that needs no database. */
export interface PackedBatch {
  readonly agent: string;
  readonly project: string;
  readonly acceptGap: boolean;
  readonly encoding: string | undefined;
  readonly bytes: Buffer;
}

/** One message: batches of agents of one organisation, since one transaction stores them. */
export interface Packet {
  readonly organisation: string;
  readonly batches: readonly PackedBatch[];
}

/** Node has it from 22.15 on. */
export const canPack: boolean = 'zstdCompressSync' in zlib;

const saltLength = 16;
const mostBytes = 64 * 1024 * 1024;

/**
 * Sealed with the secret of the servers: who can write to the stream must not be able to write entries of an agent, whose
 * signature ends at the front, nor who can read its disks read what agents did.
 */
export function pack({ organisation, batches }: Packet, subject: string, [secret]: SealKeys): Buffer {
  const head = Buffer.from(
    JSON.stringify({
      organisation,
      batches: batches.map(({ bytes, ...batch }) => ({ ...batch, length: bytes.length })),
    }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  const plain = Buffer.concat([length, head, ...batches.map(({ bytes }) => bytes)]);
  const text = zlib.zstdCompressSync(plain, { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } });
  const salt = randomBytes(saltLength);
  return Buffer.concat([salt, seal(text, purposeOf(subject), [keyFor(secret, salt)])]);
}

/** Throws `UnsealError` for what no server with one of these secrets packed for this subject. */
export function unpack(message: Uint8Array, subject: string, [secret, ...others]: SealKeys): Packet {
  const salt = message.subarray(0, saltLength);
  const keys: SealKeys = [keyFor(secret, salt), ...others.map((other) => keyFor(other, salt))];
  const text = unseal(message.subarray(saltLength), purposeOf(subject), keys);
  const plain = zlib.zstdDecompressSync(text, { maxOutputLength: mostBytes });
  const begin = 4 + plain.readUInt32BE(0);
  // Sealed, so a server wrote it.
  const { organisation, batches } = JSON.parse(plain.toString('utf8', 4, begin)) as {
    readonly organisation: string;
    readonly batches: readonly (Omit<PackedBatch, 'bytes'> & { readonly length: number })[];
  };
  let at = begin;
  return {
    organisation,
    batches: batches.map(({ agent, project, acceptGap, encoding, length }) => {
      const bytes = plain.subarray(at, (at += length));
      return { agent, project, acceptGap, encoding, bytes };
    }),
  };
}

/** One key for each message: there are more of them than random nonces of one key are good for. */
function keyFor(secret: Uint8Array, salt: Uint8Array): Buffer {
  return createHmac('sha256', secret).update('permesso jetstream').update(salt).digest();
}

function purposeOf(subject: string): string {
  return `jetstream ${subject}`;
}
