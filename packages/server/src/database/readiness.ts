import { OldServerError } from './old-server.ts';
import type { Connection } from './query.ts';

export interface ReadinessOptions {
  /** The newest migration that this server knows. */
  readonly knows: number;
  /** Told when the database takes newer servers only, which is thrown as well. */
  readonly onTooOld: (refusal: OldServerError) => void;
}

/** Why requests should not be sent here, as far as the database goes; nothing when they should. */
export async function readinessProblem(
  on: Connection,
  { knows, onTooOld }: ReadinessOptions,
): Promise<string | undefined> {
  const { rows: schema } = await on.query({
    name: 'is-migrated',
    text: "select to_regprocedure('permesso.enter_as_system(integer)') is not null as migrated",
    values: [],
  });
  if (schema[0]?.['migrated'] !== true) return 'the database has no schema yet';
  const { rows } = await on.query({
    name: 'readiness',
    text: 'select permesso.replication_problem() as problem, (select knows from permesso.oldest_server) as oldest',
    values: [],
  });
  const oldest = Number(rows[0]?.['oldest']);
  if (oldest > knows) {
    const refusal = new OldServerError({ knows, oldest });
    onTooOld(refusal);
    throw refusal;
  }
  const problem: unknown = rows[0]?.['problem'];
  return typeof problem === 'string' ? `${problem}: commits wait until one is back` : undefined;
}
