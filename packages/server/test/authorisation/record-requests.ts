import type { Fill } from './requests.ts';

/** Legal holds, and findings in the record. */
export const recordRequests: Readonly<Record<string, Fill>> = {
  'POST /v1/legal-holds': async (world, { project }) => {
    await world.sql('delete from legal_holds where project = $1', [project]);
    return { body: { project, reason: 'a case' } };
  },
  'DELETE /v1/legal-holds/{hold}': async (world, place) => {
    await world.sql('delete from legal_holds where project = $1', [place.project]);
    const [row] = await world.sql(
      `insert into legal_holds (organisation, project, reason, set_by) values ($1, $2, $3, $4) returning id`,
      [place.organisation, place.project, place.mark, place.owner],
    );
    return { params: { hold: row?.['id'] ?? '' } };
  },
  'POST /v1/findings/{finding}/acknowledge': async (world, place) => {
    const [row] = await world.sql(
      `insert into findings (organisation, agent, what) values ($1, $2, 'foreign') returning id::text as id`,
      [place.organisation, place.agent.id],
    );
    return { params: { finding: row?.['id'] ?? '' }, body: { reason: 'seen' } };
  },
};
