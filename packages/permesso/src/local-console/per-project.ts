import { statSync } from 'node:fs';
import { Refused, type Route } from './route.ts';

/**
 * Routes that are about a project: the one where the console was opened, or another where agents have worked, as
 * `?project=` names it. Other directories of the machine are not the page's business.
 */
export function perProject(
  here: string,
  known: () => readonly string[],
  routesIn: (project: string) => readonly Route[],
): readonly Route[] {
  const others = new Map<string, readonly Route[]>();
  return routesIn(here).map((route) => ({
    ...route,
    run: (asked) => {
      const project = asked.query.get('project') ?? here;
      if (project === here) return route.run(asked);
      if (!known().includes(project)) throw new Refused('No agent has worked there.');
      if (statSync(project, { throwIfNoEntry: false })?.isDirectory() !== true)
        throw new Refused('This project is gone.');
      const routes = others.get(project) ?? routesIn(project);
      others.set(project, routes);
      return routes.find(({ method, path }) => method === route.method && path === route.path)?.run(asked);
    },
  }));
}
