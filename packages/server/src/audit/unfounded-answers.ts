import { parseEntry } from '@permesso/protocol/entry';
import { queries, type Connection } from '../database/query.ts';
import { standingsIn, type ReceivedEntry } from './entry-standings.ts';

const sql = queries(import.meta.dirname);
const teamAnswers = sql<
  { agent: string; seq: number; receivedAt: Date; line: string },
  { ids: readonly string[] }
>('team-answers.sql');
const addFindings = sql<
  never,
  { agents: readonly string[]; what: readonly string[]; first: readonly number[]; last: readonly number[] }
>('add-findings.sql');

/** Checks new batches: an answer that a machine attributes to its team without matching votes is a finding. */
export async function findUnfounded(on: Connection, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const answers = (await teamAnswers(on, { ids })).flatMap(
    ({
      line,
      ...row
    }): (ReceivedEntry & {
      readonly seq: number;
    })[] => {
      const entry = parseEntry(line);
      return entry?.type === 'answer' && entry.from === 'team' && entry.by !== undefined
        ? [{ ...row, entry }]
        : [];
    },
  );
  if (answers.length === 0) return;
  const standings = await standingsIn(on, answers);
  const unfounded = answers.filter((_, at) => standings[at]?.by === 'claimed');
  if (unfounded.length === 0) return;
  const seqs = unfounded.map(({ seq }) => seq);
  await addFindings(on, {
    agents: unfounded.map(({ agent }) => agent),
    what: unfounded.map(() => 'unfounded'),
    first: seqs,
    last: seqs,
  });
}
