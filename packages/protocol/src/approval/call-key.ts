import { createHash, randomUUID } from 'node:crypto';
import { agentChain, isPlainObject, spaceOf, type ToolCall } from '@permesso/engine/call';

/**
 * Identifies one call: same tool, same input, same directory, same agent, same shell. A hash over an injective encoding, so
 * that no other call shares it and a stored grant holds none of the call's content.
 */
export function callKey(call: ToolCall, directory: string): string {
  const space = spaceOf(call.owner);
  const named = [
    call.tool,
    call.mcp ?? null,
    call.input,
    call.cwd ?? directory,
    agentChain(call),
    call.host ?? null,
    // Only if there is one, so that the keys of stored grants do not change.
    ...(space.owner === undefined ? [] : [space.owner]),
    ...(call.shell === undefined ? [] : [{ shell: call.shell }]),
  ];
  return createHash('sha256').update(canonical(named)).digest('base64url');
}

/** JSON with sorted keys; values that JSON would drop or change are distinguished by type. */
export function canonical(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  // Not JSON, and distinct from every JSON text: 1, NaN, undefined, 1n.
  if (typeof value !== 'object' || value === null) return `<${typeof value} ${String(value)}>`;
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  // A date, a map or an instance is not JSON: it equals nothing, so no grant for an exact call ever matches it.
  if (!isPlainObject(value)) return `<${randomUUID()}>`;
  let text = '';
  for (const key of Object.keys(value).sort())
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical((value as Readonly<Record<string, unknown>>)[key])}`;
  return `{${text}}`;
}
