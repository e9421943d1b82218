import { Activity } from 'lucide-react';
import { useCallback } from 'react';
import { useSession } from '../app/session.ts';
import { defaultRange, isFiltered, noFilter } from '../activity/address.ts';
import { EntryList } from '../activity/entry-list.tsx';
import { ExportButton } from '../activity/export-button.tsx';
import { FilterBar } from '../activity/filter-bar.tsx';
import { Histogram } from '../activity/histogram.tsx';
import { ResultBar } from '../activity/result-bar.tsx';
import { useBrowserViews } from '../activity/view-store.ts';
import { ViewsMenu } from '../activity/views-menu.tsx';
import { kinds } from '../activity/words.ts';
import { teamActivityTexts as texts } from '../texts/team-activity.ts';
import { Button } from '../ui/button.tsx';
import { Bones, Empty, Failed } from '../ui/states.tsx';
import { teamRanges, teamStep, useTeamActivity, type TeamActivityState } from './activity-state.ts';
import { entryId } from './read-entry.ts';
import { RecordLine } from './record-line.tsx';
import { TeamEntrySheet } from './team-entry-sheet.tsx';
import { receivedAt, teamRow } from './team-rows.ts';

/** What the agents of the team did, the newest first: figures, whether the record is whole, and the record itself. */
export function TeamActivity() {
  const { who } = useSession();
  const state = useTeamActivity();
  const store = useBrowserViews(who.mode === 'team' ? `${who.organisation} ${who.person}` : '');
  const { place, words, setWords, field, query, found, stats, counts, isCounted } = state;
  const { address, go } = place;
  const matched = isCounted ? counts?.matched : undefined;
  const close = (): void => go({ entry: '' });
  function nameOf(filter: string, value: string): string {
    if (filter === 'project' && who.mode === 'team')
      return who.projects.find(({ id }) => id === value)?.name ?? value;
    if (filter !== 'agent') return value;
    return counts?.facets.agent?.find(({ name }) => name === value)?.title ?? value;
  }
  const openEntry = useCallback((entry: string) => go({ entry }), [go]);
  return (
    <div className={`split activity ${address.entry === undefined ? 'no-sheet' : ''}`}>
      <div className="page">
        <div className="page-head">
          <h1>{texts.title}</h1>
          <div className="end">
            <ViewsMenu {...place} store={store} />
            <ExportButton query={query} take={teamStep} count={matched} />
          </div>
        </div>
        <RecordLine stats={stats} />
        <FilterBar
          {...place}
          words={words}
          onWords={setWords}
          field={field}
          counts={counts}
          mostAsked={stats?.mostAsked}
          nameOf={nameOf}
          kinds={kinds}
        />
        <Histogram {...place} counts={counts} offered={teamRanges} />
        <ResultBar
          found={found}
          total={matched}
          of={counts?.all}
          range={address.range ?? defaultRange}
          fresh={state.fresh}
          onFresh={state.again}
        />
        <EntryList
          found={found}
          idOf={entryId}
          timeOf={receivedAt}
          show={teamRow}
          open={address.entry}
          onOpen={openEntry}
        />
        <NothingToList state={state} />
      </div>
      {address.entry !== undefined && (
        <TeamEntrySheet
          key={address.entry}
          entry={state.shown}
          isLooking={found.isLooking || found.isOld}
          onStep={state.step}
          onClose={close}
        />
      )}
    </div>
  );
}

function NothingToList({ state }: { readonly state: TeamActivityState }) {
  const { place, words, setWords, found, counts, again } = state;
  const { entries, isLooking, problem } = found;
  if (problem !== '')
    return (
      <Failed title={texts.failed} onRetry={again}>
        {problem} {texts.stillSafe}
      </Failed>
    );
  if (entries.length > 0) return null;
  if (isLooking) return <Bones />;
  if (isFiltered({ ...place.address, words }))
    return (
      <Empty
        icon={Activity}
        title={texts.empty.nothing}
        action={
          <Button
            onClick={() => {
              setWords('');
              place.go(noFilter);
            }}
          >
            {texts.empty.clear}
          </Button>
        }
      >
        {texts.empty.nothingWords}
      </Empty>
    );
  if (counts?.all === 0 && place.address.range !== '90d')
    return (
      <Empty
        icon={Activity}
        title={texts.empty.noneInRange}
        action={<Button onClick={() => place.go({ range: '90d' })}>{texts.empty.longer}</Button>}
      >
        {texts.empty.noneInRangeWords} <code>permesso team sync</code> {texts.empty.words}
      </Empty>
    );
  return (
    <Empty icon={Activity} title={texts.empty.title}>
      <code>permesso team sync</code> {texts.empty.words}
    </Empty>
  );
}
