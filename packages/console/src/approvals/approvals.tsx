import { Link } from '@tanstack/react-router';
import { Bell, BellOff, Filter, FlaskConical } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useSession } from '../app/session.ts';
import { countText } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Empty } from '../ui/states.tsx';
import { Answered } from './answered.tsx';
import { useApprovals, type ApprovalsState } from './approvals-state.ts';
import { useNotifications } from './notifications.ts';
import { RequestDetail } from './request-detail.tsx';
import { RequestList } from './request-list.tsx';

const OwnHooks = lazy(async () => ({ default: (await import('../team/own-hooks.tsx')).OwnHooks }));
const TeamGrants = lazy(async () => ({ default: (await import('../team/team-grants.tsx')).TeamGrants }));

/** What waits for an answer, and the one that is being read beside it. */
export function ApprovalsPage() {
  const { who } = useSession();
  const state = useApprovals();
  const { wanted, isAnswered, open, shown, waiting } = state;
  return (
    <div className={`panes ${wanted === undefined ? '' : 'is-open'}`}>
      <section className="pane-list" aria-label="Requests that wait">
        <PaneHead state={state} />
        <div className="pane-scroll">
          {isAnswered ? <Answered /> : <Waiting state={state} />}
          {who.mode === 'team' && (
            <Suspense fallback={null}>
              <TeamGrants who={who} state="proposed" />
              <OwnHooks />
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
          place={`${shown.findIndex(({ id }) => id === open.id) + 1} of ${waiting}`}
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
        <h1>Approvals</h1>
        <div className="end">
          <NotifyButton />
          <Segmented
            label="Which"
            value={isAnswered ? 'answered' : 'waiting'}
            segments={[
              { value: 'waiting', title: `Waiting ${waiting}` },
              ...(who.mode === 'team' ? [] : [{ value: 'answered', title: 'Answered' }]),
            ]}
            onChange={(value) => goTo({ show: value === 'waiting' ? '' : value })}
          />
        </div>
      </div>
      <label className="input">
        <Filter className="i" aria-hidden />
        <input
          ref={filterField}
          aria-label="Filter by command, agent, project"
          placeholder="Filter by command, agent, project"
          value={filter}
          onChange={(event) => goTo({ filter: event.target.value, request: wanted })}
        />
        <kbd className="end">/</kbd>
      </label>
      <p className="sr" role="status">
        {countText(waiting, 'request waits', 'requests wait')}
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
          title="Nothing matches"
          action={<Button onClick={() => goTo({ filter: '' })}>Clear the filter</Button>}
        >
          {countText(waiting, 'request waits', 'requests wait')} that the filter leaves out.
        </Empty>
      )}
      <RequestList
        groups={groups}
        open={open?.id}
        onOpen={(request) => goTo({ request })}
        onDenyAll={denyAll}
      />
      {!isFiltered && waiting > shown.length && (
        <p className="more-note">and {(waiting - shown.length).toLocaleString('en')} more</p>
      )}
    </>
  );
}

function PaneFoot() {
  return (
    <div className="pane-foot" aria-hidden>
      <span>
        <kbd>J</kbd>
        <kbd>K</kbd>move
      </span>
      <span>
        <kbd>A</kbd>approve
      </span>
      <span>
        <kbd>D</kbd>deny
      </span>
      <span>
        <kbd>/</kbd>filter
      </span>
    </div>
  );
}

function NothingOpen({ state: { chosen, goTo } }: StateProps) {
  return (
    <div className="detail nothing-open">
      {chosen === undefined ? (
        <Empty title="Nothing to read">What waits opens here, the longest waiting first.</Empty>
      ) : (
        <Empty
          title="This request is gone"
          action={<Button onClick={() => goTo({})}>Show what waits</Button>}
        >
          It was answered elsewhere, or its time is over. Choose another.
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
      aria-label={isOn ? 'Notifications on' : 'Notifications off'}
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
      title="Nothing is waiting"
      action={
        <Link className="btn plain" to="/playground" search={{}}>
          <FlaskConical className="i" aria-hidden />
          Try a command
        </Link>
      }
    >
      When an agent wants to do something that your policy asks about, it appears here. While this page is
      open, connected agents wait for you.
    </Empty>
  );
}

function NobodyAsks() {
  return (
    <Empty title="Nothing is waiting">
      When an agent of your team wants to do something that its policy asks about, it appears here. A machine
      joins with <code>permesso team join</code>. The owner of an agent cannot answer for it, somebody else
      must.
    </Empty>
  );
}
