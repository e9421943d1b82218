import type { TObject, TSchema } from 'typebox';
import type { Database } from '../database/database.ts';
import type { Connection } from '../database/query.ts';
import type { PersonCaller } from '../route/caller.ts';
import type { Needs } from '../route/needs.ts';
import { personRoute, type Route, type RouteSpec, type TypedInput } from '../route/route.ts';
import { type AdminAction, recordAdminAction } from './admin-audit.ts';

type Work<P extends TObject, Q extends TObject, B extends TSchema, Done> = (
  on: Connection,
  asked: TypedInput<PersonCaller, P, Q, B>,
) => Promise<Done>;

type ReadSpec<P extends TObject, Q extends TObject> = Omit<
  RouteSpec<P, Q, TSchema>,
  'method' | 'body' | 'replies'
> & { readonly reply: TSchema };

type ActSpec<P extends TObject, Q extends TObject, B extends TSchema> = Omit<
  RouteSpec<P, Q, B>,
  'replies'
> & { readonly act: string };

/** Helpers for routes that consist of one transaction as the caller's organisation. */
export function organisationRoutes({ asOrganisation }: Pick<Database, 'asOrganisation'>) {
  return {
    /** Answers with the result of the read. */
    readRoute: <P extends TObject, Q extends TObject>(
      needs: Needs,
      { reply, ...spec }: ReadSpec<P, Q>,
      read: Work<P, Q, TSchema, unknown>,
    ): Route =>
      personRoute<P, Q, TSchema>(
        needs,
        { ...spec, method: 'GET', replies: { 200: reply } },
        async (asked) => ({
          status: 200,
          json: await asOrganisation(asked.caller.organisation, (on) => read(on, asked)),
        }),
      ),
    /** Does something without a result, and records the act with its details and subject. */
    actRoute: <P extends TObject, Q extends TObject, B extends TSchema>(
      needs: Needs,
      { act, ...spec }: ActSpec<P, Q, B>,
      work: Work<P, Q, B, Pick<AdminAction, 'subject' | 'detail'>>,
    ): Route =>
      personRoute<P, Q, B>(needs, { ...spec, replies: { 204: 'none' } }, async (asked) => {
        const { caller } = asked;
        await asOrganisation(caller.organisation, async (on) =>
          recordAdminAction(on, { by: caller, act, ...(await work(on, asked)) }),
        );
        return { status: 204 };
      }),
  };
}
