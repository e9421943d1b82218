import { Problem } from '../../route/problem.ts';
import { UnsealError, type SealKeys } from '../../secrets/seal.ts';
import { readBatch, type Arrival } from '../../audit/index.ts';
import { unpack } from './packet.ts';

export interface StreamMessage {
  readonly seq: number;
  /** Undefined if no server with this secret wrote it. */
  readonly organisation: string | undefined;
  readonly arrivals: readonly Arrival[];
  readonly bytes: number;
  /** A placeholder for messages that no longer exist. */
  readonly isEmpty?: true;
}

export async function readMessage(
  { seq, subject, data }: { readonly seq: number; readonly subject: string; readonly data: Uint8Array },
  secret: SealKeys,
): Promise<StreamMessage> {
  try {
    const { organisation, batches } = unpack(data, subject, secret);
    const arrivals: Arrival[] = [];
    for (const { agent, project, acceptGap, encoding, bytes } of batches)
      arrivals.push({ agent, project, acceptGap, batch: await readBatch(bytes, encoding) });
    const bytes = arrivals.reduce((sum, { batch }) => sum + batch.bytes, 0);
    return { seq, organisation, arrivals, bytes };
  } catch (error) {
    // A server of another version may have accepted something that this one rejects.
    if (!(error instanceof UnsealError) && !(error instanceof Problem)) throw error;
    return { seq, organisation: undefined, arrivals: [], bytes: 0 };
  }
}
