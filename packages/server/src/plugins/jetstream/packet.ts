import { createHmac, randomBytes } from 'node:crypto';
import zlib from 'node:zlib';
import { seal, unseal, type SealKeys } from '../../secrets/seal.ts';

/** A batch as its agent sent it, after all checks that need no database. */
export interface PackedBatch {
  readonly agent: string;
  readonly project: string;
  readonly acceptGap: boolean;
  readonly encoding: string | undefined;
  readonly bytes: Buffer;
}

/** One message: batches of one organisation's agents, since one transaction stores them. */
export interface Packet {
  readonly organisation: string;
  readonly batches: readonly PackedBatch[];
}

/** Node has it since 22.15. */
export const canPack: boolean = 'zstdCompressSync' in zlib;

const saltLength = 16;
const mostBytes = 64 * 1024 * 1024;

/**
 * Sealed with the servers' secret: write access to the stream must not allow forging an agent's entries, since the
 * agent's signature is checked only on receipt, and access to its disks must not reveal what agents did.
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

/** Throws `UnsealError` unless a server with one of these secrets packed it for this subject. */
export function unpack(message: Uint8Array, subject: string, [secret, ...others]: SealKeys): Packet {
  const salt = message.subarray(0, saltLength);
  const keys: SealKeys = [keyFor(secret, salt), ...others.map((other) => keyFor(other, salt))];
  const text = unseal(message.subarray(saltLength), purposeOf(subject), keys);
  const plain = zlib.zstdDecompressSync(text, { maxOutputLength: mostBytes });
  const begin = 4 + plain.readUInt32BE(0);
  // The seal was valid, so a server wrote it.
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

/** One key per message: there are more messages than random nonces of one key are safe for. */
function keyFor(secret: Uint8Array, salt: Uint8Array): Buffer {
  return createHmac('sha256', secret).update('permesso jetstream').update(salt).digest();
}

function purposeOf(subject: string): string {
  return `jetstream ${subject}`;
}
