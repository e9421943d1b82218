import { join } from 'node:path';
import { eitherOf } from '../approval/first-of.ts';
import { messageOf } from '../facts/read-facts.ts';
import type { Gate } from '../gate.ts';
import { loadPolicy } from '../load-policy.ts';
import { createPolicyGate, type PolicyGateOptions } from '../policy-gate.ts';
import { findPlaces } from '../world/policy-places.ts';
import { readMembership, teamDirectory, type Membership } from './membership.ts';
import { shipLog } from './ship-log.ts';
import { syncTeam } from './sync-team.ts';
import { teamApprover } from './team-approver.ts';

export interface TeamGateOptions extends PolicyGateOptions {
  /** Told what went wrong in the background. It changes no verdict. */
  readonly onTrouble?: (what: string) => void;
  /** Milliseconds between two looks at the server; what the team says when absent. */
  readonly every?: number;
  /** The log that is sent; the person's own when absent. */
  readonly logDirectory?: string;
}

export interface TeamGate extends Gate {
  /** The server, when a policy file names one and this machine has joined it. */
  readonly team?: string;
  /** Looks at the server and sends what waits, now. */
  readonly sync: () => Promise<void>;
  readonly close: () => void;
}

const usualEvery = 60_000;

/**
 * A gate that belongs to the team that a policy file names (`team: https://...`). The server is never asked about an
 * allow: while it is away the last good policy decides, questions go to the local approver or are denied, and the log
 * keeps what has to be sent.
 */
export function createTeamGate(options: TeamGateOptions = {}): TeamGate {
  const { onTrouble = () => undefined, approver } = options;
  const directory = teamDirectory(options);
  const membership = membershipFor(namedTeam(options), directory, onTrouble);
  if (membership === undefined)
    return { ...createPolicyGate(options), sync: async () => undefined, close: () => undefined };
  const asks = teamApprover(membership);
  const gate = createPolicyGate({
    ...options,
    approver: approver === undefined ? asks : eitherOf(asks, approver),
  });
  const logDirectory = options.logDirectory ?? join(findPlaces(options).state, 'log');

  async function sync(): Promise<void> {
    if (membership === undefined) return;
    try {
      const found = await syncTeam(directory, membership);
      if (found.is === 'refused') onTrouble(`the team's policy was refused: ${found.why}`);
      await shipLog(logDirectory, directory, membership);
    } catch (error) {
      onTrouble(messageOf(error));
    }
  }

  const every = options.every ?? usualEvery;
  // Not all at the same moment: a fleet that starts together would ask together for ever.
  const next = (): number => every * (0.8 + Math.random() * 0.4);
  let timer: NodeJS.Timeout | undefined;
  const turn = (): void => {
    timer = setTimeout(() => void sync().finally(turn), next()).unref();
  };
  turn();
  return { ...gate, team: membership.url, sync, close: () => clearTimeout(timer) };
}

/** A project may not choose where questions and records go: only those who own this machine or account. */
function namedTeam(options: PolicyGateOptions): string | undefined {
  const { files } = loadPolicy(options);
  return files.find(
    ({ layer, content }) => content.team !== undefined && (layer === 'managed' || layer === 'user'),
  )?.content.team;
}

function membershipFor(
  named: string | undefined,
  directory: string,
  onTrouble: (what: string) => void,
): Membership | undefined {
  if (named === undefined) return undefined;
  const membership = readMembership(directory);
  if (membership !== undefined && URL.canParse(named) && new URL(named).origin === membership.url)
    return membership;
  onTrouble(`a policy names the team ${named}, and this machine has not joined it (permesso team join)`);
  return undefined;
}
