import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, parseJson } from '@permesso/engine/call';
import { privateDirectory, publicProblem, writePrivate, readText } from '@permesso/gate/disk';
import type { ProcessFacts } from '@permesso/gate/payloads';

/** The content of a popup: a message, and numbered choices. */
export interface PopupRequest {
  readonly message: string;
  readonly choices: readonly { readonly value: string; readonly title: string; readonly comments?: true }[];
  /** The waiting hook: when it has gone, the popup closes. */
  readonly hook: Pick<ProcessFacts, 'pid' | 'started'>;
}

/** The result of a popup. Without a choice: it was closed. */
export interface PopupAnswer {
  readonly value?: string;
  readonly comment?: string;
  /** Milliseconds on the screen. */
  readonly after: number;
}

/** Files shared by both sides, in a directory that only this user can write. */
export interface PopupFiles {
  readonly request: string;
  readonly answer: () => PopupAnswer | undefined;
  readonly remove: () => void;
}

export function popupsDirectory(state: string): string {
  return join(state, 'popups');
}

export function writePopup(state: string, request: PopupRequest): PopupFiles {
  const directory = privateDirectory(popupsDirectory(state));
  const file = join(directory, `${process.pid}-${randomBytes(8).toString('hex')}.json`);
  writePrivate(file, JSON.stringify(request));
  return {
    request: file,
    answer: () => {
      const said = readJson(answerFile(file));
      if (said === undefined) return undefined;
      const { value, comment, after } = said;
      return {
        after: typeof after === 'number' ? after : 0,
        ...(typeof value === 'string' ? { value } : {}),
        ...(typeof comment === 'string' ? { comment } : {}),
      };
    },
    remove: () => {
      rmSync(file, { force: true });
      rmSync(answerFile(file), { force: true });
    },
  };
}

/** Undefined if it was withdrawn or is not a request. */
export function readPopup(file: string): PopupRequest | undefined {
  if (publicProblem(join(file, '..')) !== undefined) return undefined;
  return readJson(file) as unknown as PopupRequest | undefined;
}

export function writePopupAnswer(file: string, answer: PopupAnswer): void {
  writePrivate(answerFile(file), JSON.stringify(answer));
}

function answerFile(file: string): string {
  return `${file}.answer`;
}

function readJson(file: string): Readonly<Record<string, unknown>> | undefined {
  const read = readText(file);
  if (!('text' in read)) return undefined;
  const value: unknown = parseJson(read.text);
  return isRecord(value) ? value : undefined;
}
