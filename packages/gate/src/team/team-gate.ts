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

/** How to set up a gate of a team: `PolicyGateOptions`, with its sync. */
export interface TeamGateOptions extends PolicyGateOptions {
  /** Receives errors in the background. They change no verdict. */
  readonly onTrouble?: (what: string) => void;
  /** Milliseconds between syncs. Default: one minute. */
  readonly every?: number;
  /** The log to send. Defaults to the person's own. A gate without a `log` of its own writes there. */
  readonly logDirectory?: string;
  /** Milliseconds since the epoch, to check when the team's policy expires. Defaults to this machine's clock. */
  readonly now?: () => number;
}

/** A gate that belongs to a team: it follows the team's policy and sends its log. */
export interface TeamGate extends Gate {
  /** The server, if a policy file names one and this machine has joined it. */
  readonly team?: string;
  /** Syncs now: fetches the policy and sends what is pending. */
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
