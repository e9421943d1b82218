import { Type } from 'typebox';
import { ownPasskeys } from '@permesso/protocol/console';
import { only, queries, type Row } from '../../database/query.ts';
import { existing } from '../../route/problem.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Uuid, wordsUpTo } from '../../route/shapes.ts';
import {
  passkeyActs,
  Shown,
  recordAdminAction,
  type PasskeyRule,
  organisationRoutes,
} from '../../identity/index.ts';
import { beginRegistration, finishRegistration, Made } from './register-passkey.ts';
import { askForPasskey, usePasskey, type PasskeyPlace } from './use-passkey.ts';

const sql = queries(import.meta.dirname);
const listPasskeys = sql<Row, { person: string }>('list-passkeys.sql');
const ruleNow = sql<{ rule: PasskeyRule }>('passkey-rule.sql');
const renamePasskey = sql<{ id: string }, { id: string; person: string; name: string }>('rename-passkey.sql');
const removePasskey = sql<{ id: string }, { id: string; person: string }>('remove-passkey.sql');

const mine = { role: 'viewer', scope: 'self' } as const;
const Options = Type.Object({ challenge: Type.String() });
const Named = wordsUpTo(60);

/** The passkeys of the signed-in person. */
export function ownPasskeyRoutes(place: PasskeyPlace): readonly Route[] {
  const { database } = place;
  const { actRoute, readRoute } = organisationRoutes(database);
  return [
    readRoute(
      mine,
      {
        path: '/v1/me/passkeys',
        summary: 'Lists your passkeys, and when you need one.',
        reply: ownPasskeys,
      },
      async (on, { caller: { person } }) => ({
        ...(await only(ruleNow(on))),
        passkeys: await listPasskeys(on, { person }),
        isPossible: place.party !== undefined,
      }),
    ),
    personRoute(
      mine,
      {
        method: 'POST',
        path: '/v1/passkey-challenges',
        summary:
          'Returns the challenge a browser signs with one of your passkeys for a request: its act (`act`), ' +
          'subject (`subject`) and whole body (`said`).',
        body: exact({ act: Type.Enum([...passkeyActs]), subject: Uuid, said: Type.Object({}) }),
        mostBytes: 256 * 1024,
        replies: { 200: Options },
      },
      async ({ caller, body }) => ({
        status: 200,
        json: await askForPasskey(place, caller, {
          ...body,
          said: body.said as Readonly<Record<string, unknown>>,
        }),
      }),
    ),
    personRoute(
      mine,
      {
        method: 'POST',
        path: '/v1/me/passkeys/options',
        summary:
          'Returns the options for registering a passkey, shortly after signing in. People who have a passkey must use it (`add`).',
        body: exact({ passkey: Type.Optional(Shown) }),
        replies: { 200: Options },
      },
      async ({ caller, body }) => ({
        status: 200,
        json: await beginRegistration(place, caller, body.passkey),
      }),
    ),
    personRoute(
      mine,
      {
        method: 'POST',
        path: '/v1/me/passkeys',
        summary: 'Registers a passkey that the browser created.',
        body: exact({ name: Named, made: Made }),
        replies: { 201: Type.Object({ id: Uuid }) },
      },
      async ({ caller, body }) => ({
        status: 201,
        json: { id: await finishRegistration(place, caller, body) },
      }),
    ),
    actRoute(
      mine,
      {
        method: 'PUT',
        path: '/v1/me/passkeys/{passkey}',
        summary: 'Renames one of your passkeys.',
        params: exact({ passkey: Uuid }),
        body: exact({ name: Named }),
        act: 'passkey.rename',
      },
      async (on, { caller: { person }, params: { passkey: id }, body: { name } }) => {
        await existing(renamePasskey(on, { id, person, name }), 'passkey');
        return { subject: id };
      },
    ),
    personRoute(
      mine,
      {
        method: 'POST',
        path: '/v1/me/passkeys/{passkey}/remove',
        summary:
          'Removes one of your passkeys. Requires that passkey or another of yours (`remove`). An admin removes a lost one.',
        params: exact({ passkey: Uuid }),
        body: exact({ passkey: Shown }),
        replies: { 204: 'none' },
      },
      async ({ caller, params: { passkey: id }, body: { passkey: shown } }) => {
        // A stolen session must not remove the last passkey and then answer without one.
        await usePasskey(place, caller, { shown, act: { act: 'remove', subject: id, said: {} } });
        await database.asOrganisation(caller.organisation, async (on) => {
          const { person } = caller;
          await existing(removePasskey(on, { id, person }), 'passkey');
          await recordAdminAction(on, { by: caller, act: 'passkey.remove', subject: id, detail: { person } });
        });
        return { status: 204 };
      },
    ),
  ];
}
