import { Link } from '@tanstack/react-router';
import { Hourglass } from 'lucide-react';
import { type PendingAct, pendingText, type TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { momentText } from '../format.ts';
import { pendingTexts as texts } from './texts.ts';
import { projectName } from './people-query.ts';
import { usePendingActs } from './pending-query.ts';
import './pending.css';

export interface PendingHereProps {
  readonly who: TeamWho;
  /** The kinds of acts requested here, such as `approval-rule.remove`. */
  readonly kinds: readonly string[];
  readonly subject?: string;
}

/** Changes requested here that await another person, with a link to where they are confirmed. */
export function PendingHere({ who, kinds, subject }: PendingHereProps) {
  const { data } = usePendingActs(who);
  const here = (data?.acts ?? []).filter(
    ({ act, subject: about }) => kinds.includes(act) && (subject === undefined || about === subject),
  );
  if (here.length === 0) return null;
  return (
    <ul>
      {here.map((act) => (
        <li key={act.id} className="row-line pending-line">
          <Hourglass className="i warn" aria-hidden />
          <span className="min-w-0">
            {pendingText(act, (project) => projectName(who, project))}
            <PendingSub act={act} who={who} />
            <span className="sub">
              <Link to="/pending" search={{}}>
                {texts.open}
              </Link>
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Who can confirm it, by when, and who requested it. */
export function PendingSub({ act, who }: { readonly act: PendingAct; readonly who: TeamWho }) {
  const until = momentText(Date.parse(act.expiresAt));
  const by = act.askedBy === who.person ? texts.you : visible(act.askedByName);
  return (
    <span className="sub">
      {texts.waits(act.confirmers, until)}; {texts.askedBy(by)}
    </span>
  );
}
