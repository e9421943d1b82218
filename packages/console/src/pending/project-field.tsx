import type { TeamWho } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { teamTexts } from '../texts/team.ts';
import { SelectField } from '../ui/fields/select-field.tsx';

export interface ProjectFieldProps {
  readonly label: string;
  readonly who: TeamWho;
  /** Null is everywhere. */
  readonly project: string | null;
  readonly onChange: (project: string | null) => void;
}

/** In one project, or everywhere. */
export function ProjectField({ label, who, project, onChange }: ProjectFieldProps) {
  return (
    <SelectField
      label={label}
      value={project ?? ''}
      options={[
        { value: '', title: teamTexts.everywhere },
        ...who.projects.map(({ id, name }) => ({ value: id, title: visible(name) })),
      ]}
      onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
    />
  );
}
