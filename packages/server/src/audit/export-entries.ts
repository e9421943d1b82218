import { csvHeader, csvRow, type EntryStanding, ocsfEvent, otlpRequest } from '@permesso/protocol/export';
import { type LogEntry, parseEntry } from '@permesso/protocol/entry';
import type { EntryCursor } from './entry-cursor.ts';
import type { StandingsOf } from './entry-standings.ts';
import type { EntrySearch, EntrySpan } from './search-entries.ts';

export const exportFormats = ['jsonl', 'csv', 'ocsf', 'otlp'] as const;

export type ExportFormat = (typeof exportFormats)[number];

const pageSize = 1000;

/** Page by page, each as lines of the format: memory does not grow with what is exported. */
export async function* exportEntries(
  { search: entrySearch, standingsOf }: { readonly search: EntrySearch; readonly standingsOf: StandingsOf },
  organisation: string,
  { search, format }: { readonly search: EntrySpan; readonly format: ExportFormat },
): AsyncGenerator<string> {
  // Sent with the first page: an export that fails at once should not have begun.
  let header = format === 'csv' ? `agent_id,by_is,far,${csvHeader}\n` : '';
  for (let cursor: EntryCursor | undefined; ;) {
    const page = await entrySearch.oldest(organisation, search, { cursor, most: pageSize });
    const read = page.rows.flatMap(({ agent, line, receivedAt }) => {
      const entry = parseEntry(line);
      return entry === undefined ? [] : [{ agent, line, entry, receivedAt }];
    });
    const standings = await standingsOf(organisation, read);
    const entries = read.map((each, at) => ({ ...each, standing: standings[at] ?? {} }));
    yield header + (entries.length > 0 ? print(entries, format) : '');
    header = '';
    if (page.next === undefined) return;
    cursor = page.next;
  }
}

interface Stored {
  readonly agent: string;
  readonly line: string;
  readonly entry: LogEntry;
  readonly standing: EntryStanding;
}

function print(stored: readonly Stored[], format: ExportFormat): string {
  switch (format) {
    case 'jsonl':
      return stored.map(({ line }) => `${line}\n`).join('');
    case 'csv':
      return stored
        .map(
          ({ agent, entry, standing: { by = '', isFar } }) =>
            `${agent},${by},${isFar === true ? 'far' : ''},${csvRow(entry)}\n`,
        )
        .join('');
    case 'ocsf':
      return stored
        .flatMap(({ agent, entry, standing }) => {
          const event = ocsfEvent(entry, standing);
          return event === undefined ? [] : { ...event, device: { uid: agent, type_id: 0 } };
        })
        .map((event) => `${JSON.stringify(event)}\n`)
        .join('');
    case 'otlp':
      return `${JSON.stringify(
        otlpRequest(
          stored.map(({ entry }) => entry),
          stored.map(({ standing }) => standing),
        ),
      )}\n`;
  }
}
