import { csvHeader, csvRow, ocsfEvent, otlpRequest, parseEntry, type LogEntry } from 'permesso/team';
import type { Database } from '../database/database.ts';
import { cursorAt, searchPage, start, type Search } from './search.ts';

export const exportFormats = ['jsonl', 'csv', 'ocsf', 'otlp'] as const;

export type ExportFormat = (typeof exportFormats)[number];

const pageSize = 1000;

/** Page by page, each as lines of the format: memory does not grow with what is exported. */
export async function* exportEvents(
  database: Database,
  organisation: string,
  { search, format }: { readonly search: Search; readonly format: ExportFormat },
): AsyncGenerator<string> {
  // Sent with the first page: an export that fails at once should not have begun.
  let header = format === 'csv' ? `agent_id,${csvHeader}\n` : '';
  for (let cursor = start; ;) {
    const rows = await searchPage(database, organisation, { search, cursor, most: pageSize });
    const entries = rows.flatMap(({ agent, line }) => {
      const entry = parseEntry(line);
      return entry === undefined ? [] : [{ agent, line, entry }];
    });
    yield header + (entries.length > 0 ? print(entries, format) : '');
    header = '';
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    cursor = cursorAt(last);
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
