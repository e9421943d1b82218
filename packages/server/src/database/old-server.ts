/** The database requires newer servers and accepts nothing from this one. Nothing was done. */
export class OldServerError extends Error {
  /** The newest migration that this server knows. */
  readonly knows: number;
  /** The oldest migration that a server must know. */
  readonly oldest: number;

  constructor({ knows, oldest, cause }: { knows: number; oldest: number; cause?: unknown }) {
    super(oldServerProblem({ knows, oldest }), { cause });
    this.name = 'OldServerError';
    this.knows = knows;
    this.oldest = oldest;
  }
}

export function oldServerProblem({ knows, oldest }: { knows: number; oldest: number }): string {
  return `this server is older than the database: it knows migration ${knows}, and the database takes servers that know ${oldest}. Start the newer version of the server`;
}

const oldServerCode = '53PM1';

/** A refusal because the server is too old; any other error unchanged. */
export function asOldServer(error: unknown, knows: number): unknown {
  const { code, detail } = error as { readonly code?: string; readonly detail?: string };
  return code === oldServerCode ? new OldServerError({ knows, oldest: Number(detail), cause: error }) : error;
}
