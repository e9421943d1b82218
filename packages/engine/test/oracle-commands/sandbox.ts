import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Planted } from './plants.ts';

/** A throw-away namespace in which lines run: no network but its own loopback, no file of this machine but programs. */
export interface Sandbox {
  readonly run: (line: Line) => Promise<Ran>;
  readonly stop: () => void;
}

export interface Line {
  readonly text: string;
  readonly seconds: number;
  /** Names on standard input, for what reads them there; else it is empty. */
  readonly given?: boolean;
}

export interface Ran {
  readonly status: number | 'time' | 'lost';
  readonly ms: number;
  readonly trace: string;
  readonly said: string;
}

const installedRoot: string = process.env['ORACLE_ROOT'] ?? '/var/cache/permesso-oracle/root';

/** The Debian of `oracle:install`; without it this machine's own programs. */
export function programRoot(): string {
  return existsSync(join(installedRoot, 'usr/bin/strace')) ? installedRoot : '/';
}

const nobody = 65_534;

/** Of this machine's `/etc`, what programs need to start. */
const hostEtc = [
  'alternatives',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'passwd',
  'group',
  'ssl/certs',
  'python3',
];

function mounts(root: string): readonly string[] {
  const at = (path: string): string => join(root, path);
  const etc =
    root === '/'
      ? hostEtc
          .filter((name) => existsSync(join('/etc', name)))
          .flatMap((name) => ['--ro-bind', `/etc/${name}`, `/etc/${name}`])
      : ['--ro-bind', at('etc'), '/etc'];
  return [
    '--ro-bind',
    at('usr'),
    '/usr',
    ...['bin', 'sbin', 'lib', 'lib64'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
    ...etc,
    ...(existsSync(at('opt')) && root !== '/' ? ['--ro-bind', at('opt'), '/opt'] : []),
    ...(existsSync(at('var/lib/dpkg')) ? ['--ro-bind', at('var/lib/dpkg'), '/var/lib/dpkg'] : []),
  ];
}

/** What every line runs with. The second list's variables are added by its own pass. */
export const environment: Readonly<Record<string, string>> = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/opt/npm/bin',
  HOME: '/home/dev',
  USER: 'dev',
  LOGNAME: 'dev',
  LANG: 'C.UTF-8',
  TERM: 'xterm',
  TMPDIR: '/tmp',
  SHELL: '/bin/bash',
};

export interface SandboxOptions {
  readonly planted: Planted;
  readonly root?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export async function startSandbox({
  planted,
  root = programRoot(),
  ...more
}: SandboxOptions): Promise<Sandbox> {
  const control = mkdtempSync(join(tmpdir(), 'oracle-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(control, nobody, nobody);
  const names = join(control, 'resolv.conf');
  writeFileSync(names, 'nameserver 127.0.0.1\n');
  chmodSync(names, 0o444);
  const hosts = join(control, 'hosts');
  writeFileSync(hosts, '127.0.0.1 localhost oracle\n');
  chmodSync(hosts, 0o444);
  const env = { ...environment, ...more.environment };
  const driver = readFileSync(new URL('driver.py', import.meta.url), 'utf8');
  const bwrap = [
    'bwrap',
    ...['user', 'pid', 'ipc', 'uts', 'cgroup'].map((name) => `--unshare-${name}`),
    ...'--uid 1000 --gid 1000 --cap-drop ALL --die-with-parent --new-session'.split(' '),
    ...mounts(root),
    '--ro-bind',
    names,
    '/etc/resolv.conf',
    '--ro-bind',
    hosts,
    '/etc/hosts',
    ...'--proc /proc --dev /dev'.split(' '),
    ...['/home', '/tmp', '/run', '/var/tmp'].flatMap((path) => [
      '--size',
      String(512 << 20),
      '--tmpfs',
      path,
    ]),
    ...'--dir /home/dev --clearenv --setenv PATH /usr/bin:/bin --hostname oracle'.split(' '),
    '--bind',
    control,
    '/ctl',
    // A line may remove all that it can reach; the links to /usr are what every later line starts with.
    '--remount-ro',
    '/',
    'python3',
    '-c',
    driver,
  ];
  // The network is made first, by whom it belongs to: the sink for names needs port 53, and nothing in the sandbox a capability.
  const network = 'ip link set lo up && echo 0 >/proc/sys/net/ipv4/ip_unprivileged_port_start && exec "$@"';
  const inside = ['unshare', '--user', '--map-root-user', '--net', 'sh', '-c', network, 'sh', ...bwrap];
  // Nobody outside as well: what escapes would still own nothing.
  const dropped = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', ...inside];
  const [program = '', ...rest] = isRoot ? dropped : inside;
  const child = spawn(program, rest, { stdio: ['pipe', 'pipe', 'inherit'], cwd: '/' });
  const ask = conversation(child);
  const reply = await ask({
    files: planted.files,
    late: planted.late,
    script: planted.script,
    cwd: planted.cwd,
    env,
  });
  if (reply['status'] !== 0) throw new Error(`the tree could not be made: ${String(reply['stderr'])}`);
  let next = 0;
  return {
    run: async ({ text, seconds, given = false }) => {
      const id = (next += 1);
      const ran = await ask({
        id,
        line: text,
        seconds,
        cwd: planted.cwd,
        env,
        stdin: given ? planted.stdin : '',
      });
      const file = join(control, String(id));
      const trace = readFileSync(file, 'latin1');
      rmSync(file);
      return {
        status: ran['status'] as Ran['status'],
        ms: Number(ran['ms']),
        trace,
        said: String(ran['said']),
      };
    },
    stop: () => {
      child.kill('SIGKILL');
      rmSync(control, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

type Ask = (order: object) => Promise<Readonly<Record<string, unknown>>>;

/** One order, one answer, in order. A sandbox that dies fails the order that killed it. */
function conversation(child: ChildProcess): Ask {
  const waiting: {
    readonly done: (reply: Record<string, unknown>) => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  if (child.stdout === null) throw new Error('no output of the sandbox');
  createInterface({ input: child.stdout }).on('line', (text) => {
    waiting.shift()?.done(JSON.parse(text) as Record<string, unknown>);
  });
  const end = (why: string): void => {
    for (const { fail } of waiting.splice(0)) fail(new Error(why));
  };
  child.on('error', (error) => end(error.message));
  child.on('exit', (code, signal) => end(`the sandbox ended: ${signal ?? code}`));
  return (order) =>
    new Promise((done, fail) => {
      if (child.exitCode !== null || child.signalCode !== null)
        return fail(new Error('the sandbox has ended'));
      waiting.push({ done, fail });
      child.stdin?.write(`${JSON.stringify(order)}\n`);
    });
}
