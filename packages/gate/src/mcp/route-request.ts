import { errorCodes, objectAt, own, textAt, type Failure, type JsonObject } from './protocol/message.ts';

/** The server for a request, with the request in that server's own names. */
export type RoutedRequest =
  | { readonly server: string; readonly request: JsonObject }
  | { readonly everyone: true }
  | { readonly problem: Failure };

/** What only the servers know, as far as they have listed it: where a resource or a task is. */
export interface Places {
  readonly resources: ReadonlyMap<string, string>;
  /** Prefixes of URIs that a server generates. */
  readonly templates: readonly { readonly start: string; readonly server: string }[];
  readonly tasks: ReadonlyMap<string, string>;
}

/** Separates the names of a server and its tool. No server name contains it, so a name is unambiguous. */
const between = '__';

export function joinedName(server: string, name: string): string {
  return `${server}${between}${name}`;
}

const toEveryone: ReadonlySet<string> = new Set([
  'initialize',
  'server/discover',
  'ping',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
  'tasks/list',
  'logging/setLevel',
  'subscriptions/listen',
]);

/** For several servers behind one front. */
export function routeRequest(request: JsonObject, servers: readonly string[], places: Places): RoutedRequest {
  const method = textAt(request, 'method') ?? '';
  if (toEveryone.has(method)) return { everyone: true };
  const params = objectAt(request, 'params');
  if (method === 'tools/call' || method === 'prompts/get') {
    const split = splitName(textAt(params, 'name') ?? '', servers);
    return split === undefined
      ? unknown(`Unknown ${method === 'tools/call' ? 'tool' : 'prompt'}: ${textAt(params, 'name') ?? ''}`)
      : { server: split.server, request: { ...request, params: { ...params, name: split.name } } };
  }
  if (method.startsWith('resources/')) return byAddress(request, textAt(params, 'uri') ?? '', places);
  if (method === 'completion/complete') return aimCompletion(request, servers, places);
  if (method.startsWith('tasks/')) {
    const task = textAt(params, 'taskId') ?? '';
    const server = places.tasks.get(task);
    return server === undefined ? unknown(`Unknown task: ${task}`) : { server, request };
  }
  return { problem: { code: -32_601, message: `Method not found: ${method}` } };
}

function aimCompletion(request: JsonObject, servers: readonly string[], places: Places): RoutedRequest {
  const params = objectAt(request, 'params');
  const ref = objectAt(params, 'ref');
  if (own(ref, 'type') !== 'ref/prompt') return byAddress(request, textAt(ref, 'uri') ?? '', places);
  const split = splitName(textAt(ref, 'name') ?? '', servers);
  if (split === undefined) return unknown(`Unknown prompt: ${textAt(ref, 'name') ?? ''}`);
  return {
    server: split.server,
    request: { ...request, params: { ...params, ref: { ...ref, name: split.name } } },
  };
}

function splitName(
  joined: string,
  servers: readonly string[],
): { readonly server: string; readonly name: string } | undefined {
  const at = joined.indexOf(between);
  const server = joined.slice(0, at);
  return at > 0 && servers.includes(server) ? { server, name: joined.slice(at + between.length) } : undefined;
}

/**
 * The server that listed it, or else one with URIs that begin like it. The policy is asked about the server that gets
 * the request.
 */
function byAddress(request: JsonObject, uri: string, { resources, templates }: Places): RoutedRequest {
  const server =
    resources.get(uri) ?? templates.find(({ start }) => start !== '' && uri.startsWith(start))?.server;
  return server === undefined ? unknown(`Unknown resource: ${uri}`) : { server, request };
}

function unknown(message: string): RoutedRequest {
  return { problem: { code: errorCodes.invalidParams, message: message.slice(0, 300) } };
}
