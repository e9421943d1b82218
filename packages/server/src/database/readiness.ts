import type { Connection } from './query.ts';

/** Why requests should not be sent here, as far as the database goes; nothing when they should. */
export async function readinessProblem(on: Connection): Promise<string | undefined> {
  const { rows: schema } = await on.query({
    name: 'is-migrated',
    text: "select to_regprocedure('permesso.replication_problem()') is not null as migrated",
    values: [],
  });
  if (schema[0]?.['migrated'] !== true) return 'the database has no schema yet';
  const { rows } = await on.query({
    name: 'replication-problem',
    text: 'select permesso.replication_problem() as problem',
    values: [],
  });
  const problem: unknown = rows[0]?.['problem'];
  return typeof problem === 'string' ? `${problem}: commits wait until one is back` : undefined;
}
