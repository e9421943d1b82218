import { Bot, Users } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import type { InboxItem } from '@permesso/protocol/console';
import { isLasting, visible } from '@permesso/protocol/text';
import { durationText, toolAndSubject } from '../format.ts';
import { useNow } from '../live.ts';
import { approvalsTexts as texts } from './texts.ts';
import { CommandText } from '../ui/command-text.tsx';
import { ExpiryRing, isUrgent, ringBelow } from '../ui/charts/expiry-ring.tsx';
import { TickedText } from '../ui/ticked-text.tsx';
import type { RequestGroup } from './groups.ts';
import { sentenceCase } from './words.ts';

export interface RequestListProps {
  readonly groups: readonly RequestGroup[];
  readonly open: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly onDenyAll: (items: readonly InboxItem[]) => void;
}

/** Pending requests, by agent and session. */
export function RequestList({ groups, open, onOpen, onDenyAll }: RequestListProps) {
  const now = useNow();
  const list = groups.map((group) => (
    <section key={group.key} aria-label={`${visible(group.agent)} ${visible(group.where)}`}>
      <div className="group-head">
        <Bot className="i" aria-hidden />
        <b>{visible(group.agent)}</b>
        <span className="cut">{visible(group.where)}</span>
        <span className="end">
          <DenyAll items={group.items} onDenyAll={onDenyAll} />
        </span>
      </div>
      <ul className="rows">
        {group.items.map((item) => (
          <li key={item.id}>
            <Row item={item} now={now} isOpen={item.id === open} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  ));
  return <div onKeyDown={moveFocus}>{list}</div>;
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = new Map([
    ['ArrowDown', 1],
    ['ArrowUp', -1],
  ]).get(event.key);
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('.req')];
  const at = rows.findIndex((row) => row === document.activeElement);
  if (step === undefined || at === -1) return;
  event.preventDefault();
  rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus();
}

/** Confirms first: it answers all of them at once. */
function DenyAll({
  items,
  onDenyAll,
}: Pick<RequestListProps, 'onDenyAll'> & { readonly items: readonly InboxItem[] }) {
  const [isAsked, setAsked] = useState(false);
  const mine = items.filter(({ team }) => team?.whyNot === undefined);
  if (mine.length < 2) return <>{items.length}</>;
  return (
    <button
      type="button"
      className="link danger-link"
      onBlur={() => setAsked(false)}
      onClick={() => {
        if (isAsked) onDenyAll(mine);
        setAsked(!isAsked);
      }}
    >
      {isAsked ? texts.askDenyAll(mine.length) : texts.denyAll(mine.length)}
    </button>
  );
}

interface RowProps {
  readonly item: InboxItem;
  readonly now: number;
  readonly isOpen: boolean;
  readonly onOpen: (id: string) => void;
}

function Row({ item, now, isOpen, onOpen }: RowProps) {
  const { askedAt, expiresAt, team } = item;
  const left = expiresAt === undefined ? undefined : (expiresAt - now) / (expiresAt - askedAt);
  return (
    <button
      type="button"
      className="req"
      data-request={item.id}
      aria-current={isOpen ? 'true' : undefined}
      onClick={() => onOpen(item.id)}
    >
      <span className={isLasting(item) ? 'req-title bad' : 'req-title'}>
        <TickedText text={sentenceCase(item.summary.title)} />
      </span>
      <span className="meta">
        <CommandText text={toolAndSubject(item.call)} isCut />
        {team !== undefined && team.quorum > 1 && (
          <span>
            <Users className="i" aria-hidden />
            {texts.quorum.votes(team.votes.filter(({ verdict }) => verdict === 'allow').length, team.quorum)}
          </span>
        )}
      </span>
      <span className="time">
        {expiresAt === undefined || left === undefined ? (
          durationText(now - askedAt)
        ) : (
          <>
            {isUrgent(left) ? (
              <b className="bad">{durationText(expiresAt - now)}</b>
            ) : (
              durationText(expiresAt - now)
            )}
            {expiresAt - now < ringBelow && <ExpiryRing left={left} />}
          </>
        )}
      </span>
    </button>
  );
}
