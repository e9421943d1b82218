import type { Plugin } from '../../plugin.ts';
import { addServiceAccountCommand } from './add-service-account-command.ts';
import { serviceAccountRoutes } from './service-account-routes.ts';
import { workloadRoutes } from './workload-routes.ts';

/** Jobs of a CI platform or a cluster that prove what they are by its own tokens: nothing secret is stored for them. */
export const workloadPlugin: Plugin = {
  name: 'workload',
  commands: [addServiceAccountCommand],
  open: () => ({
    routes: (context) => [...serviceAccountRoutes(context), ...workloadRoutes(context)],
  }),
};
