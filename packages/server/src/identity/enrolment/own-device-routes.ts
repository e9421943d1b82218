import { organisationRoutes } from '../organisation-route.ts';
import { Type } from 'typebox';
import { deviceAsking } from '@permesso/protocol/console';
import type { ServerContext } from '../../module.ts';
import { queries } from '../../database/query.ts';
import { bucketOf } from '../../http/client-address.ts';
import { rateLimiter } from '../../http/rate-limit.ts';
import { holds, projectsWith, type PersonCaller } from '../../route/caller.ts';
import { existing, notFound, Problem } from '../../route/problem.ts';
import { type Route } from '../../route/route.ts';
import { exact, Uuid } from '../../route/shapes.ts';
import { listProjects } from '../list-projects.ts';
import { readUserCode } from './device-code.ts';

interface AskingDevice {
  readonly id: string;
  readonly name: string;
  readonly wanted: string | null;
  readonly address: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const sql = queries(import.meta.dirname);
const lookAtDevice = sql<AskingDevice, { userCode: string }>('look-at-device-request.sql');
const confirmDevice = sql<{ id: string }, { id: string; person: string; project: string }>(
  'confirm-device-request.sql',
);
const refuseDevice = sql<{ id: string; name: string }, { userCode: string }>('refuse-device-request.sql');

/** Allows for typing errors. Ten codes, then one a minute, do not find one of 20^8 within ten minutes. */
const guesses = { burst: 10, perSecond: 1 / 60 };

const ByCode = exact({ code: Type.String({ maxLength: 20 }) });

/** A person's answers about a machine that waits for their sign-in. */
export function ownDeviceRoutes({ database }: ServerContext): readonly Route[] {
  const limiter = rateLimiter();

  /** A token may be held by a program: confirming a machine needs the person. */
  function codeOf(caller: PersonCaller, text: string): string {
    if (caller.session === null || caller.token !== null)
      throw new Problem(403, 'to claim a machine, sign in with your identity provider in a browser');
    const retryAfter = limiter.take(caller.person, guesses);
    if (retryAfter !== undefined) throw new Problem(429, 'too many codes; wait a little', { retryAfter });
    const code = readUserCode(text);
    if (code === undefined) throw notFound('code');
    return code;
  }

  const { actRoute, readRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'viewer', scope: 'self' },
      {
        path: '/v1/device/{code}',
        summary:
          'Returns the machine that shows this code: its name, its address, and the projects it can join. Requires a browser session from the identity provider.',
        params: ByCode,
        reply: deviceAsking,
      },
      async (on, { caller, address, params }) => {
        const asking = await existing(lookAtDevice(on, { userCode: codeOf(caller, params.code) }), 'code');
        const { id: _, wanted, ...shown } = asking;
        const own = await listProjects(on, { projects: projectsWith(caller, 'viewer') });
        const projects = own
          .filter(({ id, name }) => wanted === null || wanted === id || wanted === name)
          .map(({ id, name }) => ({ id, name }));
        return { ...shown, wanted, projects, isElsewhere: bucketOf(asking.address) !== bucketOf(address) };
      },
    ),
    actRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'POST',
        path: '/v1/device/{code}/confirm',
        summary:
          'Claims the machine that shows this code as yours. It joins the project, and you cannot approve its requests. A machine at another address than yours needs `isElsewhere`.',
        params: ByCode,
        body: exact({ project: Uuid, isElsewhere: Type.Optional(Type.Boolean()) }),
        act: 'device.confirm',
      },
      async (on, { caller, address, params, body }) => {
        const userCode = codeOf(caller, params.code);
        const { project } = body;
        const { person } = caller;
        const asking = await existing(lookAtDevice(on, { userCode }), 'code');
        const known = await listProjects(on, { projects: [project] });
        if (!holds(caller, 'viewer', project) || known.length === 0) throw notFound('project');
        const { wanted } = asking;
        if (wanted !== null && wanted !== project && wanted !== known[0]?.name)
          throw new Problem(409, `this machine asks to join another project: ${wanted}`);
        if (bucketOf(asking.address) !== bucketOf(address) && body.isElsewhere !== true)
          throw new Problem(
            409,
            `this machine is at ${asking.address}, not at your address. Confirm only if it is in front of you: someone who sends you a code wants their machine to act as yours`,
          );
        await existing(confirmDevice(on, { id: asking.id, person, project }), 'code');
        const detail = { name: asking.name, project, address: asking.address, from: address };
        return { subject: asking.id, detail };
      },
    ),
    actRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'DELETE',
        path: '/v1/device/{code}',
        summary: 'Refuses the machine that shows this code. It is told, and does not join.',
        params: ByCode,
        act: 'device.refuse',
      },
      async (on, { caller, params }) => {
        const userCode = codeOf(caller, params.code);
        const { id, name } = await existing(refuseDevice(on, { userCode }), 'code');
        return { subject: id, detail: { name } };
      },
    ),
  ];
}
