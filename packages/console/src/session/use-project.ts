import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { TeamProject } from '@permesso/protocol/console';
import { useSession } from './session.ts';

const key = 'permesso-project';

export interface ChosenProject {
  readonly projects: readonly TeamProject[];
  /** The project whose policy is shown; undefined if there is none. */
  readonly project: TeamProject | undefined;
  readonly choose: (id: string) => void;
}

/** The project in the URL, else the last one chosen in this window, else the first. */
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
