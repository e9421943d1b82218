import { Problem } from '../route/problem.ts';

/** An entry's position in the order of receipt: where one page ends and the next begins. */
export interface EntryCursor {
  readonly time: Date;
  readonly agent: string;
  readonly seq: number;
}

/** Before every entry of this time. */
export function cursorBefore(time: Date): EntryCursor {
  return { time, agent: '00000000-0000-0000-0000-000000000000', seq: 0 };
}

/** After every entry of this time. */
export function cursorAfter(time: Date): EntryCursor {
  return { time, agent: 'ffffffff-ffff-ffff-ffff-ffffffffffff', seq: Number.MAX_SAFE_INTEGER };
}

export function cursorAt(entry: {
  readonly receivedAt: Date;
  readonly agent: string;
  readonly seq: number;
}): EntryCursor {
  return { time: entry.receivedAt, agent: entry.agent, seq: entry.seq };
}

export function printCursor({ time, agent, seq }: EntryCursor): string {
  return `${time.getTime()}_${agent}_${seq}`;
}

const shape = /^(\d{1,14})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_(\d{1,16})$/;

export function readCursor(text: string): EntryCursor {
  const [, time, agent, seq] = shape.exec(text) ?? [];
  if (agent === undefined) throw new Problem(400, 'invalid cursor');
  return { time: new Date(Number(time)), agent, seq: Number(seq) };
}
