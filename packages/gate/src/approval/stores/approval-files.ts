import { linkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, readText } from '../../storage/read-text.ts';
import {
  approvalStore,
  changeOf,
  droppable,
  type ApprovalShelf,
  type SyncApprovalStore,
  type StoreLimits,
} from './approval-store.ts';
import type { Approval } from '@permesso/protocol/approval';
import {
  privateFileNames,
  privateDirectory,
  publicProblem,
  writePrivate,
} from '../../storage/private-file.ts';

/**
 * Approvals that several processes share: one directory, and for each change of an approval a file of its own,
 * `NAME-TURN.CHANGE.json`. A file is linked into its place complete and only if nothing stands there, so of two
 * writers one loses and nobody ever reads half a file. No lock; what a killed writer leaves is read by nobody.
 *
 * @example
 * ```ts
 * import { approvalFiles, createGate } from '@permesso/gate';
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

/** The questions that nobody has answered, by their names alone: whether their time is over stands in them. */
export function unsettledIn(directory: string): readonly string[] {
  const settled = new Set<string>();
  const all = changesIn(directory);
  for (const { id, change } of all) if (change > 0) settled.add(id);
  return all.flatMap(({ id }) => (settled.has(id) ? [] : [id]));
}

function changesIn(directory: string): readonly { readonly id: string; readonly change: number }[] {
  // Write access here could answer anything, so then nothing here is an answer.
  if (publicProblem(directory) !== undefined) return [];
  return privateFileNames(directory).flatMap((name) => {
    const [, id, change] = /^([\da-f]+-\d+)\.([012])\.json$/.exec(name) ?? [];
    return id === undefined ? [] : [{ id, change: Number(change) }];
  });
}

function readLast(directory: string, id: string): Approval | undefined {
  if (!/^[\da-f]+-\d+$/.test(id) || publicProblem(directory) !== undefined) return undefined;
  for (const change of [2, 1, 0]) {
    const read = readText(join(directory, `${id}.${change}.json`));
    if ('missing' in read) continue;
    // What cannot be read was not written by us; no approval is the safe thing to find.
    return 'text' in read ? parseApproval(read.text, id) : undefined;
  }
  return undefined;
}

function parseApproval(text: string, id: string): Approval | undefined {
  try {
    const approval = JSON.parse(text) as Partial<Approval>;
    return approval.id === id && approval.state !== undefined && Object.hasOwn(changeOf, approval.state)
      ? (approval as Approval)
      : undefined;
  } catch {
    return undefined;
  }
}

function place(directory: string, before: Approval | undefined, after: Approval): boolean {
  privateDirectory(directory);
  const change = changeOf[after.state];
  // Two changes of the same kind need the same place, no matter who comes first; `expired` written late counts as one.
  if (before !== undefined && change <= changeOf[before.state]) return false;
  const beside = join(directory, `.${after.id}.${process.pid}.${Math.random().toString(36).slice(2)}`);
  try {
    writePrivate(beside, JSON.stringify(after));
    linkSync(beside, join(directory, `${after.id}.${change}.json`));
    // The answer before it holds the secret that was just taken out.
    if (after.hidden === true) renameSync(beside, join(directory, `${after.id}.1.json`));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(beside, { force: true });
  }
}

function remove(directory: string, id: string): void {
  // The first change first: a reader meanwhile, or after a kill, must not find an old question open again.
  for (const change of [0, 1, 2]) rmSync(join(directory, `${id}.${change}.json`), { force: true });
}

/** Removes what was settled before this time: the log remembers it. */
export function forgetSettled(directory: string, { before }: { readonly before: number }): number {
  const now = Date.now();
  const old = droppable(approvalFiles(directory).list(), { keep: Infinity, keepFor: now - before }, now);
  for (const { id } of old) remove(directory, id);
  return old.length;
}
