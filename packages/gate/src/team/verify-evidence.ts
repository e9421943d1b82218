import { readLine } from '@permesso/protocol/entry';
import { logFiles } from '../log/file/log-files.ts';
import { readLines } from '../log/file/read-lines.ts';
import { type Evidence, evidenceProblems, type PublicKeys } from '@permesso/protocol/proof';

/** Whether a log on disk agrees with a team server's evidence, and how much of it is proven. */
export interface EvidenceCheck {
  readonly ok: boolean;
  /** Entries of this log that the server's log provably contains. */
  readonly proven: number;
  readonly problems: readonly string[];
}

/**
 * Compares a log on disk with a team server's evidence. Needs no server: the checkpoint is signed with the key that
 * was pinned when this machine joined, and hashes bind the entries to it.
 *
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs';
 * import { verifyEvidence, type Membership } from '@permesso/gate/team';
 * const check = ({ organisationKey }: Membership) =>
 *   verifyEvidence('/var/log/app', JSON.parse(readFileSync('evidence.json', 'utf8')), organisationKey);
 * ```
 */
export function verifyEvidence(
  logDirectory: string,
  evidence: Evidence,
  publicKey: PublicKeys,
): EvidenceCheck {
  const problems = [...evidenceProblems(evidence, publicKey)];
  const wanted = new Map(evidence.batches.map(({ last, hash }) => [last, hash]));
  const proven = evidence.batches.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  for (const file of logFiles(logDirectory))
    for (const line of readLines(file)) {
      const read = line.whole ? readLine(line.bytes) : undefined;
      if (read?.is !== 'entry') continue;
      const { seq, hash } = read.entry;
      const stored = wanted.get(seq);
      if (stored === undefined) continue;
      wanted.delete(seq);
      if (stored !== hash) problems.push(`entry ${seq} here is not the one that the server received`);
    }
  for (const seq of wanted.keys()) problems.push(`the server has entry ${seq}, and this log has not`);
  return { ok: problems.length === 0, proven: problems.length === 0 ? proven : 0, problems };
}
