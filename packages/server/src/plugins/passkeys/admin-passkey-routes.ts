import { Type } from 'typebox';
import { passkeyList, passkeySetting } from '@permesso/protocol/console';
import { only, queries, type Row } from '../../database/query.ts';
import { Problem, existing } from '../../route/problem.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Uuid } from '../../route/shapes.ts';
import {
  Shown,
  recordAdminAction,
  personNamed,
  passkeyRules,
  type PasskeyRule,
  organisationRoutes,
} from '../../identity/index.ts';
import { possible } from './relying-party.ts';
import { usePasskey, type PasskeyPlace } from './use-passkey.ts';

const sql = queries(import.meta.dirname);
const listPasskeys = sql<Row, { person: string }>('list-passkeys.sql');
const removePasskey = sql<{ id: string }, { id: string; person: string }>('remove-passkey.sql');
const ruleNow = sql<{ rule: PasskeyRule }>('passkey-rule.sql');
const lockRule = sql<{ rule: PasskeyRule }>('lock-rule.sql');
const setRule = sql<never, { rule: PasskeyRule }>('set-passkey-rule.sql');

const admins = { role: 'admin', scope: 'organisation' } as const;

export function adminPasskeyRoutes(place: PasskeyPlace): readonly Route[] {
  const { database, party } = place;
  const { readRoute, actRoute } = organisationRoutes(database);
  return [
    readRoute(
      admins,
      {
        path: '/v1/people/{person}/passkeys',
        summary: "Lists a person's passkeys.",
        params: exact({ person: Uuid }),
        reply: passkeyList,
      },
      async (on, { params: { person } }) => {
        await personNamed(on, person);
        return { passkeys: await listPasskeys(on, { person }) };
      },
    ),
    actRoute(
      admins,
      {
        method: 'DELETE',
        path: '/v1/people/{person}/passkeys/{passkey}',
        summary: "Removes another person's lost passkey.",
        params: exact({ person: Uuid, passkey: Uuid }),
        act: 'passkey.remove',
      },
      async (on, { caller, params: { person, passkey: id } }) => {
        // This route asks for no passkey: with an admin's stolen session an attacker could otherwise answer without
        // one.
        if (person === caller.person)
          throw new Problem(
            409,
            'show your passkey to remove it, under Your account; or another admin does it',
          );
        await personNamed(on, person);
        await existing(removePasskey(on, { id, person }), 'passkey');
        return { subject: id, detail: { person } };
      },
    ),
    readRoute(
      { role: 'viewer', scope: 'self' },
      {
        path: '/v1/passkey-rule',
        summary:
          'Returns who needs a passkey to approve a call that cannot be undone or that needs several approvers.',
        reply: passkeySetting,
      },
      (on) => only(ruleNow(on)),
    ),
    personRoute(
      admins,
      {
        method: 'PUT',
        path: '/v1/passkey-rule',
        summary:
          'Sets who needs a passkey: everyone, or people who have one. Ending the requirement takes a passkey (`rule`).',
        body: exact({ rule: Type.Enum([...passkeyRules]), passkey: Type.Optional(Shown) }),
        replies: { 200: passkeySetting },
      },
      async ({ caller, body: { rule, passkey: shown } }) => {
        const { organisation } = caller;
        if (rule === 'required') possible(party);
        const said = { act: 'rule', subject: caller.person, said: { rule } } as const;
        const use = shown === undefined ? undefined : await usePasskey(place, caller, { shown, act: said });
        await database.asOrganisation(organisation, async (on) => {
          const { rule: before } = await only(lockRule(on));
          if (before === rule) return;
          if (rule !== 'required' && use === undefined)
            throw new Problem(
              403,
              'to require passkeys no longer takes your own; do it in the console under Settings',
              { code: 'passkey' },
            );
          await setRule(on, { rule });
          const detail = { rule, before, ...(use === undefined ? {} : { passkey: use.passkey }) };
          await recordAdminAction(on, { by: caller, act: 'passkey-rule.set', subject: organisation, detail });
        });
        return { status: 200, json: { rule } };
      },
    ),
  ];
}
