import type { EntryStanding } from './entry-standing.ts';
import { inputText, entryReason } from './export-csv.ts';
import type { LogEntry } from '../entry/log-entry.ts';

/** The number of records per request that collectors accept at once. */
export const otlpBatch = 512;

type Value = { readonly stringValue: string } | { readonly intValue: string };

/** Encodes entries as one `ExportLogsServiceRequest` of the OpenTelemetry protocol, in its JSON form. */
export function otlpRequest(
  entries: readonly LogEntry[],
  standings: readonly (EntryStanding | undefined)[] = [],
): Record<string, unknown> {
  return {
    resourceLogs: [
      {
        resource: { attributes: [attribute('service.name', 'permesso')] },
        scopeLogs: [
          {
            scope: { name: 'permesso', version: '1' },
            logRecords: entries.map((entry, at) => logRecord(entry, standings[at])),
          },
        ],
      },
    ],
  };
}

function logRecord(entry: LogEntry, standing: EntryStanding | undefined): Record<string, unknown> {
  const time = `${BigInt(Date.parse(entry.at)) * 1_000_000n}`;
  const verdict = 'verdict' in entry ? entry.verdict : undefined;
  const isFailure = entry.type === 'end' && !entry.ok;
  const warns = verdict === 'deny' || isFailure || entry.type === 'failure' || entry.type === 'mark';
  return {
    timeUnixNano: time,
    observedTimeUnixNano: time,
    severityNumber: warns ? 13 : 9,
    severityText: warns ? 'WARN' : 'INFO',
    eventName: `permesso.${entry.type}`,
    body: { stringValue: bodyOf(entry) },
    attributes: attributesOf(entry, standing),
  };
}

function bodyOf(entry: LogEntry): string {
  if (!('call' in entry)) return entryReason(entry) ?? entry.type;
  if (entry.type === 'start' || entry.type === 'end') return `${entry.type}: ${entry.call.tool}`;
  return `${entry.verdict}: ${entry.call.tool} ${inputText(entry.call.input)}`;
}

function attributesOf(entry: LogEntry, standing: EntryStanding | undefined): readonly unknown[] {
  // A person whom only a machine names is not the record's user.
  const user = standing?.by === 'claimed' ? 'permesso.claimed_by' : 'enduser.id';
  const texts: Record<string, string | number | undefined> = {
    'permesso.seq': entry.seq,
    'permesso.hash': entry.hash,
    'permesso.verdict': 'verdict' in entry ? entry.verdict : undefined,
    'permesso.reason': entryReason(entry),
    ...('call' in entry
      ? {
          'session.id': entry.session,
          'gen_ai.agent.name': entry.agent[0],
          'gen_ai.tool.name': entry.call.tool,
          'permesso.host': entry.host,
          'permesso.project': entry.project,
          'permesso.call_key': entry.key,
        }
      : {}),
    ...(entry.type === 'decision' ? { 'permesso.mode': entry.mode, 'permesso.policy': entry.policy } : {}),
    ...(entry.type === 'revoke' ? { [user]: entry.by, 'permesso.from': entry.from } : {}),
    ...(entry.type === 'end'
      ? { 'permesso.ok': String(entry.ok), 'permesso.duration_ms': entry.durationMs }
      : {}),
    ...(entry.type === 'answer'
      ? { [user]: entry.by, 'permesso.from': entry.from, 'permesso.waited_ms': entry.waitedMs }
      : {}),
  };
  if (standing?.isFar === true) texts['permesso.far_from_receipt'] = 'true';
  return Object.entries(texts).flatMap(([key, value]) =>
    value === undefined ? [] : [attribute(key, value)],
  );
}

function attribute(key: string, value: string | number): { readonly key: string; readonly value: Value } {
  return { key, value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) } };
}
