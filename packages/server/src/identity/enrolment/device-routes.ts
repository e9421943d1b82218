import { Type } from 'typebox';
import { enrolPurpose, isSigned, readPublicKey } from '@permesso/protocol/bundle';
import type { ServerContext } from '../../module.ts';
import { first, queries, type Connection } from '../../database/query.ts';
import { Problem } from '../../route/problem.ts';
import { openRoute, type Route } from '../../route/route.ts';
import { Base64Url, exact, Name, Words } from '../../route/shapes.ts';
import { newToken, readToken } from '../../secrets/token.ts';
import { newUserCode, shownUserCode } from './device-code.ts';
import { type ChannelOf, Enrolled, enrolAgent, membershipOf } from './enrol-agent.ts';

interface DeviceRow {
  readonly id: string;
  readonly name: string;
  readonly publicKey: Buffer;
  readonly address: string;
  readonly project: string | null;
  readonly owner: string | null;
  readonly ownerName: string | null;
  readonly agent: string | null;
  readonly isRefused: boolean;
  readonly isTooSoon: boolean;
  readonly isOwnerHere: boolean;
}

const sql = queries(import.meta.dirname);
const onlyOrganisation = sql<{ id: string }, { name: string | null }>('only-organisation.sql');
const addDevice = sql<
  { id: string },
  {
    device: Buffer;
    userCode: string;
    name: string;
    publicKey: Buffer;
    wanted: string | null;
    address: string;
  }
>('add-device-request.sql');
const findDevice = sql<{ organisation: string }, { device: Buffer }>('find-device-request.sql');
const lockDevice = sql<DeviceRow, { device: Buffer; seconds: number }>('lock-device-request.sql');
const keepAgent = sql<never, { id: string; agent: string }>('keep-device-agent.sql');

/** RFC 8628's interval and expires_in, in seconds. */
const interval = 5;
const expiresIn = 600;

interface DeviceRoutesOptions extends ServerContext {
  readonly channelOf: ChannelOf;
}

/** Enrols a machine through a person's sign-in: the device flow of RFC 8628, in JSON. */
export function deviceRoutes({ database, publicUrl, channelOf }: DeviceRoutesOptions): readonly Route[] {
  /** Undefined until a person has answered. */
  async function take(on: Connection, row: DeviceRow, organisation: string): Promise<string> {
    if (row.isRefused) throw refusal('access-denied', 'the person refused this machine');
    const { owner, project } = row;
    if (owner === null || project === null)
      throw row.isTooSoon
        ? refusal('slow-down', `ask every ${interval} seconds`)
        : refusal('authorization-pending', 'nobody has signed in for this machine yet');
    if (!row.isOwnerHere) throw refusal('access-denied', 'the person who signed in was disabled');
    if (row.agent !== null) return row.agent;
    const { name, publicKey, address } = row;
    const agent = await enrolAgent(on, {
      organisation,
      project,
      owner,
      name,
      publicKey,
      enrolment: null,
      madeBy: null,
      // Confirmed by the sign-in itself.
      confirmedAt: new Date(),
      detail: { by: 'sign-in', address },
    });
    await keepAgent(on, { id: row.id, agent });
    return agent;
  }

  return [
    openRoute(
      {
        method: 'POST',
        path: '/v1/device',
        summary:
          'Begins to enrol an agent whose owner signs in (RFC 8628). The person opens `verificationUri`, signs in and types `userCode`; the machine asks POST /v1/device/token.',
        body: exact({
          organisation: Type.Optional(Name),
          project: Type.Optional(Type.String({ pattern: '^[a-z0-9-]{1,63}$' })),
          name: Words,
          publicKey: Base64Url,
        }),
        replies: {
          200: Type.Object({
            deviceCode: Type.String(),
            userCode: Type.String(),
            verificationUri: Type.String(),
            expiresIn: Type.Integer(),
            interval: Type.Integer(),
          }),
        },
      },
      async ({ body, address }) => {
        const publicKey = Buffer.from(body.publicKey, 'base64url');
        if (readPublicKey(publicKey) === undefined) throw new Problem(422, 'that is no key');
        const name = body.organisation ?? null;
        const found = await database.asSystem((on) => first(onlyOrganisation(on, { name })));
        if (found === undefined)
          throw name === null
            ? new Problem(
                422,
                'the server has several organisations. Fix: name one, such as --organisation acme',
              )
            : new Problem(404, 'there is no such organisation');
        const device = newToken('device');
        const row = {
          device: device.hash,
          name: body.name,
          publicKey,
          wanted: body.project ?? null,
          address,
        };
        const userCode = await database.asOrganisation(found.id, async (on) => {
          // A collision is as likely as a correct guess.
          for (let tries = 0; tries < 5; tries++) {
            const code = newUserCode();
            if ((await first(addDevice(on, { ...row, userCode: code }))) !== undefined) return code;
          }
          throw new Problem(503, 'too many machines are waiting for a sign-in; try again later');
        });
        return {
          status: 200,
          json: {
            deviceCode: device.text,
            userCode: shownUserCode(userCode),
            verificationUri: `${publicUrl}/#/join`,
            expiresIn,
            interval,
          },
        };
      },
    ),
    openRoute(
      {
        method: 'POST',
        path: '/v1/device/token',
        summary:
          'Enrols the agent once its owner has signed in. Until then 400 with the code `authorization-pending`; also `slow-down`, `access-denied`, `expired-token`.',
        body: exact({ deviceCode: Type.String({ maxLength: 100 }), proof: Base64Url }),
        replies: { 201: Type.Interface([Enrolled], { owner: Type.String() }) },
      },
      async ({ body: { deviceCode, proof } }) => {
        const over = (): Problem => refusal('expired-token', 'this sign-in has expired; join again');
        const device = readToken(deviceCode, 'device');
        if (device === undefined) throw over();
        const found = await database.asSystem((on) => first(findDevice(on, { device })));
        if (found === undefined) throw over();
        const { organisation } = found;
        // Returned out of the transaction, so that the poll is recorded even if the machine gets nothing.
        const outcome = await database.asOrganisation(organisation, async (on) => {
          const row = await first(lockDevice(on, { device, seconds: interval - 1 }));
          if (row === undefined) return over();
          // The device code alone is not enough.
          if (!isSigned(deviceCode, enrolPurpose, { signature: proof, publicKey: row.publicKey }))
            return new Problem(403, 'the proof of the key is wrong');
          try {
            const agent = await take(on, row, organisation);
            const project = row.project ?? '';
            const told = await membershipOf(on, { agent, organisation, project }, channelOf);
            return { ...told, owner: row.ownerName ?? row.owner };
          } catch (error) {
            if (error instanceof Problem) return error;
            throw error;
          }
        });
        if (outcome instanceof Problem) throw outcome;
        return { status: 201, json: outcome };
      },
    ),
  ];
}

function refusal(
  code: 'authorization-pending' | 'slow-down' | 'access-denied' | 'expired-token',
  detail: string,
): Problem {
  return new Problem(400, detail, { code });
}
