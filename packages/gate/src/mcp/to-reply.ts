import type { Authorization } from '../gate/authorization.ts';
import { completed } from './protocol/protocol-version.ts';
import { errorCodes, errorText, resultText, type JsonObject } from './protocol/message.ts';

/** A denial in the words that a client shows to its model: the result of a tool that failed, or an error. */
export function deniedReply(
  request: JsonObject,
  id: string,
  { message, guidance }: Pick<Authorization, 'message' | 'guidance'>,
): string {
  const text = guidance === undefined ? message : `${message} ${guidance}`;
  if (request['method'] !== 'tools/call') return errorText(id, { code: errorCodes.refused, message: text });
  return resultText(id, completed(request, { content: [{ type: 'text', text }], isError: true }));
}

/** What a server answers about a tool that it does not have: a caller that may not see one learns nothing of it. */
export function unknownTool(id: string, name: string): string {
  return errorText(id, { code: errorCodes.invalidParams, message: `Unknown tool: ${name.slice(0, 200)}` });
}
