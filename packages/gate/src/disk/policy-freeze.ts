import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from './replace-file.ts';
import type { Places } from './policy-places.ts';
import { readText } from './read-text.ts';
import { makeFolder } from './make-folder.ts';

export interface Frozen {
  readonly reason: string;
  /** ISO date and time; absent if the file has none. */
  readonly since?: string;
}

function fileIn({ state }: Pick<Places, 'state'>): string {
  return join(state, 'freeze.json');
}

/** An unreadable freeze file counts as a freeze: a broken file must not lift it. */
export function readFreeze(places: Pick<Places, 'state'>): Frozen | undefined {
  const read = readText(fileIn(places));
  if ('missing' in read) return undefined;
  if ('unreadable' in read) return { reason: `frozen; the reason cannot be read: ${read.unreadable}` };
  try {
    const said: unknown = JSON.parse(read.text);
    if (typeof said === 'object' && said !== null && 'reason' in said && typeof said.reason === 'string')
      return {
        reason: said.reason,
        ...('since' in said && typeof said.since === 'string' ? { since: said.since } : {}),
      };
  } catch {
    // Falls through to the text for files without a reason.
  }
  return { reason: 'frozen; the reason cannot be read' };
}

export function writeFreeze(places: Pick<Places, 'state'>, frozen: Frozen): void {
  makeFolder(places.state);
  replaceFile(fileIn(places), { text: `${JSON.stringify(frozen)}\n`, mode: 0o600 });
}

/** Whether there was something to remove. */
export function removeFreeze(places: Pick<Places, 'state'>): boolean {
  const was = readFreeze(places) !== undefined;
  rmSync(fileIn(places), { force: true });
  return was;
}
