import { parsePolicyFile } from '@permesso/engine/text';
import type { LoadedPolicy } from '../gate/load-policy.ts';
import { findPolicyFiles, type FindOptions } from '../disk/policy-files.ts';
import { managedMachine, managedProblem } from './managed-machine.ts';
import { readMembership, teamDirectory, type Membership } from '../disk/membership.ts';

export interface JoinedOptions extends Omit<FindOptions, 'cwd'> {
  readonly cwd?: string;
  /** The files as just loaded; read here if absent. */
  readonly loaded?: Pick<LoadedPolicy, 'team'>;
  /** Called if a policy names a team that this machine has not joined. */
  readonly onTrouble?: (what: string) => void;
}

/**
 * The team that a policy file names (`team: https://...`), if this machine has joined it. On a managed machine it is
 * the team that the machine's owner chose, whatever policy files say; throws if this user does not belong to it.
 */
export function joinedTeam(options: JoinedOptions = {}): Membership | undefined {
  const directory = teamDirectory(options);
  const membership = readMembership(directory);
  const machine = managedMachine(options);
  if (machine !== undefined) {
    const problem = managedProblem(machine, { directory, membership });
    if (problem !== undefined) throw new Error(problem);
    return membership;
  }
  // Most machines belong to no team: for them this costs one failed file check.
  if (membership === undefined && options.onTrouble === undefined) return undefined;
  const named = options.loaded === undefined ? namedTeam(options) : options.loaded.team;
  if (named === undefined) return undefined;
  if (membership !== undefined && URL.canParse(named) && new URL(named).origin === membership.url)
    return membership;
  options.onTrouble?.(
    `a policy names the team ${named}, and this machine has not joined it (permesso team join)`,
  );
  return undefined;
}

/** A project may not choose where requests and entries go: only the owner of this machine or account may. */
function namedTeam({ cwd = process.cwd(), ...places }: JoinedOptions): string | undefined {
  for (const { layer, file, ...read } of findPolicyFiles({ ...places, cwd })) {
    if ((layer !== 'managed' && layer !== 'user') || !('text' in read)) continue;
    const { team } = parsePolicyFile(read.text, { file });
    if (team !== undefined) return team;
  }
  return undefined;
}
