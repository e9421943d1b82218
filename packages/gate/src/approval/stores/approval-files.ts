import { linkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, readText } from '../../disk/read-text.ts';
import {
  approvalStore,
  changeOf,
  droppable,
  firstSettled,
  lastChange,
  type ApprovalShelf,
  type SyncApprovalStore,
  type StoreLimits,
} from './approval-store.ts';
import type { Approval } from '@permesso/protocol/approval';
import { approvalFrom } from './awaited-approvals.ts';
import { namesInFolder, privateDirectory, publicProblem, writePrivate } from '../../disk/private-file.ts';

/**
 * Approvals shared by several processes: one directory, with one file per change of an approval,
 * `NAME-TURN.CHANGE.json`. A file is linked into place complete and only if the name is free, so one of two writers
 * loses and nobody reads half a file. There is no lock; readers ignore what a killed writer leaves.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { approvalFiles } from '@permesso/gate/stores';
 * const gate = createGate({ policy: {}, stores: { approvals: approvalFiles('/var/lib/app/approvals') } });
 * ```
 */
export function approvalFiles(directory: string, limits: StoreLimits = {}): SyncApprovalStore {
  return approvalStore(shelfIn(directory), limits);
}

function shelfIn(directory: string): ApprovalShelf {
  return {
    turns: (name) => {
      const turns = changesIn(directory).flatMap(({ id }) =>
        id.startsWith(`${name}-`) ? Number(id.slice(name.length + 1)) : [],
      );
      return Math.max(0, ...turns);
    },
    read: (id) => readLast(directory, id),
    ids: () => [...new Set(changesIn(directory).map(({ id }) => id))],
    replace: (before, after) => place(directory, before, after),
    remove: (id) => remove(directory, id),
  };
}

/** The unanswered requests, by file name alone: whether one has expired is recorded inside the file. */
export function unsettledIn(directory: string): readonly string[] {
  const settled = new Set<string>();
  const all = changesIn(directory);
  for (const { id, change } of all) if (change >= firstSettled) settled.add(id);
  return [...new Set(all.flatMap(({ id }) => (settled.has(id) ? [] : [id])))];
}

function changesIn(directory: string): readonly { readonly id: string; readonly change: number }[] {
  // Anyone with write access here could answer anything, so nothing here counts as an answer.
  if (publicProblem(directory) !== undefined) return [];
  return namesInFolder(directory).flatMap((name) => {
    const [, id, change] = /^([\da-f]+-\d+)\.(\d{1,3})\.json$/.exec(name) ?? [];
    return id === undefined ? [] : [{ id, change: Number(change) }];
  });
}

function readLast(directory: string, id: string): Approval | undefined {
  if (!/^[\da-f]+-\d+$/.test(id) || publicProblem(directory) !== undefined) return undefined;
  for (const change of [lastChange, firstSettled]) {
    const read = readText(join(directory, `${id}.${change}.json`));
    if (!('missing' in read)) return approvalIn(read, id);
  }
  let last: Approval | undefined;
  for (let votes = 0; votes < firstSettled; votes++) {
    const read = readText(join(directory, `${id}.${votes}.json`));
    if ('missing' in read) break;
    last = approvalIn(read, id);
  }
  return last;
}

function approvalIn(read: ReturnType<typeof readText>, id: string): Approval | undefined {
  return 'text' in read ? approvalFrom(read.text, id) : undefined;
}

function place(directory: string, before: Approval | undefined, after: Approval): boolean {
  privateDirectory(directory);
  const change = changeOf(after);
  // Two changes of the same kind compete for the same name, whichever comes first; `expired`, written late, counts as
  // one.
  if (before !== undefined && change <= changeOf(before)) return false;
  const beside = join(directory, `.${after.id}.${process.pid}.${Math.random().toString(36).slice(2)}`);
  try {
    writePrivate(beside, JSON.stringify(after));
    linkSync(beside, join(directory, `${after.id}.${change}.json`));
    // The previous answer holds the secret that was just removed.
    if (after.hidden === true) renameSync(beside, join(directory, `${after.id}.${firstSettled}.json`));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(beside, { force: true });
  }
}

function remove(directory: string, id: string): void {
  // Removes the first change first: a reader meanwhile, or after a kill, must not find an old request open again.
  const changes = changesIn(directory).filter((each) => each.id === id);
  for (const { change } of changes.toSorted((a, b) => a.change - b.change))
    rmSync(join(directory, `${id}.${change}.json`), { force: true });
}

/** Removes what was settled before this time: the log keeps it. */
export function forgetSettled(directory: string, { before }: { readonly before: number }): number {
  const now = Date.now();
  const old = droppable(approvalFiles(directory).list(), { keep: Infinity, keepFor: now - before }, now);
  for (const { id } of old) remove(directory, id);
  return old.length;
}
