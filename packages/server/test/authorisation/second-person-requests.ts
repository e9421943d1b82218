import { randomBytes } from 'node:crypto';
import { enrolPurpose, newSigningKey, signText } from '@permesso/protocol/bundle';
import { newToken } from '../../src/secrets/token.ts';
import type { Fill, Filled } from './requests.ts';
import type { Place, World } from './world.ts';

/** What awaits a second person, asked for by an admin of the organisation who asks nothing here. */
async function pendingAct({ sql }: World, { organisation }: Place): Promise<Filled> {
  const [row] = await sql(
    `insert into pending_acts (organisation, act, subject, detail, asked_by)
     select p.organisation, 'policy-review.off', p.organisation::text, '{}', p.id from people p
     join roles r on r.organisation = p.organisation and r.person = p.id and r.role = 'admin' and r.project is null
     where p.organisation = $1 and p.email in ('admin@here.example', 'admin@there.example')
     limit 1
     returning id`,
    [organisation],
  );
  return { params: { pending: row?.['id'] ?? '' } };
}

/** Of the owner of the place, who asks nothing here. */
async function enrolment({ sql }: World, { organisation, project, owner }: Place): Promise<Filled> {
  const [row] = await sql(
    `insert into enrolments (organisation, project, owner, hash, uses_left, expires_at)
     values ($1, $2, $3, $4, 1, now() + interval '1 hour') returning id`,
    [organisation, project, owner, randomBytes(32)],
  );
  return { params: { enrolment: row?.['id'] ?? '' } };
}

/** An answer that lasts. */
async function standing({ sql }: World, { organisation, project, agent, mark }: Place): Promise<Filled> {
  const [row] = await sql(
    `insert into standing_approvals (organisation, approval, project, agent, call, scope, given_by, expires_at)
     values ($1, gen_random_uuid(), $2, $3, jsonb_build_object('tool', $4::text), 'session', '{}', now() + interval '1 hour')
     returning id`,
    [organisation, project, agent.id, mark],
  );
  return { params: { standing: row?.['id'] ?? '' } };
}

export const secondPersonRequests: Readonly<Record<string, Fill>> = {
  // Nobody has asked to end it.
  'POST /v1/policy-review/confirm': async ({ sql }) => {
    await sql("update pending_acts set state = 'refused' where state = 'waiting'", []);
    return {};
  },
  'POST /v1/pending-acts/{pending}/confirm': pendingAct,
  'DELETE /v1/pending-acts/{pending}': pendingAct,
  'POST /v1/device': () => {
    const publicKey = newSigningKey().publicKey.toString('base64url');
    return { body: { organisation: 'here', name: 'a machine', publicKey } };
  },
  'POST /v1/workload/token': () => ({ body: { organisation: 'nobody', account: 'ci', token: 'x' } }),
  'POST /v1/workload/enrol': () => {
    const key = newSigningKey();
    const publicKey = key.publicKey.toString('base64url');
    const proof = signText('x', enrolPurpose, key.privateKey);
    return { body: { organisation: 'nobody', account: 'ci', token: 'x', name: 'job', publicKey, proof } };
  },
  'POST /v1/fleet': () => ({ body: { token: newToken('fleet').text } }),
  'POST /v1/device/token': () => ({ body: { deviceCode: newToken('device').text, proof: 'x' } }),
  'GET /v1/device/{code}': () => ({ params: { code: 'BCDF-GHJK' } }),
  'POST /v1/device/{code}/confirm': (_world, { project }) => ({
    params: { code: 'BCDF-GHJK' },
    body: { project },
  }),
  'DELETE /v1/device/{code}': () => ({ params: { code: 'BCDF-GHJK' } }),
  'DELETE /v1/me/machines/{agent}': (_world, { agent }) => ({ params: { agent: agent.id } }),
  'POST /v1/me/enrolments/{enrolment}/confirm': enrolment,
  'DELETE /v1/me/enrolments/{enrolment}': enrolment,
  'DELETE /v1/standing-approvals/{standing}': standing,
};
