import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { BellRing, Moon, RotateCcw, Waypoints } from 'lucide-react';
import {
  deliveryList,
  type ListedStream,
  type ListedTarget,
  streamList,
  targetList,
  type TeamWho,
} from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { get, send } from '../api.ts';
import { momentText } from '../format.ts';
import { QuietSheet } from '../notifications/quiet-sheet.tsx';
import { windowTexts } from '../notifications/quiet-words.ts';
import { adminTexts } from './texts.ts';
import { identityTexts } from './identity-texts.ts';
import { notificationTexts } from '../notifications/texts.ts';
import { targetKinds } from '../texts/target-kinds.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { AddButton, AdminCard } from '../ui/admin-card.tsx';
import { AdminPage } from './admin-page.tsx';
import { GroupRoleSheet } from './group-role-sheet.tsx';
import { GroupRoles } from './group-roles.tsx';
import { ProviderSheet } from './provider-sheet.tsx';
import { PendingHere } from '../pending/pending-here.tsx';
import { personName, usePeople, whereText } from '../pending/people-query.ts';
import { PushSetting } from './push-setting.tsx';
import { SlackCard, SlackSheet } from './slack-sheet.tsx';
import { StreamSheet } from './stream-sheet.tsx';
import { TargetSheet } from './target-sheet.tsx';
import { useAct } from '../pending/use-act.ts';

const texts = adminTexts.integrations;

/** Where notifications and entries go, and who vouches for people. */
export function IntegrationsPage() {
  return (
    <AdminPage title={texts.title} scope="organisation">
      {(who) => <Integrations who={who} />}
    </AdminPage>
  );
}

function Integrations({ who }: { readonly who: TeamWho }) {
  const { sheet, target }: { readonly sheet?: string; readonly target?: string } = useSearch({
    from: '/integrations',
  });
  const navigate = useNavigate();
  const open = (name: string): void => void navigate({ to: '/integrations', search: { sheet: name } });
  const close = (): void => open('');
  return (
    <div className={`split ${sheet === undefined ? 'no-sheet' : ''}`}>
      <div className="page admin-cards">
        <div className="page-head">
          <h1>{texts.title}</h1>
        </div>
        <Targets
          who={who}
          onAdd={() => open('target')}
          onQuiet={(id) => void navigate({ to: '/integrations', search: { sheet: 'quiet', target: id } })}
        />
        <SlackCard onSet={() => open('slack')} />
        <PushSetting />
        <Deliveries />
        <Streams onAdd={() => open('stream')} />
        <AdminCard
          texts={identityTexts.provider}
          end={
            <Button isSmall onClick={() => open('provider')}>
              {identityTexts.provider.set}
            </Button>
          }
        >
          <PendingHere who={who} kinds={['identity-provider.put']} />
        </AdminCard>
        <GroupRoles who={who} onAdd={() => open('group')} />
      </div>
      {sheet === 'target' && <TargetSheet who={who} onClose={close} />}
      {sheet === 'quiet' && <TargetQuiet id={target ?? ''} onClose={close} />}
      {sheet === 'slack' && <SlackSheet onClose={close} />}
      {sheet === 'stream' && <StreamSheet onClose={close} />}
      {sheet === 'provider' && <ProviderSheet onClose={close} />}
      {sheet === 'group' && <GroupRoleSheet who={who} onClose={close} />}
    </div>
  );
}

/** The quiet hours of one target, once it is known. */
function TargetQuiet({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data } = useQuery({ queryKey: ['hooks'], queryFn: () => get(targetList, '/v1/hooks') });
  const found = data?.hooks.find((each) => each.id === id);
  if (found === undefined) return null;
  return (
    <QuietSheet
      key={id}
      title={texts.targets.quietName(visible(found.host))}
      words={notificationTexts.quiet.targetWords}
      hours={found.quiet}
      path={`/v1/hooks/${id}/quiet-hours`}
      queryKey="hooks"
      onClose={onClose}
    />
  );
}

interface TargetsProps {
  readonly who: TeamWho;
  readonly onAdd: () => void;
  readonly onQuiet: (id: string) => void;
}

function Targets({ who, onAdd, onQuiet }: TargetsProps) {
  const act = useAct('hooks');
  const { people = [] } = usePeople();
  const { data } = useQuery({ queryKey: ['hooks'], queryFn: () => get(targetList, '/v1/hooks') });
  const owner = ({ person }: ListedTarget): string => {
    const found = people.find(({ id }) => id === person);
    return found === undefined ? texts.targets.everybody : personName(found);
  };
  return (
    <AdminCard texts={texts.targets} end={<AddButton label={texts.targets.add} onAdd={onAdd} />}>
      {data?.hooks.length === 0 && <p className="padded small dim">{texts.targets.none}</p>}
      <ul>
        {(data?.hooks ?? []).map((target) => {
          const host = visible(target.host);
          return (
            <li key={target.id} className="row-line">
              <BellRing className="i dimmer" aria-hidden />
              <span className="min-w-0">
                {targetKinds[target.kind]} <span className="dim">{host}</span>{' '}
                {target.person !== null && target.confirmedAt === null && (
                  <span className="tag ask">{texts.targets.waits}</span>
                )}
                <span className="sub">
                  {texts.targets.about(owner(target), whereText(who, target.project))}
                  {target.onlyEscalated && texts.targets.onlyEscalated}
                  {target.kind !== 'push' && texts.targets.subjectOnly[target.about]}
                </span>
                {target.quiet !== null && (
                  <span className="sub">{texts.targets.quietText(windowTexts(target.quiet).join('; '))}</span>
                )}
              </span>
              {target.person === null && (
                <Button isSmall aria-label={texts.targets.quietName(host)} onClick={() => onQuiet(target.id)}>
                  <Moon className="i" aria-hidden />
                  {texts.targets.quiet}
                </Button>
              )}
              <ConfirmButton
                isSmall
                kind="danger-quiet"
                label={texts.remove}
                name={texts.removeName(host)}
                question={texts.targets.askRemove(host)}
                words={texts.targets.removeWords}
                action={texts.remove}
                onYes={() => void act(() => send('DELETE', `/v1/hooks/${target.id}`), texts.removed(host))}
              />
            </li>
          );
        })}
      </ul>
    </AdminCard>
  );
}

/** What was given up: shown where there is any. */
function Deliveries() {
  const act = useAct('deliveries');
  const { data } = useQuery({
    queryKey: ['deliveries'],
    queryFn: () => get(deliveryList, '/v1/deliveries?state=dead'),
  });
  const dead = data?.deliveries ?? [];
  if (dead.length === 0) return null;
  return (
    <section className="card" aria-label={texts.dead.title}>
      <div className="card-head">
        <h2>{texts.dead.title}</h2>
        <span className="tag deny">{dead.length}</span>
      </div>
      <ul>
        {dead.slice(0, 20).map(({ id, error, attempts }) => (
          <li key={id} className="row-line">
            <span className="min-w-0">
              {visible(error ?? texts.dead.unknown)}
              <span className="sub">{texts.dead.tries(attempts)}</span>
            </span>
            <Button
              isSmall
              onClick={() => void act(() => send('POST', `/v1/deliveries/${id}/retry`), texts.dead.again)}
            >
              <RotateCcw className="i" aria-hidden />
              {texts.dead.retry}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Streams({ onAdd }: { readonly onAdd: () => void }) {
  const act = useAct('streams');
  const { data } = useQuery({
    queryKey: ['streams'],
    queryFn: () => get(streamList, '/v1/streams'),
    refetchInterval: 15_000,
  });
  return (
    <AdminCard texts={texts.streams} end={<AddButton label={texts.streams.add} onAdd={onAdd} />}>
      {data?.streams.length === 0 && <p className="padded small dim">{texts.streams.none}</p>}
      <ul>
        {(data?.streams ?? []).map((stream) => (
          <StreamRow
            key={stream.id}
            stream={stream}
            onRemove={() =>
              void act(() => send('DELETE', `/v1/streams/${stream.id}`), texts.removed(visible(stream.host)))
            }
          />
        ))}
      </ul>
    </AdminCard>
  );
}

function StreamRow({ stream, onRemove }: { readonly stream: ListedStream; readonly onRemove: () => void }) {
  const { kind, host, behind, error, sentAt } = stream;
  const shown = visible(host);
  return (
    <li className="row-line">
      <Waypoints className="i dimmer" aria-hidden />
      <span className="min-w-0">
        {texts.streams.kinds[kind] ?? visible(kind)} <span className="dim">{shown}</span>{' '}
        {error === null ? (
          <span className="tag allow">{texts.streams.behind(behind)}</span>
        ) : (
          <span className="tag deny">{texts.streams.failing(behind)}</span>
        )}
        <span className="sub">
          {error === null
            ? sentAt === null
              ? texts.streams.never
              : texts.streams.sent(momentText(Date.parse(sentAt)))
            : visible(error)}
        </span>
      </span>
      <ConfirmButton
        isSmall
        kind="danger-quiet"
        label={texts.remove}
        name={texts.removeName(shown)}
        question={texts.streams.askRemove(shown)}
        words={texts.streams.removeWords}
        action={texts.remove}
        onYes={onRemove}
      />
    </li>
  );
}
