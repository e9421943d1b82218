import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A place to run a command line without the product's sandbox: programs to read, the given directories, nothing else. */
export interface ThrowAway {
  /** Holds the programs: `/`, or a Debian in a directory. */
  readonly root: string;
  /** Found at its own path. What the command writes there is gone with it. */
  readonly copied: string;
  /** An empty directory to hold those writes. */
  readonly scratch: string;
  /** A directory of this machine by the path at which the command finds it; what it writes there stays. */
  readonly shared?: { readonly at: string; readonly from: string };
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly seconds: number;
}

export interface ThrownAway {
  /** Nothing where it took too long. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** A second layer over the directory, in memory, seen by these processes alone. */
const layer = `mount -t tmpfs -o size=512m none "$1" && mkdir "$1/u" "$1/w" &&
mount -t overlay none -o "lowerdir=$2,upperdir=$1/u,workdir=$1/w,userxattr" "$2" && shift 2 && exec "$@"`;

function mounts({ root, copied, shared }: ThrowAway): readonly string[] {
  const links = ['bin', 'sbin', 'lib', 'lib64'].filter((name) => existsSync(join(root, name)));
  return [
    ...['usr', 'etc', 'opt'].flatMap((name) =>
      existsSync(join(root, name)) ? ['--ro-bind', join(root, name), `/${name}`] : [],
    ),
    ...links.flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
    ...['/tmp', '/run', '/var/tmp'].flatMap((path) => ['--tmpfs', path]),
    '--bind',
    copied,
    copied,
    ...(shared === undefined ? [] : ['--bind', shared.from, shared.at]),
    ...'--proc /proc --dev /dev'.split(' '),
  ];
}

/** Runs text for bash there, without network and without this machine's processes. Everything it started is gone afterwards. */
export async function runThrownAway(command: string, options: ThrowAway): Promise<ThrownAway> {
  const variables = Object.entries(options.env).flatMap(([name, value]) => ['--setenv', name, value]);
  const [uid, gid] = [String(process.getuid?.()), String(process.getgid?.())];
  const args = [
    '-Urm',
    'sh',
    '-c',
    layer,
    'sh',
    options.scratch,
    options.copied,
    '/usr/bin/bwrap',
    ...'--unshare-all --die-with-parent --new-session --cap-drop ALL --clearenv'.split(' '),
    '--uid',
    uid,
    '--gid',
    gid,
    ...mounts(options),
    ...variables,
    '--chdir',
    options.cwd,
    '--',
    '/bin/bash',
    '-c',
    command,
  ];
  const child = spawn('/usr/bin/unshare', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (bytes: Buffer) => {
      if (output[name].length < 1_000_000) output[name] += bytes.toString('latin1');
    });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, options.seconds * 1000);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearTimeout(timer);
  return { exitCode: isLate ? undefined : (code ?? 137), ...output };
}
