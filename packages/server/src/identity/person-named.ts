import { queries, type Connection } from '../database/query.ts';
import { existing } from '../route/problem.ts';

interface Named {
  readonly disabledAt: Date | null;
  readonly erasedAt: Date | null;
}

const lockPerson = queries(import.meta.dirname)<Named, { person: string }>('lock-person.sql');

/** Only within this organisation: an identifier of another one matches nobody. Locked until the transaction ends. */
export async function personNamed(on: Connection, person: string): Promise<Named> {
  return await existing(lockPerson(on, { person }), 'person');
}
