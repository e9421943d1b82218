import { KeyRound, Monitor, Plus, UserX } from 'lucide-react';
import { useState } from 'react';
import {
  isSameRole,
  type ListedPerson,
  type ListedRole,
  rolesPending,
  sessionList,
  type TeamWho,
  tokenList,
} from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { hasRole, send } from '../api.ts';
import { momentText } from '../format.ts';
import { adminTexts } from './texts.ts';
import { pendingTexts } from '../pending/texts.ts';
import { Button } from '../ui/button.tsx';
import { RowLine } from '../ui/row-line.tsx';
import { useGet } from '../session/use-get.ts';
import { RemoveButton } from '../ui/confirm-button.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TypedConfirm } from '../ui/typed-confirm.tsx';
import { NewToken } from './new-token.tsx';
import { ProjectField } from '../pending/project-field.tsx';
import { PendingHere } from '../pending/pending-here.tsx';
import { usePendingActs } from '../pending/pending-query.ts';
import { peopleKey, personName, whereText } from '../pending/people-query.ts';
import { PluginParts } from '../plugin-parts/plugin-parts.tsx';
import { useAct } from '../pending/use-act.ts';

const texts = adminTexts.person;
const roleNames = ['viewer', 'approver', 'author', 'admin'] as const;

export interface PersonSheetProps {
  readonly person: ListedPerson;
  readonly who: TeamWho;
  readonly onClose: () => void;
}

/** One person: roles, tokens, sessions, and whether the account is enabled. */
export function PersonSheet({ person, who, onClose }: PersonSheetProps) {
  const isAdmin = hasRole(who, 'admin', null);
  return (
    <Sheet
      title={personName(person)}
      note={person.disabledAt !== null && <span className="tag deny">{adminTexts.people.disabled}</span>}
      onClose={onClose}
      {...(isAdmin && person.id !== who.person ? { foot: <Door person={person} /> } : {})}
    >
      <Roles person={person} who={who} isAdmin={isAdmin} />
      {isAdmin && <Tokens person={person} who={who} />}
      {isAdmin && <Sessions person={person} />}
      {isAdmin && <PluginParts at="person" person={person.id} isSelf={person.id === who.person} />}
    </Sheet>
  );
}

interface RolesProps extends Pick<PersonSheetProps, 'person' | 'who'> {
  readonly isAdmin: boolean;
}

function Roles({ person: { id, roles, groupRoles }, who, isAdmin }: RolesProps) {
  const act = useAct(peopleKey);
  const [role, setRole] = useState<string>('viewer');
  const [project, setProject] = useState<string | null>(null);
  // Sends the roles that were shown: roles granted by somebody else in the meantime are not removed unseen.
  const put = (next: readonly ListedRole[], before: readonly ListedRole[]): Promise<void> =>
    send('PUT', `/v1/people/${id}/roles`, { roles: next, before });
  const change = (next: readonly ListedRole[], done: string): void =>
    void act(
      () => put(next, roles),
      done,
      () => void act(() => put(roles, next), texts.undone),
    );
  const wanted = { role: role as ListedRole['role'], project };
  const isHeld = roles.some((held) => isSameRole(held, wanted));
  const waiting = usePendingActs(who).data?.acts.find(
    ({ act: name, subject }) => name === 'person.roles' && subject === id,
  );
  const taking = waiting === undefined ? [] : rolesPending(waiting).taken;
  const isTaken = (held: ListedRole): boolean => taking.some((each) => isSameRole(each, held));
  return (
    <section className="section">
      <h2>{texts.roles}</h2>
      {roles.length + groupRoles.length === 0 && <p className="small dim">{texts.noRoles}</p>}
      <ul className="card rows-card">
        {roles.map((held) => {
          const name = texts.roleAt(held.role, whereText(who, held.project));
          return (
            <li key={name} className="row-line">
              <span>
                {held.role} <span className="dim">{whereText(who, held.project)}</span>
              </span>
              {isTaken(held) && <span className="tag ask">{pendingTexts.pending}</span>}
              {isAdmin && !isTaken(held) && (
                <Button
                  isSmall
                  kind="danger-quiet"
                  aria-label={texts.takeName(name)}
                  onClick={() =>
                    change(
                      // A new request replaces the pending one, so it includes the pending removals.
                      roles.filter((each) => each !== held && !isTaken(each)),
                      texts.taken(name),
                    )
                  }
                >
                  {texts.take}
                </Button>
              )}
            </li>
          );
        })}
        {groupRoles.map(({ role: given, project: where, source, group }) => (
          <li key={`${given} ${where} ${source} ${group}`} className="row-line">
            <span>
              {given} <span className="dim">{whereText(who, where)}</span>
            </span>
            <span className="small dim">
              {(source === 'temporary' ? texts.forSomeTime : texts.byGroup)(visible(group))}
            </span>
          </li>
        ))}
      </ul>
      <div className="card rows-card">
        <PendingHere who={who} kinds={['person.roles', 'person.erase']} subject={id} />
      </div>
      {isAdmin && (
        <div className="form-line">
          <SelectField
            label={texts.role}
            value={role}
            options={roleNames.map((each) => ({ value: each, title: each }))}
            onChange={setRole}
          />
          <ProjectField label={texts.where} who={who} project={project} onChange={setProject} />
          <Button
            icon={Plus}
            disabled={isHeld}
            onClick={() =>
              change([...roles, wanted], texts.given(texts.roleAt(role, whereText(who, wanted.project))))
            }
          >
            {texts.give}
          </Button>
        </div>
      )}
      <p className="small dim">{texts.meanings[role as keyof typeof texts.meanings]}</p>
    </section>
  );
}

function Tokens({ person: { id }, who }: Pick<PersonSheetProps, 'person' | 'who'>) {
  const key = `tokens ${id}`;
  const act = useAct(key);
  const { data } = useGet(key, tokenList, `/v1/people/${id}/tokens`);
  const tokens = data?.tokens ?? [];
  return (
    <section className="section">
      <h2>{texts.tokens}</h2>
      {data !== undefined && tokens.length === 0 && <p className="small dim">{texts.noTokens}</p>}
      <ul className="card rows-card">
        {tokens.map(({ id: token, name, roles, state, expiresAt }) => (
          <RowLine
            key={token}
            icon={KeyRound}
            sub={texts.tokenSub(roles.join(', '), momentText(Date.parse(expiresAt)))}
            end={
              state === 'valid' && (
                <RemoveButton
                  label={texts.revoke}
                  name={texts.revokeName(visible(name))}
                  question={texts.askRevoke(visible(name))}
                  words={texts.revokeWords}
                  onYes={() =>
                    void act(() => send('DELETE', `/v1/tokens/${token}`), texts.revoked(visible(name)))
                  }
                />
              )
            }
          >
            {visible(name)} {state !== 'valid' && <span className="tag">{texts.states[state]}</span>}
          </RowLine>
        ))}
      </ul>
      {id === who.person && <NewToken who={who} queryKey={key} />}
    </section>
  );
}

function Sessions({ person: { id } }: Pick<PersonSheetProps, 'person'>) {
  const key = `sessions ${id}`;
  const act = useAct(key);
  const { data } = useGet(key, sessionList, `/v1/people/${id}/sessions`);
  const sessions = data?.sessions ?? [];
  return (
    <section className="section">
      <h2>{texts.sessions}</h2>
      {data !== undefined && sessions.length === 0 && <p className="small dim">{texts.noSessions}</p>}
      <ul className="card rows-card">
        {sessions.map(({ id: session, createdAt, expiresAt }) => (
          <RowLine
            key={session}
            icon={Monitor}
            end={
              <Button
                isSmall
                kind="danger-quiet"
                aria-label={texts.endName(momentText(Date.parse(createdAt)))}
                onClick={() => void act(() => send('DELETE', `/v1/sessions/${session}`), texts.ended)}
              >
                {texts.end}
              </Button>
            }
          >
            {texts.session(momentText(Date.parse(createdAt)), momentText(Date.parse(expiresAt)))}
          </RowLine>
        ))}
      </ul>
    </section>
  );
}

/** Disables and enables the account. */
function Door({ person }: Pick<PersonSheetProps, 'person'>) {
  const [isAsking, setAsking] = useState(false);
  const act = useAct(peopleKey, `tokens ${person.id}`, `sessions ${person.id}`, `passkeys ${person.id}`);
  const name = personName(person);
  const path = `/v1/people/${person.id}`;
  if (person.disabledAt !== null)
    return (
      <div className="end">
        <Button onClick={() => void act(() => send('POST', `${path}/enable`), texts.enabled(name))}>
          {texts.enable}
        </Button>
      </div>
    );
  return (
    <>
      <Button kind="danger-quiet" onClick={() => setAsking(true)}>
        {texts.disable}
      </Button>
      <TypedConfirm
        key={String(isAsking)}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        icon={<UserX className="i bad" aria-hidden />}
        title={texts.askDisable(name)}
        word={texts.disableWord}
        action={texts.doDisable}
        onConfirm={async () => {
          await act(() => send('POST', `${path}/disable`), texts.didDisable(name));
        }}
      >
        {texts.disableWords}
      </TypedConfirm>
    </>
  );
}
