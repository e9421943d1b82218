import { problem, problemTitles, problemType } from '@permesso/protocol/console';
import type { TSchema } from 'typebox';
import { needsWords } from '../route/needs.ts';
import type { Route, RouteCallers } from '../route/route.ts';

type Json = Readonly<Record<string, unknown>>;

/** The OpenAPI document of every route, generated from the rows. */
export function openApiDocument(routes: readonly Route[], { version }: { readonly version: string }): Json {
  const paths = new Map<string, Record<string, Json>>();
  for (const route of routes) {
    const methods = paths.get(route.path) ?? {};
    methods[route.method.toLowerCase()] = operation(route);
    paths.set(route.path, methods);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Permesso team server',
      version,
      description: 'Policy, approvals and audit for a team of AI agents.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths: Object.fromEntries(paths),
    components: { securitySchemes },
  };
}

const securitySchemes: Json = {
  token: { type: 'http', scheme: 'bearer', description: "A person's API token." },
  session: { type: 'apiKey', in: 'cookie', name: 'permesso-session', description: 'A signed-in browser.' },
  scim: { type: 'http', scheme: 'bearer', description: 'A SCIM token.' },
  agent: {
    type: 'apiKey',
    in: 'header',
    name: 'authorization',
    description: '`Permesso agent=ID,t=MILLISECONDS,sig=BASE64URL`: an Ed25519 signature over the request.',
  },
};

function operation(route: Route): Json {
  return {
    summary: route.summary,
    description: whoWords(route.who),
    parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')],
    ...(route.body === undefined ? {} : { requestBody: { required: true, content: contentOf(route.body) } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.replies).map(([status, shape]) => [status, response(status, shape)]),
      ),
      default: {
        description: 'What went wrong.',
        content: { [problemType]: { schema: problem } },
      },
    },
    security: securityOf(route.who),
  };
}

function whoWords(who: RouteCallers): string {
  if (who === 'anyone') return 'For everybody.';
  if (who === 'scim') return 'For directories, by a SCIM token.';
  return who === 'agent' ? 'For agents, by their own key.' : `For people with ${needsWords(who)}.`;
}

function securityOf(who: RouteCallers): readonly Json[] {
  if (who === 'anyone') return [];
  if (who === 'scim') return [{ scim: [] }];
  return who === 'agent' ? [{ agent: [] }] : [{ token: [] }, { session: [] }];
}

function parametersOf(shape: Route['params'], place: 'path' | 'query'): readonly Json[] {
  const required: readonly string[] = shape.required ?? [];
  return Object.entries(shape.properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }));
}

function contentOf(body: TSchema | 'lines'): Json {
  return body === 'lines'
    ? { 'application/x-ndjson': { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: body } };
}

function response(status: string, shape: TSchema | 'stream' | 'none'): Json {
  const description = problemTitles.get(Number(status)) ?? 'Done.';
  if (shape === 'none') return { description };
  if (shape === 'stream')
    return { description, content: { 'text/event-stream': { schema: { type: 'string' } } } };
  return { description, content: { 'application/json': { schema: shape } } };
}
