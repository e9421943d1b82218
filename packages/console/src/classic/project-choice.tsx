import { visible } from '@permesso/protocol/text/show-text';
import type { TeamWho } from '@permesso/protocol/console/who';

export interface ProjectChoiceProps {
  readonly who: TeamWho;
  readonly project: string;
  readonly onChoose: (project: string) => void;
}

/** Whose policy a page is about. */
export function ProjectChoice({ who, project, onChoose }: ProjectChoiceProps) {
  return (
    <label className="project">
      Project{' '}
      <select value={project} onChange={(event) => onChoose(event.currentTarget.value)}>
        {who.projects.map(({ id, name, frozen }) => (
          <option key={id} value={id}>
            {visible(name)}
            {frozen === null ? '' : ' (frozen)'}
          </option>
        ))}
      </select>
    </label>
  );
}
