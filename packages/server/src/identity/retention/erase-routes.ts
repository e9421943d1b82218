import { Type } from 'typebox';
import { first, only, queries, type Connection } from '../../database/query.ts';
import { Problem } from '../../route/problem.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Uuid } from '../../route/shapes.ts';
import { recordAdminAction } from '../admin-audit.ts';
import { disablePerson } from '../disable-person.ts';
import { lockAdmins } from '../lock-admins.ts';
import { personNamed } from '../person-named.ts';
import type { SecondPersonAct } from '../../route/second-person-act.ts';
import { askForAct } from '../second-person/pending-acts.ts';
import { outcomeReply, Pending } from '../second-person/outcome-reply.ts';
import type { ServerContext } from '../../module.ts';

interface PersonTexts {
  readonly email: string | null;
  readonly name: string | null;
  readonly userName: string | null;
  readonly externalId: string | null;
  readonly subject: string;
  readonly givenName: string | null;
  readonly familyName: string | null;
}

const sql = queries(import.meta.dirname);
const openHold = sql<{ id: string }>('open-hold.sql');
const personTexts = sql<PersonTexts, { person: string }>('person-texts.sql');
const erasePerson = sql<never, { person: string; address: string | null; pseudonym: string }>(
  'erase-person.sql',
);
const eraseTargets = sql<never, { person: string }>('erase-targets.sql');
const eraseRecords = sql<never, { person: string; texts: readonly string[]; pseudonym: string }>(
  'erase-records.sql',
);

/** No one person can erase somebody alone: the trail of their actions goes with the name. */
export const erasePersonAct: SecondPersonAct = {
  name: 'person.erase',
  confirmers: ['author', 'admin'],
  perform: async (on, { by, subject: person, asked }) => {
    if (by !== 'operator' && person === by.person) throw new Problem(409, 'someone else must do this');
    const pseudonym = pseudonymOf(person);
    await requireErasable(on, person);
    await erase(on, person, pseudonym);
    if ((await lockAdmins(on)).length === 0)
      throw new Problem(409, 'the organisation needs at least one admin');
    await recordAdminAction(on, { by, act: 'person.erase', subject: person, detail: asked });
    return { reply: { pseudonym } };
  },
};

function pseudonymOf(person: string): string {
  return `erased-${person.slice(0, 8)}`;
}

async function requireErasable(on: Connection, person: string): Promise<void> {
  await lockAdmins(on);
  const { erasedAt } = await personNamed(on, person);
  if (erasedAt !== null) throw new Problem(409, 'this person is already erased');
  if ((await first(openHold(on))) !== undefined)
    throw new Problem(
      409,
      'people cannot be erased under a legal hold. Fix: end it first (GET /v1/legal-holds)',
    );
}

export function eraseRoutes({ database, secret }: ServerContext): readonly Route[] {
  return [
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'POST',
        path: '/v1/people/{person}/erase',
        summary:
          'Permanently disables a person and replaces their name and email address with a pseudonym everywhere except in the signed log. Cannot be undone. Requires a second person (202).',
        params: exact({ person: Uuid }),
        replies: { 200: Type.Object({ pseudonym: Type.String() }), 202: Pending },
      },
      async ({ caller, params: { person } }) => {
        if (person === caller.person) throw new Problem(409, 'someone else must do this');
        const outcome = await database.asOrganisation(caller.organisation, async (on) => {
          await requireErasable(on, person);
          return await askForAct(on, erasePersonAct, { caller, subject: person, detail: {}, keys: secret });
        });
        return outcomeReply(outcome, { status: 200, json: { pseudonym: pseudonymOf(person) } });
      },
    ),
  ];
}

async function erase(on: Connection, person: string, pseudonym: string): Promise<void> {
  const texts = await only(personTexts(on, { person }));
  await disablePerson(on, { person, by: 'hand' });
  await erasePerson(on, { person, address: texts.email, pseudonym });
  await eraseTargets(on, { person });
  const said = Object.values(texts).filter((text) => text !== null);
  await eraseRecords(on, { person, texts: said.map((text) => text.toLowerCase()), pseudonym });
}
