import { organisationRoutes } from '../organisation-route.ts';
import { Type } from 'typebox';
import type { ServerContext } from '../../module.ts';
import { queries, type Row } from '../../database/query.ts';
import { existing } from '../../route/problem.ts';
import { type Route } from '../../route/route.ts';
import { exact, Uuid } from '../../route/shapes.ts';

const sql = queries(import.meta.dirname);
const ownEnrolments = sql<Row, { person: string }>('own-enrolments.sql');
const confirmEnrolment = sql<{ id: string }, { enrolment: string; person: string }>('confirm-enrolment.sql');
const disownEnrolment = sql<{ id: string }, { enrolment: string; person: string }>('disown-enrolment.sql');

const ById = exact({ enrolment: Uuid });

/** Machines that somebody else enrolled in the signed-in person's name: theirs once confirmed. */
export function ownEnrolmentRoutes({ database }: ServerContext): readonly Route[] {
  const { readRoute, actRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'viewer', scope: 'self' },
      {
        path: '/v1/me/enrolments',
        summary:
          'Lists enrolment tokens that others created in your name, with the machines enrolled through them.',
        reply: Type.Object({ enrolments: Type.Array(Type.Object({ id: Uuid })) }),
      },
      async (on, { caller: { person } }) => ({ enrolments: await ownEnrolments(on, { person }) }),
    ),
    actRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'POST',
        path: '/v1/me/enrolments/{enrolment}/confirm',
        summary:
          'Confirms that the machines enrolled with this token are yours. Until then nobody can approve their requests.',
        params: ById,
        act: 'enrolment.confirm',
      },
      async (on, { caller: { person }, params: { enrolment } }) => {
        await existing(confirmEnrolment(on, { enrolment, person }), 'enrolment');
        return { subject: enrolment };
      },
    ),
    actRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'DELETE',
        path: '/v1/me/enrolments/{enrolment}',
        summary:
          'Reports that this enrolment token is not yours. Revokes it and the machines enrolled with it.',
        params: ById,
        act: 'enrolment.disown',
      },
      async (on, { caller: { person }, params: { enrolment } }) => {
        await existing(disownEnrolment(on, { enrolment, person }), 'enrolment');
        return { subject: enrolment };
      },
    ),
  ];
}
