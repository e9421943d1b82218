import type { IncomingMessage } from 'node:http';
import { ownVersion } from './era.ts';
import { decodeUtf8, longestMessage } from './lines.ts';
import { errorCodes, objectAt, textAt, type Failure, type JsonObject, type Message } from './message.ts';
import { readMessage, type Read } from './read-message.ts';
import { headerValue, nameMembers } from './request-headers.ts';

export type Given = Exclude<Read, { readonly problem: Failure }>;

export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly code?: number;
}

/** The messages of a POST, or with which status it is refused. */
export async function readPost(request: IncomingMessage): Promise<Given | Refusal> {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') return { status: 415, message: 'only application/json is read' };
  const portions: Buffer[] = [];
  let length = 0;
  for await (const portion of request) {
    length += (portion as Buffer).length;
    if (length > longestMessage) return { status: 413, message: 'the message is too long' };
    portions.push(portion as Buffer);
  }
  const text = decodeUtf8(Buffer.concat(portions));
  if (text === undefined) return { status: 400, message: 'the message is no UTF-8', code: errorCodes.parse };
  const read = readMessage(text);
  return 'problem' in read ? { status: 400, ...read.problem } : read;
}

export function messagesIn(read: Given): readonly Message[] {
  return 'message' in read ? [read.message] : read.batch;
}

/** What a header says otherwise than the body. Whoever looks at the headers only must not be told something else. */
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
