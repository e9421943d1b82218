import { otlpRequest } from '@permesso/protocol/export/export-otlp';
import type { LogEntry } from '@permesso/protocol/entry/log-entry';

/** An entry, and whose it is: in another store nobody could ask for that any more. */
export interface StreamRecord {
  readonly organisation: string;
  readonly project: string;
  readonly machine: string;
  readonly agent: string;
  readonly owner: string | null;
  /** Who answered or took something back; nothing where no person did. */
  readonly person?: string;
  /** The version that was in force in the project when it was sent. */
  readonly policyVersion: number | null;
  readonly receivedAt: string;
  readonly leaf: number;
  readonly entry: LogEntry;
}

const named = ['organisation', 'project', 'machine', 'agent', 'owner', 'person', 'policyVersion'] as const;

export function jsonLines(records: readonly StreamRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Each record with whose it is among its attributes. */
export function otlpBody(records: readonly StreamRecord[]): string {
  const request = otlpRequest(records.map(({ entry }) => entry)) as unknown as OtlpRequest;
  const [logs] = request.resourceLogs;
  const [scope] = logs?.scopeLogs ?? [];
  const logRecords = (scope?.logRecords ?? []).map((each, at) => ({
    ...each,
    attributes: [...each.attributes, ...attributesOf(records[at])],
  }));
  return JSON.stringify({ resourceLogs: [{ ...logs, scopeLogs: [{ ...scope, logRecords }] }] });
}

interface OtlpRequest {
  readonly resourceLogs: readonly {
    readonly scopeLogs: readonly {
      readonly logRecords: readonly { readonly attributes: readonly unknown[] }[];
    }[];
  }[];
}

function attributesOf(record: StreamRecord | undefined): readonly unknown[] {
  return named.flatMap((name) => {
    const value = record?.[name];
    if (value === undefined || value === null) return [];
    const key = `permesso.team.${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    return [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }];
  });
}

/** Events of Splunk's HTTP Event Collector, one behind the other. */
export function splunkBody(records: readonly StreamRecord[], index: string | undefined): string {
  return records
    .map((record) =>
      JSON.stringify({
        time: Date.parse(record.entry.at) / 1000,
        host: record.machine,
        source: 'permesso',
        sourcetype: 'permesso:entry',
        ...(index === undefined ? {} : { index }),
        event: record,
      }),
    )
    .join('\n');
}

/** Local use 0 with notice, or warning for a denial. */
const facility = 16;

/** RFC 5424, each with its length before it (RFC 5425). */
export function syslogFrames(records: readonly StreamRecord[], from: string): Buffer {
  return Buffer.concat(
    records.map((record) => {
      const { entry } = record;
      const isDenied = 'verdict' in entry && entry.verdict === 'deny';
      const priority = facility * 8 + (isDenied ? 4 : 5);
      const whose = named.flatMap((name) => {
        const value = record[name];
        return value === undefined || value === null ? [] : [`${name}="${parameter(String(value))}"`];
      });
      const time = new Date(entry.at).toISOString();
      const header = `<${priority}>1 ${time} ${word(from)} permesso - ${word(entry.type)}`;
      const text = Buffer.from(
        `${header} [permesso@32473 ${whose.join(' ')}] \uFEFF${JSON.stringify(entry)}`,
      );
      return Buffer.concat([Buffer.from(`${text.length} `), text]);
    }),
  );
}

function parameter(value: string): string {
  return value.replaceAll(/[\\"\]]/g, String.raw`\$&`);
}

/** Printable ASCII without spaces. */
function word(text: string): string {
  return text.replaceAll(/[^!-~]/g, '_').slice(0, 32) || '-';
}
