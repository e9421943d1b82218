import { type Agent, parseStrictJson } from '@permesso/engine/call';
import type { Payload } from './host.ts';

/** The field as a text, when it is one and says something. */
export function textIn(payload: Payload, name: string): string | undefined {
  const value = Object.hasOwn(payload, name) ? payload[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function recordIn(payload: Payload, name: string): Payload | undefined {
  const value = Object.hasOwn(payload, name) ? payload[name] : undefined;
  return isPayload(value) ? value : undefined;
}

/** Whether each of these fields is a text that says something. */
export function hasTexts(payload: Payload, ...names: readonly string[]): boolean {
  return names.every((name) => textIn(payload, name) !== undefined);
}

export function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A sub-agent by its type, below the agent that the person talks to. */
export function agentIn(
  payload: Payload,
  { type = 'agent_type', id = 'agent_id' }: { readonly type?: string; readonly id?: string } = {},
): { readonly agent?: Agent } {
  const name = textIn(payload, type) ?? textIn(payload, id);
  return name === undefined ? {} : { agent: { name, parents: ['main'] } };
}

/** Arguments as an object, or as JSON text that holds one: some hosts send either. */
export function argumentsIn(payload: Payload, name: string): Payload | undefined {
  const text = textIn(payload, name);
  if (text === undefined) return recordIn(payload, name);
  try {
    const value: unknown = parseStrictJson(text);
    return isPayload(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The first text of a list, such as the workspace among several. */
export function firstTextIn(payload: Payload, name: string): string | undefined {
  const value = Object.hasOwn(payload, name) ? payload[name] : undefined;
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  return typeof first === 'string' && first !== '' ? first : undefined;
}

/** The objects in a list; anything else is left out. */
export function recordsIn(payload: Payload, name: string): readonly Payload[] {
  const value: unknown = Object.hasOwn(payload, name) ? payload[name] : undefined;
  return Array.isArray(value) ? value.filter(isPayload) : [];
}
