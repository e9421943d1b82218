import { isRecord } from '@permesso/engine/call';

/** What the server inside says of one of its commands. */
export interface ServerMessage {
  readonly id: number;
  readonly out: string | undefined;
  readonly err: string | undefined;
  readonly exitCode: number | undefined;
  readonly problem: string | undefined;
}

/** Nothing where it is not a message: then nobody knows what is inside, and it is ended. */
export function readServerMessage(line: string): ServerMessage | undefined {
  let said: unknown;
  try {
    said = JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (!isRecord(said) || typeof said['id'] !== 'number') return undefined;
  const text = (name: string): string | undefined => {
    const value = said[name];
    return typeof value === 'string' ? value : undefined;
  };
  const code = said['exitCode'];
  return {
    id: said['id'],
    out: text('out'),
    err: text('err'),
    exitCode: typeof code === 'number' && Number.isInteger(code) ? code & 0xff : undefined,
    problem: text('problem'),
  };
}
