import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A home directory, a managed directory and projects of their own, thrown away afterwards. */
export interface Machine extends Disposable {
  readonly home: string;
  readonly managed: string;
  /** For everything that takes the places of policies. */
  readonly options: { readonly home: string; readonly env: Record<string, string>; readonly managed: string };
  readonly path: (name: string) => string;
  readonly write: (name: string, text: string) => string;
  readonly git: (directory: string, ...args: readonly string[]) => void;
}

export function makeMachine(): Machine {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'permesso-files-')));
  const managed = join(home, 'etc/policy.d');
  const path = (name: string): string => join(home, name);
  return {
    home,
    managed,
    options: { home, env: {}, managed },
    path,
    write: (name, text) => {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), text);
      return path(name);
    },
    git: (directory, ...args) => {
      mkdirSync(path(directory), { recursive: true });
      const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
      execFileSync('git', [...identity, ...args], {
        cwd: path(directory),
        stdio: 'ignore',
        env: { PATH: process.env['PATH'] ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1' },
      });
    },
    [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true, maxRetries: 20 }),
  };
}
