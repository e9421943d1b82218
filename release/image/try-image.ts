import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase } from '../../packages/server/test/test-database.ts';

export interface ImageConfig {
  readonly Cmd: readonly string[];
  readonly Env: readonly string[];
  readonly User: string;
}

/**
 * Runs what the image says as the user that it names, with its file system read-only but for /tmp, and no rights: as Kubernetes does with
 * docs/server/kubernetes/server.yaml. Returns what was seen.
 */
export async function tryImage(root: string, { Cmd, Env, User }: ImageConfig): Promise<readonly string[]> {
  for (const shell of ['bin/sh', 'usr/bin/apt', 'usr/bin/dpkg'])
    if (existsSync(join(root, shell))) throw new Error(`/${shell} is in the image`);
  const [user, group] = User.split(':');
  if (user === undefined || group === undefined || user === '0') throw new Error(`the image runs as ${User}`);
  const database = await createTestDatabase();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = [
    'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
    ...Env,
    `DATABASE_URL=${database.url}`,
    `PERMESSO_SECRET=${'x'.repeat(64)}`,
    `PERMESSO_PORT=${port}`,
    'PERMESSO_HOST=127.0.0.1',
  ];
  // In a mount namespace of its own, which ends with it.
  const script = `mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && mount -t tmpfs -o mode=1777 tmpfs "$1/tmp" &&
    root=$1 && shift && exec setpriv --no-new-privs chroot --userspec=${user}:${group} --groups= "$root" "$@"`;
  const child = spawn(
    'unshare',
    ['--mount', '--propagation', 'private', 'sh', '-c', script, 'sh', root, ...Cmd],
    {
      env: Object.fromEntries(env.map((each) => each.split(/=(.*)/s).slice(0, 2))),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000);
    });
  const ended = once(child, 'exit') as Promise<[code: number | null]>;
  try {
    const readyAt = await ready(`${url}/readyz`, () => child.exitCode === null);
    const page = await (await fetch(url)).text();
    if (!page.includes('<script')) throw new Error('the console is not in it');
    child.kill('SIGTERM');
    const [code] = await ended;
    if (code !== 0) throw new Error(`it ended with ${code}`);
    return [`ready after ${readyAt.toFixed(1)} s, with the console; stopped by SIGTERM with 0`];
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${said}`, { cause: error });
  } finally {
    child.kill('SIGKILL');
    await ended;
    await database.drop();
  }
}

async function ready(url: string, isAlive: () => boolean): Promise<number> {
  const began = performance.now();
  while (isAlive() && performance.now() - began < 120_000) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return (performance.now() - began) / 1000;
    await pause(200);
  }
  throw new Error('the server did not become ready');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
