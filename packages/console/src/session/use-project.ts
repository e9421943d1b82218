import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { TeamProject } from '@permesso/protocol/console';
import { useSession } from './session.ts';

const key = 'permesso-project';

export interface ChosenProject {
  readonly projects: readonly TeamProject[];
  /** Whose policy the pages are about; nothing where there is none. */
  readonly project: TeamProject | undefined;
  readonly choose: (id: string) => void;
}

/** The project that the address names, else the one that was chosen last in this window, else the first. */
export function useProject(): ChosenProject {
  const { who } = useSession();
  const navigate = useNavigate();
  const { search, pathname } = useRouterState({ select: ({ location }) => location });
  const projects = who.mode === 'team' ? who.projects : [];
  const named = (search as { readonly project?: unknown }).project ?? sessionStorage.getItem(key);
  return {
    projects,
    project: projects.find(({ id }) => id === named) ?? projects[0],
    choose: (id) => {
      sessionStorage.setItem(key, id);
      void navigate({ to: pathname, search: { project: id } });
    },
  };
}
