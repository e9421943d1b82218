import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { ownPush, pushSetting } from '@permesso/protocol/console';
import { first, only, queries } from '../../database/query.ts';
import { recordAdminAction, organisationRoutes } from '../../identity/index.ts';
import { ForbiddenAddress } from '../../outbound/send.ts';
import { holds } from '../../route/caller.ts';
import { Problem } from '../../route/problem.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Uuid } from '../../route/shapes.ts';
import { seal } from '../../secrets/seal.ts';
import { type Target, targetPurpose } from '../../notifications/index.ts';
import { checkPushEndpoint } from './push-endpoint.ts';
import { pushKeyOf } from './push-key.ts';
import { isBrowserKey } from './send-push.ts';
import type { ServerContext } from '../../module.ts';
import type { PushHosts } from './push-settings.ts';

const sql = queries(import.meta.dirname);
const addPush = sql<
  { id: string; isNew: boolean },
  { sealed: Buffer; person: string; host: string; print: Buffer; session: string }
>('add-push.sql');
const countOwnPush = sql<{ count: number }, { person: string; print: Buffer }>('count-own-push.sql');
const readSetting = sql<{ isOn: boolean; browsers: number }>('push-setting.sql');
const putSetting = sql<never, { isOn: boolean }>('put-push-setting.sql');

const mostBrowsers = 10;

/** An uncompressed point of P-256, and sixteen random bytes: in base64url, with or without padding. */
const PublicKey = Type.String({ pattern: '^[\\w-]{87}=?$' });
const AuthSecret = Type.String({ pattern: '^[\\w-]{22}={0,2}$' });

/** Web push: a person enables it per browser while signed in there; an organisation may disable it. */
export function pushRoutes(options: ServerContext & PushHosts): readonly Route[] {
  const { database, secret, hosts, permitted } = options;
  const { readRoute, actRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'viewer', scope: 'self' },
      {
        path: '/v1/me/push',
        summary: 'Returns whether web push is available, and the key browsers subscribe with.',
        reply: ownPush,
      },
      async (on, { caller: { organisation } }) => {
        const { isOn } = await only(readSetting(on));
        const isOffered = isOn && hosts.length > 0;
        return {
          isOffered,
          key: isOffered ? (await pushKeyOf(on, { organisation, secret })).publicKey : '',
        };
      },
    ),
    personRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'PUT',
        path: '/v1/me/push',
        summary:
          'Subscribes the calling browser to web push, or renews its subscription. Requires a browser session.',
        body: exact({
          endpoint: Type.String({ minLength: 1, maxLength: 1000 }),
          p256dh: PublicKey,
          auth: AuthSecret,
          /** Shows owner, machine and command; otherwise the project and the number of pending requests. */
          showsCall: Type.Boolean(),
        }),
        replies: { 200: Type.Object({ id: Uuid }) },
      },
      async ({ caller, body: { endpoint, p256dh, auth, showsCall } }) => {
        const { organisation, person, session } = caller;
        // A token would create a subscription that outlives it.
        if (session === null)
          throw new Problem(403, 'turn push on in the console, signed in; a token cannot');
        if (!holds(caller, 'approver'))
          throw new Problem(403, 'push notifies approvers, and you are not an approver');
        if (!isBrowserKey(p256dh)) throw new Problem(422, 'p256dh is not a key of a browser');
        const { host } = checkedEndpoint(endpoint, { hosts, permitted });
        const print = createHash('sha256').update(`${endpoint}\n${p256dh}\n${auth}`).digest();
        const target: Target = { address: endpoint, secret: '', push: { p256dh, auth, showsCall } };
        const sealed = seal(JSON.stringify(target), targetPurpose(organisation), secret);
        const made = await database.asOrganisation(organisation, async (on) => {
          const { isOn } = await only(readSetting(on));
          if (!isOn) throw new Problem(409, 'your organisation does not use web push');
          const { count } = await only(countOwnPush(on, { person, print }));
          if (count >= mostBrowsers)
            throw new Problem(409, `you have push in ${mostBrowsers} browsers; remove one first`);
          const row = await first(addPush(on, { sealed, person, host, print, session }));
          if (row === undefined) throw new Problem(403, 'this session is over');
          const detail = { kind: 'push', person, host };
          if (row.isNew)
            await recordAdminAction(on, { by: caller, act: 'hook.add', subject: row.id, detail });
          return { id: row.id };
        });
        return { status: 200, json: made };
      },
    ),
    readRoute(
      { role: 'admin', scope: 'organisation' },
      {
        path: '/v1/push',
        summary:
          'Returns whether web push is on, how many browsers are subscribed, and through which services.',
        reply: pushSetting,
      },
      async (on) => ({ ...(await only(readSetting(on))), hosts }),
    ),
    actRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'PUT',
        path: '/v1/push',
        summary: 'Turns web push on for the organisation, or off in every browser.',
        body: exact({ isOn: Type.Boolean() }),
        act: 'push.put',
      },
      async (on, { caller, body: { isOn } }) => {
        const { organisation } = caller;
        await putSetting(on, { isOn });
        return { subject: organisation, detail: { isOn } };
      },
    ),
  ];
}

function checkedEndpoint(
  endpoint: string,
  services: { readonly hosts: readonly string[]; readonly permitted: readonly string[] },
): URL {
  try {
    return checkPushEndpoint(endpoint, services);
  } catch (error) {
    if (error instanceof ForbiddenAddress)
      throw new Problem(422, `this address cannot be used: ${error.message}`);
    throw error;
  }
}
