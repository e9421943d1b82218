import { messageOf } from '@permesso/engine/call';
import { undo, type Undone } from '../../uninstall.ts';
import { asUser, machineUsers } from '../../managed/machine-users.ts';
import { systemState } from '../../managed/plan-managed.ts';
import { findPlaces } from '@permesso/gate/disk';
import type { Output } from '../command.ts';
import { removeMembership } from './enrol-users.ts';
import { readRecord, removeRecord, type UserRecord } from './managed-record.ts';

export interface Removing {
  readonly root: string;
  readonly isDryRun: boolean;
  readonly isJson: boolean;
  readonly out: Output;
}

/** Removes exactly what `init --managed` wrote, for the machine and in its users' homes. */
export async function removeManaged({ root, isDryRun, isJson, out }: Removing): Promise<number> {
  const state = systemState(root);
  const record = readRecord(state);
  const files: Undone[] = [];
  for (const user of record) files.push(...(await removeForUser(user, isDryRun)));
  if (!isDryRun && files.every(({ how }) => how !== 'failed')) removeRecord(state);
  files.push(...undo({ state, dryRun: isDryRun }));
  const isDone = !isDryRun && files.every(({ how }) => how !== 'failed');
  if (isJson) out.print(JSON.stringify({ files, done: isDone }, undefined, 2));
  else {
    for (const { path, how, why } of files)
      out.print(`${path}: ${how}${why === undefined ? '' : ` (${why})`}`);
    if (files.length === 0) out.print('Nothing is installed.');
    else if (isDryRun) out.print('Nothing was changed.');
    else if (record.some(({ agent }) => agent !== undefined))
      out.print('The team server still lists this machine: an admin revokes it there.');
  }
  return files.some(({ how }) => how === 'failed') ? 2 : 0;
}

async function removeForUser(
  { name, agent, hosts }: UserRecord,
  isDryRun: boolean,
): Promise<readonly Undone[]> {
  const where = { host: 'team', path: `the membership of ${name}` };
  try {
    const [user] = machineUsers([name]);
    if (user === undefined) return [];
    const { state } = findPlaces({ home: user.home, env: {} });
    const files =
      hosts.length === 0 ? [] : await asUser(user, () => undo({ state, hosts, dryRun: isDryRun }));
    if (agent === undefined) return files;
    const isGone = isDryRun || (await removeMembership(user, agent));
    return [
      ...files,
      isGone ? { ...where, how: 'removed' } : { ...where, how: 'kept', why: 'it is another one since' },
    ];
  } catch (error) {
    return [{ ...where, how: 'failed', why: messageOf(error) }];
  }
}
