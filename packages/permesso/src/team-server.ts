import { fileURLToPath } from 'node:url';

/**
 * Exports for the team server only: the meaning of a team's policy with the shipped presets, and the built pages with
 * the computations that both consoles share.
 */
export {
  decideAnywhere,
  readTeamPolicy,
  teamPolicyLayers,
  examineVersion,
  loosenedBy,
  type ExaminedVersion,
  teamOffers,
  type TeamOffers,
} from '@permesso/gate/team-agent';
export { listedFormats, readFor, writtenFor } from './local-console/routes/exchange-text.ts';
export { explainCall } from './local-console/routes/explain-call.ts';
export { matchingCalls } from './local-console/routes/matching.ts';
export { listedRules } from './local-console/routes/rule-list.ts';
export { safeHeaders } from './local-console/headers.ts';
export { readPages } from './local-console/pages.ts';
export { Refused } from './local-console/route.ts';
export type { Page } from './local-console/serve.ts';

/**
 * Where the built pages of this package are.
 *
 * @example
 * ```ts
 * import { pagesDirectory, readPages } from 'permesso/team-server';
 * console.log(readPages(pagesDirectory).size);
 * ```
 */
export const pagesDirectory: string = fileURLToPath(new URL('./console/', import.meta.url));
