import { Type } from 'typebox';
import type { Database } from '../database/database.ts';
import { Problem } from '../route/problem.ts';
import { openRoute, type Route } from '../route/route.ts';
import { openApiDocument } from './openapi.ts';

export interface HealthOptions {
  readonly database: Database;
  readonly version: string;
  readonly stopping: AbortSignal;
  readonly plugins: readonly { readonly name: string; readonly readiness?: () => string | undefined }[];
}

const State = Type.Object({ state: Type.String() });

/** For monitoring, and for discovery of the server's features. */
export function healthRoutes(
  { database, version, stopping, plugins }: HealthOptions,
  others: readonly Route[],
): readonly Route[] {
  const readiness = onceInAWhile(() => database.problem());
  const states = plugins.flatMap(({ name, readiness: state }) =>
    state === undefined ? [] : [{ name, state }],
  );
  const Ready = Type.Object({
    state: Type.String(),
    ...Object.fromEntries(states.map(({ name }) => [name, Type.Optional(Type.String())])),
  });
  const own: Route[] = [
    openRoute(
      {
        method: 'GET',
        path: '/healthz',
        isUnlimited: true,
        summary: 'Liveness check.',
        replies: { 200: State },
      },
      async () => ({ status: 200, json: { state: 'alive' } }),
    ),
    openRoute(
      {
        method: 'GET',
        path: '/readyz',
        isUnlimited: true,
        summary:
          'Readiness check: the database and any required synchronous standby respond, and the server is not shutting down. JetStream is not required: while it is unavailable agents keep their entries, and everything else works.',
        replies: { 200: Ready },
      },
      async () => {
        if (stopping.aborted) throw new Problem(503, 'the server is shutting down');
        const problem = await readiness();
        if (problem !== undefined) throw new Problem(503, problem);
        const more = states.map(({ name, state }) => [name, state()] as const);
        const shown = more.filter(([, state]) => state !== undefined);
        return { status: 200, json: { state: 'ready', ...Object.fromEntries(shown) } };
      },
    ),
    openRoute(
      {
        method: 'GET',
        path: '/v1/openapi.json',
        summary: 'Returns this document.',
        replies: { 200: Type.Object({ openapi: Type.String() }) },
      },
      async () => ({ status: 200, json: document }),
    ),
  ];
  const document = openApiDocument([...own, ...others], { version });
  return own;
}

/** How long one database check serves all callers: health checks cannot overload the database. */
const whileMs = 500;

function onceInAWhile<T>(look: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly found: Promise<T> } | undefined;
  return () => {
    const at = performance.now();
    if (last === undefined || at - last.at > whileMs) last = { at, found: look() };
    return last.found;
  };
}
