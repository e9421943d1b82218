import { Type } from 'typebox';
import { only, queries, type Row } from '../../database/query.ts';
import { recordAdminAction, organisationRoutes } from '../../identity/index.ts';
import { isPublicAddress } from '../../outbound/public-address.ts';
import { checkUrl, ForbiddenAddress } from '../../outbound/send.ts';
import { isIP } from 'node:net';
import { Problem, existing } from '../../route/problem.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Uuid } from '../../route/shapes.ts';
import { streamPurpose } from '../../secrets/seal-purposes.ts';
import { seal } from '../../secrets/seal.ts';
import type { StreamTarget } from './stream-target.ts';
import type { ServerContext } from '../../module.ts';

const sql = queries(import.meta.dirname);
const addStream = sql<{ id: string }, { kind: string; sealed: Buffer; host: string; fromStart: boolean }>(
  'add-stream.sql',
);
const listStreams = sql<Row>('list-streams.sql');
const countStreams = sql<{ count: number }>('count-streams.sql');
const removeStream = sql<{ kind: string; host: string }, { id: string }>('remove-stream.sql');

const mostStreams = 10;

/** Used in a header or a path: no line breaks, no invisible characters. */
const Plain = Type.String({ minLength: 1, maxLength: 2000, pattern: '^[ -~]+$' });
const Address = Type.String({ minLength: 1, maxLength: 1000 });
const Path = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*$',
});

const Target = Type.Union([
  exact({ kind: Type.Literal('otlp'), url: Address, authorization: Type.Optional(Plain) }),
  exact({ kind: Type.Literal('splunk'), url: Address, token: Plain, index: Type.Optional(Plain) }),
  exact({
    kind: Type.Literal('syslog'),
    host: Type.String({ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9.:-]+$' }),
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    ca: Type.Optional(Type.String({ maxLength: 20_000 })),
  }),
  exact({
    kind: Type.Literal('s3'),
    url: Address,
    bucket: Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$' }),
    prefix: Type.Optional(Path),
    region: Type.String({ pattern: '^[a-z0-9-]{1,40}$' }),
    accessKey: Plain,
    secretKey: Plain,
  }),
]);

/** Targets that an organisation's entries are pushed to. */
export function streamRoutes({
  database,
  secret,
  settings: { webhookHosts },
}: ServerContext): readonly Route[] {
  const { readRoute, actRoute } = organisationRoutes(database);
  return [
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'POST',
        path: '/v1/streams',
        summary:
          'Adds a stream that pushes entries to OTLP, syslog over TLS, Splunk or S3-compatible storage, from now or from the beginning.',
        body: exact({ target: Target, fromStart: Type.Optional(Type.Boolean()) }),
        replies: { 201: Type.Object({ id: Uuid }) },
      },
      async ({ caller, body: { target, fromStart = false } }) => {
        const host = checkedHost(target, webhookHosts);
        const made = await database.asOrganisation(caller.organisation, async (on) => {
          if ((await only(countStreams(on))).count >= mostStreams)
            throw new Problem(409, `the limit of ${mostStreams} streams is reached; remove one first`);
          const sealed = seal(JSON.stringify(target), streamPurpose(caller.organisation), secret);
          const row = await only(addStream(on, { kind: target.kind, sealed, host, fromStart }));
          const detail = { kind: target.kind, host, fromStart };
          await recordAdminAction(on, { by: caller, act: 'stream.add', subject: row.id, detail });
          return row;
        });
        return { status: 201, json: made };
      },
    ),
    readRoute(
      { role: 'admin', scope: 'organisation' },
      {
        path: '/v1/streams',
        summary: 'Lists streams by host, with position, lag in batches and last error.',
        reply: Type.Object({ streams: Type.Array(Type.Object({ id: Uuid, behind: Type.Integer() })) }),
      },
      async (on) => ({ streams: await listStreams(on) }),
    ),
    actRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'DELETE',
        path: '/v1/streams/{stream}',
        summary: 'Removes a stream.',
        params: exact({ stream: Uuid }),
        act: 'stream.remove',
      },
      async (on, { params: { stream } }) => {
        const removed = await existing(removeStream(on, { id: stream }), 'stream');
        return { subject: stream, detail: { ...removed } };
      },
    ),
  ];
}

function checkedHost(target: StreamTarget, permitted: readonly string[]): string {
  try {
    if (target.kind !== 'syslog') return checkUrl(target.url, permitted).host;
    if (isIP(target.host) !== 0 && !permitted.includes(target.host) && !isPublicAddress(target.host))
      throw new ForbiddenAddress(`${target.host} is not a public address`);
    return `${target.host}:${target.port}`;
  } catch (error) {
    if (error instanceof ForbiddenAddress)
      throw new Problem(422, `this address cannot be used: ${error.message}`);
    throw error;
  }
}
