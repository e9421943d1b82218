import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '@permesso/engine/session';
import { readRecord, sessionFiles, sessionFolder, type SessionStart } from '../../sessions/session-files.ts';
import { findPlaces, type PlaceOptions } from '../../disk/policy-places.ts';
import { namesInFolder } from '../../disk/private-file.ts';

/** A session of this machine that has a record. */
export interface KnownSession {
  /** The name of its record. */
  readonly id: string;
  readonly session: Session;
  /** Absent if the record does not say. */
  readonly start?: SessionStart;
  /** When it was last written, in milliseconds since the epoch. */
  readonly changed: number;
}

/** The sessions of this user that have labels or orders, most recent first. */
export function diskSessions(places: PlaceOptions = {}): readonly KnownSession[] {
  const folder = sessionFolder(findPlaces(places).state);
  return namesInFolder(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => {
      const file = join(folder, name);
      const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      return { id: name.replace('.jsonl', ''), ...readRecord(file), changed };
    })
    .toSorted((a, b) => b.changed - a.changed);
}

/** Records that a person trusts a source for the rest of a session, or no longer does. */
export function trustSource(
  { start }: KnownSession,
  said: { readonly source: string; readonly isTrusted: boolean },
  places: PlaceOptions = {},
): void {
  if (start === undefined) throw new Error('the record of this session does not say whose it is');
  const { type: _type, at: _at, ...key } = start;
  const event = {
    type: said.isTrusted ? ('trust' as const) : ('distrust' as const),
    source: said.source,
    at: Date.now(),
  };
  sessionFiles(sessionFolder(findPlaces(places).state)).add(key, [event]);
}
