import { ChevronsUpDown } from 'lucide-react';
import { visible } from '@permesso/protocol/text';
import { ChoiceMenu } from '../ui/choice-menu.tsx';
import { useProject } from '../session/use-project.ts';
import { teamTexts } from '../texts/team.ts';

/** Selects the project whose policy the page shows. */
export function ProjectSwitch() {
  const { projects, project, choose } = useProject();
  if (project === undefined) return null;
  const name = visible(project.name);
  if (projects.length < 2) return <span className="switcher hide-phone">{name}</span>;
  return (
    <ChoiceMenu
      trigger={
        <button type="button" className="switcher" aria-label={teamTexts.projectSwitch(name)}>
          <span className="cut">{name}</span>
          <ChevronsUpDown className="i" aria-hidden />
        </button>
      }
      groups={[
        {
          value: project.id,
          choices: projects.map((each) => ({
            value: each.id,
            title: visible(each.name),
            ...(each.frozen === null ? {} : { note: 'frozen' }),
          })),
          onChange: choose,
        },
      ]}
    />
  );
}
