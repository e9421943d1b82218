import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What every line finds where it runs. */
const files = { b: '', f: 'x\n', '.env': 'SECRET=1\n' } as const;

/** Of this machine's `/etc`, what programs need to start. */
const etc = ['alternatives', 'ld.so.cache', 'passwd', 'group'].map((name) => `/etc/${name}`);

export interface ScratchPlace {
  readonly home: string;
  readonly project: string;
}

export function makePlace(): ScratchPlace {
  const home = mkdtempSync(join(tmpdir(), 'permesso-shells-'));
  const project = join(home, 'p');
  fillPlace(project);
  return { home, project };
}

export function removePlace({ home }: ScratchPlace): void {
  rmSync(home, { recursive: true, force: true });
}

function fillPlace(project: string): void {
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
}

/** How a shell is started, by the name that a line gives it. */
function shellCommand(shell: string): readonly [string, ...string[]] {
  return shell === 'busybox' ? ['busybox', 'sh'] : [shell];
}

export function isInstalled(shell: string): boolean {
  return ['/usr/bin', '/bin'].some((folder) => existsSync(join(folder, shellCommand(shell)[0])));
}

/**
 * Runs a line in the real shell, in a namespace of its own without a network, where only the scratch directory may be
 * written. It acted when PWN appeared, `b` is gone, or SECRET was printed.
 */
export function actsIn({ home, project }: ScratchPlace, shell: string, line: string): boolean {
  fillPlace(project);
  const mounts = [
    ['--ro-bind', '/usr', '/usr'],
    ...['bin', 'sbin', 'lib', 'lib64'].map((name) => ['--symlink', `usr/${name}`, `/${name}`]),
    ...etc.filter((path) => existsSync(path)).map((path) => ['--ro-bind', path, path]),
    ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--bind', home, home],
  ].flat();
  const variables = Object.entries({ PATH: '/usr/bin:/bin', HOME: home, LC_ALL: 'C.UTF-8' }).flatMap(
    ([name, value]) => ['--setenv', name, value],
  );
  const ran = spawnSync(
    'bwrap',
    [
      '--unshare-all',
      '--die-with-parent',
      '--new-session',
      '--clearenv',
      ...variables,
      ...mounts,
      '--chdir',
      project,
      ...shellCommand(shell),
      '-c',
      line,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], timeout: 20_000 },
  );
  if (ran.error !== undefined) throw ran.error;
  // Of bwrap itself: the line did not run.
  if (ran.stderr.toString().startsWith('bwrap:')) throw new Error(ran.stderr.toString());
  const isThere = (name: string): boolean =>
    lstatSync(join(project, name), { throwIfNoEntry: false }) !== undefined;
  const acted = isThere('PWN') || !isThere('b') || ran.stdout.includes('SECRET');
  fillPlace(project);
  return acted;
}
