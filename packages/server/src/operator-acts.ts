import type { Database } from './database/database.ts';
import { OperatorError, organisationNamed } from './identity/operator.ts';
import { confirmAct, listPendingActs, refuseAct } from './identity/second-person/pending-acts.ts';
import { approveVersion } from './policy/operator-review.ts';
import { Problem } from './route/problem.ts';
import { secondPersonActs } from './second-person-acts.ts';
import type { Settings } from './settings.ts';

export interface OperatorActs {
  /** What waits for a second person in an organisation: act, subject and who asked, by identifier. */
  readonly pending: (organisation: string) => Promise<Readonly<Record<string, string>>>;
  readonly confirm: (organisation: string, id: string) => Promise<void>;
  readonly refuse: (organisation: string, id: string) => Promise<void>;
  /** Approves a looser version where nobody is left who could review it. */
  readonly approveVersion: (
    organisation: string,
    version: { readonly project: string; readonly number: number },
  ) => Promise<void>;
}

/** What takes a second person, done by the operator in the place of one. */
export function operatorActs({
  database,
  settings: { secret },
}: {
  readonly database: Database;
  readonly settings: Settings;
}): OperatorActs {
  const kinds = secondPersonActs(secret);
  return {
    pending: async (name) => {
      const id = await organisationNamed(database, name);
      const acts = await database.asOrganisation(id, (on) => listPendingActs(on, { act: null }));
      return Object.fromEntries(
        acts.map((act) => [
          String(act['id']),
          `${String(act['act'])} ${String(act['subject'])}, asked for by ${String(act['askedByName'])}`,
        ]),
      );
    },
    confirm: async (name, id) => {
      const organisation = await organisationNamed(database, name);
      await plainly(
        database.asOrganisation(organisation, (on) =>
          confirmAct(on, id, { by: 'operator', organisation, keys: secret, kinds }),
        ),
      );
    },
    refuse: async (name, id) => {
      const organisation = await organisationNamed(database, name);
      await plainly(database.asOrganisation(organisation, (on) => refuseAct(on, id, 'operator')));
    },
    approveVersion: async (name, { project, number }) => {
      const organisation = await organisationNamed(database, name);
      await plainly(database.asOrganisation(organisation, (on) => approveVersion(on, project, number)));
    },
  };
}

/** What is told to a caller over HTTP is told to the operator who typed it. */
async function plainly<T>(done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    if (error instanceof Problem) throw new OperatorError(error.message);
    throw error;
  }
}
