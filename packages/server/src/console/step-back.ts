import { Problem } from '../route/problem.ts';

/** A day of the record, read from its end: each step of a search looks at so much and no more. */
export interface Place {
  readonly from: Date;
  readonly to: Date;
  /** Entries of the moment `to` itself, as far as they come before this one. */
  readonly agent: string;
  readonly seq: number;
}

const day = 24 * 60 * 60_000;
const lastAgent = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export function stepBack(to: Date): Place {
  return { from: new Date(to.getTime() - day), to, agent: lastAgent, seq: Number.MAX_SAFE_INTEGER };
}

export function printPlace({ from, to, agent, seq }: Place): string {
  return `${from.getTime()}_${to.getTime()}_${agent}_${seq}`;
}

const shape = /^(\d{12,14})_(\d{12,14})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_(\d{1,16})$/;

export function readPlace(text: string): Place {
  const [, from, to, agent, seq] = shape.exec(text) ?? [];
  if (agent === undefined) throw new Problem(400, 'this is no place to go on from');
  return { from: new Date(Number(from)), to: new Date(Number(to)), agent, seq: Number(seq) };
}
