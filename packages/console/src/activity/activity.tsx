import { Link } from '@tanstack/react-router';
import { Activity, FlaskConical } from 'lucide-react';
import { lazy, Suspense, useCallback } from 'react';
import type { LogEntry } from '@permesso/protocol/entry';
import { useSession } from '../app/session.ts';
import { Button } from '../ui/button.tsx';
import { Bones, Empty, Failed } from '../ui/states.tsx';
import { useActivity, type ActivityState } from './activity-state.ts';
import { defaultRange, isFiltered, noFilter } from './address.ts';
import { EntryList } from './entry-list.tsx';
import { EntrySheet } from './entry-sheet.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Histogram } from './histogram.tsx';
import { LogLine } from './log-line.tsx';
import { localStep } from './use-entries.ts';
import { useMachineViews } from './view-store.ts';
import { ViewsMenu } from './views-menu.tsx';
import { shownEntry } from './words.ts';
import { ResultBar } from './result-bar.tsx';
import { activityTexts } from '../texts/activity.ts';

const TeamActivity = lazy(async () => ({
  default: (await import('../team/team-activity.tsx')).TeamActivity,
}));

const texts = activityTexts.empty;

/** What happened, the newest first. */
export function ActivityPage() {
  const { who } = useSession();
  if (who.mode === 'local') return <LocalActivity />;
  return (
    <Suspense fallback={<Bones />}>
      <TeamActivity />
    </Suspense>
  );
}

function LocalActivity() {
  const state = useActivity();
  const store = useMachineViews();
  const { place, words, setWords, field, query, found, stats, counts, isCounted, open, again } = state;
  const { address, go } = place;
  const matched = isCounted ? counts?.matched : undefined;
  const show = useCallback(
    (entry: LogEntry) => shownEntry(entry, found.outcomes.get(entry.seq), state.waiting),
    [found.outcomes, state.waiting],
  );
  const openEntry = useCallback((entry: string) => go({ entry }), [go]);
  return (
    <div className={`split activity ${open === undefined ? 'no-sheet' : ''}`}>
      <div className="page">
        <div className="page-head">
          <h1>{activityTexts.title}</h1>
          <div className="end">
            <ViewsMenu {...place} store={store} />
            <ExportButton query={query} take={localStep} count={matched} />
          </div>
        </div>
        <LogLine stats={stats} />
        <FilterBar
          {...place}
          words={words}
          onWords={setWords}
          field={field}
          counts={counts}
          mostAsked={stats?.mostAsked}
        />
        <Histogram {...place} counts={counts} />
        <ResultBar
          found={found}
          total={matched}
          of={counts?.all}
          range={address.range ?? defaultRange}
          fresh={state.fresh}
          onFresh={again}
        />
        <EntryList
          found={found}
          idOf={({ seq }) => String(seq)}
          timeOf={({ at }) => Date.parse(at)}
          show={show}
          open={address.entry}
          onOpen={openEntry}
        />
        <NothingToList state={state} />
      </div>
      <OpenEntry state={state} />
    </div>
  );
}

function NothingToList({ state }: { readonly state: ActivityState }) {
  const { place, words, setWords, found, stats, again } = state;
  const { entries, isLooking, problem } = found;
  if (problem !== '')
    return (
      <Failed title={activityTexts.failed} onRetry={again}>
        {problem} {activityTexts.stillSafe}
      </Failed>
    );
  if (entries.length > 0) return null;
  if (isLooking) return <Bones />;
  return (
    <Nothing
      isFiltered={isFiltered({ ...place.address, words })}
      isEmpty={stats?.entries === 0}
      onClear={() => {
        setWords('');
        place.go(noFilter);
      }}
      onAll={() => place.go({ range: 'all', from: '', to: '' })}
    />
  );
}

function OpenEntry({ state }: { readonly state: ActivityState }) {
  const { place, open, shown, isGone, found, step } = state;
  const close = (): void => place.go({ entry: '' });
  if (open === undefined) return null;
  if (shown !== undefined)
    return (
      <EntrySheet
        key={shown.seq}
        entry={shown}
        outcome={found.outcomes.get(shown.seq)}
        onStep={step}
        onClose={close}
      />
    );
  return (
    <aside className="sheet" aria-label={activityTexts.entry.label}>
      {isGone ? (
        <Empty title={activityTexts.gone} action={<Button onClick={close}>{activityTexts.close}</Button>}>
          {activityTexts.goneWords}
        </Empty>
      ) : (
        <Bones />
      )}
    </aside>
  );
}

interface NothingProps {
  readonly isFiltered: boolean;
  readonly isEmpty: boolean;
  readonly onClear: () => void;
  readonly onAll: () => void;
}

function Nothing({ isFiltered: filtered, isEmpty, onClear, onAll }: NothingProps) {
  if (filtered)
    return (
      <Empty icon={Activity} title={texts.filtered} action={<Button onClick={onClear}>{texts.clear}</Button>}>
        {texts.filteredWords}
      </Empty>
    );
  if (!isEmpty)
    return (
      <Empty icon={Activity} title={texts.range} action={<Button onClick={onAll}>{texts.allTime}</Button>}>
        {texts.rangeWords}
      </Empty>
    );
  return (
    <Empty
      icon={Activity}
      title={texts.none}
      action={
        <Link className="btn plain" to="/playground" search={{}}>
          <FlaskConical className="i" aria-hidden />
          {texts.tryIt}
        </Link>
      }
    >
      {texts.connect} <code>permesso init</code>
      {texts.connected}
    </Empty>
  );
}
