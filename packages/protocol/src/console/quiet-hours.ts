import { count, flag, list, object, orNull, text, type TypeOf } from '../shape/index.ts';

/** When nobody should be notified. */
export const quietHours = object({
  /**
   * The days 1 (Monday) to 7 on which they begin, with start and end times. They end on the next day if `to` is not later than
   * `from`.
   */
  windows: list(object({ days: list(count), from: text, to: text })),
  /** IANA: `Europe/Berlin`. */
  zone: text,
  /** Escalated requests, which nobody answered in time, still notify. */
  letsEscalated: flag,
});

export type QuietHours = TypeOf<typeof quietHours>;

export type QuietWindow = QuietHours['windows'][number];

export const ownQuietHours = object({ hours: orNull(quietHours) });
