import { useNavigate, useSearch } from '@tanstack/react-router';
import { BellRing, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { deliveryList, type ListedTarget, targetList, type TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { send } from '../api.ts';
import { PendingHere } from '../pending/pending-here.tsx';
import { personName, usePeople, whereText } from '../pending/people-query.ts';
import { useAct } from '../pending/use-act.ts';
import type { PlaceProps } from '../plugin.ts';
import { PluginParts, PluginSheet } from '../plugin-parts/plugin-parts.tsx';
import { targetKindTitle } from '../plugin-parts/target-kinds.ts';
import { useGet } from '../session/use-get.ts';
import { AddButton, AdminCard } from '../ui/admin-card.tsx';
import { Button } from '../ui/button.tsx';
import { RemoveButton } from '../ui/confirm-button.tsx';
import { RowLine } from '../ui/row-line.tsx';
import { componentTexts } from '../ui/texts.ts';
import { AdminPage } from './admin-page.tsx';
import { GroupRoleSheet } from './group-role-sheet.tsx';
import { GroupRoles } from './group-roles.tsx';
import { identityTexts } from './identity-texts.ts';
import { ProviderSheet } from './provider-sheet.tsx';
import { TargetSheet } from './target-sheet.tsx';
import { adminTexts } from './texts.ts';
import { PageHead } from '../ui/page-head.tsx';

const texts = adminTexts.integrations;

/** Targets of notifications and entries, and the identity provider. */
export function IntegrationsPage() {
  return (
    <AdminPage title={texts.title} scope="organisation">
      {(who) => <Integrations who={who} />}
    </AdminPage>
  );
}

function Integrations({ who }: { readonly who: TeamWho }) {
  const { sheet }: { readonly sheet?: string } = useSearch({ from: '/integrations' });
  const navigate = useNavigate();
  const open = (name: string, more: object = {}): void =>
    void navigate({ to: '/integrations', search: { sheet: name, ...more } });
  const close = (): void => open('');
  const place = { who, onOpen: open };
  return (
    <div className={`split ${sheet === undefined ? 'no-sheet' : ''}`}>
      <div className="page admin-groups">
        <PageHead title={texts.title} />
        <Group title={texts.groups.ask}>
          <Targets {...place} />
          <PluginParts at="waysToAsk" {...place} />
          <Deliveries />
        </Group>
        <Group title={texts.groups.identity}>
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
        </Group>
        <Group title={texts.groups.evidence}>
          <PluginParts at="evidence" {...place} />
        </Group>
      </div>
      {sheet === 'target' && <TargetSheet who={who} onClose={close} />}
      {sheet === 'provider' && <ProviderSheet onClose={close} />}
      {sheet === 'group' && <GroupRoleSheet who={who} onClose={close} />}
      <PluginSheet page="integrations" name={sheet} onClose={close} />
    </div>
  );
}

/** A group of cards; not rendered if no plug-in adds one. */
function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="admin-cards admin-group" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Targets(place: PlaceProps['waysToAsk']) {
  const { who, onOpen } = place;
  const act = useAct('hooks');
  const { people = [] } = usePeople();
  const { data } = useGet('hooks', targetList, '/v1/hooks');
  const owner = ({ person }: ListedTarget): string => {
    const found = people.find(({ id }) => id === person);
    return found === undefined ? texts.targets.everybody : personName(found);
  };
  return (
    <AdminCard
      texts={texts.targets}
      isEmpty={data?.hooks.length === 0}
      end={<AddButton label={texts.targets.add} onAdd={() => onOpen('target')} />}
    >
      <ul>
        {data?.hooks.map((target) => {
          const host = visible(target.host);
          return (
            <RowLine
              key={target.id}
              icon={BellRing}
              end={
                <>
                  <PluginParts at="target" {...place} target={target} />
                  <RemoveButton
                    name={componentTexts.removeName(host)}
                    question={texts.targets.askRemove(host)}
                    words={texts.targets.removeWords}
                    onYes={() =>
                      void act(() => send('DELETE', `/v1/hooks/${target.id}`), componentTexts.removed(host))
                    }
                  />
                </>
              }
            >
              {targetKindTitle(target.kind)} <span className="dim">{host}</span>{' '}
              {target.person !== null && target.confirmedAt === null && (
                <span className="tag ask">{texts.targets.waits}</span>
              )}
              <span className="sub">
                {texts.targets.about(owner(target), whereText(who, target.project))}
                {target.onlyEscalated && texts.targets.onlyEscalated}
                {target.kind !== 'push' && texts.targets.subjectOnly[target.about]}
              </span>
              <PluginParts at="targetNote" target={target} />
            </RowLine>
          );
        })}
      </ul>
    </AdminCard>
  );
}

/** Failed deliveries, if there are any. */
function Deliveries() {
  const act = useAct('deliveries');
  const { data } = useGet('deliveries', deliveryList, '/v1/deliveries?state=dead');
  const dead = data?.deliveries ?? [];
  if (dead.length === 0) return null;
  return (
    <AdminCard texts={texts.dead} end={<span className="tag deny">{dead.length}</span>}>
      <ul>
        {dead.slice(0, 20).map(({ id, error, attempts }) => (
          <RowLine
            key={id}
            sub={texts.dead.tries(attempts)}
            end={
              <Button
                icon={RotateCcw}
                isSmall
                onClick={() => void act(() => send('POST', `/v1/deliveries/${id}/retry`), texts.dead.again)}
              >
                {texts.dead.retry}
              </Button>
            }
          >
            {visible(error ?? texts.dead.unknown)}
          </RowLine>
        ))}
      </ul>
    </AdminCard>
  );
}
