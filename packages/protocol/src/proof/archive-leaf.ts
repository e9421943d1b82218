import { leafHash } from './merkle.ts';

/** A file with entries of a closed day. Its digest is a leaf of the organisation's log. */
export interface ArchivedPart {
  /** `2026-11-17`, UTC. */
  readonly day: string;
  /** A day has one or more files: 0, 1, 2 ... */
  readonly part: number;
  readonly entries: number;
  /** SHA-256 of the file, in hexadecimal. */
  readonly digest: string;
}

/** Begins with a word where a batch's leaf has an agent's UUID: neither can be read as the other. */
export function archiveLeaf({ day, part, entries, digest }: ArchivedPart): Buffer {
  return leafHash(['permesso-archive-v1', day, part, entries, digest].join('\n'));
}
