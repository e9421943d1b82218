import { Type } from 'typebox';
import { ownQuietHours, type QuietHours } from '@permesso/protocol/console';
import { only, queries } from '../../database/query.ts';
import { recordAdminAction, organisationRoutes } from '../../identity/index.ts';
import { Problem, existing } from '../../route/problem.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Uuid } from '../../route/shapes.ts';
import { isAlwaysQuiet, isTimeZone } from './quiet-until.ts';
import type { ServerContext } from '../../module.ts';

const sql = queries(import.meta.dirname);
const ownQuiet = sql<{ hours: QuietHours | null }, { person: string }>('own-quiet.sql');
const putOwnQuiet = sql<never, { person: string; hours: string | null }>('put-own-quiet.sql');
const putQuiet = sql<{ kind: string; host: string }, { hook: string; hours: string | null }>('put-quiet.sql');

const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['22:00'] });

const Hours = exact({
  hours: Type.Union([
    exact({
      windows: Type.Array(
        exact({
          days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7 }),
          from: TimeOfDay,
          to: TimeOfDay,
        }),
        { minItems: 1, maxItems: 4 },
      ),
      zone: Type.String({ minLength: 1, maxLength: 64, examples: ['Europe/Berlin'] }),
      letsEscalated: Type.Boolean(),
    }),
    Type.Null(),
  ]),
});

/** Targets' quiet hours: people set them for their own targets, admins for the organisation's. */
export function quietHourRoutes({ database, hints }: ServerContext): readonly Route[] {
  const { readRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'viewer', scope: 'self' },
      {
        path: '/v1/me/quiet-hours',
        summary: 'Returns your quiet hours.',
        reply: ownQuietHours,
      },
      (on, { caller: { person } }) => only(ownQuiet(on, { person })),
    ),
    personRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'PUT',
        path: '/v1/me/quiet-hours',
        summary: 'Sets your quiet hours. One summary is sent when they end.',
        body: Hours,
        replies: { 204: 'none' },
      },
      async ({ caller, body: { hours } }) => {
        const { organisation, person } = caller;
        checkHours(hours);
        await database.asOrganisation(organisation, async (on) => {
          await putOwnQuiet(on, { person, hours: asText(hours) });
          const detail = { isSet: hours !== null };
          await recordAdminAction(on, { by: caller, act: 'quiet-hours.put', subject: person, detail });
        });
        hints.give('deliveries');
        return { status: 204 };
      },
    ),
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'PUT',
        path: '/v1/hooks/{hook}/quiet-hours',
        summary:
          "Sets the quiet hours of an organisation target. Personal targets follow their owner's quiet hours.",
        params: exact({ hook: Uuid }),
        body: Hours,
        replies: { 204: 'none' },
      },
      async ({ caller, params: { hook }, body: { hours } }) => {
        checkHours(hours);
        await database.asOrganisation(caller.organisation, async (on) => {
          const { kind, host } = await existing(
            putQuiet(on, { hook, hours: asText(hours) }),
            'notification target of the organisation',
          );
          const detail = { kind, host, isSet: hours !== null };
          await recordAdminAction(on, { by: caller, act: 'quiet-hours.put', subject: hook, detail });
        });
        hints.give('deliveries');
        return { status: 204 };
      },
    ),
  ];
}

function asText(hours: QuietHours | null): string | null {
  return hours === null ? null : JSON.stringify(hours);
}

function checkHours(hours: QuietHours | null): void {
  if (hours === null) return;
  if (!isTimeZone(hours.zone))
    throw new Problem(422, 'unknown time zone; use one such as Europe/Berlin or UTC');
  if (isAlwaysQuiet(hours))
    throw new Problem(
      422,
      'these quiet hours never end, so nothing would ever be sent; remove the target instead',
    );
}
