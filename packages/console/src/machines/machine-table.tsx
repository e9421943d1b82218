import { CircleAlert, CircleCheck, CircleDashed, Laptop, ShieldOff } from 'lucide-react';
import type { Machine, MachineHost } from '@permesso/protocol/console';
import { visible, agentName } from '@permesso/protocol/text';
import { durationText } from '../format.ts';
import { useNow } from '../live.ts';
import { machineTexts as texts } from './texts.ts';
import { StateTag } from './state-tag.tsx';

export interface MachineTableProps {
  readonly machines: readonly Machine[];
  readonly projects: ReadonlyMap<string, string>;
  readonly open: string | undefined;
  readonly onOpen: (agent: string) => void;
}

/** One row per machine, worst state first: its owner, what it protects, its policy, when it was last seen. */
export function MachineTable({ machines, projects, open, onOpen }: MachineTableProps) {
  const now = useNow(15_000);
  const { columns } = texts;
  return (
    <div className="flush">
      <table className="table two-line machines-table">
        <thead>
          <tr>
            <th scope="col">{columns.machine}</th>
            <th scope="col" className="c-state">
              {columns.state}
            </th>
            <th scope="col" className="c-agents only-mid">
              {columns.agents}
            </th>
            <th scope="col" className="c-policy only-wide">
              {columns.policy}
            </th>
            <th scope="col" className="c-seen num">
              {columns.seen}
            </th>
          </tr>
        </thead>
        <tbody>
          {machines.map((machine) => (
            <tr
              key={machine.agent}
              aria-selected={machine.agent === open}
              onClick={() => onOpen(machine.agent)}
            >
              <td>
                <NameCell machine={machine} projects={projects} onOpen={onOpen} />
              </td>
              <td>
                <States machine={machine} />
              </td>
              <td className="only-mid">
                <Agents machine={machine} />
              </td>
              <td className="only-wide">
                <Policy machine={machine} />
              </td>
              <td className="num">
                <Seen machine={machine} now={now} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface NameCellProps extends Pick<MachineTableProps, 'projects' | 'onOpen'> {
  readonly machine: Machine;
}

function NameCell({ machine: { agent, name, owner, project }, projects, onOpen }: NameCellProps) {
  const shown = visible(name);
  const below = visible(owner ?? projects.get(project) ?? '');
  return (
    <span className="mach">
      <Laptop className="i dimmer" aria-hidden />
      <span className="min-w-0">
        <button
          type="button"
          className="row-open cut"
          title={shown}
          aria-label={texts.open(shown)}
          onClick={(event) => {
            // The row's own handler does the same.
            event.stopPropagation();
            onOpen(agent);
          }}
        >
          {shown}
        </button>
        <span className="sub" title={below}>
          {below}
        </span>
      </span>
    </span>
  );
}

function States({ machine: { states } }: { readonly machine: Machine }) {
  const [worst, ...others] = states;
  if (worst === undefined) return null;
  const rest = others.filter((state) => state !== 'proven').map((state) => texts.states[state]);
  return (
    <>
      <StateTag state={worst} />
      {rest.length > 0 && (
        <span className="sub" title={texts.also(rest.join(', '))}>
          {texts.also(rest.join(', '))}
        </span>
      )}
    </>
  );
}

const mostAgents = 3;

function Agents({ machine: { hosts, seenAt } }: { readonly machine: Machine }) {
  if (seenAt === null) return <span className="dimmer">–</span>;
  if (hosts.length === 0) return <span className="dimmer">{texts.noAgents}</span>;
  const worstFirst = hosts.toSorted((a, b) => rank(b) - rank(a));
  return (
    <span className="hooks">
      {worstFirst.slice(0, mostAgents).map((host) => (
        <HookMark key={host.name} host={host} />
      ))}
      {hosts.length > mostAgents && (
        <span className="hook">{texts.moreAgents(hosts.length - mostAgents)}</span>
      )}
    </span>
  );
}

function rank(host: MachineHost): number {
  return { ok: 0, warn: 1, bad: 2 }[hostTone(host)];
}

/** Bad: calls run undecided. */
export function hostTone({ hook, canary }: MachineHost): 'ok' | 'warn' | 'bad' {
  if (hook === 'missing' || hook === 'off' || hook === 'open' || canary.result === 'failed') return 'bad';
  return hook === 'registered' && canary.result === 'proven' ? 'ok' : 'warn';
}

const hostIcons = { ok: CircleCheck, warn: CircleDashed, bad: ShieldOff } as const;

export function HostIcon({ host }: { readonly host: MachineHost }) {
  const tone = hostTone(host);
  const Icon = host.hook === 'broken' ? CircleAlert : hostIcons[tone];
  return <Icon className={`i ${tone}`} aria-hidden />;
}

function HookMark({ host }: { readonly host: MachineHost }) {
  const said = `${texts.agents.hooks[host.hook]}, ${texts.states[protectionState(host)]}`;
  return (
    <span className={`hook ${hostTone(host)}`} title={said}>
      <HostIcon host={host} />
      {visible(agentName(host.name)).replace(/ (?:Code|CLI)$/, '')}
      <span className="sr">{said}</span>
    </span>
  );
}

function protectionState(host: MachineHost): 'proven' | 'unproven' | 'unprotected' {
  return ({ ok: 'proven', warn: 'unproven', bad: 'unprotected' } as const)[hostTone(host)];
}

function Policy({ machine: { policy, current, seenAt, states } }: { readonly machine: Machine }) {
  if (seenAt === null) return <span className="dimmer">–</span>;
  const isOther = policy !== current && current !== null;
  return (
    <>
      <span className={isOther && states.includes('outdated') ? 'warn' : undefined}>
        {policy === null ? texts.noPolicy : texts.version(policy)}
      </span>
      {isOther && <span className="sub">{texts.active(current)}</span>}
    </>
  );
}

function Seen({
  machine: { seenAt, states, hosts },
  now,
}: {
  readonly machine: Machine;
  readonly now: number;
}) {
  const isSilent = states.includes('silent');
  const proven = hosts
    .flatMap(({ canary }) => (canary.result === 'proven' && canary.at !== null ? [canary.at] : []))
    .toSorted()
    .at(-1);
  return (
    <>
      <span className={isSilent ? 'warn' : undefined}>{seenText(seenAt, now)}</span>
      <span className="sub">
        {proven === undefined ? texts.neverProven : texts.provenOn(dayText(proven, now))}
      </span>
    </>
  );
}

const nowMs = 90_000;

function seenText(seenAt: string | null, now: number): string {
  if (seenAt === null) return texts.neverSeen;
  const ago = now - Date.parse(seenAt);
  return ago < nowMs ? texts.now : texts.ago(durationText(ago));
}

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const withYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** `9 Nov`, with the year if more than twelve months ago. */
function dayText(at: string, now: number): string {
  const time = Date.parse(at);
  return Math.abs(now - time) < 330 * 86_400_000 ? dayAndMonth.format(time) : withYear.format(time);
}
