import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import {
  type GroupMapping,
  type GroupRoleList,
  isSameRole,
  mappingsPending,
  type TeamWho,
} from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { PendingChange } from '../api.ts';
import { errorText } from '../format.ts';
import { adminTexts } from './texts.ts';
import { identityTexts } from './identity-texts.ts';
import { pendingTexts } from '../pending/texts.ts';
import { RowLine } from '../ui/row-line.tsx';
import { RemoveButton } from '../ui/confirm-button.tsx';
import { CopyLine } from '../ui/copy-line.tsx';
import { Missing } from '../ui/states.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { AddButton, AdminCard } from '../ui/admin-card.tsx';
import { PendingHere } from '../pending/pending-here.tsx';
import { pendingKey, usePendingActs } from '../pending/pending-query.ts';
import { saidOf } from '../pending/use-act.ts';
import { peopleKey, whereText, usePeople } from '../pending/people-query.ts';
import { changeGroupRoles, groupRolesKey, useGroupRoles } from './group-roles-query.ts';

const texts = identityTexts.groups;

export interface GroupRolesProps {
  readonly who: TeamWho;
  readonly onAdd: () => void;
}

/** Which groups of the identity provider or directory give which roles, and how many people have them. */
export function GroupRoles({ who, onAdd }: GroupRolesProps) {
  const client = useQueryClient();
  const say = useToasts();
  const [problem, setProblem] = useState('');
  const { data, error, refetch } = useGroupRoles();
  const waiting = usePendingActs(who).data?.acts.find(({ act }) => act === 'group-roles.put');
  const removing = waiting === undefined ? [] : mappingsPending(waiting).removed;
  async function remove(mapping: GroupMapping): Promise<void> {
    try {
      // A new request replaces the pending one, so it includes the pending removals.
      const gone = [...removing, mapping];
      await changeGroupRoles((now) => now.filter((each) => !gone.some((other) => isSameRole(each, other))));
      setProblem('');
      say({ text: texts.removed(mapping.role, visible(mapping.group)) });
    } catch (failure) {
      if (failure instanceof PendingChange) say(saidOf(failure));
      setProblem(failure instanceof PendingChange ? '' : errorText(failure));
    }
    for (const key of [groupRolesKey, peopleKey, pendingKey])
      await client.invalidateQueries({ queryKey: [key] });
  }
  return (
    <AdminCard
      texts={texts}
      isEmpty={data?.mappings.length === 0}
      end={<AddButton label={texts.add} onAdd={onAdd} />}
      problem={problem}
    >
      {data === undefined && <Missing title={texts.failed} error={error} rows={2} onRetry={refetch} />}
      {data !== undefined && <SignInState who={who} signIn={data.signIn} />}
      <ul>
        {data?.mappings.map((mapping) => (
          <MappingRow
            key={`${mapping.group} ${mapping.role} ${mapping.project}`}
            who={who}
            mapping={mapping}
            isPending={removing.some((each) => isSameRole(each, mapping))}
            onRemove={() => void remove(mapping)}
          />
        ))}
      </ul>
      <PendingHere who={who} kinds={['group-roles.put']} />
    </AdminCard>
  );
}

/** Whether the groups of people who sign in count, and what is missing if they do not. */
function SignInState({ who, signIn }: { readonly who: TeamWho } & Pick<GroupRoleList, 'signIn'>) {
  if (signIn === null) return <p className="padded small dim lined">{texts.noClaim}</p>;
  const { issuer, claim, trusted } = signIn;
  const host = visible(URL.canParse(issuer) ? new URL(issuer).host : issuer);
  if (trusted) return <p className="padded small dim lined">{texts.trusted(visible(claim), host)}</p>;
  const command = `permesso serve trust-issuer ${visible(who.organisation)} ${visible(issuer)} DOMAIN`;
  return (
    <div className="padded lined">
      <div className="notice ask">
        <div className="min-w-0 grow">
          {texts.untrusted(host)}
          <CopyLine text={command} />
        </div>
      </div>
    </div>
  );
}

interface MappingRowProps {
  readonly who: TeamWho;
  readonly mapping: GroupMapping;
  /** Whether its removal awaits another person. */
  readonly isPending: boolean;
  readonly onRemove: () => void;
}

function MappingRow({ who, mapping, isPending, onRemove }: MappingRowProps) {
  const { people = [], hasNextPage } = usePeople();
  const group = visible(mapping.group);
  const where = whereText(who, mapping.project);
  const role = adminTexts.person.roleAt(mapping.role, where);
  const { length: count } = people.filter(({ groupRoles }) =>
    groupRoles.some((held) => isSameRole(held, mapping)),
  );
  const held = hasNextPage ? texts.atLeast(count) : texts.people(count);
  return (
    <RowLine
      icon={UsersRound}
      sub={
        count === 0 ? (
          held
        ) : (
          <Link to="/people" search={{ group: mapping.group }} aria-label={texts.show(held, group)}>
            {held}
          </Link>
        )
      }
      end={
        isPending ? (
          <span className="tag ask">{pendingTexts.pending}</span>
        ) : (
          <RemoveButton
            name={texts.removeName(role, group)}
            question={texts.askRemove(role, group)}
            words={texts.removeWords}
            onYes={onRemove}
          />
        )
      }
    >
      {group} <span className="dim">{texts.gives}</span> {mapping.role} <span className="dim">{where}</span>
    </RowLine>
  );
}
