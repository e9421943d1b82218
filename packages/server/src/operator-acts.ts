import type { Database } from './database/database.ts';
import { setSlackApp, triedApp } from './delivery/slack/slack-routes.ts';
import { usualSlackApi } from './delivery/slack/slack-client.ts';
import { OperatorError, organisationNamed } from './identity/operator.ts';
import { confirmAct, listPendingActs, refuseAct } from './identity/second-person/pending-acts.ts';
import { guardedSend } from './outbound/send.ts';
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
  /** Sets the Slack app of an organisation, so that nobody of it knows its secret. The name of the workspace. */
  readonly setSlack: (
    organisation: string,
    secrets: { readonly botToken: string; readonly signingSecret: string },
  ) => Promise<string>;
}

/** What takes a second person, done by the operator in the place of one. */
export function operatorActs({
  database,
  settings: { secret, webhookHosts, slackApi = usualSlackApi },
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
    setSlack: async (name, secrets) => {
      const organisation = await organisationNamed(database, name);
      const send = guardedSend({ permitted: webhookHosts });
      const tried = await plainly(triedApp(secrets, { send, api: slackApi, organisation, secret }));
      await database.asOrganisation(organisation, (on) => setSlackApp(on, tried, 'operator'));
      return tried.name;
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
