import { CircleCheck, CircleX, Play, UserCheck, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AnswerEntry, DecisionEntry, EndEntry, StartEntry } from '@permesso/protocol/entry';
import { nobody } from '@permesso/protocol/approval';
import { visible } from '@permesso/protocol/text';
import { clockText } from '../format.ts';
import { verdictIcons } from '../ui/verdict.tsx';
import { verdictOf } from './words.ts';
import { activityTexts } from './texts.ts';

/** Claimed: a machine names a person whose vote the team server does not have. */
export type FollowUp = (AnswerEntry | StartEntry | EndEntry) & { readonly isClaimed?: boolean };

const texts = activityTexts.timeline;
const tones = { allow: 'ok', sandboxed: '', ask: 'warn', deny: 'bad' } as const;

/** Decided, answered, started, ended: the first with its time, the others with the time elapsed. */
export function Timeline({
  entry,
  after,
}: {
  readonly entry: DecisionEntry;
  readonly after: readonly FollowUp[];
}) {
  const begin = Date.parse(entry.at);
  const verdict = verdictOf(entry) ?? entry.verdict;
  const Icon = verdictIcons[verdict];
  return (
    <ol className="timeline">
      <Moment icon={<Icon className={`i ${tones[verdict]}`} aria-hidden />} time={clockText(begin)}>
        {texts.decided[verdict]}
      </Moment>
      {after.map((each) => (
        <FollowUpMoment key={each.seq} entry={each} time={sinceText(Date.parse(each.at) - begin)} />
      ))}
    </ol>
  );
}

function FollowUpMoment({ entry, time }: { readonly entry: FollowUp; readonly time: string }) {
  if (entry.type === 'start')
    return (
      <Moment icon={<Play className="i" aria-hidden />} time={time}>
        {texts.started}
      </Moment>
    );
  if (entry.type === 'end')
    return (
      <Moment
        icon={
          entry.ok ? <CircleCheck className="i ok" aria-hidden /> : <CircleX className="i bad" aria-hidden />
        }
        time={time}
        sub={entry.error ?? (entry.source === 'host' ? texts.asTold : undefined)}
      >
        {entry.ok ? texts.ended : texts.failed}
        {entry.durationMs !== undefined && texts.after(sinceText(entry.durationMs).slice(1))}
      </Moment>
    );
  return (
    <Moment
      icon={
        entry.verdict === 'allow' ? (
          <UserCheck className="i ok" aria-hidden />
        ) : (
          <UserX className="i bad" aria-hidden />
        )
      }
      time={time}
      sub={entry.comment === undefined ? undefined : `“${entry.comment}”`}
    >
      {visible(answerText(entry))}
    </Moment>
  );
}

function answerText({
  verdict,
  scope = 'once',
  by,
  from,
  isClaimed,
}: AnswerEntry & Pick<FollowUp, 'isClaimed'>): string {
  if (from === nobody) return texts.unanswered;
  const long = texts.scopes[scope as keyof typeof texts.scopes] ?? ` ${scope}`;
  const who = by === undefined ? '' : isClaimed === true ? texts.claimed(by) : texts.by(by);
  return `${verdict === 'allow' ? texts.approved : texts.denied}${long}${who}${from === undefined ? '' : `, ${from}`}`;
}

interface MomentProps {
  readonly icon: ReactNode;
  readonly time: string;
  readonly sub?: string | undefined;
  readonly children: ReactNode;
}

function Moment({ icon, time, sub, children }: MomentProps) {
  return (
    <li>
      {icon}
      <div>
        {children}
        {sub !== undefined && <span className="sub">{visible(sub)}</span>}
      </div>
      <time>{time}</time>
    </li>
  );
}

/** `+9.1 s`. */
function sinceText(ms: number): string {
  if (ms < 1000) return `+${Math.max(0, Math.round(ms))} ms`;
  const seconds = ms / 1000;
  if (seconds < 120) return `+${seconds.toLocaleString('en', { maximumFractionDigits: 1 })} s`;
  return `+${Math.round(seconds / 60).toLocaleString('en')} min`;
}
