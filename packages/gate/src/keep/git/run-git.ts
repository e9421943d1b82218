import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import type { GitPlace } from './find-git.ts';

/** A bare repository of our own, which sees the objects of another. */
export interface OwnGit {
  readonly directory: string;
  readonly place: GitPlace;
}

/**
 * Nothing of the project's configuration is read, so no filter, hook, monitor or remote of it is started: git works in a
 * repository of ours, with the objects of the other one beside it.
 */
export function openOwnGit(directory: string, place: GitPlace, head: string | undefined): OwnGit {
  for (const name of ['objects/info', 'objects/pack', 'refs'])
    mkdirSync(join(directory, name), { recursive: true, mode: 0o700 });
  writeFileSync(join(directory, 'HEAD'), `${head ?? 'ref: refs/heads/none'}\n`, { mode: 0o600 });
  writeFileSync(join(directory, 'config'), config, { mode: 0o600 });
  const objects = join(place.shared, 'objects');
  writeFileSync(join(directory, alternates), `"${objects.replaceAll('\\', '\\\\')}"\n`, { mode: 0o600 });
  // A clone that is cut off says so in this file alone.
  const shallow = join(place.shared, 'shallow');
  if (existsSync(shallow)) copyFileSync(shallow, join(directory, 'shallow'));
  return { directory, place };
}

export const alternates = 'objects/info/alternates';

const config =
  '[core]\n\trepositoryformatversion = 0\n\tfsmonitor = false\n\thooksPath = /dev/null\n\tuntrackedCache = false\n[gc]\n\tauto = 0\n';

const environment = {
  PATH: '/usr/bin:/bin',
  LC_ALL: 'C',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
};

export interface GitRun {
  /** Read from its standard input. */
  readonly input?: string | Buffer;
  /** Looks at the files of the work tree too. */
  readonly workTree?: true;
  /** Where objects are written, in place of our own. */
  readonly objects?: string;
}

/** What it printed, as Latin-1. Rejects where it fails or takes too long. */
export async function runGit(own: OwnGit, args: readonly string[], run: GitRun = {}): Promise<string> {
  const { directory, place } = own;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = execFile(
    place.program,
    [...(run.workTree === true ? [`--work-tree=${place.root}`] : []), ...args],
    {
      cwd: run.workTree === true ? place.root : directory,
      env: { ...environment, GIT_DIR: directory, ...definedFields({ GIT_OBJECT_DIRECTORY: run.objects }) },
      encoding: 'latin1',
      maxBuffer: 256 * 1024 * 1024,
      timeout: 60_000,
    },
    (error, stdout, stderr) =>
      error === null
        ? resolve(stdout)
        : reject(new Error(`git ${args[0]} failed: ${stderr.trim() || error.message}`)),
  );
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(run.input ?? '');
  return promise;
}

/** Names that git prints with `-z`. */
export function namesIn(printed: string): readonly string[] {
  return printed.split('\0').filter((name) => name !== '');
}
