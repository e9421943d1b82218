/**
 * What an agent holds for batches that are on their way: the message that the last of them is in, and the entry that is stored when all of
 * them are. The agent may say what it likes: it decides about its own entries only.
 */
export interface Ticket {
  readonly epoch: string;
  /** Of the message in the stream. */
  readonly seq: number;
  readonly lastEntry: number;
}

const shape = /^(\d{1,15})-(\d{1,16})-([\w:.+-]{1,64})$/;

export function ticketText({ epoch, seq, lastEntry }: Ticket): string {
  return `${seq}-${lastEntry}-${epoch}`;
}

/** Nothing for what is not a ticket: then what is stored decides alone. */
export function readTicket(text: string | undefined): Ticket | undefined {
  const [, seq, lastEntry, epoch] = shape.exec(text ?? '') ?? [];
  if (seq === undefined || lastEntry === undefined || epoch === undefined) return undefined;
  return { epoch, seq: Number(seq), lastEntry: Number(lastEntry) };
}
