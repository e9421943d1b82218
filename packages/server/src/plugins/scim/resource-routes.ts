import { definedFields } from '@permesso/engine/call';
import { Type, type TSchema } from 'typebox';
import type { Database } from '../../database/database.ts';
import type { Connection } from '../../database/query.ts';
import type { ScimCaller } from '../../route/caller.ts';
import { scimRoute, type Route } from '../../route/route.ts';
import { checkId, chosen, listResponse, ListQuery, OneQuery, pageOf } from './paging.ts';
import type { Json } from './read-patch.ts';
import { checkVersion, isUnchanged, resourceReply, scimReply, type Resource } from './scim-reply.ts';

/** What a directory manages here: people, or groups. */
export interface ScimResource<Row> {
  readonly path: string;
  readonly name: string;
  readonly summaries: Readonly<Record<'list' | 'add' | 'load' | 'replace' | 'change' | 'remove', string>>;
  readonly mostBytes?: number;
  readonly changeReplies: Route['replies'];
  readonly show: (row: Row, base: string) => Resource;
  /** Undefined if nothing can match. */
  readonly filter: (
    text: string | undefined,
  ) => ((on: Connection, page: ScimPage) => FoundRows<Row>) | undefined;
  readonly load: (on: Connection, id: string) => Promise<Row>;
  /** For a change: locked until the transaction ends. */
  readonly lock: (on: Connection, id: string) => Promise<Row>;
  readonly add: (body: Json) => (on: Connection, by: ScimCaller) => Promise<Row>;
  readonly replace: (body: Json) => ScimChange<Row, Row>;
  readonly change: (body: Json, id: string) => ScimChange<Row, Row | undefined>;
  readonly remove: (on: Connection, before: Row, by: ScimCaller) => Promise<void>;
}

export interface ScimPage {
  readonly count: number;
  readonly skip: number;
}

type FoundRows<Row> = Promise<{ readonly total: number; readonly rows: readonly Row[] }>;

/** Resolves to the new state, if the answer shows it. */
type ScimChange<Row, After> = (on: Connection, before: Row, by: ScimCaller) => Promise<After>;

const body = Type.Record(Type.String(), Type.Unknown());
const shown: Readonly<Record<number, TSchema>> = { 200: Type.Object({}) };

export interface ScimPlace {
  readonly database: Database;
  /** `https://permesso.example.com/scim/v2`. */
  readonly base: string;
}

export function resourceRoutes<Row>(
  kind: ScimResource<Row>,
  { database, base }: ScimPlace,
): readonly Route[] {
  const { name, summaries, mostBytes } = kind;
  const path = `${kind.path}/{${name}}`;
  const params = Type.Object({ [name]: Type.String({ maxLength: 100 }) });
  const written = { body, ...definedFields({ mostBytes }) };
  const idIn = (given: Readonly<Record<string, string>>): string => checkId(given[name] ?? '', name);
  const locked = async <R>(
    {
      caller,
      id,
      expected,
    }: { readonly caller: ScimCaller; readonly id: string; readonly expected?: string },
    change: (on: Connection, before: Row, by: ScimCaller) => Promise<R>,
  ): Promise<R> =>
    await database.asOrganisation(caller.organisation, async (on) => {
      const before = await kind.lock(on, id);
      checkVersion(kind.show(before, base), expected);
      return await change(on, before, caller);
    });
  return [
    scimRoute(
      { method: 'GET', path: kind.path, summary: summaries.list, query: ListQuery, replies: shown },
      async ({ caller, query }) => {
        const page = pageOf(query);
        const find = kind.filter(query.filter);
        const { total, rows } = await database.asOrganisation(
          caller.organisation,
          async (on) => (await find?.(on, page)) ?? { total: 0, rows: [] },
        );
        const resources = rows.map((row) => chosen(kind.show(row, base), query));
        return scimReply(listResponse(resources, { total, skip: page.skip }));
      },
    ),
    scimRoute(
      {
        method: 'POST',
        path: kind.path,
        summary: summaries.add,
        query: OneQuery,
        ...written,
        replies: { 201: Type.Object({}) },
      },
      async ({ caller, query, body: given }) => {
        const add = kind.add(given);
        const row = await database.asOrganisation(caller.organisation, (on) => add(on, caller));
        const resource = kind.show(row, base);
        return resourceReply(resource, chosen(resource, query), 201);
      },
    ),
    scimRoute(
      { method: 'GET', path, summary: summaries.load, params, query: OneQuery, replies: shown },
      async ({ caller, params: given, query, header }) => {
        const id = idIn(given);
        const row = await database.asOrganisation(caller.organisation, (on) => kind.load(on, id));
        const resource = kind.show(row, base);
        if (isUnchanged(resource, header('if-none-match'))) return { status: 304 };
        return resourceReply(resource, chosen(resource, query));
      },
    ),
    ...(['PUT', 'PATCH'] as const).map((method) =>
      scimRoute(
        {
          method,
          path,
          summary: method === 'PUT' ? summaries.replace : summaries.change,
          params,
          query: OneQuery,
          ...written,
          replies: method === 'PUT' ? shown : kind.changeReplies,
        },
        async ({ caller, params: asked, query, body: given, header }) => {
          const id = idIn(asked);
          const change: ScimChange<Row, Row | undefined> =
            method === 'PUT' ? kind.replace(given) : kind.change(given, id);
          const row = await locked({ caller, id, ...expectedIn(header) }, change);
          if (row === undefined) return { status: 204 };
          const resource = kind.show(row, base);
          return resourceReply(resource, chosen(resource, query));
        },
      ),
    ),
    scimRoute(
      { method: 'DELETE', path, summary: summaries.remove, params, replies: { 204: 'none' } },
      async ({ caller, params: asked, header }) => {
        await locked({ caller, id: idIn(asked), ...expectedIn(header) }, kind.remove);
        return { status: 204 };
      },
    ),
  ];
}

function expectedIn(header: (name: string) => string | undefined): { readonly expected?: string } {
  const expected = header('if-match');
  return expected === undefined ? {} : { expected };
}
