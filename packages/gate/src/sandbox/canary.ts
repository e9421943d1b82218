import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { quoteWord } from '@permesso/engine/facts';
import type { EngineClient } from './engine-client.ts';
import type { Engine } from './find-engine.ts';
import { startCommand } from './start-command.ts';

export interface CanaryOptions {
  readonly engine: Engine;
  readonly client: EngineClient;
  readonly folder: string;
  readonly hosts: boolean;
  readonly scratchAtTmp: boolean;
}

/** The attempts to leave that got through; what was seen on the disk and by listeners, not what the program said. */
export async function runCanary(options: CanaryOptions): Promise<readonly string[]> {
  const place = mkdtempSync(join(options.folder, 'c-'));
  const listeners = await listenOn(place);
  // Itself outside, and of no use to anybody: the command tries to kill it.
  const victim = spawn(options.engine.shell, ['-c', 'read -r _'], { stdio: ['pipe', 'ignore', 'ignore'] });
  try {
    return await tryToLeave(options, {
      place,
      listeners,
      victim: victim.pid ?? 0,
      isAlive: () => victim.exitCode === null && victim.signalCode === null,
    });
  } finally {
    victim.kill('SIGKILL');
    listeners.close();
    rmSync(place, { recursive: true, force: true });
  }
}

interface Scene {
  readonly place: string;
  readonly listeners: Listeners;
  readonly victim: number;
  readonly isAlive: () => boolean;
}

async function tryToLeave(options: CanaryOptions, scene: Scene): Promise<readonly string[]> {
  const { place, listeners } = scene;
  const secret = randomBytes(12).toString('hex');
  const at = (name: string): string => join(place, name);
  for (const name of ['project', 'outside', 'scratch', 'project/kept']) mkdirSync(at(name));
  writeFileSync(at('project/hidden'), secret);
  const running = await startCommand(script(options.engine, scene), {
    engine: options.engine,
    client: () => options.client,
    prepared: {
      writable: [at('project')],
      readOnly: [at('project/kept'), at('project/later/settings')],
      hidden: [at('project/hidden')],
      hosts: options.hosts ? ['canary.invalid'] : [],
      environment: ['PATH'],
      cwd: at('project'),
      scratchAtTmp: options.scratchAtTmp,
    },
    scratch: at('scratch'),
    folder: place,
    env: { PATH: process.env['PATH'], CANARY_SECRET: secret },
    streams: 'pipe',
  });
  running.stdin?.end();
  const [out, err] = await Promise.all([
    text(running.stdout ?? Readable.from([])),
    text(running.stderr ?? Readable.from([])),
    running.ended,
  ]);
  const written = readdirSync(at('project'))
    .filter((name) => name.startsWith('out-'))
    .map((name) => readFileSync(at(`project/${name}`), 'latin1'));
  const said = [out, err, ...written].join('\n');
  const scratchFile = at('scratch/scratch-file');
  return [
    existsSync(at('project/out-last')) ? undefined : 'the test command did not run to its end',
    existsSync(scratchFile) ? undefined : 'the scratch directory was not writable',
    existsSync(at('outside/written')) ? 'a file outside was written' : undefined,
    existsSync(at('project/kept/written')) ? 'a protected place was changed' : undefined,
    existsSync(at('project/later')) ? 'a protected place was made' : undefined,
    said.includes(secret) ? 'a hidden file or variable was read' : undefined,
    listeners.reached() === 0 ? undefined : 'a service of this machine was reached',
    scene.isAlive() ? undefined : 'a process outside was killed',
  ].filter((problem) => problem !== undefined);
}

/** Each line tries one way out; none of them matters to the next. */
function script({ socat }: Engine, { place, listeners, victim }: Scene): string {
  return [
    'exec 2>&1',
    `echo x > ${quoteWord(join(place, 'outside/written'))}`,
    'ln -s ../outside link; echo x > link/written',
    'echo x > kept/written; mv kept elsewhere && mkdir kept && echo x > kept/written',
    'mkdir -p later; echo x > later/settings',
    'cat hidden > out-hidden; ln hidden out-link; cat /proc/1/root"$PWD"/hidden',
    'env > out-env; cat /proc/1/environ > out-first; cat /proc/[0-9]*/environ > out-all',
    `echo x > /dev/tcp/127.0.0.1/${listeners.port}`,
    `echo x | ${quoteWord(socat)} - UNIX-CONNECT:${quoteWord(listeners.path)}`,
    `echo x | ${quoteWord(socat)} - ABSTRACT-CONNECT:${quoteWord(listeners.abstract)}`,
    `kill -9 ${victim}`,
    'echo x > "$TMPDIR/scratch-file"',
    'echo x > out-last',
  ].join('\n');
}

interface Listeners {
  readonly port: number;
  readonly path: string;
  readonly abstract: string;
  readonly reached: () => number;
  readonly close: () => void;
}

async function listenOn(place: string): Promise<Listeners> {
  let reached = 0;
  const servers: Server[] = [];
  const open = async (where: number | string): Promise<Server> => {
    const server = createServer((socket) => {
      reached++;
      socket.destroy();
    });
    servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      if (typeof where === 'number') server.listen(where, '127.0.0.1', resolve);
      else server.listen(where, resolve);
    });
    return server;
  };
  const path = join(place, 'u');
  const abstract = `permesso-canary-${randomBytes(8).toString('hex')}`;
  const tcp = await open(0);
  await open(path);
  await open(`\0${abstract}`);
  return {
    port: (tcp.address() as AddressInfo).port,
    path,
    abstract,
    reached: () => reached,
    close: () => {
      for (const server of servers) server.close();
    },
  };
}
