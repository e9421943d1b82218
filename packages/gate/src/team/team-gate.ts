import { join } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { memoryGrants } from '../approval/stores/grant-store.ts';
import { withTeamGrants } from '../approval/stores/team-grants.ts';
import type { Gate } from '../gate/gate.ts';
import { createPolicyGate, type PolicyGateOptions } from '../gate/policy-gate.ts';
import { fileLog } from '../log/file/file-log.ts';
import { teamGrantsFile } from '../disk/policy-files.ts';
import { findPlaces } from '../disk/policy-places.ts';
import { joinedTeam } from './joined-team.ts';
import { startPeriodicSync } from './run-sync.ts';
import { teamDirectory } from '../disk/membership.ts';
import { teamOptions } from './team-options.ts';

/** How a gate of a team is set up: as `PolicyGateOptions`, with how it syncs. */
export interface TeamGateOptions extends PolicyGateOptions {
  /** Told what went wrong in the background. It changes no verdict. */
  readonly onTrouble?: (what: string) => void;
  /** Milliseconds between two looks at the server; a minute when absent. */
  readonly every?: number;
  /** The log that is sent; the person's own when absent. A gate without a `log` of its own writes there. */
  readonly logDirectory?: string;
  /** Milliseconds since the epoch, by which the team's policy expires; this machine's clock when absent. */
  readonly now?: () => number;
}

/** A gate that belongs to a team: it follows the team's policy and sends its log. */
export interface TeamGate extends Gate {
  /** The server, when a policy file names one and this machine has joined it. */
  readonly team?: string;
  /** Looks at the server and sends what is pending, now. */
  readonly sync: () => Promise<void>;
  readonly close: () => void;
}

/**
 * A gate that belongs to the team that a policy file names (`team: https://...`). The server is never asked about an
 * allow. While it is away the last good policy decides until it expires; what the team asks about is denied, other
 * questions go to the local approver unless the policy says `offline: deny`, and the log keeps what has to be sent.
 *
 * @example
 * ```ts
 * import { terminalApprover } from '@permesso/gate/approvers';
 * import { createTeamGate } from '@permesso/gate/team';
 * const gate = createTeamGate({ cwd: '/srv/app', approver: terminalApprover() });
 * const { verdict } = await gate.authorize({ tool: 'Bash', input: { command: 'npm test' } });
 * gate.close();
 * ```
 */
export function createTeamGate(options: TeamGateOptions = {}): TeamGate {
  const { onTrouble = () => undefined, every, now = Date.now } = options;
  const directory = teamDirectory(options);
  const membership = joinedTeam({ ...options, onTrouble });
  if (membership === undefined)
    return { ...createPolicyGate(options), sync: async () => undefined, close: () => undefined };
  const logDirectory = options.logDirectory ?? join(findPlaces(options).state, 'log');
  const ownLog = options.log === undefined ? fileLog({ directory: logDirectory }) : undefined;
  const gate = createPolicyGate({
    ...options,
    ...definedFields({ log: ownLog }),
    grants: withTeamGrants(
      options.grants ?? options.stores?.grants ?? memoryGrants(),
      teamGrantsFile(options),
    ),
    ...teamOptions({ directory, membership, asksAll: true, isNamed: true, now }),
  });
  const looking = startPeriodicSync({
    directory,
    membership,
    logDirectory,
    load: options,
    onTrouble,
    ...definedFields({ every }),
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
