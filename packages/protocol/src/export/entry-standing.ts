/**
 * What the team server knows about an entry that a machine sent. A machine can write anything about itself: the answering
 * person is attested if the server holds that person's vote; otherwise it is only the machine's claim.
 */
export interface EntryStanding {
  /** About the person whom the entry names; absent if it names nobody. */
  readonly by?: 'attested' | 'claimed';
  /** Its time is far from its receipt: the machine's clock was wrong, or the entry is forged. */
  readonly isFar?: true;
}

/** A machine without a network may send a week late; no real entry comes from the future. */
const longestLateMs = 7 * 24 * 60 * 60_000;
const clockSlackMs = 10 * 60_000;

export function isFarFrom(receivedAt: number, at: string): boolean {
  const late = receivedAt - Date.parse(at);
  // An invalid time counts as far from its receipt.
  return !(late <= longestLateMs && late >= -clockSlackMs);
}
