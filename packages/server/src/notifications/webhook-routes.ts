import { Type } from 'typebox';
import { first, only, queries, type Row } from '../database/query.ts';
import { recordAdminAction, organisationRoutes } from '../identity/index.ts';
import { checkUrl, ForbiddenAddress } from '../outbound/send.ts';
import { Problem, existing } from '../route/problem.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact, Uuid } from '../route/shapes.ts';
import { seal } from '../secrets/seal.ts';
import { newToken } from '../secrets/token.ts';
import type { Channel, Target } from './channel.ts';
import { targetPurpose } from './send-message.ts';
import type { ServerContext } from '../module.ts';

const sql = queries(import.meta.dirname);
const addHook = sql<
  { id: string },
  {
    project: string | null;
    kind: string;
    sealed: Buffer;
    person: string | null;
    onlyEscalated: boolean;
    host: string;
    about: string;
  }
>('add-hook.sql');
const listHooks = sql<Row>('list-hooks.sql');
const removeHook = sql<{ kind: string; person: string | null; host: string }, { id: string }>(
  'remove-hook.sql',
);
const listDeliveries = sql<Row, { state: string }>('list-deliveries.sql');
const retryDelivery = sql<{ id: string }, { id: string }>('retry-delivery.sql');
const personEmail = sql<{ email: string | null }, { person: string }>('person-email.sql');

export interface HookRoutesOptions extends ServerContext {
  readonly channels: readonly Channel[];
}

const Address = Type.String({ minLength: 1, maxLength: 1000 });

export function hookRoutes({
  database,
  hints,
  secret,
  channels,
  settings,
}: HookRoutesOptions): readonly Route[] {
  const kinds = channels.filter(({ isOwn }) => isOwn !== true).map(({ kind }) => kind);
  const { readRoute, actRoute } = organisationRoutes(database);
  return [
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'POST',
        path: '/v1/hooks',
        summary:
          'Adds a notification target. A personal target stays inactive until that person signs in and confirms it.',
        body: exact({
          kind: Type.Enum(kinds),
          project: Type.Union([Uuid, Type.Null()]),
          address: Type.Optional(Address),
          /** A channel of the organisation's Slack app. */
          channel: Type.Optional(Type.String({ pattern: '^[CDG][A-Z0-9]{2,30}$' })),
          person: Type.Optional(Uuid),
          onlyEscalated: Type.Optional(Type.Boolean()),
          about: Type.Optional(Type.Enum(['everything', 'approvals', 'machines'])),
        }),
        replies: { 201: Type.Object({ id: Uuid, secret: Type.String(), waits: Type.Boolean() }) },
      },
      async ({
        caller,
        body: { kind, project, address, channel, person, onlyEscalated = false, about = 'everything' },
      }) => {
        checkPlace({ kind, address, channel, person });
        if (address !== undefined) checkAddress(address, settings.webhookHosts);
        const signing = newToken('link').text;
        const made = await database.asOrganisation(caller.organisation, async (on) => {
          const email = person === undefined ? undefined : (await first(personEmail(on, { person })))?.email;
          if (kind === 'mail' && (email === undefined || email === null))
            throw new Problem(422, 'mail needs a person whose address is known');
          const target: Target = { address: channel ?? address ?? email ?? '', secret: signing };
          const sealed = seal(JSON.stringify(target), targetPurpose(caller.organisation), secret);
          const host = hostOf(target.address, kind);
          const row = await only(
            addHook(on, { project, kind, sealed, person: person ?? null, onlyEscalated, host, about }),
          );
          // Records the destination when an admin redirects somebody's notices.
          const detail = { kind, project, person: person ?? null, host };
          await recordAdminAction(on, { by: caller, act: 'hook.add', subject: row.id, detail });
          return row;
        });
        return { status: 201, json: { ...made, secret: signing, waits: person !== undefined } };
      },
    ),
    readRoute(
      { role: 'admin', scope: 'organisation' },
      {
        path: '/v1/hooks',
        summary: 'Lists notification targets by host, without their full URLs.',
        reply: Type.Object({ hooks: Type.Array(Type.Object({ id: Uuid })) }),
      },
      async (on) => ({ hooks: await listHooks(on) }),
    ),
    actRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'DELETE',
        path: '/v1/hooks/{hook}',
        summary: 'Removes a notification target.',
        params: exact({ hook: Uuid }),
        act: 'hook.remove',
      },
      async (on, { params: { hook } }) => {
        const { kind, person, host } = await existing(removeHook(on, { id: hook }), 'hook');
        return { subject: hook, detail: { kind, person, host } };
      },
    ),
    readRoute(
      { role: 'admin', scope: 'organisation' },
      {
        path: '/v1/deliveries',
        summary: 'Lists deliveries: sent, waiting and dead.',
        query: exact({ state: Type.Enum(['waiting', 'sent', 'dead']) }),
        reply: Type.Object({ deliveries: Type.Array(Type.Object({ id: Uuid })) }),
      },
      async (on, { query: { state } }) => ({ deliveries: await listDeliveries(on, { state }) }),
    ),
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'POST',
        path: '/v1/deliveries/{delivery}/retry',
        summary: 'Retries a dead delivery.',
        params: exact({ delivery: Uuid }),
        replies: { 204: 'none' },
      },
      async ({ caller, params: { delivery } }) => {
        await database.asOrganisation(caller.organisation, async (on) => {
          await existing(retryDelivery(on, { id: delivery }), 'delivery that was given up');
          await recordAdminAction(on, { by: caller, act: 'delivery.retry', subject: delivery });
        });
        hints.give('deliveries');
        return { status: 204 };
      },
    ),
  ];
}

interface TargetPlace {
  readonly kind: string;
  readonly address: string | undefined;
  readonly channel: string | undefined;
  readonly person: string | undefined;
}

function checkPlace({ kind, address, channel, person }: TargetPlace): void {
  if (kind === 'slack-channel' ? channel === undefined || address !== undefined : channel !== undefined)
    throw new Problem(400, 'a Slack channel is named by `channel`, such as C0123ABCD, and nothing else is');
  // Everybody in the channel would receive one person's links.
  if (kind === 'slack-channel' && person !== undefined)
    throw new Problem(400, 'a Slack channel is not a target of one person');
  if (kind !== 'slack-channel' && (kind === 'mail') === (address !== undefined))
    throw new Problem(400, 'a webhook has an address; mail goes to the address of a person');
}

function hostOf(address: string, kind: string): string {
  if (kind === 'slack-channel') return address;
  return kind === 'mail' ? address.slice(address.lastIndexOf('@') + 1) : new URL(address).host;
}

function checkAddress(address: string, permitted: readonly string[]): void {
  try {
    checkUrl(address, permitted);
  } catch (error) {
    if (error instanceof ForbiddenAddress)
      throw new Problem(422, `this address cannot be used: ${error.message}`);
    throw error;
  }
}
