import { objectAt, own, textAt, type JsonObject } from './message.ts';
import { isRecord } from '@permesso/engine/call';

/** Requests of the stateless revisions carry here what older revisions say once, when the session opens. */
const versionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

/** The first revision without sessions. */
const firstStateless = '2026-07-28';

/** The revision named in the request itself; undefined in a session. */
export function ownVersion(request: JsonObject): string | undefined {
  return textAt(objectAt(objectAt(request, 'params'), '_meta'), versionKey);
}

export function isStateless(request: JsonObject): boolean {
  const version = ownVersion(request);
  return version !== undefined && version >= firstStateless;
}

/** The client's capabilities, from this request or from the opening of the session. */
export function capabilitiesOf(request: JsonObject, ofSession: JsonObject): JsonObject {
  return isStateless(request)
    ? objectAt(objectAt(objectAt(request, 'params'), '_meta'), capabilitiesKey)
    : ofSession;
}

/** Whether the client shows forms. A client that only opens URLs cannot show our request. */
export function canElicit(capabilities: JsonObject): boolean {
  const elicitation = own(capabilities, 'elicitation');
  if (!isRecord(elicitation)) return false;
  return Object.keys(elicitation).length === 0 || isRecord(own(elicitation, 'form'));
}

/** The part of `_meta` that every stateless request must carry, for requests of our own beside it. */
export function envelopeOf(request: JsonObject): JsonObject {
  const meta = objectAt(objectAt(request, 'params'), '_meta');
  const keys = Object.keys(meta).filter((key) => key.startsWith('io.modelcontextprotocol/'));
  return Object.fromEntries(keys.map((key) => [key, meta[key]]));
}

/** Results of the stateless revisions must say that they are complete; others must not. */
export function completed(request: JsonObject, result: JsonObject): JsonObject {
  return isStateless(request) ? { resultType: 'complete', ...result } : result;
}
