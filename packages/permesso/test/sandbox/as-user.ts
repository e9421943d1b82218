import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Sandboxed calls are refused for root, so root runs these programs as somebody without a name or rights. */
const nobodyElse = 12_345;

const repository: string = join(import.meta.dirname, '../../../..');

/** A folder for one run, outside of /tmp, that belongs to the user. */
export function makePlace(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync('/var/tmp/permesso-sandbox-');
  mkdirSync(join(path, 'home'));
  if (process.geteuid?.() === 0)
    for (const each of [path, join(path, 'home')]) chownSync(each, nobodyElse, nobodyElse);
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 20 }) };
}

interface UserRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly home: string;
  readonly show?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts one of our programs as an ordinary user. */
export function runAsUser({
  program,
  args,
  home,
  show = false,
  env = {},
}: UserRun): SpawnSyncReturns<string> {
  const line = [process.execPath, '--no-warnings', '--conditions=@permesso/source', program, ...args];
  const [command = '', ...rest] = asOrdinary(line);
  return spawnSync(command, rest, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, LANG: 'C.UTF-8', ...env },
  });
}

const user = [
  'setpriv',
  `--reuid=${nobodyElse}`,
  `--regid=${nobodyElse}`,
  '--clear-groups',
  '--no-new-privs',
];

/**
 * The line, run as the user. A checkout below a folder of root's alone is mounted at another place for this run, where only
 * its processes see it.
 */
function asOrdinary(line: readonly string[]): readonly string[] {
  if (process.geteuid?.() !== 0) return line;
  if (spawnSync('setpriv', [...user.slice(1), 'test', '-r', import.meta.filename]).status === 0)
    return [...user, ...line];
  const reachable = '/mnt';
  const moved = line.map((word) =>
    word.startsWith(`${repository}/`) ? `${reachable}${word.slice(repository.length)}` : word,
  );
  const mount = 'mount --bind "$1" "$2" && shift 2 && exec "$@"';
  return ['unshare', '-m', 'sh', '-c', mount, 'sh', repository, reachable, ...user, ...moved];
}

/** Why no sandbox can be started here. Nothing where one can. */
export function whyNoSandbox(): string | undefined {
  if (process.platform !== 'linux') return `this is ${process.platform}`;
  for (const program of ['bwrap', 'socat', 'rg']) {
    if (!existsSync(join('/usr/bin', program))) return `${program} is not installed`;
  }
  const line = ['bwrap', '--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', 'true'];
  const [command = '', ...rest] = process.geteuid?.() === 0 ? [...user, ...line] : line;
  const tried = spawnSync(command, rest, { encoding: 'utf8' });
  return tried.status === 0 ? undefined : `bubblewrap does not start here: ${tried.stderr.trim()}`;
}

/** For `npm run`: the program itself again, as the user, in a folder of its own. Its exit code. */
export function rerunAsUser(program: string, more: Readonly<Record<string, string>> = {}): number {
  const why = whyNoSandbox();
  if (why !== undefined) {
    process.stderr.write(`not run: ${why}\n`);
    return 1;
  }
  const place = makePlace();
  try {
    const env = { SANDBOX_PLACE: place.path, ...more };
    const { status } = runAsUser({
      program,
      args: process.argv.slice(2),
      home: join(place.path, 'home'),
      show: true,
      env,
    });
    return status ?? 1;
  } finally {
    place.remove();
  }
}
