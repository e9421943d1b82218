import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Approver } from '../approval/approver.ts';
import { durableApprover } from '../approval/durable-approver.ts';
import { terminalApprover } from '../approval/terminal/terminal-approver.ts';
import { whilePresent } from '../approval/while-present.ts';
import type { ToolCall } from '../call/tool-call.ts';
import { diskApprovals, diskGrants } from '../disk-grants.ts';
import { parsedPolicies } from '../parsed-policies.ts';
import { createPolicyGate } from '../policy-gate.ts';
import { fileLog } from '../record/file-log.ts';
import { freshenBundle } from '../team/freshen-bundle.ts';
import { joinedTeam } from '../team/joined-team.ts';
import { lookWhenDue } from '../team/look-when-due.ts';
import { readMembership, teamDirectory } from '../team/membership.ts';
import { teamOptions } from '../team/team-options.ts';
import { findPlaces, type PlaceOptions } from '../world/policy-places.ts';
import { broughtPlaces } from './brought-places.ts';
import type { HookHost } from './host.ts';
import type { HookGate } from './interceptor.ts';

/**
 * Who is asked when the policy says ask. `present`: whoever watches pending questions at that moment, so that no agent
 * stands still for nobody. `pending`: whoever comes by before the deadline. `team`: the team that this machine has
 * joined; while its server is away, whoever is present for what the team does not ask about itself.
 */
export const askers = ['host', 'present', 'pending', 'terminal', 'team', 'nobody'] as const;

export type Asker = (typeof askers)[number];

export interface HookGateOptions extends PlaceOptions {
  readonly host: HookHost;
  /** The team that a policy names; else the host's own prompt where it has one that can be trusted; else `present`. */
  readonly ask?: Asker;
  /** Milliseconds that a question may wait. */
  readonly patience: number;
  /** The command line, by which the team's server is looked at now and then; nobody does when absent. */
  readonly program?: string;
}

/** The gate of one hook process: this machine's policy files, the session's grants, the person's log. */
export function hookGate(call: ToolCall, options: HookGateOptions): HookGate {
  const { host, patience, ask: wanted, program, ...places } = options;
  const { session = `${host.name}-without-a-session` } = call;
  const cwd = host.tellsOnlyCallDirectory === true ? process.cwd() : (call.cwd ?? process.cwd());
  const where = { ...places, session, cwd };
  const own = findPlaces(places);
  const { state } = own;
  const brought = broughtPlaces(own, cwd);
  if (brought !== undefined) throw new Error(brought);
  const log = fileLog({ directory: join(state, 'log') });
  const parsed = parsedPolicies({ directory: join(state, 'parsed'), parser: ownCode() });
  const joined = joinedTeam({ ...where, parsed });
  const directory = teamDirectory(where);
  const member = joined ?? readMembership(directory);
  const team = wanted === 'team' ? member : wanted === undefined ? joined : undefined;
  // Where a policy names the team it is asked, unless whoever starts the hook says otherwise.
  const ask = team === undefined ? (wanted ?? (host.asks === 'host' ? 'host' : 'present')) : 'team';
  const approver = approverFor(ask, { where, patience });
  const gate = createPolicyGate({
    ...where,
    onePlace: true,
    parsed,
    grants: diskGrants(where),
    log,
    interactive: ask !== 'nobody',
    ...(approver === undefined ? {} : { approver }),
    // Whatever the hook was started with: nobody here may approve what the team asks about.
    ...(member === undefined
      ? {}
      : teamOptions({
          directory,
          membership: member,
          asksAll: team !== undefined,
          isNamed: joined !== undefined,
          patience: Math.max(0, patience - reserve),
          stays: true,
        })),
  });
  let ready: Promise<void> | undefined;
  const freshened = (): Promise<void> | undefined =>
    joined === undefined
      ? undefined
      : (ready ??= freshenBundle({ directory, membership: joined, now: Date.now() }));
  const close = (): void => {
    log.close();
    if (joined !== undefined && program !== undefined) lookWhenDue({ directory, program });
  };
  return {
    gate: {
      authorize: async (asking, how) => {
        await freshened();
        return await gate.authorize(asking, how);
      },
      consult: async (asking, how) => {
        await freshened();
        return await gate.consult(asking, how);
      },
    },
    asks: ask === 'host' ? 'host' : 'ours',
    close,
  };
}

/** The file that runs, as it is now: after an update nothing that the old one parsed is taken for true. */
function ownCode(): string {
  const { mtimeMs, size, ino } = statSync(process.argv[1] ?? process.execPath);
  return `${mtimeMs} ${size} ${ino}`;
}

interface Asking {
  readonly where: PlaceOptions & { readonly session: string; readonly cwd: string };
  readonly patience: number;
}

/** Left of a hook's time for its own answer. */
const reserve = 500;

/** Every question stands in the session's files, so that `permesso answer` and other surfaces can answer it too. */
function approverFor(ask: Asker, { where, patience }: Asking): Approver | undefined {
  if (ask === 'host' || ask === 'nobody') return undefined;
  const durable = durableApprover({
    store: diskApprovals(where),
    expiresIn: patience,
    ...(ask === 'terminal' ? { approver: terminalApprover(), cannotAsk: 'deny' as const } : {}),
  });
  if (ask === 'pending' || ask === 'terminal') return durable;
  return whilePresent(durable, { state: findPlaces(where).state });
}
