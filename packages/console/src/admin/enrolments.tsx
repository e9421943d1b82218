import { useQueryClient } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { useState } from 'react';
import { enrolmentList, type ListedEnrolment, madeToken, type TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { hasRole, post, send } from '../api.ts';
import { momentText } from '../format.ts';
import { adminTexts } from './texts.ts';
import { RemoveButton } from '../ui/confirm-button.tsx';
import { RowLine } from '../ui/row-line.tsx';
import { useGet } from '../session/use-get.ts';
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

/** Enrolment tokens for machines, valid ones first. */
export function Enrolments({ who, onAdd }: { readonly who: TeamWho; readonly onAdd: () => void }) {
  const act = useAct(key);
  const { people = [] } = usePeople();
  const { data } = useGet(key, enrolmentList, '/v1/enrolments');
  const names = new Map(people.map((person) => [person.id, personName(person)]));
  const all = (data?.enrolments ?? []).toSorted(byUse);
  return (
    <AdminCard
      texts={texts}
      isEmpty={data?.enrolments.length === 0}
      end={<AddButton label={texts.add} onAdd={onAdd} />}
    >
      <ul>
        {all.slice(0, mostShown).map(({ id, project, owner, usesLeft, expiresAt, state }) => {
          const name = texts.name(
            owner === null ? texts.fleet : (names.get(owner) ?? owner.slice(0, 8)),
            projectName(who, project),
          );
          return (
            <RowLine
              key={id}
              icon={Ticket}
              sub={texts.uses(usesLeft, momentText(Date.parse(expiresAt)))}
              end={
                state === 'valid' && (
                  <RemoveButton
                    label={texts.revoke}
                    name={texts.revokeName(name)}
                    question={texts.askRevoke}
                    words={texts.revokeWords}
                    onYes={() => void act(() => send('DELETE', `/v1/enrolments/${id}`), texts.revoked)}
                  />
                )
              }
            >
              {name} <span className={`tag ${state === 'valid' ? 'allow' : ''}`}>{texts.states[state]}</span>
            </RowLine>
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

/** Creates a token. Its text, and the command that uses it, are shown once. */
export function EnrolSheet({ who, onClose }: { readonly who: TeamWho; readonly onClose: () => void }) {
  const client = useQueryClient();
  const { people = [] } = usePeople();
  const projects = who.projects.filter(({ id }) => hasRole(who, 'admin', id));
  const [project, setProject] = useState(projects[0]?.id ?? '');
  const [owner, setOwner] = useState(who.email ?? '');
  const [uses, setUses] = useState('1');
  const [minutes, setMinutes] = useState<string>('1440');
  const [token, setToken] = useState('');
  async function submit(): Promise<void> {
    const person = people.find(({ email }) => email?.toLowerCase() === owner.trim().toLowerCase());
    if (person === undefined) throw new Error(texts.noOwner);
    const body = { project, owner: person.id, uses: Number(uses), minutes: Number(minutes) };
    setToken((await post(madeToken, '/v1/enrolments', body)).token);
    await client.invalidateQueries({ queryKey: [key] });
  }
  return (
    <FormSheet title={texts.addTitle} onClose={onClose} staysOpen save={texts.make} onSubmit={submit}>
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
