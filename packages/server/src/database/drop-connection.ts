import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * Ends a connection now, whatever it is doing: callers that wait for it are told that it broke. `end` says goodbye first, and a
 * database that does not answer would keep the process alive.
 */
export function dropConnection(client: pg.Client): void {
  const { connection } = client as unknown as { readonly connection: { readonly stream: Socket } };
  connection.stream.destroy();
}
