import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../disk/read-text.ts';
import { textOf, type GitPlace } from './find-git.ts';
import type { GitState, KeptGit } from '../manifest.ts';

const id = /^[0-9a-f]{40}$/u;

/** Every reference with what it names, loose ones before packed ones. Read from files: nothing that the repository configures runs. */
export function readRefs({ shared }: Pick<GitPlace, 'shared'>): ReadonlyMap<string, string> {
  const refs = new Map<string, string>();
  for (const line of (textOf(join(shared, 'packed-refs')) ?? '').split('\n')) {
    const [, value = '', name = ''] = /^([0-9a-f]{40}) (refs\/.+)$/u.exec(line) ?? [];
    if (name !== '') refs.set(name, value);
  }
  for (const name of looseNames(join(shared, 'refs'), 'refs')) {
    const value = textOf(join(shared, Buffer.from(name, 'latin1').toString('utf8')))?.trim() ?? '';
    if (id.test(value)) refs.set(name, value);
  }
  return refs;
}

function looseNames(folder: string, name: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const own = `${name}/${Buffer.from(entry.name).toString('latin1')}`;
      return entry.isDirectory() ? looseNames(join(folder, entry.name), own) : [own];
    });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

export function readHead({ own }: Pick<GitPlace, 'own'>): string {
  return textOf(join(own, 'HEAD'))?.trim() ?? '';
}

/** The commit that HEAD names; undefined before the first one. */
export function headCommit(
  place: Pick<GitPlace, 'own'>,
  refs: ReadonlyMap<string, string>,
): string | undefined {
  const head = readHead(place);
  const name = /^ref: (refs\/.+)$/u.exec(head)?.[1];
  return name === undefined ? (id.test(head) ? head : undefined) : refs.get(name);
}

/** Lines of the log of the stash, the oldest first. */
export function stashLines({ shared }: Pick<GitPlace, 'shared'>): readonly string[] {
  return (textOf(join(shared, 'logs/refs/stash')) ?? '').split('\n').filter((line) => stashId(line) !== '');
}

/** What a line of the log put there. */
export function stashId(line: string): string {
  return /^[0-9a-f]{40} ([0-9a-f]{40}) /u.exec(line)?.[1] ?? '';
}

/** What the repository is at, by which newer work is told from what a call left. */
export function gitState(place: Pick<KeptGit, 'own' | 'shared' | 'refs' | 'isWhole'>): GitState {
  const refs = readRefs(place);
  const names = place.isWhole === true ? [...refs.keys()] : place.refs.map(([name]) => name);
  const index = statSync(join(place.own, 'index'), { bigint: true, throwIfNoEntry: false });
  return {
    head: readHead(place),
    refs: Object.fromEntries(names.flatMap((name) => (refs.has(name) ? [[name, refs.get(name) ?? '']] : []))),
    index: index === undefined ? '' : `${index.ino}:${index.size}:${index.mtimeNs}`,
  };
}
