import { Problem } from '../route/problem.ts';

/** Where a page of machines ends. */
export interface MachineCursor {
  readonly rank: number;
  readonly name: string;
  readonly agent: string;
}

export function printMachineCursor({ rank, name, agent }: MachineCursor): string {
  return `${rank}_${agent}_${Buffer.from(name).toString('base64url')}`;
}

const shape = /^(\d)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_([\w-]{0,3000})$/;

export function readMachineCursor(text: string): MachineCursor {
  const [, rank, agent, name = ''] = shape.exec(text) ?? [];
  const readName = Buffer.from(name, 'base64url').toString('utf8');
  // PostgreSQL keeps no text with a NUL in it.
  if (agent === undefined || readName.includes('\0')) throw new Problem(400, 'invalid cursor');
  return { rank: Number(rank), name: readName, agent };
}
