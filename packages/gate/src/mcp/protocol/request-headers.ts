import { ownVersion } from './protocol-version.ts';
import { objectAt, own, textAt, type JsonObject } from './message.ts';
import { isRecord } from '@permesso/engine/call';

/**
 * Headers in which the stateless revisions repeat the body. Built from the body that is sent, never taken from the
 * client: a server may trust either, so they must not differ.
 */
export function requestHeaders(request: JsonObject, schema: JsonObject | undefined): Record<string, string> {
  const version = ownVersion(request);
  const method = textAt(request, 'method');
  if (version === undefined || method === undefined) return {};
  const params = objectAt(request, 'params');
  const name = textAt(params, nameMembers.get(method) ?? '');
  return {
    'mcp-protocol-version': version,
    'mcp-method': headerValue(method),
    ...(name === undefined ? {} : { 'mcp-name': headerValue(name) }),
    ...(method === 'tools/call' && schema !== undefined
      ? argumentHeaders(schema, own(params, 'arguments'))
      : {}),
  };
}

/** Which member names what a request is about. */
export const nameMembers: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/** Arguments that a tool also wants in a header: `x-mcp-header` in its schema. */
function argumentHeaders(schema: JsonObject, input: unknown): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, property] of Object.entries(objectAt(schema, 'properties'))) {
    const value = isRecord(input) ? own(input, name) : undefined;
    if (!isRecord(property) || value === undefined || value === null) continue;
    const header = textAt(property, 'x-mcp-header');
    if (header !== undefined && /^[\w!#$%&'*+.^`|~-]+$/.test(header) && isScalar(value))
      headers[`mcp-param-${header.toLowerCase()}`] = headerValue(String(value));
    Object.assign(headers, argumentHeaders(property, value));
  }
  return headers;
}

function isScalar(value: unknown): value is string | number | boolean {
  return (
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}

/** Values that a header cannot hold are sent as Base64, and marked as such. */
export function headerValue(text: string): string {
  const isSafe = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isSafe ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
