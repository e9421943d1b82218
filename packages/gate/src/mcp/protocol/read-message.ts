import { errorCodes, withId, type Failure, type Message } from './message.ts';
import { isRecord } from '@permesso/engine/call';
import { scanJson, type Scan } from './scan-json.ts';

/** The content of one line or body. */
export type MessageRead =
  | { readonly message: Message }
  | { readonly batch: readonly Message[] }
  | { readonly problem: Failure };

/** Recursing deeper than this could crash the process. */
const deepest = 200;

/** Parses messages, or says why the text contains none. */
export function readMessage(text: string): MessageRead {
  const scan = scanJson(text);
  if (scan.depth > deepest) return problem(`the message is nested deeper than ${deepest}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: { code: errorCodes.parse, message: 'the message is not JSON' } };
  }
  if (Array.isArray(value)) return readBatch(value, scan);
  if (!isRecord(value)) return problem('the message is not an object');
  return { message: { value, text, scan } };
}

/** Old revisions support batches. Each message in one is handled like any other. */
function readBatch(values: readonly unknown[], scan: Scan): MessageRead {
  if (values.length === 0) return problem('the batch is empty');
  const batch: Message[] = [];
  for (const value of values) {
    if (!isRecord(value)) return problem('the batch holds something that is not a message');
    batch.push(toMessage(value));
  }
  // Messages of a batch are written again: a message that this would change is refused, as if someone had tampered
  // with it.
  const members = batch.reduce((sum, each) => sum + each.scan.members, 0);
  if (scan.inexact !== undefined)
    return problem(`the batch holds ${scan.inexact}, which is not an exact number`);
  if (scan.members !== members) return problem('the batch says something twice');
  return { batch };
}

/**
 * The answer to a request, parsed only when needed: a server may send megabytes that concern only the client.
 * Undefined for anything that could be something else.
 */
export function plainAnswer(text: string): Message | undefined {
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
  const scan = scanJson(text);
  return scan.depth <= deepest && isPlainAnswer(scan) ? laterRead(text, scan) : undefined;
}

export function isPlainAnswer({ id, outer }: Scan): boolean {
  return (
    id !== undefined &&
    (outer.includes('"result"') || outer.includes('"error"')) &&
    outer.every((name) => name !== '"method"' && !name.includes('\\'))
  );
}

function laterRead(text: string, scan: Scan): Message {
  let read: Message['value'] | undefined;
  return {
    text,
    scan,
    get value() {
      return (read ??= objectIn(text));
    },
  };
}

function objectIn(text: string): Message['value'] {
  const found = readMessage(text);
  return 'message' in found ? found.message.value : {};
}

/** The same answer under another id. */
export function answerWithId(answer: Message, id: string): Message {
  const text = withId(answer, id);
  return laterRead(text, scanJson(text));
}

/** Builds a message of our own. */
export function toMessage(value: Message['value']): Message {
  const text = JSON.stringify(value);
  return { value, text, scan: scanJson(text) };
}

function problem(message: string): MessageRead {
  return { problem: { code: errorCodes.invalidRequest, message } };
}
