import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Activity, Ban, Snowflake } from 'lucide-react';
import { useState } from 'react';
import type { MachineDetail, TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { hasRole, send } from '../api.ts';
import { errorText } from '../format.ts';
import { machineTexts } from './texts.ts';
import { isOfOrganisation } from '../session/organisation-role.ts';
import { Button } from '../ui/button.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { TypedConfirm } from '../ui/typed-confirm.tsx';
import { machinesKey } from './machines-state.ts';

const texts = machineTexts.act;

/** The actions of a project's administrator on a machine; read-only for others. */
export function MachineActions({ machine, who }: { readonly machine: MachineDetail; readonly who: TeamWho }) {
  const [asking, setAsking] = useState<'freeze' | 'revoke'>();
  const client = useQueryClient();
  const say = useToasts();
  const name = visible(machine.name);
  // A name that cannot be typed would make the confirmation impossible.
  const isTypeable = /^[\w.@-]{1,60}$/.test(machine.name);
  const done = async (text: string): Promise<void> => {
    say({ text });
    await client.invalidateQueries({ queryKey: [machinesKey] });
  };
  const freeze = async (reason: string | null): Promise<void> => {
    await send('PUT', '/v1/freeze', { what: 'agent', id: machine.agent, reason });
    await done(reason === null ? texts.unfrozen(name) : texts.frozen(name));
  };
  const isAdmin = hasRole(who, 'admin', machine.project) && machine.revokedAt === null;
  const isFrozenAbove =
    who.frozen !== null || who.projects.some(({ id, frozen }) => id === machine.project && frozen !== null);
  return (
    <>
      {isAdmin && (
        <Button kind="danger-quiet" onClick={() => setAsking('revoke')}>
          {texts.revoke}
        </Button>
      )}
      <div className="end">
        {isAdmin && machine.frozen === null && (
          <Button icon={Snowflake} onClick={() => setAsking('freeze')}>
            {texts.freeze}
          </Button>
        )}
        {isAdmin && machine.frozen !== null && !isFrozenAbove && (
          <Button
            icon={Snowflake}
            onClick={() =>
              void freeze(null).catch((error: unknown) => say({ text: errorText(error), isProblem: true }))
            }
          >
            {texts.unfreeze}
          </Button>
        )}
        {isOfOrganisation(who) && (
          <Link className="btn plain" to="/activity" search={{ agent: machine.agent }}>
            <Activity className="i" aria-hidden />
            {texts.activity}
          </Link>
        )}
      </div>
      <TypedConfirm
        key={asking ?? ''}
        isOpen={asking === 'freeze'}
        onClose={() => setAsking(undefined)}
        icon={<Snowflake className="i bad" aria-hidden />}
        title={texts.askFreeze(name)}
        word={isTypeable ? machine.name : texts.freezeWord}
        reasonLabel={texts.freezeReason}
        action={texts.doFreeze}
        onConfirm={freeze}
      >
        {texts.freezeWords}
      </TypedConfirm>
      <TypedConfirm
        isOpen={asking === 'revoke'}
        onClose={() => setAsking(undefined)}
        icon={<Ban className="i bad" aria-hidden />}
        title={texts.askRevoke(name)}
        word={isTypeable ? machine.name : texts.revokeWord}
        action={texts.doRevoke}
        onConfirm={async () => {
          await send('POST', `/v1/agents/${machine.agent}/revoke`);
          await done(texts.revoked(name));
        }}
      >
        {texts.revokeWords}
      </TypedConfirm>
    </>
  );
}
