import { Type } from 'typebox';
import type { ServerContext } from '../../module.ts';
import { first, query, type Row } from '../../database/query.ts';
import { notFound } from '../../route/problem.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Uuid } from '../../route/shapes.ts';
import { recordAdminAction } from '../admin-audit.ts';

const folder = import.meta.dirname;
const ownEnrolments = query<Row, { readonly person: string }>(folder, 'own-enrolments.sql');
const confirmEnrolment = query<
  { readonly id: string },
  { readonly enrolment: string; readonly person: string }
>(folder, 'confirm-enrolment.sql');
const disownEnrolment = query<
  { readonly id: string },
  { readonly enrolment: string; readonly person: string }
>(folder, 'disown-enrolment.sql');

const ById = exact({ enrolment: Uuid });

/** Machines that somebody else enrolled in the name of the signed-in person: theirs once they say so. */
export function ownEnrolmentRoutes({ database }: ServerContext): readonly Route[] {
  return [
    personRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'GET',
        path: '/v1/me/enrolments',
        summary:
          'Lists enrolment tokens that others created in your name, with the machines enrolled through them.',
        replies: { 200: Type.Object({ enrolments: Type.Array(Type.Object({ id: Uuid })) }) },
      },
      async ({ caller: { organisation, person } }) => ({
        status: 200,
        json: {
          enrolments: await database.asOrganisation(organisation, (on) => ownEnrolments(on, { person })),
        },
      }),
    ),
    personRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'POST',
        path: '/v1/me/enrolments/{enrolment}/confirm',
        summary:
          'Confirms that the machines enrolled with this token are yours. Until then nobody can approve their requests.',
        params: ById,
        replies: { 204: 'none' },
      },
      async ({ caller, params: { enrolment } }) => {
        const { organisation, person } = caller;
        await database.asOrganisation(organisation, async (on) => {
          if ((await first(confirmEnrolment(on, { enrolment, person }))) === undefined)
            throw notFound('enrolment');
          await recordAdminAction(on, { by: caller, act: 'enrolment.confirm', subject: enrolment });
        });
        return { status: 204 };
      },
    ),
    personRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'DELETE',
        path: '/v1/me/enrolments/{enrolment}',
        summary:
          'Reports that this enrolment token is not yours. Revokes it and the machines enrolled with it.',
        params: ById,
        replies: { 204: 'none' },
      },
      async ({ caller, params: { enrolment } }) => {
        const { organisation, person } = caller;
        await database.asOrganisation(organisation, async (on) => {
          if ((await first(disownEnrolment(on, { enrolment, person }))) === undefined)
            throw notFound('enrolment');
          await recordAdminAction(on, { by: caller, act: 'enrolment.disown', subject: enrolment });
        });
        return { status: 204 };
      },
    ),
  ];
}
