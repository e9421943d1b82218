import { CannotAsk, type Approver } from '@permesso/protocol/approval/approver';
import { tryInOrder } from '../../approval/channels/combine-approvers.ts';
import { durableApprover } from '../../approval/channels/durable-approver.ts';
import { requirePresence } from '../../approval/channels/require-presence.ts';
import { terminalApprover } from '../../approval/channels/terminal/terminal-approver.ts';
import { diskApprovals } from '../../gate/disk-grants.ts';
import { findPlaces, type PlaceOptions } from '../../storage/policy-places.ts';
import { bridgeApprover, noBridge } from '../bridge/bridge-approver.ts';
import { startedBy, type StartedBy } from '../bridge/process-facts.ts';
import type { HookHost } from './host.ts';
import type { HookGate } from './intercept.ts';
import { launcherMark } from './launcher.ts';

/**
 * Who is asked when the policy says ask. `window`: the person in front of the agent program, by a form in its own window;
 * where there is none, as without this word. `present`: a person who watches pending requests at that moment, so that no agent
 * stands still for nobody. `pending`: a person who comes by before the deadline. `team`: the team that this machine has
 * joined; while its server is away, a person who is present, for what the team does not ask about itself.
 */
export const approvalTargets = [
  'window',
  'host',
  'present',
  'pending',
  'terminal',
  'team',
  'nobody',
] as const;

export type Asker = (typeof approvalTargets)[number];

export interface Channel extends Pick<HookGate, 'asks' | 'leavesToHost'> {
  /** Absent where the host asks, or nobody does. */
  readonly approver?: Approver;
}

interface Asking {
  readonly host: HookHost;
  readonly where: PlaceOptions & { readonly session: string; readonly cwd: string };
  readonly patience: number;
}

/** Who is asked about the calls of this hook. */
export function approvalChannel(wanted: Asker | undefined, asking: Asking): Channel {
  const { host, where } = asking;
  if (wanted === undefined || wanted === 'window') {
    const by = windowOf(host, where);
    if (by !== undefined) return windowChannel(by, asking);
  }
  const plain = host.asks === 'host' ? 'host' : 'present';
  const ask = wanted === undefined || wanted === 'window' ? plain : wanted;
  const approver = approverFor(ask, asking);
  return { asks: ask === 'host' ? 'host' : 'ours', ...(approver === undefined ? {} : { approver }) };
}

/** The program that started this hook, where it can show a form to a person who sits there. */
function windowOf({ showsForms }: HookHost, where: Asking['where']): StartedBy | undefined {
  const { cwd } = where;
  const { state } = findPlaces(where);
  if (showsForms === undefined || showsForms.objection?.(cwd) !== undefined) return undefined;
  const by = startedBy(launcherMark);
  return by === undefined || noBridge({ by, state }) !== undefined ? undefined : by;
}

/** The form in the program's window; others may answer the same request elsewhere, and the first answer counts. */
function windowChannel(by: StartedBy, asking: Asking): Channel {
  const { host, where, patience } = asking;
  const { state } = findPlaces(where);
  const form = bridgeApprover({
    by,
    state,
    title: host.title,
    ...(host.showsForms?.lines === undefined ? {} : { lines: host.showsForms.lines }),
    dismissed: host.asks === 'host' ? 'cannot ask' : 'deny',
  });
  const durable = durableApprover({
    store: diskApprovals(where),
    expiresIn: patience,
    approver: form,
    cannotAsk: 'deny',
  });
  if (host.asks === 'ours') {
    const approver = tryInOrder(durable, approverFor('present', asking) ?? nobodyElse);
    return { asks: 'ours', approver };
  }
  let unanswered = false;
  const approver: Approver = async (request, options) => {
    try {
      return await durable(request, options);
    } catch (error) {
      // Withdrawn because time ran out, it is denied: the host would ask somebody who did not answer.
      unanswered = error instanceof CannotAsk && !options.signal.aborted;
      throw error;
    }
  };
  const leavesToHost = (): boolean => {
    const was = unanswered;
    unanswered = false;
    return was;
  };
  return { asks: 'ours', approver, leavesToHost };
}

const nobodyElse: Approver = () => Promise.reject(new CannotAsk('nobody else can be asked'));

/** Every question stands in the session's files, so that `permesso answer` and other surfaces can answer it too. */
function approverFor(ask: Exclude<Asker, 'window'>, { where, patience }: Asking): Approver | undefined {
  if (ask === 'host' || ask === 'nobody') return undefined;
  const durable = durableApprover({
    store: diskApprovals(where),
    expiresIn: patience,
    ...(ask === 'terminal' ? { approver: terminalApprover(), cannotAsk: 'deny' as const } : {}),
  });
  if (ask === 'pending' || ask === 'terminal') return durable;
  return requirePresence(durable, { state: findPlaces(where).state });
}
