import { ChevronDown, Monitor } from 'lucide-react';
import { useMemo, useRef, type RefObject } from 'react';
import { machineStates, type TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { useSession } from '../session/session.ts';
import { useShortcuts } from '../session/shortcuts.ts';
import { machineTexts as texts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceMenu } from '../ui/choice-menu.tsx';
import { Empty, Missing } from '../ui/states.tsx';
import { FindField } from '../ui/fields/find-field.tsx';
import { countOf, CoverageBar, standing } from './coverage-bar.tsx';
import { MachineSheet } from './machine-sheet.tsx';
import { MachineTable } from './machine-table.tsx';
import { useMachines, type MachinesState } from './machines-state.ts';
import { stateLooks } from './state-tag.tsx';
import './machines.css';

/** Which of the team's machines are protected, as reported, worst first. */
export function MachinesPage() {
  const { who } = useSession();
  return who.mode === 'team' ? <Machines who={who} /> : null;
}

function Machines({ who }: { readonly who: TeamWho }) {
  const state = useMachines();
  const { address, go, counts, machines, error, again, more } = state;
  const field = useRef<HTMLInputElement>(null);
  const projects = useMemo(() => new Map(who.projects.map(({ id, name }) => [id, name])), [who.projects]);
  const open = address.machine;
  const close = (): void => go({ machine: '' });
  function step(by: 1 | -1): void {
    const at = machines?.findIndex(({ agent }) => agent === open) ?? -1;
    const next = machines?.[at === -1 ? 0 : at + by];
    if (next !== undefined) go({ machine: next.agent });
  }
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    '/': () => field.current?.focus(),
    Escape: () => open !== undefined && close(),
  });
  const isFiltered = [address.state, address.find, address.project].some((each) => each !== undefined);
  return (
    <div className={`split machines ${open === undefined ? 'no-sheet' : ''}`}>
      <div className="page">
        <Head counts={counts} />
        {machines === undefined && (
          <Missing title={texts.failed} note={texts.stillSafe} error={error} rows={8} onRetry={again} />
        )}
        {counts !== undefined && <CoverageBar counts={counts} />}
        {counts !== undefined && (counts.total > 0 || isFiltered) && (
          <Filters state={state} who={who} field={field} />
        )}
        <p className="sr" role="status">
          {machines !== undefined && texts.shown(machines.length)}
        </p>
        {machines?.length === 0 && <NoMachines isFiltered={isFiltered} go={go} />}
        {machines !== undefined && machines.length > 0 && (
          <MachineTable
            machines={machines}
            projects={projects}
            open={open}
            onOpen={(agent) => go({ machine: agent })}
          />
        )}
        {more !== undefined && (
          <p className="more-rows">
            <Button onClick={more}>{texts.more}</Button>
          </p>
        )}
      </div>
      {open !== undefined && <MachineSheet key={open} agent={open} who={who} onClose={close} />}
    </div>
  );
}

function Head({ counts }: Pick<MachinesState, 'counts'>) {
  return (
    <div className="page-head">
      <h1>{texts.title}</h1>
      {counts !== undefined && counts.total > 0 && (
        <span className="sub">{texts.proven(countOf(counts, 'proven'), standing(counts))}</span>
      )}
    </div>
  );
}

function NoMachines({ isFiltered, go }: { readonly isFiltered: boolean; readonly go: MachinesState['go'] }) {
  if (isFiltered)
    return (
      <Empty
        icon={Monitor}
        title={texts.empty.noMatch}
        action={<Button onClick={() => go({ state: '', find: '', project: '' })}>{texts.empty.clear}</Button>}
      />
    );
  return (
    <Empty icon={Monitor} title={texts.empty.title}>
      {texts.empty.words} <code>{texts.empty.command}</code>
    </Empty>
  );
}

interface FiltersProps {
  readonly state: MachinesState;
  readonly who: TeamWho;
  readonly field: RefObject<HTMLInputElement | null>;
}

function Filters({ state: { address, go, counts }, who, field }: FiltersProps) {
  if (counts === undefined) return null;
  // Owners are visible and searchable only for people who administer them.
  const isAdmin = who.roles.some(({ role }) => role === 'admin');
  const place = isAdmin ? texts.find : texts.findMachine;
  return (
    <div className="filters tight" role="search" aria-label={texts.filter}>
      <FindField
        label={texts.findName}
        placeholder={place}
        value={address.find ?? ''}
        field={field}
        onChange={(text) => go({ find: text })}
      />
      <button
        type="button"
        className={`chip ${address.state === undefined ? 'on' : ''}`}
        aria-pressed={address.state === undefined}
        onClick={() => go({ state: '' })}
      >
        {texts.all} <span className="n">{counts.total.toLocaleString('en')}</span>
      </button>
      {machineStates.map((state) => {
        const { icon: Icon, ink } = stateLooks[state];
        const isOn = address.state === state;
        return (
          <button
            key={state}
            type="button"
            className={`chip ${isOn ? 'on' : ''}`}
            aria-pressed={isOn}
            onClick={() => go({ state: isOn ? '' : state })}
          >
            <Icon className={`i ${countOf(counts, state) > 0 ? ink : ''}`} aria-hidden />
            {texts.filters[state]} <span className="n">{countOf(counts, state).toLocaleString('en')}</span>
          </button>
        );
      })}
      {who.projects.length > 1 && <ProjectFilter who={who} address={address} go={go} />}
    </div>
  );
}

interface ProjectFilterProps extends Pick<MachinesState, 'address' | 'go'> {
  readonly who: TeamWho;
}

function ProjectFilter({ who, address: { project = '' }, go }: ProjectFilterProps) {
  const name = visible(who.projects.find(({ id }) => id === project)?.name ?? texts.allProjects);
  return (
    <ChoiceMenu
      trigger={
        <button type="button" className={`chip ${project === '' ? '' : 'on'}`}>
          {texts.project} <b>{name}</b>
          <ChevronDown className="i" aria-hidden />
        </button>
      }
      groups={[
        {
          value: project,
          choices: [
            { value: '', title: texts.allProjects },
            ...who.projects.map(({ id, name: each }) => ({ value: id, title: visible(each) })),
          ],
          onChange: (chosen) => go({ project: chosen }),
        },
      ]}
    />
  );
}
