import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ListedPerson,
  type ListedTarget,
  madeTarget,
  type TeamWho,
  type TypeOf,
} from '@permesso/protocol/console';
import { post } from '../api.ts';
import { adminTexts } from './texts.ts';
import { targetKindsOf, targetKindTitle } from '../plugin-parts/target-kinds.ts';
import { SegmentedField } from '../ui/fields/segmented-field.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { ProjectField } from '../pending/project-field.tsx';
import { FormSheet } from '../ui/form-sheet.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { usePeople } from '../pending/people-query.ts';
import { SecretOnce } from './secret-once.tsx';

const texts = adminTexts.integrations.targets;

interface TargetDraft {
  readonly kind: ListedTarget['kind'];
  readonly address: string;
  readonly channel: string;
  readonly project: string | null;
  readonly person: string;
  readonly when: 'all' | 'escalated';
  readonly about: ListedTarget['about'];
}

/** Adds a notification target for approval requests. Its URL is stored sealed; the list shows only the host. */
export function TargetSheet({ who, onClose }: { readonly who: TeamWho; readonly onClose: () => void }) {
  const client = useQueryClient();
  const kinds = targetKindsOf(who);
  const { people = [] } = usePeople();
  const [draft, setDraft] = useState<TargetDraft>({
    kind: 'webhook',
    address: '',
    channel: '',
    project: null,
    person: '',
    when: 'all',
    about: 'everything',
  });
  const [made, setMade] = useState<TypeOf<typeof madeTarget>>();
  const set = (part: Partial<TargetDraft>): void => setDraft((now) => ({ ...now, ...part }));
  async function submit(): Promise<void> {
    const body = targetBody(draft, people);
    if (body === undefined) throw new Error(texts.noPerson);
    setMade(await post(madeTarget, '/v1/hooks', body));
    await client.invalidateQueries({ queryKey: ['hooks'] });
  }
  return (
    <FormSheet
      title={texts.addTitle}
      onClose={onClose}
      staysOpen
      save={texts.save}
      isIncomplete={made !== undefined}
      onSubmit={submit}
    >
      <SelectField
        label={texts.kind}
        value={draft.kind}
        options={kinds.map((kind) => ({ value: kind, title: targetKindTitle(kind) }))}
        onChange={(value) => set({ kind: kinds.find((kind) => kind === value) ?? 'webhook' })}
      />
      {draft.kind === 'slack-channel' && (
        <TextField
          label={texts.channel}
          value={draft.channel}
          hint={texts.channelHint}
          onChange={(channel) => set({ channel })}
        />
      )}
      {hasAddress(draft.kind) && (
        <TextField
          label={texts.address}
          type="url"
          value={draft.address}
          hint={texts.addressHint}
          onChange={(address) => set({ address })}
        />
      )}
      {draft.kind !== 'slack-channel' && (
        <TextField
          label={draft.kind === 'mail' ? texts.mailPerson : texts.person}
          value={draft.person}
          hint={texts.personHint}
          onChange={(person) => set({ person })}
        />
      )}
      <ProjectField
        label={texts.project}
        who={who}
        project={draft.project}
        onChange={(project) => set({ project })}
      />
      <SegmentedField
        label={texts.subject}
        value={draft.about}
        segments={(['everything', 'approvals', 'machines'] as const).map((about) => ({
          value: about,
          title: texts.subjects[about],
        }))}
        // Messages about machines are not escalated.
        onChange={(about) => set({ about, ...(about === 'machines' ? { when: 'all' } : {}) })}
        hint={texts.subjectWords[draft.about]}
      />
      {draft.about !== 'machines' && (
        <SegmentedField
          label={texts.when}
          value={draft.when}
          segments={[
            { value: 'all', title: texts.whenAll },
            { value: 'escalated', title: texts.whenEscalated },
          ]}
          onChange={(when) => set({ when })}
        />
      )}
      {made !== undefined && made.waits && <p className="notice ask">{texts.waitsWords}</p>}
      {made !== undefined && draft.kind === 'webhook' && (
        <SecretOnce name={texts.secret} secret={made.secret} />
      )}
      {made !== undefined && draft.kind !== 'webhook' && !made.waits && (
        <p className="notice">{texts.added}</p>
      )}
    </FormSheet>
  );
}

function hasAddress(kind: TargetDraft['kind']): boolean {
  return kind !== 'mail' && kind !== 'slack-channel';
}

/** Undefined if the person is unknown. */
function targetBody(
  { kind, address, channel, project, person, when, about }: TargetDraft,
  people: readonly ListedPerson[],
): object | undefined {
  const wanted = kind === 'slack-channel' ? '' : person.trim().toLowerCase();
  const found = people.find(({ email }) => email?.toLowerCase() === wanted);
  if (wanted !== '' && found === undefined) return undefined;
  return {
    kind,
    project,
    onlyEscalated: when === 'escalated',
    about,
    ...(hasAddress(kind) ? { address: address.trim() } : {}),
    ...(kind === 'slack-channel' ? { channel: channel.trim() } : {}),
    ...(found === undefined ? {} : { person: found.id }),
  };
}
