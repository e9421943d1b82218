import { useQuery } from '@tanstack/react-query';
import { Link2, Unlink } from 'lucide-react';
import { type MachineDetail, machineDetail, type TeamWho } from '@permesso/protocol/console';
import { visible, agentName } from '@permesso/protocol/text';
import { get } from '../api.ts';
import { momentText } from '../format.ts';
import { machineTexts as texts } from './texts.ts';
import { activityTexts } from '../activity/texts.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Missing } from '../ui/states.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { MachineActions } from './machine-actions.tsx';
import { MachineFacts } from './machine-facts.tsx';
import { MachineHistory } from './machine-history.tsx';
import { MachineNotice } from './machine-notice.tsx';
import { HostIcon } from './machine-table.tsx';
import { machinesKey } from './machines-state.ts';
import { StateTag } from './state-tag.tsx';

export interface MachineSheetProps {
  readonly agent: string;
  readonly who: TeamWho;
  readonly onClose: () => void;
}

/** One machine: its problems and their fixes, its last report, and earlier changes. */
export function MachineSheet({ agent, who, onClose }: MachineSheetProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [machinesKey, 'one', agent],
    queryFn: () => get(machineDetail, `/v1/machines/${encodeURIComponent(agent)}`),
    refetchInterval: 15_000,
  });
  if (data === undefined)
    return (
      <Sheet title={texts.columns.machine} onClose={onClose}>
        <Missing title={texts.empty.gone} error={error} onRetry={refetch} />
      </Sheet>
    );
  const [worst] = data.states;
  return (
    <Sheet
      title={visible(data.name)}
      note={
        <>
          {worst !== undefined && <StateTag state={worst} />}
          <CopyLink />
        </>
      }
      onClose={onClose}
      foot={<MachineActions machine={data} who={who} />}
    >
      <MachineNotice machine={data} />
      <MachineFacts machine={data} who={who} />
      <Agents machine={data} />
      <Findings machine={data} />
      <section className="section">
        <h2>{texts.history.title}</h2>
        <MachineHistory machine={data} />
      </section>
    </Sheet>
  );
}

function CopyLink() {
  const say = useToasts();
  return (
    <span className="copy-link">
      <Button
        icon={Link2}
        kind="ghost"
        isIcon
        aria-label={texts.act.copyLink}
        title={texts.act.copyLink}
        onClick={() =>
          void navigator.clipboard.writeText(location.href).then(
            () => say({ text: texts.act.linkCopied }),
            () => say({ text: texts.act.linkByHand, isProblem: true }),
          )
        }
      />
    </span>
  );
}

function Agents({ machine: { hosts, seenAt } }: { readonly machine: MachineDetail }) {
  if (seenAt === null) return null;
  const { hooks, canaries, unknownTime, none, title } = texts.agents;
  return (
    <section className="section">
      <h2>{title}</h2>
      {hosts.length === 0 ? (
        <p className="small dim">{none}</p>
      ) : (
        <ul className="card">
          {hosts.map((host) => {
            const when = host.canary.at === null ? unknownTime : momentText(Date.parse(host.canary.at));
            const canary =
              host.canary.result === 'unproven' ? canaries.unproven : canaries[host.canary.result](when);
            return (
              <li key={host.name} className="proof">
                <HostIcon host={host} />
                <div>
                  {visible(agentName(host.name))} <span className="dim">{visible(host.version ?? '')}</span>
                  <span className="sub">{texts.agents.state(hooks[host.hook], canary)}</span>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

function Findings({ machine: { findings } }: { readonly machine: MachineDetail }) {
  if (findings.length === 0) return null;
  return (
    <section className="section">
      <h2>{texts.findings.title}</h2>
      <ul className="card">
        {findings.map(({ what, first, last, foundAt }) => (
          <li key={`${what} ${foundAt} ${first}`} className="proof">
            <Unlink className="i bad" aria-hidden />
            <div>
              {visible(activityTexts.record.meanings[what] ?? what)}
              <span className="sub">
                {first === null ? '' : texts.findings.span(first, last ?? first)}{' '}
                {momentText(Date.parse(foundAt))}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
