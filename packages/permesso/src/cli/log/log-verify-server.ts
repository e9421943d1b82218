import { readFileSync } from 'node:fs';
import type { Evidence } from '@permesso/protocol/proof';
import { readMembership, teamDirectory } from '@permesso/gate/disk';
import { verifyEvidence } from '@permesso/gate/team-agent';
import { UsageError, type Output } from '../command.ts';

/** Checks the log against the team server's evidence, as saved by `permesso team evidence`. Works offline. */
export function verifyAgainstServer(
  directory: string,
  { file, json, out }: { readonly file: string; readonly json: boolean; readonly out: Output },
): number {
  const membership = readMembership(teamDirectory());
  if (membership === undefined)
    throw new UsageError(
      'this machine has not joined a team, so there is no key to check with (permesso team join URL)',
    );
  const found = verifyEvidence(directory, readEvidence(file), [
    membership.organisationKey,
    ...membership.earlierKeys,
  ]);
  if (json) out.print(JSON.stringify(found));
  else {
    for (const problem of found.problems) out.print(`BROKEN  ${problem}`);
    out.print(
      found.ok
        ? `The server's log is proven to hold ${found.proven} entries of this one.`
        : 'This log and the evidence of the server do not belong together.',
    );
  }
  return found.ok ? 0 : 1;
}

function readEvidence(file: string): Evidence {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Partial<Evidence>;
    if (typeof value.checkpoint === 'object' && Array.isArray(value.batches)) return value as Evidence;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw new UsageError(`${file} cannot be read`);
  }
  throw new UsageError(`${file} is not evidence of a team server`);
}
