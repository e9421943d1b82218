import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type GroupMapping, isSameRole, type TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { adminTexts } from './texts.ts';
import { identityTexts } from './identity-texts.ts';
import { ProjectField } from '../pending/project-field.tsx';
import { FormSheet } from '../ui/form-sheet.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { peopleKey, whereText } from '../pending/people-query.ts';
import { changeGroupRoles, groupRolesKey, useGroupRoles } from './group-roles-query.ts';

const texts = identityTexts.groups;
const roleNames = ['viewer', 'approver', 'author', 'admin'] as const;

export function GroupRoleSheet({ who, onClose }: { readonly who: TeamWho; readonly onClose: () => void }) {
  const client = useQueryClient();
  const say = useToasts();
  const { data } = useGroupRoles();
  const [group, setGroup] = useState('');
  const [role, setRole] = useState<GroupMapping['role']>('viewer');
  const [project, setProject] = useState<string | null>(null);
  const wanted: GroupMapping = { group: group.trim(), role, project };
  async function submit(): Promise<void> {
    const name = visible(wanted.group);
    if (data?.mappings.some((each) => isSameRole(each, wanted)) === true) throw new Error(texts.held(name));
    try {
      await changeGroupRoles((now) => [...now.filter((each) => !isSameRole(each, wanted)), wanted]);
      say({ text: texts.added(adminTexts.person.roleAt(role, whereText(who, wanted.project)), name) });
      onClose();
    } finally {
      for (const key of [groupRolesKey, peopleKey]) await client.invalidateQueries({ queryKey: [key] });
    }
  }
  return (
    <FormSheet
      title={texts.addTitle}
      onClose={onClose}
      save={texts.save}
      isIncomplete={wanted.group === ''}
      onSubmit={submit}
    >
      <TextField
        label={texts.group}
        value={group}
        maxLength={500}
        hint={texts.groupHint}
        onChange={setGroup}
      />
      <SelectField
        label={texts.role}
        value={role}
        options={roleNames.map((each) => ({ value: each, title: each }))}
        hint={adminTexts.person.meanings[role]}
        onChange={(chosen) => setRole(roleNames.find((each) => each === chosen) ?? 'viewer')}
      />
      <ProjectField label={texts.where} who={who} project={project} onChange={setProject} />
      <p className="small dim">{texts.now}</p>
    </FormSheet>
  );
}
