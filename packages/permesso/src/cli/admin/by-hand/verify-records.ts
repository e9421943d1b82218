import { readFileSync } from 'node:fs';
import { type RecordEvidence, recordProblems } from '@permesso/protocol/proof';
import { UsageError } from '../../command.ts';
import { sentences, type AdminInput, type AdminResult } from '../admin-result.ts';
import { ServerRefused, type PersonServer } from '../person-server.ts';

/** All records of an organisation; one answer of the server holds a thousand. */
export interface RecordExport extends RecordEvidence {
  /** The organisation's keys, base64url. */
  readonly keys: readonly string[];
  /** Actions and votes without a record. */
  readonly unrecorded: number;
  /** Log positions with no known entry. */
  readonly holes: number;
}

interface RecordPage extends RecordExport {
  readonly next: number | null;
}

const mostTimes = 5;

/** A log that grows in the meantime is read again: proofs of two checkpoints cannot be combined. */
async function everyRecord(server: PersonServer, since?: number): Promise<RecordExport> {
  for (let time = 0; time < mostTimes; time += 1) {
    const pages: RecordPage[] = [];
    for (let from: number | null = 0; from !== null; from = pages.at(-1)?.next ?? null) {
      const asked = `from=${from}${since === undefined ? '' : `&since=${since}`}`;
      pages.push((await server.ask(`GET /v1/acts/evidence?${asked}`)) as unknown as RecordPage);
    }
    const [first] = pages;
    if (first !== undefined && pages.every(({ checkpoint }) => checkpoint.size === first.checkpoint.size)) {
      const { next: _next, ...rest } = first;
      return { ...rest, records: pages.flatMap(({ records }) => records) };
    }
  }
  throw new Error('the log grows faster than it is read; try again');
}

export async function exportRecords({ server }: AdminInput): Promise<AdminResult> {
  const evidence = await everyRecord(server);
  return { json: evidence, lines: () => [JSON.stringify(evidence)] };
}

export async function verifyRecords({ server, operands, value, values }: AdminInput): Promise<AdminResult> {
  const [file] = operands;
  const earlier = value('since');
  const before = earlier === undefined ? undefined : exportIn(earlier);
  const evidence = file === undefined ? await everyRecord(server, before?.checkpoint.size) : exportIn(file);
  const pinned = values('key').length > 0 ? values('key') : (before?.keys ?? evidence.keys);
  const keys = pinned.map((key) => Buffer.from(key, 'base64url'));
  const problems = [
    ...recordProblems(evidence, keys),
    ...(before === undefined || file !== undefined ? [] : continuationProblems(before, evidence)),
    ...(evidence.unrecorded === 0 ? [] : [`${evidence.unrecorded} acts or votes have no record`]),
    ...(evidence.holes === 0
      ? []
      : [`${evidence.holes} leaves of the log are missing: records were removed`]),
  ];
  if (problems.length > 0) throw new ServerRefused(409, problems.join('\n'));
  const { checkpoint, records } = evidence;
  const said = `${records.length} acts and votes are in the log of ${checkpoint.size} leaves, unchanged`;
  return sentences({ ok: true, records: records.length, checkpoint }, said);
}

/** Checks against the saved checkpoint, not the one that the server claims to have had. */
function continuationProblems(before: RecordExport, { consistency }: RecordExport): readonly string[] {
  const isSame = consistency?.from.root === before.checkpoint.root;
  return isSame ? [] : ['the earlier export is of another log'];
}

function exportIn(file: string): RecordExport {
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as
      | RecordExport
      | { readonly proof: RecordExport | null };
    if (!('proof' in read)) return read;
    if (read.proof === null)
      throw new Error('it holds no proof: nobody voted yet, or you see one project only');
    // The evidence of one call does not cover the other records.
    return { ...read.proof, unrecorded: 0, holes: 0 };
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read as an export: ${error instanceof Error ? error.message : ''}`,
    );
  }
}
