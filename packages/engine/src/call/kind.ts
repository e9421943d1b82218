/**
 * What a call is about. A rule may cover a whole kind (`shell`, `read`, `write`, `url`, `mcp`).
 *
 * @example
 * ```ts
 * import { kinds } from '@permesso/gate/tools';
 * console.log(kinds.includes('shell'));
 * ```
 */
export const kinds = ['shell', 'read', 'write', 'url', 'mcp', 'other'] as const;

/** One of `kinds`. */
export type Kind = (typeof kinds)[number];
