import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { PoolClient } from 'pg';
import { from } from 'pg-copy-streams';

/** Adds rows with COPY, inside the connection's transaction. `into` consists of names, never of values. */
export async function copyInto(client: PoolClient, into: string, rows: Buffer): Promise<void> {
  const stream = client.query(from(`copy ${into} from stdin`));
  await pipeline(Readable.from([rows]), stream);
}
