import type { IncomingMessage } from 'node:http';
import { readJsonText } from '../../http/read-json-text.ts';
import { ownVersion } from '../protocol/protocol-version.ts';
import { longestMessage } from '../protocol/lines.ts';
import {
  errorCodes,
  objectAt,
  textAt,
  type Failure,
  type JsonObject,
  type Message,
} from '../protocol/message.ts';
import { readMessage, type MessageRead } from '../protocol/read-message.ts';
import { headerValue, nameMembers } from '../protocol/request-headers.ts';

export type ReadBody = Exclude<MessageRead, { readonly problem: Failure }>;

export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly code?: number;
}

/** The messages of a POST, or the status with which it is refused. */
export async function readPost(request: IncomingMessage): Promise<ReadBody | Refusal> {
  const body = await readJsonText(request, { most: longestMessage });
  if ('why' in body) return { status: body.status, ...refusals[body.why] };
  const read = readMessage(body.text);
  return 'problem' in read ? { status: 400, ...read.problem } : read;
}

const refusals = {
  type: { message: 'only application/json is read' },
  length: { message: 'the message is too long' },
  encoding: { message: 'the message is not UTF-8', code: errorCodes.parse },
} as const;

export function messagesIn(read: ReadBody): readonly Message[] {
  return 'message' in read ? [read.message] : read.batch;
}

/** A header that contradicts the body. A proxy that reads only the headers must not be misled. */
export function headerMismatch(headers: IncomingMessage['headers'], body: JsonObject): string | undefined {
  const method = textAt(body, 'method') ?? '';
  const name = textAt(objectAt(body, 'params'), nameMembers.get(method) ?? '');
  const said: readonly (readonly [header: string, inBody: string | undefined])[] = [
    ['mcp-method', method],
    ['mcp-name', name],
    ['mcp-protocol-version', ownVersion(body)],
  ];
  return said.find(([header, inBody]) => {
    const value = headers[header];
    return value !== undefined && inBody !== undefined && value !== headerValue(inBody);
  })?.[0];
}
