import { parsePolicyFile } from '../policy/file/parse-policy-file.ts';
import type { ParsedPolicies } from '../parsed-policies.ts';
import { findPolicyFiles, type FindOptions } from '../world/policy-files.ts';
import { readMembership, teamDirectory, type Membership } from './membership.ts';

export interface JoinedOptions extends Omit<FindOptions, 'cwd'> {
  readonly cwd?: string;
  readonly parsed?: ParsedPolicies;
  /** Told when a policy names a team that this machine has not joined. */
  readonly onTrouble?: (what: string) => void;
}

/** The team that a policy file names (`team: https://...`), if this machine has joined it. */
export function joinedTeam(options: JoinedOptions = {}): Membership | undefined {
  const membership = readMembership(teamDirectory(options));
  // Most machines belong to no team: they pay for one look that finds nothing.
  if (membership === undefined && options.onTrouble === undefined) return undefined;
  const named = namedTeam(options);
  if (named === undefined) return undefined;
  if (membership !== undefined && URL.canParse(named) && new URL(named).origin === membership.url)
    return membership;
  options.onTrouble?.(
    `a policy names the team ${named}, and this machine has not joined it (permesso team join)`,
  );
  return undefined;
}

/** A project may not choose where questions and records go: only those who own this machine or account. */
function namedTeam({ parsed, cwd = process.cwd(), ...places }: JoinedOptions): string | undefined {
  for (const { layer, file, ...read } of findPolicyFiles({ ...places, cwd })) {
    if ((layer !== 'managed' && layer !== 'user') || !('text' in read)) continue;
    const { team } = parsed?.find(file, read.text) ?? parsePolicyFile(read.text, { file });
    if (team !== undefined) return team;
  }
  return undefined;
}
