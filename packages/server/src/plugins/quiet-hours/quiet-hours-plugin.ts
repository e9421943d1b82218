import type { Plugin } from '../../plugin.ts';
import { holdQuiet } from './hold-quiet.ts';
import { loadHeld } from './load-held.ts';
import { quietHourRoutes } from './quiet-hour-routes.ts';

/** Hours in which messages are deferred to one digest. */
export const quietHoursPlugin: Plugin = {
  name: 'quiet-hours',
  open: () => ({
    routes: quietHourRoutes,
    holding: { hold: holdQuiet, load: loadHeld },
  }),
};
