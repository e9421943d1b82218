import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * Ends a connection at once, whatever it is doing: waiting callers get an error. `end` would say goodbye first, and
 * an unresponsive database would keep the process alive.
 */
export function dropConnection(client: pg.Client): void {
  const { connection } = client as unknown as { readonly connection: { readonly stream: Socket } };
  connection.stream.destroy();
}
