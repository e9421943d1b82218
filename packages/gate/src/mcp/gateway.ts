import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { definedFields, type Principal } from '@permesso/engine/call';
import { type AnswerScope, answerScopes } from '@permesso/protocol/approval';
import { durableApprover } from '../approval/channels/durable-approver.ts';
import { diskApprovals, diskGrants } from '../gate/disk-grants.ts';
import { loadPolicy, type LoadOptions } from '../gate/load-policy.ts';
import type { Mode } from '@permesso/engine/policy';
import { createPolicyGate } from '../gate/policy-gate.ts';
import { fileLog, type FileLog } from '../log/file/file-log.ts';
import type { Stores } from '../stores/stores.ts';
import { joinedTeam } from '../team/joined-team.ts';
import { startPeriodicSync } from '../team/run-sync.ts';
import { readMembership, teamDirectory, type Membership } from '../disk/membership.ts';
import { teamOptions } from '../team/team-options.ts';
import { readWorld } from '../world/read-world.ts';
import { findPlaces } from '../disk/policy-places.ts';
import { heldGrants } from './held-grants.ts';
import { httpWire } from './transports/http-wire.ts';
import { memoPerTick } from './protocol/memo-per-tick.ts';
import type { ServerSpec } from './read-servers.ts';
import { requestStates } from './protocol/request-state.ts';
import { resourceTool } from './resource-tool.ts';
import type { Route } from './route.ts';
import { openSession, type Session } from './session.ts';
import { startedServer } from './started-server.ts';
import { stdioWire } from './transports/stdio-wire.ts';
import { createMessageCounts, type Summary } from './message-counts.ts';
import type { OpenWire } from './transports/wire.ts';

export interface GatewayOptions {
  readonly servers: ReadonlyMap<string, ServerSpec>;
  /** Whether tool names start with their server's name. */
  readonly many: boolean;
  readonly policy: LoadOptions & { readonly cwd: string };
  readonly mode?: Mode;
  /**
   * Where approvals, answers, counts, sessions and, without a team, the log are kept. Default: files on this machine.
   */
  readonly stores?: Required<Stores>;
  /** Every session belongs to a person whom a token names. */
  readonly requirePrincipal?: boolean;
  /** Whether clients may be asked to show requests to their person. */
  readonly elicits: boolean;
  /** Milliseconds that a request may stay pending. */
  readonly patience: number;
  readonly report: (line: string) => void;
}

export type OpenGatewaySession = (how: {
  readonly stray: Pick<Route, 'tell'>;
  readonly shared: boolean;
  readonly principal?: Principal;
}) => Session;

export interface Gateway {
  readonly open: OpenGatewaySession;
  /** Whether any server has ever responded. */
  readonly wasReached: () => boolean;
  readonly summary: () => Summary;
  readonly close: () => void;
}

/** Sessions in front of the same servers, under this machine's policy, with its grants, approvals and log. */
export function createGateway(options: GatewayOptions): Gateway {
  const { policy, report } = options;
  // Finds a broken policy before serving anyone.
  const loaded = loadPolicy(policy);
  const tally = createMessageCounts();
  const states = requestStates();
  const logDirectory = join(findPlaces(policy).state, 'log');
  const log = fileLog({ directory: logDirectory });
  const team = joinedTeam({ ...policy, loaded, onTrouble: report });
  const looking =
    team === undefined
      ? undefined
      : startPeriodicSync({
          directory: teamDirectory(policy),
          membership: team,
          logDirectory,
          load: policy,
          onTrouble: report,
        });
  let received = false;
  const observe =
    (open: OpenWire): OpenWire =>
    (events) =>
      open({
        ...events,
        message: (message, related) => {
          received = true;
          events.message(message, related);
        },
      });
  const servers = new Map(
    [...options.servers].map(([name, spec]) => [name, observe(wireFor(name, spec, report))] as const),
  );
  const started = new Map(
    [...options.servers].map(([name, spec]) => [name, startedServer(spec, process.cwd())] as const),
  );
  return {
    open: ({ stray, shared, principal }) => {
      const session = `mcp-${randomUUID()}`;
      return openSession({
        servers,
        started,
        many: options.many,
        gate: gateFor(options, { session, log, named: team }),
        asksOthers: team !== undefined,
        approver: durableApprover({
          store: options.stores?.approvals ?? diskApprovals({ ...policy, session }),
          expiresIn: options.patience,
          notify: ({ id }) =>
            report(
              `approval needed: ${options.stores === undefined ? `permesso pending ${id.slice(0, 8)}` : id}`,
            ),
          onError: (error) => report(String(error)),
        }),
        elicits: options.elicits,
        session,
        ...definedFields({ principal }),
        cwd: policy.cwd,
        scopes: scopesFor({ shared, principal }),
        states,
        tally,
        stray,
        shared,
        report,
      });
    },
    wasReached: () => received,
    summary: tally.summary,
    close: () => {
      looking?.close();
      log.close();
    },
  };
}

/** Milliseconds until a freeze, a rule or a revocation applies, however many calls arrive in between. */
const lookEveryMs = 10;

/**
 * A session shared with strangers grants them nothing, and the project of this machine is not that of a remote
 * person.
 */
function scopesFor({
  shared,
  principal,
}: {
  readonly shared: boolean;
  readonly principal: Principal | undefined;
}): readonly AnswerScope[] {
  if (principal !== undefined) return shared ? ['once', 'user'] : ['once', 'session', 'user'];
  return shared ? ['once', 'project', 'user'] : answerScopes;
}

function gateFor(
  { policy, mode, servers, stores, patience, requirePrincipal }: GatewayOptions,
  { session, log, named }: GateParts,
): ReturnType<typeof createPolicyGate> {
  const directory = teamDirectory(policy);
  const membership = named ?? readMembership(directory);
  return createPolicyGate({
    ...policy,
    ...definedFields({ mode, requirePrincipal }),
    ...(stores === undefined
      ? { grants: heldGrants(diskGrants({ ...policy, session }), lookEveryMs), log }
      : { stores: { ...stores, ...(named !== undefined && { log }) }, expiresIn: patience }),
    tools: [...servers.keys()].map(resourceTool),
    lookEvery: lookEveryMs,
    world: memoPerTick(() => readWorld({ root: policy.cwd })),
    // A client that gives up waiting asks again; people in a team take longer than that.
    ...(membership === undefined
      ? {}
      : teamOptions({
          directory,
          membership,
          asksAll: named !== undefined,
          isNamed: named !== undefined,
          stays: true,
        })),
  });
}

interface GateParts {
  readonly session: string;
  readonly log: FileLog;
  /** The team that a policy names. */
  readonly named: Membership | undefined;
}

function wireFor(name: string, spec: ServerSpec, report: (line: string) => void): OpenWire {
  const told = (line: string): void => report(`${name}: ${line}`);
  return spec.by === 'process' ? stdioWire(spec, told) : httpWire(spec, told);
}
