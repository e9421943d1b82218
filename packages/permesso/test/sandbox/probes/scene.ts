import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { compilePolicy } from '@permesso/engine/policy';
import { deriveProfile } from '@permesso/engine/sandbox';
import { prepareBridges, socketAddress } from '../../../src/bridge/bridges.ts';
import { residentDirectory, residentSocket } from '../../../src/launch/resident-places.ts';
import type { SandboxProfile } from '@permesso/gate/sandbox';
import { readWorld } from '@permesso/gate/world';

/** What the attempts know: plain data, read inside from a file. */
export interface SceneFacts {
  readonly project: string;
  readonly home: string;
  readonly sibling: string;
  /** Appears in each secret. */
  readonly secret: string;
  readonly mark: string;
  readonly address: string;
  readonly tcp: number;
  readonly udp: number;
  readonly unixOutside: string;
  readonly unixInside: string;
  readonly abstract: string;
  /** Where the process that answers hooks listens, and a bridge to an agent's window. */
  readonly resident: string;
  readonly bridge: string;
  readonly victim: number;
  readonly spaces: Readonly<Record<'uts' | 'ipc' | 'net' | 'pid', string>>;
}

export interface Scene {
  readonly facts: SceneFacts;
  readonly profile: SandboxProfile;
  readonly env: Readonly<Record<string, string>>;
  /** What listeners received, by their name. */
  readonly received: ReadonlySet<string>;
  readonly isVictimAlive: () => boolean;
  readonly close: () => void;
}

/** A project with something to protect in it, secrets around it, and services that notice a visitor. */
export async function makeScene(root: string, name: string): Promise<Scene> {
  const at = (...names: readonly string[]): string => join(root, name, ...names);
  const mark = `permesso-${name}-${process.pid}`;
  const secret = `SECRET-${mark}`;
  for (const folder of [
    'project/.git/hooks',
    'project/a/b/.git/hooks',
    'project/below/.claude',
    'home/.ssh',
    'sibling',
    'services',
  ])
    mkdirSync(at(folder), { recursive: true });
  for (const file of [
    'docker-compose.yml',
    'below/CLAUDE.md',
    'below/.mcp.json',
    'below/.claude/settings.json',
  ])
    writeFileSync(at('project', file), '');
  for (const file of ['project/.env', 'home/.ssh/key', 'sibling/secret.txt']) writeFileSync(at(file), secret);
  writeFileSync(at('project/.git/config'), '[core]\n');
  symlinkSync('.env', at('project/env-link'));
  const received = new Set<string>();
  const services = await startServices(received, { at, mark });
  const victim = spawn('bash', ['-c', `exec -a ${mark}-victim sleep 600`], { stdio: 'ignore' });
  // A key of the person, as a mount helper or a sign-in leaves one. Ends with the scene, or on its own.
  const key =
    spawnSync('keyctl', ['add', 'user', `${mark}-key`, secret, '@u'], { encoding: 'utf8' }).stdout?.trim() ??
    '';
  spawnSync('keyctl', ['timeout', key, '900']);
  const space = (of: string): string => readlinkSync(`/proc/self/ns/${of}`);
  const facts: SceneFacts = {
    project: at('project'),
    home: at('home'),
    sibling: at('sibling'),
    secret,
    mark,
    ...services,
    victim: victim.pid ?? 0,
    spaces: { uts: space('uts'), ipc: space('ipc'), net: space('net'), pid: space('pid') },
  };
  writeFileSync(at('facts.json'), JSON.stringify(facts));
  chmodSync(at('facts.json'), 0o444);
  return {
    facts,
    received,
    profile: deriveProfile({
      policy: compilePolicy([{ layer: 'user', sandbox: 'on' }]),
      world: { ...readWorld({ root: at('project') }), home: at('home') },
      mode: 'default',
    }).profile,
    env: { PATH: process.env['PATH'] ?? '', HOME: at('home'), PROBE_TOKEN: secret },
    isVictimAlive: () => isAlive(victim.pid ?? 0),
    close: () => {
      victim.kill('SIGKILL');
      spawnSync('keyctl', ['unlink', key, '@u']);
      services.close();
      for (const each of [`/tmp/${mark}`, `/dev/shm/${mark}`]) rmSync(each, { force: true });
    },
  };
}

/** By the kernel's word: Node tells of an end only later. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

/** Another name for a hidden file, which no mount can cover. */
export function addHardLink({ facts }: Scene): void {
  linkSync(join(facts.project, '.env'), join(facts.project, 'env-hard'));
}

interface Services extends Pick<
  SceneFacts,
  'address' | 'tcp' | 'udp' | 'unixOutside' | 'unixInside' | 'abstract' | 'resident' | 'bridge'
> {
  readonly close: () => void;
}

interface ServiceOptions {
  readonly at: (...names: readonly string[]) => string;
  readonly mark: string;
}

async function startServices(received: Set<string>, { at, mark }: ServiceOptions): Promise<Services> {
  const closers: (() => void)[] = [];
  const serve = async (name: string, where: object): Promise<number> => {
    const server = createServer((socket) => {
      received.add(name);
      socket.on('error', () => {});
      socket.end(`HTTP/1.0 200 OK\r\n\r\nMARK-${mark}`);
    });
    closers.push(() => server.close());
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(where, resolve);
    });
    const address = server.address();
    return address !== null && typeof address === 'object' ? address.port : 0;
  };
  const udp = createSocket('udp4').on('message', () => received.add('udp'));
  closers.push(() => udp.close());
  await new Promise<void>((resolve) => {
    udp.bind(0, resolve);
  });
  const own = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  const unixOutside = at('services/s');
  const unixInside = at('project/s');
  await serve('unix outside', { path: unixOutside });
  await serve('unix inside', { path: unixInside });
  await serve('abstract', { path: `\0${mark}` });
  const state = at('home/.local/state/permesso');
  mkdirSync(residentDirectory(state), { recursive: true, mode: 0o700 });
  await serve('resident', { path: residentSocket(state) });
  prepareBridges(state);
  const bridge = socketAddress(state, 'probe.sock');
  await serve('bridge', { path: bridge.path });
  closers.push(bridge.close);
  return {
    address: own?.address ?? '127.0.0.1',
    tcp: await serve('tcp', { port: 0, host: '0.0.0.0' }),
    udp: udp.address().port,
    unixOutside,
    unixInside,
    abstract: `\0${mark}`,
    resident: residentSocket(state),
    bridge: join(state, 'bridges/probe.sock'),
    close: () => {
      for (const close of closers) close();
    },
  };
}
