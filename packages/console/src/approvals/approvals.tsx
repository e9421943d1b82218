import { Link } from '@tanstack/react-router';
import { Bell, BellOff, Filter, FlaskConical } from 'lucide-react';
import { Suspense } from 'react';
import { PluginParts } from '../plugin-parts/plugin-parts.tsx';
import { useSession } from '../session/session.ts';
import { approvalsTexts as texts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { Segmented } from '../ui/fields/segmented.tsx';
import { Empty } from '../ui/states.tsx';
import { Answered } from './answered.tsx';
import { useApprovals, type ApprovalsState } from './approvals-state.ts';
import { useNotifications } from './notifications.ts';
import { RequestDetail } from './request-detail.tsx';
import { RequestList } from './request-list.tsx';
import './approvals.css';

const OwnHooks = lazyPart(async () => (await import('./own-hooks.tsx')).OwnHooks);
const TeamGrants = lazyPart(async () => (await import('../grants/team-grants.tsx')).TeamGrants);

/** Pending requests, with the one being read beside them. */
export function ApprovalsPage() {
  const { who } = useSession();
  const state = useApprovals();
  const { wanted, isAnswered, open, shown, waiting } = state;
  return (
    <div className={`panes ${wanted === undefined ? '' : 'is-open'}`}>
      <section className="pane-list" aria-label={texts.list}>
        <PaneHead state={state} />
        <div className="pane-scroll">
          {isAnswered ? <Answered /> : <Waiting state={state} />}
          {who.mode === 'team' && (
            <Suspense fallback={null}>
              <TeamGrants who={who} state="proposed" />
              <OwnHooks />
              <PluginParts at="approvals" />
            </Suspense>
          )}
        </div>
        <PaneFoot />
      </section>
      {open === undefined ? (
        <NothingOpen state={state} />
      ) : (
        <RequestDetail
          key={open.id}
          item={open}
          place={texts.place(shown.findIndex(({ id }) => id === open.id) + 1, waiting)}
          onBack={() => state.goTo({})}
          onDone={state.done}
        />
      )}
    </div>
  );
}

interface StateProps {
  readonly state: ApprovalsState;
}

function PaneHead({ state: { filter, isAnswered, wanted, waiting, goTo, filterField } }: StateProps) {
  const { who } = useSession();
  return (
    <div className="pane-head">
      <div className="row">
        <h1>{texts.title}</h1>
        <div className="end">
          <NotifyButton />
          <Segmented
            label={texts.which}
            value={isAnswered ? 'answered' : 'waiting'}
            segments={[
              { value: 'waiting', title: texts.waiting(waiting) },
              ...(who.mode === 'team' ? [] : [{ value: 'answered', title: texts.answered }]),
            ]}
            onChange={(value) => goTo({ show: value === 'waiting' ? '' : value })}
          />
        </div>
      </div>
      <label className="input">
        <Filter className="i" aria-hidden />
        <input
          ref={filterField}
          aria-label={texts.filter}
          placeholder={texts.filter}
          value={filter}
          onChange={(event) => goTo({ filter: event.target.value, request: wanted })}
        />
        <kbd className="end">/</kbd>
      </label>
      <p className="sr" role="status">
        {texts.requestsWait(waiting)}
      </p>
    </div>
  );
}

function Waiting({ state }: StateProps) {
  const { who } = useSession();
  const { items, waiting, matched, shown, groups, open, goTo, denyAll } = state;
  const isFiltered = matched.length < items.length;
  return (
    <>
      {items.length === 0 && (who.mode === 'team' ? <NobodyAsks /> : <NothingWaits />)}
      {isFiltered && matched.length === 0 && (
        <Empty
          title={texts.empty.filtered}
          action={<Button onClick={() => goTo({ filter: '' })}>{texts.empty.clear}</Button>}
        >
          {texts.empty.filteredWords(waiting)}
        </Empty>
      )}
      <RequestList
        groups={groups}
        open={open?.id}
        onOpen={(request) => goTo({ request })}
        onDenyAll={denyAll}
      />
      {!isFiltered && waiting > shown.length && (
        <p className="more-note">{texts.more(waiting - shown.length)}</p>
      )}
    </>
  );
}

function PaneFoot() {
  return (
    <div className="pane-foot" aria-hidden>
      <span>
        <kbd>J</kbd>
        <kbd>K</kbd>
        {texts.keys.move}
      </span>
      <span>
        <kbd>A</kbd>
        {texts.keys.approve}
      </span>
      <span>
        <kbd>D</kbd>
        {texts.keys.deny}
      </span>
      <span>
        <kbd>/</kbd>
        {texts.keys.filter}
      </span>
    </div>
  );
}

function NothingOpen({ state: { chosen, goTo } }: StateProps) {
  return (
    <div className="detail nothing-open">
      {chosen === undefined ? (
        <Empty title={texts.empty.unread}>{texts.empty.unreadWords}</Empty>
      ) : (
        <Empty title={texts.empty.gone} action={<Button onClick={() => goTo({})}>{texts.empty.back}</Button>}>
          {texts.empty.goneWords}
        </Empty>
      )}
    </div>
  );
}

function NotifyButton() {
  const { isOn, isPossible, onToggle } = useNotifications();
  if (!isPossible) return null;
  return (
    <Button
      kind="ghost"
      isIcon
      aria-label={isOn ? texts.notifications.on : texts.notifications.off}
      aria-pressed={isOn}
      onClick={onToggle}
    >
      {isOn ? <Bell className="i" aria-hidden /> : <BellOff className="i" aria-hidden />}
    </Button>
  );
}

function NothingWaits() {
  return (
    <Empty
      title={texts.empty.title}
      action={
        <Link className="btn plain" to="/playground" search={{}}>
          <FlaskConical className="i" aria-hidden />
          {texts.empty.tryIt}
        </Link>
      }
    >
      {texts.empty.words}
    </Empty>
  );
}

function NobodyAsks() {
  return (
    <Empty title={texts.empty.title}>
      {texts.empty.team} <code>permesso team join</code>
      {texts.empty.teamOwner}
    </Empty>
  );
}
