import type { Database } from '../../database/database.ts';
import { only, query } from '../../database/query.ts';

const folder = import.meta.dirname;
const waitingForPerson = query<{ readonly waiting: number }, { readonly person: string }>(
  folder,
  'waiting-for-person.sql',
);
interface In {
  readonly database: Database;
  readonly organisation: string;
}

/** How many requests a person may answer now. */
export async function waitingFor(person: string, { database, organisation }: In): Promise<number> {
  const { waiting } = await database.asOrganisation(organisation, (on) =>
    only(waitingForPerson(on, { person })),
  );
  return waiting;
}
