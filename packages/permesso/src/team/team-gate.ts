import { join } from 'node:path';
import { eitherOf } from '../approval/first-of.ts';
import { memoryGrants } from '../approval/grant-store.ts';
import { withTeamGrants } from '../approval/team-grants.ts';
import type { Gate } from '../gate.ts';
import { createPolicyGate, type PolicyGateOptions } from '../policy-gate.ts';
import { fileLog } from '../record/file-log.ts';
import { teamGrantsFile } from '../world/policy-files.ts';
import { findPlaces } from '../world/policy-places.ts';
import { joinedTeam } from './joined-team.ts';
import { keepLooking } from './look-at-team.ts';
import { teamDirectory } from './membership.ts';
import { teamApprover } from './team-approver.ts';

export interface TeamGateOptions extends PolicyGateOptions {
  /** Told what went wrong in the background. It changes no verdict. */
  readonly onTrouble?: (what: string) => void;
  /** Milliseconds between two looks at the server; a minute when absent. */
  readonly every?: number;
  /** The log that is sent; the person's own when absent. A gate without a `log` of its own writes there. */
  readonly logDirectory?: string;
}

export interface TeamGate extends Gate {
  /** The server, when a policy file names one and this machine has joined it. */
  readonly team?: string;
  /** Looks at the server and sends what waits, now. */
  readonly sync: () => Promise<void>;
  readonly close: () => void;
}

/**
 * A gate that belongs to the team that a policy file names (`team: https://...`). The server is never asked about an
 * allow: while it is away the last good policy decides, questions go to the local approver or are denied, and the log
 * keeps what has to be sent.
 */
export function createTeamGate(options: TeamGateOptions = {}): TeamGate {
  const { onTrouble = () => undefined, approver, every } = options;
  const directory = teamDirectory(options);
  const membership = joinedTeam({ ...options, onTrouble });
  if (membership === undefined)
    return { ...createPolicyGate(options), sync: async () => undefined, close: () => undefined };
  const asks = teamApprover(membership);
  const logDirectory = options.logDirectory ?? join(findPlaces(options).state, 'log');
  const ownLog = options.log === undefined ? fileLog({ directory: logDirectory }) : undefined;
  const gate = createPolicyGate({
    ...options,
    ...(ownLog === undefined ? {} : { log: ownLog }),
    grants: withTeamGrants(options.grants ?? memoryGrants(), teamGrantsFile(options)),
    approver: approver === undefined ? asks : eitherOf(asks, approver),
  });
  const looking = keepLooking({
    directory,
    membership,
    logDirectory,
    load: options,
    onTrouble,
    ...(every === undefined ? {} : { every }),
  });
  return {
    ...gate,
    team: membership.url,
    sync: async () => {
      ownLog?.flush();
      await looking.now();
    },
    close: () => {
      looking.close();
      ownLog?.close();
    },
  };
}
