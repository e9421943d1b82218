import { count, flag, list, object, orNull, text, type TypeOf } from '../shape/index.ts';

/** When nobody is to be disturbed. */
export const quietHours = object({
  /** Days 1 (Monday) to 7 on which they begin, and from when to when. They end on the next day where `to` is not later than `from`. */
  windows: list(object({ days: list(count), from: text, to: text })),
  /** IANA: `Europe/Berlin`. */
  zone: text,
  /** Requests that nobody answered in time come through. */
  letsEscalated: flag,
});

export type QuietHours = TypeOf<typeof quietHours>;

export type QuietWindow = QuietHours['windows'][number];

export const ownQuietHours = object({ hours: orNull(quietHours) });
