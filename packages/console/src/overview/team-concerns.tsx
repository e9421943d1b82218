import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileSearch, Hourglass, Laptop, ShieldCheck, ShieldOff } from 'lucide-react';
import {
  type MachineList,
  machineList,
  type Rollout,
  rollout,
  teamLog,
  type TeamLogState,
  type ReportingAgents,
  type TeamProject,
} from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { usePendingActs } from '../pending/pending-query.ts';
import { get } from '../api.ts';
import { useSession } from '../session/session.ts';
import { durationText } from '../format.ts';
import { AttentionList, useWaiting, type Concern } from './attention-list.tsx';
import { percentText, share } from './figures.ts';
import { activityTexts } from '../activity/texts.ts';
import { overviewTexts } from './texts.ts';
import { useGet } from '../session/use-get.ts';

const texts = overviewTexts.teamAttention;

/** The rollout is fetched for at most this many projects. */
const mostProjects = 10;

interface TeamAttentionProps {
  readonly agents: ReportingAgents | undefined;
}

/** The organisation's problems as reported by agents, worst first. */
export function TeamAttention({ agents }: TeamAttentionProps) {
  const { who } = useSession();
  const waiting = useWaiting();
  const changes = usePendingActs(who);
  const log = useGet('team-log', teamLog, '/api/log');
  const projects = who.mode === 'team' ? who.projects.slice(0, mostProjects) : [];
  const ways = useQueries({
    queries: projects.map(({ id }) => ({
      queryKey: ['rollout', id],
      queryFn: () => get(rollout, `/v1/projects/${id}/rollout`),
    })),
  });
  const machines = useGet('machine-counts', machineList, {
    path: '/v1/machines?state=unprotected&most=1',
    refetchInterval: 15_000,
  });
  const concerns = [
    ...unprotected(machines.data),
    ...waiting,
    ...pendingChanges(
      changes.data?.acts.filter(({ askedBy }) => who.mode !== 'team' || askedBy !== who.person).length ?? 0,
    ),
    ...findings(log.data),
    ...projects.flatMap((project, at) => versionConcerns(project, ways[at]?.data)),
    ...silence(agents),
  ];
  const isPending = agents === undefined || log.isPending || ways.some((way) => way.isPending);
  return <AttentionList concerns={concerns} isPending={isPending} allWell={texts.allWell} />;
}

/** Changes that others requested and this person may confirm. */
function pendingChanges(count: number): readonly Concern[] {
  if (count === 0) return [];
  return [
    {
      key: 'pending',
      icon: Hourglass,
      tone: 'warn',
      what: texts.pending(count),
      why: texts.pendingWords,
      action: (
        <Link className="btn plain small" to="/pending" search={{}}>
          {texts.open}
        </Link>
      ),
    },
  ];
}

function findings(log: TeamLogState | undefined): readonly Concern[] {
  const [newest] = log?.findings ?? [];
  if (log === undefined || newest === undefined) return [];
  const { agent, agentName, what } = newest;
  const meaning = Object.entries(activityTexts.record.meanings).find(([name]) => name === what)?.[1] ?? what;
  return [
    {
      key: 'record',
      icon: FileSearch,
      tone: 'bad',
      what: texts.findings(log.findings.length),
      why: texts.findingOf(visible(agentName ?? agent), visible(meaning)),
      action: (
        <Link className="btn plain small" to="/activity" search={{}}>
          {texts.open}
        </Link>
      ),
    },
  ];
}

function versionConcerns({ id, name }: TeamProject, way: Rollout | undefined): readonly Concern[] {
  if (way === undefined || way.candidate === null) return [];
  const { candidate, current, review, counts } = way;
  const concern = { icon: ShieldCheck, action: <PolicyLink project={id} version={candidate} /> } as const;
  const needsReview: readonly Concern[] =
    review === 'needed'
      ? [
          {
            ...concern,
            key: `review ${id}`,
            tone: 'warn',
            what: texts.review(candidate, visible(name)),
            why: texts.reviewWords,
          },
        ]
      : [];
  const [now, then] = [current, candidate].map((version) => denialsOf(counts, version));
  if (now === undefined || then === undefined || then <= now) return needsReview;
  return [
    ...needsReview,
    {
      ...concern,
      key: `denials ${id}`,
      tone: 'warn',
      what: texts.denies(candidate, visible(name)),
      why: texts.deniesMore(percentText(now), percentText(then)),
    },
  ];
}

/** The denial rate reported under a version, in per cent; undefined without reports. */
function denialsOf(counts: Rollout['counts'], version: number | null): number | undefined {
  const rows = counts.filter((row) => row.version === version);
  const decisions = rows.reduce((sum, row) => sum + row.decisions, 0);
  if (decisions === 0) return undefined;
  return share(
    rows.reduce((sum, row) => sum + row.denials, 0),
    decisions,
  );
}

function PolicyLink({ project, version }: { readonly project: string; readonly version: number }) {
  return (
    <Link className="btn plain small" to="/policy" search={{ project, version: String(version) }}>
      {texts.open}
    </Link>
  );
}

function MachinesLink(search: { readonly find?: string; readonly state?: string }) {
  return (
    <Link className="btn plain small" to="/machines" search={{ ...search }}>
      {texts.open}
    </Link>
  );
}

/** Machines that reported themselves that calls are not stopped. */
function unprotected(list: MachineList | undefined): readonly Concern[] {
  const count = list?.counts.find(({ state }) => state === 'unprotected')?.machines ?? 0;
  if (count === 0) return [];
  return [
    {
      key: 'unprotected',
      icon: ShieldOff,
      tone: 'bad',
      what: texts.unprotected(count),
      why: texts.unprotectedWords,
      action: <MachinesLink state="unprotected" />,
    },
  ];
}

/** The first by name, the rest as a number. */
function silence(agents: ReportingAgents | undefined): readonly Concern[] {
  if (agents === undefined) return [];
  const shown = agents.silent.slice(0, 2).map(({ name, project, last }): Concern => {
    const where = visible(project);
    return {
      key: `silent ${name} ${project}`,
      icon: Laptop,
      tone: 'warn',
      what: texts.silent(visible(name)),
      why:
        last === null ? texts.never(where) : texts.since(where, durationText(Date.now() - Date.parse(last))),
      action: <MachinesLink find={name} />,
    };
  });
  const rest = agents.silentCount - shown.length;
  if (rest <= 0) return shown;
  return [
    ...shown,
    {
      key: 'silent',
      icon: Laptop,
      tone: '',
      what: texts.moreSilent(rest),
      why: texts.moreSilentWords(agents.silentDays),
      action: <MachinesLink state="silent" />,
    },
  ];
}
