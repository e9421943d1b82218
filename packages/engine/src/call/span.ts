/**
 * Where something stands in the call's input: UTF-16 offsets into the text of one field.
 *
 * @example
 * ```ts
 * import type { Span } from '@permesso/gate';
 * const markedIn = (command: string, { start, end }: Span): string => command.slice(start, end);
 * ```
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}
