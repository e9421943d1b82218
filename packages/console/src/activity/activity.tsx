import { Link } from '@tanstack/react-router';
import { Activity, FlaskConical } from 'lucide-react';
import { useCallback } from 'react';
import type { ListedEntry } from '@permesso/protocol/console';
import { agentName } from '@permesso/protocol/text';
import { folderName } from '../format.ts';
import { useSession } from '../session/session.ts';
import { activityTexts as texts } from './texts.ts';
import { PageHead } from '../ui/page-head.tsx';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Bones, Empty, Failed } from '../ui/states.tsx';
import { useActivity, type ActivityState } from './activity-state.ts';
import { defaultRange, isFiltered, noFilter } from './address.ts';
import { EntryList } from './entry-list.tsx';
import { EntrySheet } from './entry-sheet.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Histogram } from './histogram.tsx';
import { MassDeletion } from './kept.tsx';
import { LogLine } from './log-line.tsx';
import { ResultBar } from './result-bar.tsx';
import { useViews } from './view-store.ts';
import { ViewsMenu } from './views-menu.tsx';
import { shownEntry } from './words.ts';
import './activity.css';

/** Entries, newest first: of this machine, or of a team's machines. */
export function ActivityPage() {
  const state = useActivity();
  const { source, place, found, stats, counts, matched, waiting } = state;
  const { address, go } = place;
  const show = useCallback((entry: ListedEntry) => shownEntry(entry, waiting), [waiting]);
  const openEntry = useCallback((entry: string) => go({ entry }), [go]);
  return (
    <div className={`split activity ${address.entry === undefined ? 'no-sheet' : ''}`}>
      <div className="page">
        <PageHead
          title={texts.title}
          end={
            <>
              <ViewsMenu {...place} store={useViews()} />
              <ExportButton query={`${state.query}${source.whole}`} count={matched} />
            </>
          }
        />
        <LogLine stats={stats} source={source} />
        <MassDeletion source={source} />
        <FilterBar
          {...place}
          words={state.words}
          onWords={state.setWords}
          field={state.field}
          counts={counts}
          mostAsked={stats?.mostAsked}
          nameOf={useNames(state)}
        />
        <Histogram {...place} counts={counts} offered={source.ranges} />
        <ResultBar
          found={found}
          total={matched}
          of={counts?.all}
          range={address.range ?? defaultRange}
          fresh={state.fresh}
          onFresh={state.again}
        />
        <EntryList found={found} show={show} open={address.entry} onOpen={openEntry} />
        <NothingToList state={state} />
      </div>
      {address.entry !== undefined && <OpenEntry state={state} />}
    </div>
  );
}

interface StateProps {
  readonly state: ActivityState;
}

/**
 * The display names of filter values: a team's projects and agents have names, and a machine's projects are folders.
 */
function useNames({ counts }: ActivityState): (filter: string, value: string) => string {
  const { who } = useSession();
  return useCallback(
    (filter, value) => {
      if (filter === 'host') return agentName(value);
      if (filter === 'agent') return counts?.facets.agent?.find(({ name }) => name === value)?.title ?? value;
      if (filter !== 'project') return value;
      if (who.mode === 'local') return folderName(value);
      return who.projects.find(({ id }) => id === value)?.name ?? value;
    },
    [counts, who],
  );
}

function NothingToList({
  state: { source, place, words, setWords, found, stats, counts, again },
}: StateProps) {
  const { address, go } = place;
  const { failed, stillSafe, empty } = source.texts;
  const [longest] = source.ranges.slice(-1);
  if (found.problem !== '')
    return (
      <Failed title={failed} onRetry={again}>
        {found.problem} {stillSafe}
      </Failed>
    );
  if (found.entries.length > 0) return null;
  if (found.isLooking) return <Bones />;
  if (isFiltered({ ...address, words }))
    return (
      <Empty
        icon={Activity}
        title={texts.empty.filtered}
        action={
          <Button
            onClick={() => {
              setWords('');
              go(noFilter);
            }}
          >
            {texts.empty.clear}
          </Button>
        }
      >
        {empty.filtered}
      </Empty>
    );
  const isEmpty = stats?.entries === undefined ? counts?.all !== 0 : stats.entries === 0;
  if (!isEmpty && address.range !== longest?.value)
    return (
      <Empty
        icon={Activity}
        title={texts.empty.range}
        action={
          <Button onClick={() => go({ range: longest?.value ?? '', from: '', to: '' })}>
            {empty.longest}
          </Button>
        }
      >
        {empty.range}
      </Empty>
    );
  return (
    <Empty
      icon={Activity}
      title={empty.title}
      action={
        <Link className="btn plain" to="/playground" search={{}}>
          <FlaskConical className="i" aria-hidden />
          {texts.empty.tryIt}
        </Link>
      }
    >
      {empty.before} <code>{empty.command}</code> {empty.after}
    </Empty>
  );
}

function OpenEntry({ state: { source, place, shown, isGone, step } }: StateProps) {
  const close = (): void => place.go({ entry: '' });
  if (shown !== undefined)
    return (
      <EntrySheet key={place.address.entry} listed={shown} source={source} onStep={step} onClose={close} />
    );
  return (
    <Sheet title={texts.entry.label} onClose={close}>
      {isGone ? (
        <Empty title={texts.gone} action={<Button onClick={close}>{texts.close}</Button>}>
          {source.texts.gone}
        </Empty>
      ) : (
        <Bones />
      )}
    </Sheet>
  );
}
