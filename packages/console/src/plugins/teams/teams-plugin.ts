import type { ConsolePlugin } from '../../plugin.ts';

export const teamsPlugin: ConsolePlugin = { name: 'teams', targetKinds: { teams: 'Teams' } };
