import { type EntryStanding, isFarFrom } from '@permesso/protocol/export';
import type { LogEntry } from '@permesso/protocol/entry';
import type { Database } from '../database/database.ts';
import { queries, type Connection } from '../database/query.ts';

interface VoteOnCall {
  readonly agent: string;
  readonly key: string;
  readonly email: string;
  readonly verdict: string;
}

const votesOnCalls = queries(import.meta.dirname)<
  VoteOnCall,
  { agents: readonly string[]; keys: readonly string[] }
>('votes-on-calls.sql');

export interface ReceivedEntry {
  readonly agent: string;
  readonly receivedAt: Date;
  readonly entry: LogEntry;
}

export type StandingsOf = (
  organisation: string,
  entries: readonly ReceivedEntry[],
) => Promise<readonly EntryStanding[]>;

export function entryStandings(database: Database): StandingsOf {
  return async (organisation, entries) =>
    entries.some(({ entry }) => namedIn(entry) !== undefined)
      ? await database.asOrganisation(organisation, (on) => standingsIn(on, entries))
      : entries.map(standingOf);
}

/** For each entry: the people whom the server's own votes confirm, and whether its time is plausible. */
export async function standingsIn(
  on: Connection,
  entries: readonly ReceivedEntry[],
): Promise<readonly EntryStanding[]> {
  const answers = entries.filter(({ entry }) => answeredKey(entry) !== undefined);
  const votes =
    answers.length === 0
      ? []
      : await votesOnCalls(on, {
          agents: answers.map(({ agent }) => agent),
          keys: answers.map(({ entry }) => answeredKey(entry) ?? ''),
        });
  const cast = new Set(votes.map(nameOfVote));
  return entries.map((each) => {
    const { agent, entry } = each;
    const by = namedIn(entry);
    if (by === undefined) return standingOf(each);
    const key = answeredKey(entry);
    const verdict = 'verdict' in entry ? entry.verdict : '';
    // Several people are listed one after the other.
    const isAttested =
      key !== undefined &&
      by.split(/,\s*/).every((person) => cast.has(nameOfVote({ agent, key, verdict, email: person })));
    return { ...standingOf(each), by: isAttested ? 'attested' : 'claimed' };
  });
}

function standingOf({ entry, receivedAt }: ReceivedEntry): EntryStanding {
  return isFarFrom(receivedAt.getTime(), entry.at) ? { isFar: true } : {};
}

/** Written by a machine: it may hold anything. */
function namedIn(entry: LogEntry): string | undefined {
  return 'by' in entry && typeof entry.by === 'string' ? entry.by : undefined;
}

function answeredKey(entry: LogEntry): string | undefined {
  return entry.type === 'answer' && namedIn(entry) !== undefined && typeof entry.key === 'string'
    ? entry.key
    : undefined;
}

function nameOfVote({ agent, key, verdict, email }: VoteOnCall): string {
  return JSON.stringify([agent, key, verdict, email.toLowerCase()]);
}
