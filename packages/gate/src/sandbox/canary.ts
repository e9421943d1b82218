import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
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

/**
 * The attempts to leave that got through, and those that could not be tried: an attempt counts only where it gets through without a
 * sandbox, in a scene of its own. What got through is seen on the disk and by listeners, not told by the program.
 */
export async function runCanary(options: CanaryOptions): Promise<readonly string[]> {
  const bare = await inScene(options, runBare);
  const inside = await inScene(options, runInside);
  return [
    ...inside.problems,
    ...attempts.filter(({ name }) => inside.got.has(name)).map(({ name }) => `${name} got through`),
    ...attempts
      .filter(({ name, where }) => bare.isHere(where) && !bare.got.has(name))
      .map(({ name }) => `${name} could not be tried here`),
  ];
}

interface Attempt {
  readonly name: string;
  readonly line: (scene: Scene) => string;
  /** What of it is seen: a file with an `x` in it, the secret in what it printed, a connection, or the end of the process outside. */
  readonly seen: { readonly file: string } | 'secret' | { readonly listener: string } | 'victim';
  readonly where?: Where;
}

/** `folding`: a disk on which `KEPT` is `kept`. */
type Where = NodeJS.Platform | 'folding' | undefined;

const attempts: readonly Attempt[] = [
  {
    name: 'writing a file outside',
    line: () => 'echo x > ../outside/written',
    seen: { file: 'outside/written' },
  },
  {
    name: 'writing a file outside through a link',
    line: () => 'ln -s ../outside link; echo x > link/linked',
    seen: { file: 'outside/linked' },
  },
  {
    name: 'writing a protected place',
    line: () => 'echo x > kept/written',
    seen: { file: 'project/kept/written' },
  },
  {
    name: 'writing a protected place by another spelling',
    line: () => 'echo x > KEPT/spelled',
    seen: { file: 'project/kept/spelled' },
    where: 'folding',
  },
  {
    name: 'writing a protected file by a hard link',
    line: () => 'ln kept/file hard; echo x >> hard',
    seen: { file: 'project/kept/file' },
  },
  {
    name: 'moving a protected place',
    line: () => 'mv held elsewhere && mkdir held && echo x > held/moved',
    seen: { file: 'project/held/moved' },
  },
  {
    name: 'making a protected place',
    line: () => 'mkdir -p later; echo x > later/settings',
    seen: { file: 'project/later/settings' },
  },
  {
    name: 'making a protected place by another spelling',
    line: () => 'mkdir -p SOON; echo x > SOON/SETTINGS',
    seen: { file: 'project/soon/settings' },
    where: 'folding',
  },
  { name: 'reading a hidden file', line: () => 'cat hidden', seen: 'secret' },
  {
    name: 'reading a hidden file by another spelling',
    line: () => 'cat HIDDEN',
    seen: 'secret',
    where: 'folding',
  },
  {
    name: 'reading a hidden file by a hard link',
    line: () => 'ln hidden hidden-link; cat hidden-link',
    seen: 'secret',
  },
  {
    name: 'reading a hidden file through the volume of data',
    line: () => 'cat /System/Volumes/Data"$PWD"/hidden',
    seen: 'secret',
    where: 'darwin',
  },
  {
    name: 'reading a hidden file through another process',
    line: () => 'cat /proc/1/root"$PWD"/hidden /proc/self/root"$PWD"/hidden',
    seen: 'secret',
    where: 'linux',
  },
  { name: 'moving a hidden file', line: () => 'mv aside shown; cat shown', seen: 'secret' },
  { name: 'reading a variable', line: () => 'env', seen: 'secret' },
  {
    name: 'reading a variable of another process',
    line: () => 'cat /proc/1/environ /proc/[0-9]*/environ | tr "\\0" "\\n" | grep -a CANARY_SECRET',
    seen: 'secret',
    where: 'linux',
  },
  {
    name: 'reaching a service of this machine',
    line: ({ listeners }) => `echo x > /dev/tcp/127.0.0.1/${listeners.port}`,
    seen: { listener: 'tcp' },
  },
  {
    name: 'reaching a socket of this machine',
    line: ({ engine, listeners }) =>
      'seatbelt' in engine
        ? `echo x | /usr/bin/nc -U ${quoteWord(listeners.path)}`
        : `echo x | ${quoteWord(engine.socat)} - UNIX-CONNECT:${quoteWord(listeners.path)}`,
    seen: { listener: 'socket' },
  },
  {
    name: 'reaching an abstract socket',
    line: ({ engine, listeners }) =>
      'seatbelt' in engine
        ? ''
        : `echo x | ${quoteWord(engine.socat)} - ABSTRACT-CONNECT:${quoteWord(listeners.abstract)}`,
    seen: { listener: 'abstract' },
    where: 'linux',
  },
  { name: 'killing a process outside', line: ({ victim }) => `kill -9 ${victim}`, seen: 'victim' },
];

interface Scene {
  readonly engine: Engine;
  readonly place: string;
  readonly secret: string;
  readonly listeners: Listeners;
  readonly victim: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface Played {
  readonly got: ReadonlySet<string>;
  readonly problems: readonly string[];
  readonly isHere: (where: Where) => boolean;
}

async function inScene(
  options: CanaryOptions,
  run: (scene: Scene, options: CanaryOptions) => Promise<string>,
): Promise<Played> {
  const { engine, folder } = options;
  const place = mkdtempSync(join(folder, 'c-'));
  const at = (name: string): string => join(place, name);
  const listeners = await listenOn(place);
  // Itself outside, and of no use to anybody: the command tries to kill it.
  const victim = spawn(engine.shell, ['-c', 'read -r _ && echo alive'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  victim.stdin.on('error', () => undefined);
  try {
    const secret = randomBytes(12).toString('hex');
    for (const name of ['outside', 'scratch', 'project/kept', 'project/held'])
      mkdirSync(at(name), { recursive: true });
    for (const name of ['hidden', 'aside']) writeFileSync(at(`project/${name}`), secret);
    writeFileSync(at('project/kept/file'), '');
    const env = { PATH: process.env['PATH'], CANARY_SECRET: secret };
    const scene = { engine, place, secret, listeners, victim: victim.pid ?? 0, env };
    const isFolding = existsSync(at('PROJECT'));
    const isHere = (where: Where): boolean =>
      where === undefined || where === process.platform || (where === 'folding' && isFolding);
    const printed = await run(scene, options);
    const reached = await listeners.reached();
    victim.stdin.end('\n');
    const isDead = !(await text(victim.stdout)).includes('alive');
    const got = attempts.filter(({ seen }, index) => {
      if (seen === 'victim') return isDead;
      if (seen === 'secret') return readIfThere(at(`project/out-${index}`)).includes(secret);
      if ('listener' in seen) return reached.has(seen.listener);
      return readIfThere(at(seen.file)).includes('x');
    });
    const problems = [
      existsSync(at('project/out-last')) ? undefined : 'the test command did not run to its end',
      existsSync(at('scratch/scratch-file')) ? undefined : 'the scratch directory was not writable',
      printed.includes(secret) ? 'the secret was printed' : undefined,
    ].filter((problem) => problem !== undefined);
    return { got: new Set(got.map(({ name }) => name)), problems, isHere };
  } finally {
    victim.kill('SIGKILL');
    listeners.close();
    rmSync(place, { recursive: true, force: true });
  }
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'latin1') : '';
}

async function runInside(
  scene: Scene,
  { engine, client, hosts, scratchAtTmp }: CanaryOptions,
): Promise<string> {
  const at = (name: string): string => join(scene.place, name);
  const protectedPlaces = ['kept', 'held', 'later/settings', 'soon/settings'];
  const running = await startCommand(script(scene), {
    engine,
    client: () => client,
    prepared: {
      writable: [at('project')],
      readOnly: protectedPlaces.map((name) => at(`project/${name}`)),
      hidden: [at('project/hidden'), at('project/aside')],
      hosts: hosts ? ['canary.invalid'] : [],
      environment: ['PATH'],
      cwd: at('project'),
      scratchAtTmp,
    },
    scratch: at('scratch'),
    folder: scene.place,
    env: scene.env,
    streams: 'pipe',
  });
  running.stdin?.end();
  const [out, err] = await Promise.all([
    text(running.stdout ?? Readable.from([])),
    text(running.stderr ?? Readable.from([])),
    running.ended,
  ]);
  return out + err;
}

/** The control. */
async function runBare(scene: Scene): Promise<string> {
  const { engine, place, env } = scene;
  const bare = spawn(engine.shell, ['-c', script(scene)], {
    cwd: join(place, 'project'),
    env: { ...env, TMPDIR: join(place, 'scratch') },
    stdio: 'ignore',
  });
  await new Promise((resolve) => {
    bare.once('exit', resolve);
    bare.once('error', resolve);
  });
  return '';
}

/** Each line tries one way out; none of them matters to the next. */
function script(scene: Scene): string {
  return [
    ...attempts.map(({ line }, index) => `{ ${line(scene) || ':'}; } > out-${index} 2>&1`),
    'echo x > "$TMPDIR/scratch-file"',
    'echo x > out-last',
  ].join('\n');
}

interface Listeners {
  readonly port: number;
  readonly path: string;
  readonly abstract: string;
  /** Those that something connected to until now: connections are taken in their order. */
  readonly reached: () => Promise<ReadonlySet<string>>;
  readonly close: () => void;
}

type Address = { readonly port: number; readonly host: string } | { readonly path: string };

async function connectOnce(server: Server): Promise<void> {
  const address = server.address();
  if (address === null) return;
  await new Promise<void>((resolve, reject) => {
    const socket = connect(typeof address === 'string' ? { path: address } : { port: address.port });
    socket.once('error', reject);
    socket.once('close', () => resolve());
    socket.resume();
  });
}

async function listenOn(place: string): Promise<Listeners> {
  const counts = new Map<string, number>();
  const servers: Server[] = [];
  const open = async (name: string, where: Address): Promise<Server> => {
    // Our own connection, by which we wait for those before it, is not counted.
    counts.set(name, -1);
    const server = createServer((socket) => {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      socket.destroy();
    });
    servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(where, resolve);
    });
    return server;
  };
  const path = join(place, 'u');
  const abstract = `permesso-canary-${randomBytes(8).toString('hex')}`;
  const tcp = await open('tcp', { port: 0, host: '127.0.0.1' });
  await open('socket', { path });
  if (process.platform === 'linux') await open('abstract', { path: `\0${abstract}` });
  const { port } = tcp.address() as AddressInfo;
  return {
    port,
    path,
    abstract,
    reached: async () => {
      await Promise.all(servers.map(connectOnce));
      return new Set([...counts].filter(([, count]) => count > 0).map(([name]) => name));
    },
    close: () => {
      for (const server of servers) server.close();
    },
  };
}
