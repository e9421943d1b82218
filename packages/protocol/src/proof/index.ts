/** The entry point of this stage for other packages. */
export { type ArchivedPart, archiveLeaf } from './archive-leaf.ts';
export {
  batchLeaf,
  type BatchProof,
  type Checkpoint,
  type Evidence,
  evidenceProblems,
  isCheckpoint,
  type PublicKeys,
  signCheckpoint,
} from './evidence.ts';
export {
  consistencyRuns,
  inclusionRuns,
  isIncluded,
  joinPieces,
  nodeHash,
  piecesOf,
  type Run,
  type TreePlace,
} from './merkle.ts';
export {
  type AdminRecord,
  type ProvenRecord,
  type RecordEvidence,
  recordLeaf,
  recordProblems,
} from './record-evidence.ts';
