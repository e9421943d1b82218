import type { TeamEntry } from '@permesso/protocol/console';
import type { ShownEntry } from '../activity/entry-list.tsx';
import { shownEntry } from '../activity/words.ts';
import { subjectOf } from '../format.ts';
import { readEntry } from './read-entry.ts';

type EntryFields = Readonly<Record<string, unknown>>;

/** By the server's clock: those of agents may be wrong. */
export function receivedAt(entry: TeamEntry): number {
  return Date.parse(entry.receivedAt);
}

const nobodyWaits: ReadonlySet<string> = new Set();

/** What a row says. An agent wrote the entry: nothing in it is taken for what it should be. */
export function teamRow(entry: TeamEntry): ShownEntry {
  const at = receivedAt(entry);
  const known = readEntry(entry);
  if (known !== undefined) {
    const shown = shownEntry(known, undefined, nobodyWaits);
    const isAsked = known.type === 'decision' && known.verdict === 'ask';
    // What became of it stands in an entry of its own.
    return { ...shown, at, agent: entry.agentName, response: isAsked ? undefined : shown.response };
  }
  const found = fieldsOf(entry.entry);
  return {
    at,
    verdict: undefined,
    kind: stringOr(found['type']).slice(0, 20),
    title: titleOf(found),
    project: '',
    agent: entry.agentName,
    response: undefined,
  };
}

function titleOf(found: EntryFields): string {
  const call = fieldsOf(found['call']);
  if ('tool' in call) return subjectOf({ tool: stringOr(call['tool']), input: fieldsOf(call['input']) });
  return stringOr(found['error']) || stringOr(found['type']);
}

function fieldsOf(value: unknown): EntryFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as EntryFields) : {};
}

function stringOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
