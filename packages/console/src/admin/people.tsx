import { useNavigate, useSearch } from '@tanstack/react-router';
import { UserPlus, Users, X } from 'lucide-react';
import { useRef, type RefObject } from 'react';
import type { ListedPerson, ListedRole, TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { useShortcuts } from '../session/shortcuts.ts';
import { adminTexts } from './texts.ts';
import { Button } from '../ui/button.tsx';
import { CopyLine } from '../ui/copy-line.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Empty, Missing } from '../ui/states.tsx';
import { FindField } from '../ui/fields/find-field.tsx';
import { AdminPage } from './admin-page.tsx';
import { personName, projectName, usePeople } from '../pending/people-query.ts';
import { PersonSheet } from './person-sheet.tsx';
import { teamTexts } from '../texts/team.ts';

const texts = adminTexts.people;
const mostRows = 200;

interface PeopleAddress {
  readonly find?: string;
  readonly which?: string;
  /** People who have a role through this group. */
  readonly group?: string;
  readonly person?: string;
  readonly sheet?: string;
}

const whichPeople = ['all', 'admins', 'no-role', 'disabled'] as const;

/** The organisation's people and their roles. */
export function PeoplePage() {
  return (
    <AdminPage title={texts.title} scope="any">
      {(who) => <People who={who} />}
    </AdminPage>
  );
}

function People({ who }: { readonly who: TeamWho }) {
  const address: PeopleAddress = useSearch({ from: '/people' });
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const { find, which, group } = address;
  const { people, counts, error, refetch, hasNextPage, fetchNextPage } = usePeople({
    ...(find === undefined ? {} : { find }),
    ...(which === undefined ? {} : { which }),
    ...(group === undefined ? {} : { group }),
  });
  const go = (change: PeopleAddress): void =>
    void navigate({
      to: '/people',
      search: (now: object) => ({ ...now, ...change }),
      replace: change.person === undefined && change.sheet === undefined,
    });
  const { person: open, sheet } = address;
  const close = (): void => go({ person: '', sheet: '' });
  useShortcuts({ '/': () => field.current?.focus(), Escape: close });
  const opened = people?.find(({ id }) => id === open);
  return (
    <div className={`split ${opened === undefined && sheet === undefined ? 'no-sheet' : ''}`}>
      <div className="page">
        <PeopleHead count={counts?.all} onAdd={() => go({ sheet: 'add', person: '' })} />
        {people === undefined && <Missing title={texts.failed} error={error} rows={8} onRetry={refetch} />}
        {counts !== undefined && <Filters counts={counts} address={address} go={go} field={field} />}
        {people !== undefined && (
          <Shown people={people} who={who} open={open} onOpen={(id) => go({ person: id, sheet: '' })} />
        )}
        {hasNextPage && <MorePeople onMore={() => void fetchNextPage()} />}
      </div>
      {sheet === 'add' && <AddSheet onClose={close} />}
      {sheet === undefined && opened !== undefined && (
        <PersonSheet key={opened.id} person={opened} who={who} onClose={close} />
      )}
    </div>
  );
}

function MorePeople({ onMore }: { readonly onMore: () => void }) {
  return (
    <p className="more-rows">
      <Button onClick={onMore}>{texts.more}</Button>
    </p>
  );
}

function Shown({ people, ...rest }: PeopleTableProps) {
  if (people.length === 0) return <Empty icon={Users} title={texts.noMatch} />;
  return (
    <>
      <PeopleTable people={people.slice(0, mostRows)} {...rest} />
      {people.length > mostRows && <p className="more-note">{texts.narrow(people.length - mostRows)}</p>}
    </>
  );
}

interface PeopleHeadProps {
  readonly count: number | undefined;
  readonly onAdd: () => void;
}

function PeopleHead({ count, onAdd }: PeopleHeadProps) {
  return (
    <PageHead
      title={texts.title}
      sub={count === undefined ? undefined : texts.count(count)}
      end={
        <Button icon={UserPlus} kind="primary" onClick={onAdd}>
          {texts.add}
        </Button>
      }
    />
  );
}

interface FiltersProps {
  readonly counts: Readonly<Record<(typeof whichPeople)[number], number>>;
  readonly address: PeopleAddress;
  readonly go: (change: PeopleAddress) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

function Filters({ counts, address: { find = '', which = 'all', group }, go, field }: FiltersProps) {
  return (
    <div className="filters" role="search" aria-label={texts.filter}>
      <FindField label={texts.find} value={find} field={field} onChange={(text) => go({ find: text })} />
      {whichPeople.map((name) => (
        <button
          key={name}
          type="button"
          className={`chip ${which === name ? 'on' : ''}`}
          aria-pressed={which === name}
          onClick={() => go({ which: name === 'all' ? '' : name })}
        >
          {texts.which[name]} <span className="n">{counts[name].toLocaleString('en')}</span>
        </button>
      ))}
      {group !== undefined && (
        <button
          type="button"
          className="chip on"
          aria-label={texts.anyGroup(visible(group))}
          onClick={() => go({ group: '' })}
        >
          <span className="cut">{texts.byGroup(visible(group))}</span>
          <X className="i" aria-hidden />
        </button>
      )}
    </div>
  );
}

interface PeopleTableProps {
  readonly people: readonly ListedPerson[];
  readonly who: TeamWho;
  readonly open: string | undefined;
  readonly onOpen: (id: string) => void;
}

function PeopleTable({ people, who, open, onOpen }: PeopleTableProps) {
  return (
    <div className="flush">
      <table className="table two-line people-table">
        <thead>
          <tr>
            <th scope="col">{texts.columns.person}</th>
            <th scope="col" className="c-roles">
              {texts.columns.roles}
            </th>
            <th scope="col" className="c-from only-mid">
              {texts.columns.from}
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id} aria-selected={person.id === open} onClick={() => onOpen(person.id)}>
              <td>
                <button
                  type="button"
                  className="row-open cut"
                  aria-label={texts.open(personName(person))}
                  onClick={(event) => {
                    // The row's own handler does the same.
                    event.stopPropagation();
                    onOpen(person.id);
                  }}
                >
                  {personName(person)}
                </button>
                <span className="sub">{visible(person.name ?? '')}</span>
              </td>
              <td>
                <RoleTags person={person} who={who} />
              </td>
              <td className="only-mid dim">{issuerText(person)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Direct and group roles, each once. */
function everyRole({ roles, groupRoles }: ListedPerson): readonly ListedRole[] {
  const all = [...roles, ...groupRoles].map(
    ({ role, project }) => [`${role} ${project}`, { role, project }] as const,
  );
  return [...new Map(all).values()];
}

function RoleTags({ person, who }: { readonly person: ListedPerson; readonly who: TeamWho }) {
  const roles = everyRole(person);
  if (person.disabledAt !== null) return <span className="tag deny">{texts.disabled}</span>;
  if (roles.length === 0) return <span className="tag ask">{texts.noRole}</span>;
  return (
    <span className="role-tags">
      {roles.slice(0, 4).map(({ role, project }) => (
        <span key={`${role} ${project}`} className="tag">
          {role}
          {project !== null && ` ${teamTexts.in(projectName(who, project))}`}
        </span>
      ))}
      {roles.length > 4 && <span className="tag">{texts.moreRoles(roles.length - 4)}</span>}
    </span>
  );
}

function issuerText({ issuer }: ListedPerson): string {
  if (issuer === 'local') return texts.local;
  return visible(URL.canParse(issuer) ? new URL(issuer).host : issuer);
}

/** People join by signing in, or the operator adds them: there is no third way, so none is offered. */
function AddSheet({ onClose }: { readonly onClose: () => void }) {
  const command = 'permesso serve add-person ORGANISATION ADDRESS --role viewer';
  return (
    <Sheet title={texts.adding.title} onClose={onClose}>
      <section className="section">
        <h2>{texts.adding.bySignIn}</h2>
        <p className="prose">{texts.adding.signInWords}</p>
        <CopyLine text={location.origin} />
      </section>
      <section className="section">
        <h2>{texts.adding.byOperator}</h2>
        <p className="prose">{texts.adding.operatorWords}</p>
        <CopyLine text={command} />
      </section>
    </Sheet>
  );
}
