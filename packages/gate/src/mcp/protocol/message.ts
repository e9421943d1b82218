import type { Scan } from './scan-json.ts';
import { isRecord } from '@permesso/engine/call';

export type JsonObject = Readonly<Record<string, unknown>>;

/** One JSON-RPC message with its original text: a message that needs no decision is forwarded as that text. */
export interface Message {
  readonly value: JsonObject;
  readonly text: string;
  readonly scan: Scan;
}

export type MessageKind = 'request' | 'notification' | 'response' | 'unknown';

/** Depends on which members are present: a `method` makes it a request or a notification, even beside a `result`. */
export function shapeOf({ value }: Message): MessageKind {
  if (Object.hasOwn(value, 'method')) return hasId(value) ? 'request' : 'notification';
  return hasId(value) && (Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error'))
    ? 'response'
    : 'unknown';
}

function hasId(value: JsonObject): boolean {
  return Object.hasOwn(value, 'id') && value['id'] !== undefined;
}

/** The member if it is an object of its own; an empty one otherwise. */
export function objectAt(value: JsonObject, name: string): JsonObject {
  const found = own(value, name);
  return isRecord(found) ? found : {};
}

export function textAt(value: JsonObject, name: string): string | undefined {
  const found = own(value, name);
  return typeof found === 'string' ? found : undefined;
}

/** Names come from outside: `constructor` counts only as an own property. */
export function own(value: JsonObject, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

export function idText({ text, scan: { id } }: Message): string {
  return id === undefined ? 'null' : text.slice(id.start, id.end);
}

/** The same message with another id; everything else keeps its original text. */
export function withId({ text, scan: { id } }: Message, to: string): string {
  return id === undefined ? text : `${text.slice(0, id.start)}${to}${text.slice(id.end)}`;
}

/** JSON-RPC and MCP error codes. */
export const errorCodes = {
  parse: -32_700,
  invalidRequest: -32_600,
  invalidParams: -32_602,
  /** Denied by policy, or the server is unavailable. */
  refused: -32_000,
  headerMismatch: -32_020,
} as const;

export interface Failure {
  readonly code: number;
  readonly message: string;
}

export function errorText(id: string, { code, message }: Failure): string {
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message })}}`;
}

export function resultText(id: string, result: JsonObject): string {
  return `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`;
}
