import { agentName } from '@permesso/protocol/text';
import { definedFields } from '@permesso/engine/call';
import { type Approver, CannotAsk } from '@permesso/protocol/approval';
import {
  tryInOrder,
  durableApprover,
  isPresentFirst,
  presentAddress,
  requirePresence,
  terminalApprover,
} from '@permesso/gate/approval';
import { diskApprovals } from '@permesso/gate/gate';
import { findPlaces, type PlaceOptions } from '@permesso/gate/disk';
import { bridgeApprover } from '../bridge/bridge-approver.ts';
import { noBridge } from '../bridge/session-bridges.ts';
import { startedBy, type StartedBy, type HookHost } from '@permesso/gate/payloads';
import { deniedNotice, waitingNotice } from '../desktop/notice.ts';
import { tellDesktop } from '../desktop/tell-desktop.ts';
import type { HookGate } from '../intercept/intercept.ts';
import { popupApprover } from '../popup/popup-approver.ts';
import { isInTmux } from '../popup/tmux-pane.ts';
import { launcherMark } from '../launch/launcher.ts';

/**
 * Who is asked when the policy says ask. `window`: the person in front of the agent program, by a form in its own
 * window or a popup over it; without either, the default. `console`: first a person at an open console or at `pending
 * --watch` who opened it with `--first`; otherwise like `window`. `present`: a person who is watching pending
 * requests right now, so that no agent waits in vain. `pending`: a person who comes by before the deadline. `team`:
 * the team that this machine has joined; while its server is unreachable, a person who is present, for asks that are
 * not the team's own.
 */
export const approvalTargets = [
  'window',
  'host',
  'console',
  'present',
  'pending',
  'terminal',
  'team',
  'nobody',
] as const;

export type Asker = (typeof approvalTargets)[number];

export function isAsker(text: string): text is Asker {
  return (approvalTargets as readonly string[]).includes(text);
}

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
  if (wanted === undefined || wanted === 'window' || wanted === 'console')
    return nearestChannel(wanted, asking);
  return plainChannel(wanted, asking);
}

/** Our own window in or over the program comes first, unless a person elsewhere is preferred. */
function nearestChannel(wanted: 'window' | 'console' | undefined, asking: Asking): Channel {
  const by = startedBy(launcherMark);
  const asks = by !== undefined && asking.host.asksWhere?.(by.host) === true ? 'host' : asking.host.asks;
  const windows = by === undefined ? [] : windowsOf(by, { ...asking, asks });
  const present: Approver = (request, how) => (approverFor('present', asking) ?? nobodyElse)(request, how);
  const isFirst = wanted === 'console' || isPresentFirst(findPlaces(asking.where).state);
  if (isFirst) windows.unshift(present);
  if (windows.length === 0) return plainChannel(asks === 'host' ? 'host' : 'present', asking);
  if (asks === 'host') return thenHost(tryInOrder(...windows));
  const approver = tryInOrder(...windows, ...(isFirst ? [] : [present]));
  return { asks, approver: orTellDesktop(approver, asking) };
}

function plainChannel(ask: PlainAsker, asking: Asking): Channel {
  const approver = approverFor(ask, asking);
  return {
    asks: ask === 'host' ? 'host' : 'ours',
    ...(approver === undefined ? {} : { approver: orTellDesktop(approver, asking) }),
  };
}

type PlainAsker = Exclude<Asker, 'window' | 'console'>;

interface WindowAsking extends Asking {
  /** Who asks where none of our windows could. */
  readonly asks: HookHost['asks'];
}

/**
 * A form in the program's window, and a tmux popup over it, as available. The same request can be answered elsewhere
 * too; the first answer counts.
 */
function windowsOf(by: StartedBy, asking: WindowAsking): Approver[] {
  const { host, where, patience, asks } = asking;
  const { showsForms } = host;
  const { state } = findPlaces(where);
  const dismissed = asks === 'host' ? 'cannot ask' : 'deny';
  const about = { by, state, title: agentName(host.name), dismissed } as const;
  const hasForm =
    showsForms !== undefined &&
    noBridge({ by, state }) === undefined &&
    showsForms.objection?.(where.cwd) === undefined;
  const windows = [
    ...(hasForm ? [bridgeApprover({ ...showsForms, ...about })] : []),
    ...(isInTmux(by.host) && host.hidesWindows?.(by.host) !== true ? [popupApprover(about)] : []),
  ];
  return windows.map((approver) =>
    durableApprover({ store: diskApprovals(where), expiresIn: patience, approver, cannotAsk: 'deny' }),
  );
}

/** Where no window could ask, the host's own prompt does. */
function thenHost(asked: Approver): Channel {
  let unanswered = false;
  const approver: Approver = async (request, options) => {
    try {
      return await asked(request, options);
    } catch (error) {
      // A request withdrawn at the deadline is denied: the host would ask a person who has not answered.
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

/** Every request is stored in the session's files, so that `permesso answer` and other surfaces can answer it too. */
function approverFor(
  ask: Exclude<Asker, 'window' | 'console'>,
  { host, where, patience }: Asking,
): Approver | undefined {
  if (ask === 'host' || ask === 'nobody') return undefined;
  const { state } = findPlaces(where);
  const durable = durableApprover({
    store: diskApprovals(where),
    expiresIn: patience,
    ...(ask === 'terminal'
      ? { approver: terminalApprover(), cannotAsk: 'deny' as const }
      : {
          notify: ({ request }) =>
            tellDesktop(() => waitingNotice(request, { title: agentName(host.name), ...openPage(state) }), {
              state,
            }),
        }),
  });
  if (ask === 'pending' || ask === 'terminal') return durable;
  return requirePresence(durable, { state });
}

function openPage(state: string): { readonly address?: string } {
  const address = presentAddress(state);
  return definedFields({ address });
}

/** Nobody could be asked and the call is denied: a desktop notification tells the person, and how to allow it. */
function orTellDesktop(approver: Approver, { host, where }: Asking): Approver {
  return async (request, options) => {
    try {
      return await approver(request, options);
    } catch (error) {
      if (error instanceof CannotAsk && !options.signal.aborted)
        tellDesktop(() => deniedNotice(request, { title: agentName(host.name) }), {
          state: findPlaces(where).state,
        });
      throw error;
    }
  };
}
