import { csvHeader, csvRow, ocsfEvent, otlpBatch, otlpRequest } from '@permesso/protocol/export';
import type { LogEntry } from '@permesso/protocol/entry';

export const exportFormats = ['csv', 'ocsf', 'otlp'] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** Entries in another format, line by line as they are read. */
export function* exportLines(entries: Iterable<LogEntry>, format: ExportFormat): Generator<string> {
  if (format === 'csv') yield csvHeader;
  let batch: LogEntry[] = [];
  for (const entry of entries) {
    if (format === 'csv') yield csvRow(entry);
    else if (format === 'ocsf') {
      const event = ocsfEvent(entry);
      if (event !== undefined) yield JSON.stringify(event);
    } else {
      batch.push(entry);
      if (batch.length < otlpBatch) continue;
      yield JSON.stringify(otlpRequest(batch));
      batch = [];
    }
  }
  if (batch.length > 0) yield JSON.stringify(otlpRequest(batch));
}
