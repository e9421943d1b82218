/**
 * What a call is about. Rules may speak of a kind as a whole (`shell`, `read`, `write`, `url`, `mcp`).
 *
 * @example
 * ```ts
 * import { kinds } from '@permesso/gate/tools';
 * console.log(kinds.includes('shell'));
 * ```
 */
export const kinds = ['shell', 'read', 'write', 'url', 'mcp', 'other'] as const;

/** What a call is about: one of `kinds`. */
export type Kind = (typeof kinds)[number];
