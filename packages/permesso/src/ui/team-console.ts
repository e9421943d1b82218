import { fileURLToPath } from 'node:url';

/** What a team server needs to serve the same pages: the pages, their headers, and what they are told. */
export { warningsAbout } from '../approval/terminal/show-text.ts';
export { fixedWorld } from '../world/fixed-world.ts';
export { modes } from '../policy/mode-name.ts';
export { listedFormats, readFor, writtenFor } from './exchange-text.ts';
export { explainCall } from './explain-call.ts';
export { safeHeaders } from './headers.ts';
export { matchingCalls } from './matching.ts';
export { readPages } from './pages.ts';
export { Refused } from './route.ts';
export { listedRules } from './rule-list.ts';
export type { Page } from './serve.ts';

/** Where the built pages of this package are. */
export const pagesDirectory: string = fileURLToPath(new URL('../console/', import.meta.url));
