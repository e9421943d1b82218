import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { redactSecrets } from '@permesso/engine/facts';
import { isPayload, type Payload, recordIn, recordsIn, textIn } from '@permesso/gate/payloads';
import type { TranscriptReader } from './past-call.ts';
import { findSessions, type HomeOptions } from './session-files.ts';

/** The messages of a session just before a call: the person's request, and the agent's since. */
export interface LastSaid {
  readonly person?: string;
  readonly agent?: string;
}

export interface SaidWhere {
  readonly session: string | undefined;
  readonly reader: TranscriptReader | undefined;
  readonly places: HomeOptions;
}

const tailBytes = 512 * 1024;
const longest = 160;

/** Read only when it is shown, so it is stored nowhere and never leaves the machine. Secrets are redacted. */
export function lastSaid({ session = '', reader, places }: SaidWhere): LastSaid {
  if (reader === undefined || !/^[\w-]{8,64}$/u.test(session)) return {};
  const file = findSessions(reader, places).find(({ path }) => basename(path).includes(session));
  const said: { person?: string; agent?: string } = {};
  for (const { role, text } of file === undefined ? [] : messagesIn(tailOf(file.path)).toReversed()) {
    if (role === 'assistant') said.agent ??= text;
    if (role !== 'user') continue;
    said.person = text;
    break;
  }
  return said;
}

interface Message {
  readonly role: string | undefined;
  readonly text: string;
}

/**
 * The format of Claude Code, Codex and similar programs: a message with a role and texts. A text that starts with a
 * tag is the program's own.
 */
function messagesIn(tail: string): readonly Message[] {
  return tail.split('\n').flatMap((line): readonly Message[] => {
    const value = parsedLine(line);
    if (value === undefined || value['isMeta'] === true || value['isSidechain'] === true) return [];
    const message = recordIn(value, 'message') ?? recordIn(value, 'payload') ?? {};
    const texts = recordsIn(message, 'content').flatMap((block) => textIn(block, 'text') ?? []);
    const text = (textIn(message, 'content') ?? texts.join(' ')).replaceAll(/\s+/gu, ' ').trim();
    return text === '' || text.startsWith('<') ? [] : [{ role: textIn(message, 'role'), text: short(text) }];
  });
}

function parsedLine(line: string): Payload | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isPayload(value) ? value : undefined;
  } catch (error) {
    // The first line of a tail is cut, and the last may still be written.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function short(text: string): string {
  const safe = redactSecrets(text.slice(0, 10_000)).text;
  return safe.length <= longest ? safe : `${safe.slice(0, longest)}…`;
}

function tailOf(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, tailBytes));
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, size - bytes.length));
  } finally {
    closeSync(file);
  }
}
