import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Debian's. */
const program = '/usr/sbin/pgbouncer';

export const hasPgbouncer: boolean = existsSync(program);

export interface Pooler {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** pgbouncer in transaction mode on a port of its own, with fewer connections than clients. */
export async function startPgbouncer(database: string): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-pgbouncer-'));
  const { hostname, port: databasePort, username, password } = new URL(database);
  const port = await freePort();
  const to = [
    `host=${hostname}`,
    `port=${databasePort === '' ? '5432' : databasePort}`,
    `user=${username}`,
    ...(password === '' ? [] : [`password=${password}`]),
  ];
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = ${to.join(' ')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
`,
  );
  // It refuses to run as root, and then reads its file as somebody else.
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'pgbouncer.ini'), 0o644);
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(program, [...asNobody, join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  let said = '';
  for await (const line of createInterface({ input: child.stderr })) {
    said += `${line}\n`;
    if (line.includes('process up')) break;
  }
  if (!said.includes('process up')) throw new Error(`pgbouncer did not start: ${said}`);
  child.stderr.resume();
  return {
    port,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
