import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { enrolmentList, type ListedEnrolment, madeToken, type TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { get, hasRole, post, send } from '../api.ts';
import { errorText, momentText } from '../format.ts';
import { adminTexts } from './texts.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { FormSheet } from '../ui/form-sheet.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { AddButton, AdminCard } from '../ui/admin-card.tsx';
import { personName, projectName, usePeople } from '../pending/people-query.ts';
import { SecretOnce } from './secret-once.tsx';
import { useAct } from '../pending/use-act.ts';

const texts = adminTexts.enrolments;
const key = 'enrolments';
const mostShown = 50;
const lives = ['60', '1440', '10080', '43200'] as const;

/** Tokens with which machines join, those that still count first. */
export function Enrolments({ who, onAdd }: { readonly who: TeamWho; readonly onAdd: () => void }) {
  const act = useAct(key);
  const { people = [] } = usePeople();
  const { data } = useQuery({ queryKey: [key], queryFn: () => get(enrolmentList, '/v1/enrolments') });
  const names = new Map(people.map((person) => [person.id, personName(person)]));
  const all = (data?.enrolments ?? []).toSorted(byUse);
  return (
    <AdminCard texts={texts} end={<AddButton label={texts.add} onAdd={onAdd} />}>
      {data !== undefined && all.length === 0 && <p className="padded small dim">{texts.none}</p>}
      <ul>
        {all.slice(0, mostShown).map(({ id, project, owner, usesLeft, expiresAt, state }) => {
          const name = texts.name(
            owner === null ? texts.fleet : (names.get(owner) ?? owner.slice(0, 8)),
            projectName(who, project),
          );
          return (
            <li key={id} className="row-line">
              <Ticket className="i dimmer" aria-hidden />
              <span className="min-w-0">
                {name}{' '}
                <span className={`tag ${state === 'valid' ? 'allow' : ''}`}>{texts.states[state]}</span>
                <span className="sub">{texts.uses(usesLeft, momentText(Date.parse(expiresAt)))}</span>
              </span>
              {state === 'valid' && (
                <ConfirmButton
                  isSmall
                  kind="danger-quiet"
                  label={texts.revoke}
                  name={texts.revokeName(name)}
                  question={texts.askRevoke}
                  words={texts.revokeWords}
                  action={texts.revoke}
                  onYes={() => void act(() => send('DELETE', `/v1/enrolments/${id}`), texts.revoked)}
                />
              )}
            </li>
          );
        })}
      </ul>
      {all.length > mostShown && <p className="more-note">{texts.more(all.length - mostShown)}</p>}
    </AdminCard>
  );
}

function byUse(a: ListedEnrolment, b: ListedEnrolment): number {
  return Number(b.state === 'valid') - Number(a.state === 'valid') || b.createdAt.localeCompare(a.createdAt);
}

/** A new one. Its text, and the command that uses it, are shown once. */
export function EnrolSheet({ who, onClose }: { readonly who: TeamWho; readonly onClose: () => void }) {
  const client = useQueryClient();
  const { people = [] } = usePeople();
  const projects = who.projects.filter(({ id }) => hasRole(who, 'admin', id));
  const [project, setProject] = useState(projects[0]?.id ?? '');
  const [owner, setOwner] = useState(who.email ?? '');
  const [uses, setUses] = useState('1');
  const [minutes, setMinutes] = useState<string>('1440');
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState('');
  async function submit(): Promise<void> {
    const person = people.find(({ email }) => email?.toLowerCase() === owner.trim().toLowerCase());
    if (person === undefined) {
      setProblem(texts.noOwner);
      return;
    }
    try {
      const body = { project, owner: person.id, uses: Number(uses), minutes: Number(minutes) };
      setToken((await post(madeToken, '/v1/enrolments', body)).token);
      setProblem('');
      await client.invalidateQueries({ queryKey: [key] });
    } catch (error) {
      setProblem(errorText(error));
    }
  }
  return (
    <FormSheet
      title={texts.addTitle}
      onClose={onClose}
      leave={adminTexts.close}
      save={texts.make}
      onSubmit={submit}
    >
      <SelectField
        label={texts.project}
        value={project}
        options={projects.map(({ id, name }) => ({ value: id, title: visible(name) }))}
        onChange={setProject}
      />
      <TextField label={texts.owner} value={owner} hint={texts.ownerHint} onChange={setOwner} />
      <TextField
        label={texts.usesLabel}
        value={uses}
        inputMode="numeric"
        pattern="[1-9]\d{0,4}"
        onChange={setUses}
      />
      <SelectField
        label={texts.life}
        value={minutes}
        options={lives.map((each) => ({ value: each, title: texts.lives[each] }))}
        onChange={setMinutes}
      />
      <ProblemNotice text={problem} />
      {token !== '' && (
        <SecretOnce
          name={texts.token}
          secret={token}
          command={`PERMESSO_ENROL_TOKEN=${token} permesso team join ${location.origin}`}
        />
      )}
    </FormSheet>
  );
}
