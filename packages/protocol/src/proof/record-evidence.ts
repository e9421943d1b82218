import { createHash } from 'node:crypto';
import { isCheckpoint, type Checkpoint, type PublicKeys } from './evidence.ts';
import { isConsistent, isIncluded, leafHash } from './merkle.ts';

/** An administrative action or a vote as recorded at the time. */
export interface AdminRecord {
  readonly leaf: number;
  readonly kind: string;
  readonly key: string;
  /** JSON. */
  readonly line: string;
}

export interface ProvenRecord extends AdminRecord {
  readonly proof: readonly string[];
  /** The state of the row in the server's database: `gone` if retention has deleted it. */
  readonly row: 'same' | 'changed' | 'gone';
}

/** Records with everything needed to verify them without the server. */
export interface RecordEvidence {
  readonly checkpoint: Checkpoint;
  readonly records: readonly ProvenRecord[];
  /** From an earlier checkpoint that the verifier kept. */
  readonly consistency?: { readonly from: Checkpoint; readonly proof: readonly string[] };
}

/** Begins with a word where a batch's leaf has an agent's UUID: neither can be read as the other. */
export function recordLeaf({ kind, key, line }: Pick<AdminRecord, 'kind' | 'key' | 'line'>): Buffer {
  return leafHash(JSON.stringify(['record', kind, key, line]));
}

/** Everything wrong with the evidence, one sentence each; empty if it is valid. */
export function recordProblems(evidence: RecordEvidence, keys: PublicKeys): readonly string[] {
  const { checkpoint, records, consistency } = evidence;
  if (!isCheckpoint(checkpoint, keys)) return ["the checkpoint is not signed by the organisation's key"];
  const proven = new Set(records.filter((record) => isProven(record, checkpoint)));
  const erased = new Set([...proven].filter(({ kind }) => kind === 'erasure').map(({ line }) => line));
  const problems = records.flatMap((record) => {
    if (record.row === 'changed') return [`${recordName(record)} was changed after it was recorded`];
    // When an address was erased, another record holds the digest of the resulting line.
    return proven.has(record) || erased.has(erasureOf(record))
      ? []
      : [`the record of ${recordName(record)} is not the one in the log`];
  });
  const continues =
    consistency === undefined ||
    (isCheckpoint(consistency.from, keys) &&
      isConsistent({
        from: { size: consistency.from.size, root: Buffer.from(consistency.from.root, 'hex') },
        to: { size: checkpoint.size, root: Buffer.from(checkpoint.root, 'hex') },
        proof: consistency.proof.map((hash) => Buffer.from(hash, 'hex')),
      }));
  return continues ? problems : [...problems, 'the log is not a continuation of the earlier checkpoint'];
}

function isProven(record: ProvenRecord, { size, root }: Checkpoint): boolean {
  const proof = record.proof.map((hash) => Buffer.from(hash, 'hex'));
  return isIncluded({
    leaf: recordLeaf(record),
    index: record.leaf,
    size,
    proof,
    root: Buffer.from(root, 'hex'),
  });
}

/** As the database writes it. */
function erasureOf({ key, line }: AdminRecord): string {
  const digest = createHash('sha256').update(line).digest('hex');
  return `{"act": ${JSON.stringify(key)}, "line": "${digest}"}`;
}

function recordName({ kind, key, line }: AdminRecord): string {
  const said = JSON.parse(line) as { readonly act?: unknown; readonly at?: unknown };
  return kind === 'act' ? `act ${key} (${String(said.act)}, ${String(said.at)})` : `${kind} ${key}`;
}
