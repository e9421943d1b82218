import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../lockfile.ts';

const docs = join(repository, 'docs');

/** What the page tells people to type, by what happens to it here. */
export interface RecipeSteps {
  /** Needs the network: packages of Debian and of npm. */
  readonly install: string;
  readonly prepare: string;
  readonly start: string;
  readonly first: string;
}

export function readSteps(page: string = readFileSync(join(docs, 'server.md'), 'utf8')): RecipeSteps {
  const [, section = ''] = /\n### On Debian, step by step\n(.*?)(?:\n## |\n### |$)/s.exec(page) ?? [];
  const blocks = Array.from(section.matchAll(/^```sh\n(.*?)^```$/gms), ([, block = '']) => block);
  const [install, prepare, start, first, extra] = blocks;
  if (
    install === undefined ||
    prepare === undefined ||
    start === undefined ||
    first === undefined ||
    extra !== undefined
  )
    throw new Error(
      `docs/server.md, "On Debian, step by step": 4 blocks of commands are expected, ${blocks.length} are there`,
    );
  if (!/^systemctl enable --now permesso$/m.test(start))
    throw new Error('docs/server.md: the third block of "On Debian, step by step" must start the unit');
  return { install, prepare, start, first };
}

/** The packages of this commit in place of those that the registry has. */
export function withTarballs(install: string, tarballs: readonly string[]): string {
  const named = / permesso @permesso\/server$/m;
  if (!named.test(install))
    throw new Error('docs/server.md: the first block must install `permesso @permesso/server`');
  return install.replace(named, ` ${tarballs.join(' ')}`);
}

/** As far as a service can be started by hand. */
export interface Unit {
  readonly execStart: string;
  readonly environment: readonly string[];
  readonly environmentFile: string;
  readonly stateDirectory: string;
  readonly stopSeconds: number;
  /** As `systemd-analyze syscall-filter` names them; those with ~ are taken away. */
  readonly systemCalls: readonly string[];
}

export function readUnit(text: string = readFileSync(join(docs, 'server/permesso.service'), 'utf8')): Unit {
  const all = (name: string): readonly string[] =>
    Array.from(text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm')), ([, value = '']) => value);
  const one = (name: string): string => {
    const [value] = all(name);
    if (value === undefined) throw new Error(`permesso.service has no ${name}=`);
    return value;
  };
  return {
    execStart: one('ExecStart'),
    environment: one('Environment').split(' '),
    environmentFile: one('EnvironmentFile'),
    stateDirectory: join('/var/lib', one('StateDirectory')),
    stopSeconds: Number(one('TimeoutStopSec')),
    systemCalls: all('SystemCallFilter'),
  };
}
