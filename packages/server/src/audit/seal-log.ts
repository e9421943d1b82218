import {
  type AdminRecord,
  type ArchivedPart,
  archiveLeaf,
  batchLeaf,
  type Checkpoint,
  joinPieces,
  piecesOf,
  recordLeaf,
  signCheckpoint,
} from '@permesso/protocol/proof';
import type { Database } from '../database/database.ts';
import { first, only, queries, type Connection } from '../database/query.ts';
import { organisationKey } from '../identity/index.ts';
import { frontierOf, grow, type TreeNode } from './tree.ts';
import { findUnfounded } from './unfounded-answers.ts';
import type { SealKeys } from '../secrets/seal.ts';

const sql = queries(import.meta.dirname);
const organisationsWaiting = sql<{ organisation: string }>('organisations-waiting.sql');
const lockLog = sql<{ at: Date }>('lock-log.sql');
const newestCheckpoint = sql<Omit<Checkpoint, 'organisation'>>('log-size.sql');
const waitingBatches = sql<WaitingBatch>('waiting-batches.sql');
const numberBatches = sql<never, { ids: readonly string[]; leaves: readonly number[] }>('number-batches.sql');
const waitingFiles = sql<ArchivedPart>('waiting-files.sql');
const numberFiles = sql<
  never,
  { days: readonly string[]; parts: readonly number[]; leaves: readonly number[] }
>('number-files.sql');
const waitingRecords = sql<Omit<AdminRecord, 'leaf'> & { id: string }>('waiting-records.sql');
const numberRecords = sql<never, { ids: readonly string[]; leaves: readonly number[] }>('number-records.sql');
const addNodes = sql<
  never,
  { levels: readonly number[]; indexes: readonly number[]; hashes: readonly Buffer[] }
>('add-nodes.sql');
const addCheckpoint = sql<never, { size: number; root: string; at: string; signature: string }>(
  'add-checkpoint.sql',
);

interface WaitingBatch {
  readonly id: string;
  readonly agent: string;
  readonly first: number;
  readonly last: number;
  readonly prev: string;
  readonly hash: string;
}

/**
 * Adds received batches, digests of files of closed days, and people's actions to the Merkle logs of their
 * organisations, and signs each log's new head.
 */
export async function sealLogs(database: Database, secret: SealKeys): Promise<void> {
  for (const { organisation } of await database.asSystem(organisationsWaiting))
    await database.asOrganisation(organisation, (on) => sealLog(on, organisation, secret));
}

async function sealLog(on: Connection, organisation: string, secret: SealKeys): Promise<void> {
  // Serialised: two servers must not give one index to two leaves.
  const now = await only(lockLog(on));
  const size = (await first(newestCheckpoint(on)))?.size ?? 0;
  const batches = await waitingBatches(on);
  const files = await waitingFiles(on);
  const records = await waitingRecords(on);
  if (batches.length + files.length + records.length === 0) return;
  const frontier = await frontierOf(on, size);
  const made = grow(
    frontier,
    [...batches.map(batchLeaf), ...files.map(archiveLeaf), ...records.map(recordLeaf)],
    size,
  );
  const after = size + batches.length + files.length + records.length;
  const root = rootFrom([...frontier, ...made], after);
  const { privateKey } = await organisationKey(on, organisation, secret);
  const at = now.at.toISOString();
  const checkpoint = signCheckpoint({ organisation, size: after, root, at }, privateKey);
  await numberBatches(on, {
    ids: batches.map(({ id }) => id),
    leaves: batches.map((_, index) => size + index),
  });
  if (files.length > 0)
    await numberFiles(on, {
      days: files.map(({ day }) => day),
      parts: files.map(({ part }) => part),
      leaves: files.map((_, index) => size + batches.length + index),
    });
  if (records.length > 0)
    await numberRecords(on, {
      ids: records.map(({ id }) => id),
      leaves: records.map((_, index) => size + batches.length + files.length + index),
    });
  await addNodes(on, {
    levels: made.map(({ level }) => level),
    indexes: made.map(({ index }) => index),
    hashes: made.map(({ hash }) => hash),
  });
  await findUnfounded(
    on,
    batches.map(({ id }) => id),
  );
  await addCheckpoint(on, { size: after, root, at, signature: checkpoint.signature });
}

function rootFrom(nodes: readonly TreeNode[], size: number): string {
  const known = new Map(nodes.map(({ level, index, hash }) => [`${level}/${index}`, hash]));
  const hashes = piecesOf(0, size).flatMap(({ level, index }) => known.get(`${level}/${index}`) ?? []);
  return Buffer.from(joinPieces(hashes)).toString('hex');
}
