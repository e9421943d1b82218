import { Link } from '@tanstack/react-router';
import { CircleCheck, Inbox, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../session/session.ts';
import { durationText } from '../format.ts';
import { useNow } from '../live.ts';
import { overviewTexts } from './texts.ts';
import { Bones, Empty } from '../ui/states.tsx';

const texts = overviewTexts.attention;

/** A problem, with a link to its fix. */
export interface Concern {
  readonly key: string;
  readonly icon: LucideIcon;
  readonly tone: 'warn' | 'bad' | '';
  readonly what: ReactNode;
  readonly why: string;
  readonly action: ReactNode;
}

export interface AttentionListProps {
  readonly concerns: readonly Concern[];
  readonly isPending: boolean;
  /** Shown if there are none. */
  readonly allWell: string;
}

const mostShown = 5;

/** Worst first. */
export function AttentionList({ concerns, isPending, allWell }: AttentionListProps) {
  return (
    <section className="card" aria-labelledby="attention-title">
      <div className="card-head">
        <h2 id="attention-title">{texts.title}</h2>
        <div className="end">{concerns.length > 0 && <span className="tag">{concerns.length}</span>}</div>
      </div>
      {isPending && concerns.length === 0 && <Bones rows={4} />}
      {!isPending && concerns.length === 0 && (
        <Empty icon={CircleCheck} title={texts.none}>
          {allWell}
        </Empty>
      )}
      <ul className="attention">
        {concerns.slice(0, mostShown).map(({ key, icon: Icon, tone, what, why, action }) => (
          <li key={key}>
            <Icon className={`i ${tone}`} aria-hidden />
            <div className="min-w-0">
              <p>{what}</p>
              <span className="sub">{why}</span>
            </div>
            {action}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Pending approval requests. */
export function useWaiting(): readonly Concern[] {
  const { live } = useSession();
  const now = useNow();
  if (live.waiting === 0) return [];
  const ends = live.items.flatMap(({ expiresAt }) => (expiresAt === undefined ? [] : [expiresAt]));
  return [
    {
      key: 'waiting',
      icon: Inbox,
      tone: 'warn',
      what: texts.waiting(live.waiting),
      why: ends.length === 0 ? texts.nothingRuns : texts.expires(durationText(Math.min(...ends) - now)),
      action: (
        <Link className="btn primary small" to="/approvals" search={{}}>
          {texts.review}
        </Link>
      ),
    },
  ];
}
