import type { ReactNode } from 'react';
import type { MachineDetail, TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { durationText, momentText } from '../format.ts';
import { useNow } from '../live.ts';
import { machineTexts } from './texts.ts';

const texts = machineTexts.facts;
/** With a larger clock difference the machine's requests are rejected. */
const clockMs = 60_000;

/** The machine's last report, by the server's clock. */
export function MachineFacts({ machine, who }: { readonly machine: MachineDetail; readonly who: TeamWho }) {
  const now = useNow(15_000);
  const { owner, project, seenAt, enrolledAt, revokedAt } = machine;
  const rows: readonly (readonly [name: string, value: ReactNode])[] = [
    ...(owner === null ? [] : [[texts.owner, visible(owner)] as const]),
    [texts.project, visible(who.projects.find(({ id }) => id === project)?.name ?? project)],
    [
      texts.seen,
      seenAt === null
        ? texts.noReport
        : texts.seenAt(momentText(Date.parse(seenAt)), durationText(now - Date.parse(seenAt))),
    ],
    ...(seenAt === null ? [] : reported(machine)),
    [texts.enrolled, momentText(Date.parse(enrolledAt))],
    ...(revokedAt === null ? [] : [[texts.revoked, momentText(Date.parse(revokedAt))] as const]),
  ];
  return (
    <dl className="kv">
      {rows.map(([name, value]) => (
        <div key={name} className="kv-row">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function reported(machine: MachineDetail): readonly (readonly [name: string, value: ReactNode])[] {
  const { client, platform, mode, enforcement, sandbox, managed, clockAheadMs, logSeq, states } = machine;
  return [
    [
      texts.system,
      [platform, client === null ? null : texts.client(client)]
        .filter(Boolean)
        .map((each) => visible(each ?? ''))
        .join(', '),
    ],
    [texts.policy, <Held key="policy" held={machine.policy} current={machine.current} states={states} />],
    ...(machine.baseline === null && machine.baselineHeld === null
      ? []
      : [
          [
            texts.baseline,
            <Held key="baseline" held={machine.baselineHeld} current={machine.baseline} states={states} />,
          ] as const,
        ]),
    [texts.mode, mode === null ? texts.noMode : visible(mode)],
    ...(enforcement === null
      ? []
      : [
          [
            texts.enforcement,
            <span
              key="enforcement"
              className={enforcement === 'observe' || enforcement === 'none' ? 'bad' : undefined}
            >
              {texts.enforcements[enforcement]}
            </span>,
          ] as const,
        ]),
    ...(sandbox === null ? [] : [[texts.sandbox, texts.sandboxes[sandbox]] as const]),
    ...(managed === null ? [] : [[texts.managed, texts.managedBy[managed ? 'yes' : 'no']] as const]),
    [texts.log, logSeq === null || logSeq === 0 ? texts.noEntry : texts.entry(logSeq)],
    ...(clockAheadMs === null ? [] : [[texts.clock, <Clock key="clock" aheadMs={clockAheadMs} />] as const]),
  ];
}

interface HeldProps extends Pick<MachineDetail, 'current' | 'states'> {
  readonly held: number | null;
}

function Held({ held, current, states }: HeldProps) {
  const isOther = held !== current && current !== null;
  return (
    <>
      <span className={isOther && states.includes('outdated') ? 'warn' : undefined}>
        {held === null ? machineTexts.noPolicy : machineTexts.version(held)}
      </span>
      {isOther && <span className="dim"> {machineTexts.active(current)}</span>}
    </>
  );
}

function Clock({ aheadMs }: { readonly aheadMs: number }) {
  if (Math.abs(aheadMs) < clockMs) return texts.inTime;
  const away = durationText(Math.abs(aheadMs));
  return <span className="warn">{aheadMs > 0 ? texts.ahead(away) : texts.behind(away)}</span>;
}
