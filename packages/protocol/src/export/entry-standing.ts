/**
 * What the team server knows about an entry that a machine sent. A machine can write anything about itself: who answered
 * is believed where the server holds that person's vote, and otherwise it is what the machine says.
 */
export interface EntryStanding {
  /** Of the person that the entry names; absent where it names nobody. */
  readonly by?: 'attested' | 'claimed';
  /** Its time is far from when it was received: the clock of the machine was wrong, or the entry is made up. */
  readonly isFar?: true;
}

/** A machine without a network may send a week late; nobody writes entries of tomorrow. */
const longestLateMs = 7 * 24 * 60 * 60_000;
const clockSlackMs = 10 * 60_000;

export function isFarFrom(receivedAt: number, at: string): boolean {
  const late = receivedAt - Date.parse(at);
  // An invalid time counts as far from its receipt.
  return !(late <= longestLateMs && late >= -clockSlackMs);
}
