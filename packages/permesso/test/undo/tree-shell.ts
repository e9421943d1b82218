import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A shell that stays open, in which one line after the other is run in a tree. */
export interface TreeShell {
  /** What the line printed. */
  readonly run: (root: string, line: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

const sandbox =
  '--ro-bind /usr /usr --ro-bind /etc /etc --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 --tmpfs /tmp --proc /proc --dev /dev --unshare-all --die-with-parent --new-session --clearenv';

const variables = {
  PATH: '/usr/bin:/bin',
  HOME: '/tmp',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
  GIT_CONFIG_KEY_1: 'core.hooksPath',
  GIT_CONFIG_VALUE_1: '/dev/null',
};

/** Each line is a shell of its own, without input, for 20 seconds. */
const loop =
  'while IFS= read -r -d "" root && IFS= read -r -d "" line; do (cd "$root" && exec timeout -k 1 20 /bin/bash -c "$line") </dev/null 2>/dev/null; printf "\\0"; done';

/**
 * In bubblewrap: what is below `trees` can be written to and nothing else, and there is no network. One for all trees, because a
 * start of it for each costs more than all else.
 */
export function openTreeShell(trees: string): TreeShell {
  const set = Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]);
  const child = spawn(
    '/usr/bin/bwrap',
    [...sandbox.split(' '), ...set, '--bind', trees, trees, '--', '/bin/bash', '-c', loop],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  );
  const ended = once(child, 'exit');
  let printed: Buffer[] = [];
  let waiting: PromiseWithResolvers<string> | undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    const end = chunk.indexOf(0);
    printed.push(end === -1 ? chunk : chunk.subarray(0, end));
    if (end === -1) return;
    const text = Buffer.concat(printed).toString('latin1');
    printed = [];
    waiting?.resolve(text);
  });
  child.on('exit', () => waiting?.reject(new Error('the shell of the trees ended')));
  return {
    run: async (root, line) => {
      waiting = Promise.withResolvers<string>();
      child.stdin.write(`${root}\0${line}\0`);
      return await waiting.promise;
    },
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
