import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '@permesso/gate/disk';

/** A person with an account on this machine. */
export interface MachineUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  readonly home: string;
}

/** The uid range of people in Debian, Fedora and systemd. */
const people = { first: 1000, last: 59_999 };

/** People with a home and a shell, from `/etc/passwd`; those of a directory service are given with `--user`. */
export function machineUsers(names: readonly string[]): readonly MachineUser[] {
  const read = readText('/etc/passwd');
  const all = 'text' in read ? read.text.split('\n').flatMap(userIn) : [];
  if (names.length > 0)
    return names.map((name) => {
      const found = all.find(({ user }) => user.name === name);
      if (found === undefined) throw new Error(`there is no user \`${name}\` in /etc/passwd`);
      return found.user;
    });
  return all
    .filter(({ user: { uid, home }, shell }) => {
      const isPerson = uid >= people.first && uid <= people.last;
      return isPerson && !/(?:nologin|false)$/.test(shell) && isFolder(home);
    })
    .map(({ user }) => user);
}

function userIn(line: string): readonly { readonly user: MachineUser; readonly shell: string }[] {
  const [name = '', , uid = '', gid = '', , home = '', shell = ''] = line.split(':');
  if (name === '' || !/^\d+$/.test(uid) || !/^\d+$/.test(gid) || !home.startsWith('/')) return [];
  return [{ user: { name, uid: Number(uid), gid: Number(gid), home }, shell }];
}

function isFolder(path: string): boolean {
  return statSync(join(path), { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Runs as this user: links in a home then lead only to where that user may write. Changes nothing for somebody who
 * already is that user.
 */
export async function asUser<T>({ uid, gid }: MachineUser, work: () => T | Promise<T>): Promise<T> {
  const before = { uid: process.geteuid?.(), gid: process.getegid?.(), groups: process.getgroups?.() };
  if (before.uid === uid) return await work();
  if (before.uid === undefined || before.gid === undefined || before.groups === undefined)
    throw new Error('files of another user cannot be written on this system');
  try {
    process.setgroups?.([gid]);
    process.setegid?.(gid);
    process.seteuid?.(uid);
    return await work();
  } finally {
    process.seteuid?.(before.uid);
    process.setegid?.(before.gid);
    process.setgroups?.(before.groups);
  }
}
