import {
  ArrowUpCircle,
  Bot,
  Box,
  CircleCheck,
  CircleX,
  ScrollText,
  ShieldOff,
  SlidersHorizontal,
  UserPlus,
  type LucideIcon,
} from 'lucide-react';
import type { MachineDetail } from '@permesso/protocol/console';
import { visible, agentName } from '@permesso/protocol/text';
import { momentText } from '../format.ts';
import { machineTexts } from './texts.ts';

const texts = machineTexts.history;

type ReportedChange = MachineDetail['history'][number];

interface Moment {
  readonly icon: LucideIcon;
  readonly tone: 'ok' | 'warn' | 'bad' | '';
  readonly what: string;
  readonly sub?: string;
}

/** Changes between reports, newest first. */
export function MachineHistory({ machine: { history, enrolledAt } }: { readonly machine: MachineDetail }) {
  return (
    <ol className="timeline">
      {history.map((change, at) => {
        const { icon: Icon, tone, what, sub } = momentOf(change);
        return (
          <li key={`${change.at} ${at}`}>
            <Icon className={`i ${tone}`} aria-hidden />
            <div>
              {visible(what)}
              {sub !== undefined && <span className="sub">{visible(sub)}</span>}
            </div>
            <time dateTime={change.at}>{momentText(Date.parse(change.at))}</time>
          </li>
        );
      })}
      <li>
        <UserPlus className="i" aria-hidden />
        <div>{texts.enrolled}</div>
        <time dateTime={enrolledAt}>{momentText(Date.parse(enrolledAt))}</time>
      </li>
    </ol>
  );
}

function momentOf({ what, of, from, to }: ReportedChange): Moment {
  const agent = agentName(of ?? '');
  const sub = texts.fromTo(from ?? texts.nothing, to ?? texts.nothing);
  switch (what) {
    case 'first report':
      return { icon: CircleCheck, tone: '', what: texts.first(to ?? '') };
    case 'client':
      return { icon: ArrowUpCircle, tone: '', what: texts.client, sub };
    case 'policy':
      return { icon: ScrollText, tone: '', what: texts.policy, sub: versions(from, to) };
    case 'baseline':
      return { icon: ScrollText, tone: '', what: texts.baseline, sub: versions(from, to) };
    case 'enforcement':
      return {
        icon: SlidersHorizontal,
        tone: to === 'observe' || to === 'none' ? 'bad' : '',
        what: texts.enforcement,
        sub,
      };
    case 'mode':
      return { icon: SlidersHorizontal, tone: '', what: texts.mode, sub };
    case 'sandbox':
      return { icon: Box, tone: to === 'proven' ? 'ok' : 'warn', what: texts.sandbox, sub };
    case 'host':
      return hostMoment(agent, from, to);
    case 'hook':
      return {
        icon: to === 'registered' ? CircleCheck : ShieldOff,
        tone: to === 'registered' ? 'ok' : to === 'broken' ? 'warn' : 'bad',
        what: texts.hook(agent),
        sub,
      };
    case 'canary':
      return canaryMoment(agent, to);
    default:
      return { icon: SlidersHorizontal, tone: '', what, sub };
  }
}

function hostMoment(agent: string, from: string | null, to: string | null): Moment {
  if (to === 'gone') return { icon: Bot, tone: '', what: texts.gone(agent) };
  if (from === null)
    return {
      icon: Bot,
      tone: '',
      what: texts.found(agent),
      ...(to === null || to === 'found' ? {} : { sub: to }),
    };
  return { icon: Bot, tone: '', what: texts.updated(agent), sub: texts.fromTo(from, to ?? texts.nothing) };
}

/** `proven 2026-11-09T17:48:00.000Z`. */
function canaryMoment(agent: string, to: string | null): Moment {
  const [result = '', at] = (to ?? '').split(' ');
  const word = Object.entries(machineTexts.states).find(([name]) => name === result)?.[1] ?? result;
  const time = at === undefined || Number.isNaN(Date.parse(at)) ? '' : `, ${momentText(Date.parse(at))}`;
  const look = { proven: [CircleCheck, 'ok'], failed: [CircleX, 'bad'] } as const;
  const [icon, tone] =
    result === 'proven' || result === 'failed' ? look[result] : ([CircleCheck, ''] as const);
  return { icon, tone, what: texts.canary(agent), sub: `${word}${time}` };
}

function versions(from: string | null, to: string | null): string {
  const name = (version: string | null): string => (version === null ? texts.nothing : `v${version}`);
  return texts.fromTo(name(from), name(to));
}
