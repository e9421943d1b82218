import { csvHeader, csvRow } from '@permesso/protocol/export/export-csv';
import { ocsfEvent } from '@permesso/protocol/export/export-ocsf';
import { otlpRequest } from '@permesso/protocol/export/export-otlp';
import { parseEntry } from '@permesso/protocol/entry/chain';
import type { LogEntry } from '@permesso/protocol/entry/log-entry';
import type { EntryCursor } from './entry-cursor.ts';
import type { EntrySearch, EntrySpan } from './search-entries.ts';

export const exportFormats = ['jsonl', 'csv', 'ocsf', 'otlp'] as const;

export type ExportFormat = (typeof exportFormats)[number];

const pageSize = 1000;

/** Page by page, each as lines of the format: memory does not grow with what is exported. */
export async function* exportEntries(
  entrySearch: EntrySearch,
  organisation: string,
  { search, format }: { readonly search: EntrySpan; readonly format: ExportFormat },
): AsyncGenerator<string> {
  // Sent with the first page: an export that fails at once should not have begun.
  let header = format === 'csv' ? `agent_id,${csvHeader}\n` : '';
  for (let cursor: EntryCursor | undefined; ;) {
    const page = await entrySearch.oldest(organisation, search, { cursor, most: pageSize });
    const entries = page.rows.flatMap(({ agent, line }) => {
      const entry = parseEntry(line);
      return entry === undefined ? [] : [{ agent, line, entry }];
    });
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
}

function print(stored: readonly Stored[], format: ExportFormat): string {
  switch (format) {
    case 'jsonl':
      return stored.map(({ line }) => `${line}\n`).join('');
    case 'csv':
      return stored.map(({ agent, entry }) => `${agent},${csvRow(entry)}\n`).join('');
    case 'ocsf':
      return stored
        .flatMap(({ entry }) => ocsfEvent(entry) ?? [])
        .map((event) => `${JSON.stringify(event)}\n`)
        .join('');
    case 'otlp':
      return `${JSON.stringify(otlpRequest(stored.map(({ entry }) => entry)))}\n`;
  }
}
