import { definedFields, isRecord } from '@permesso/engine/call';
import { otlpRequest } from '@permesso/protocol/export';
import type { LogEntry } from '@permesso/protocol/entry';
import type { AgentNames } from '../../audit/index.ts';

/** An entry with its agent's names; the policy version is that of the time of sending. */
export interface StreamRecord extends AgentNames {
  /** The person, as known to the server; undefined if no person was involved. */
  readonly person?: string;
  /** The person, as claimed by the machine without a matching vote on the server. */
  readonly claimedBy?: string;
  /** Its time differs widely from its time of receipt. */
  readonly isFar?: true;
  readonly receivedAt: string;
  readonly leaf: number;
  readonly entry: LogEntry | AdminEntry;
}

/** A person's action on the server: an administrative act or a vote, as recorded. */
export interface AdminEntry {
  readonly type: 'act' | 'vote' | 'team-grant-vote' | 'erasure';
  readonly at: string;
  readonly record: unknown;
}

function isAdminEntry(entry: StreamRecord['entry']): entry is AdminEntry {
  return 'record' in entry;
}

const named = [
  'organisation',
  'project',
  'machine',
  'agent',
  'owner',
  'person',
  'claimedBy',
  'isFar',
  'policyVersion',
] as const;

export function jsonLines(records: readonly StreamRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Each record with its agent's names among its attributes. */
export function otlpBody(records: readonly StreamRecord[]): string {
  const [logs] = (otlpRequest([]) as unknown as OtlpRequest).resourceLogs;
  const [scope] = logs?.scopeLogs ?? [];
  const logRecords = records.map((record) => {
    const each = logRecordOf(record);
    return { ...each, attributes: [...each.attributes, ...attributesOf(record)] };
  });
  return JSON.stringify({ resourceLogs: [{ ...logs, scopeLogs: [{ ...scope, logRecords }] }] });
}

function logRecordOf({ entry, claimedBy }: StreamRecord): OtlpLogRecord {
  if (isAdminEntry(entry)) {
    const time = `${BigInt(Date.parse(entry.at)) * 1_000_000n}`;
    return {
      timeUnixNano: time,
      observedTimeUnixNano: time,
      severityNumber: 9,
      severityText: 'INFO',
      eventName: `permesso.${entry.type}`,
      body: { stringValue: JSON.stringify(entry.record) },
      attributes: (['act', 'verdict'] as const).flatMap((name) => {
        const value = isRecord(entry.record) ? entry.record[name] : undefined;
        return typeof value === 'string' ? [{ key: `permesso.${name}`, value: { stringValue: value } }] : [];
      }),
    };
  }
  const request = otlpRequest([entry], [claimedBy === undefined ? {} : { by: 'claimed' }]);
  const [logs] = (request as unknown as OtlpRequest).resourceLogs;
  const record = logs?.scopeLogs[0]?.logRecords[0];
  if (record === undefined) throw new Error('an entry became no record');
  return record;
}

interface OtlpLogRecord {
  readonly attributes: readonly unknown[];
  readonly [name: string]: unknown;
}

interface OtlpRequest {
  readonly resourceLogs: readonly {
    readonly scopeLogs: readonly {
      readonly logRecords: readonly OtlpLogRecord[];
    }[];
  }[];
}

function attributesOf(record: StreamRecord | undefined): readonly unknown[] {
  return named.flatMap((name) => {
    const value = record?.[name];
    if (value === undefined || value === null) return [];
    const key = `permesso.team.${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    return [
      {
        key,
        value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: String(value) },
      },
    ];
  });
}

/** Events for Splunk's HTTP Event Collector, concatenated. */
export function splunkBody(records: readonly StreamRecord[], index: string | undefined): string {
  return records
    .map((record) =>
      JSON.stringify({
        time: Date.parse(record.entry.at) / 1000,
        host: record.machine,
        source: 'permesso',
        sourcetype: 'permesso:entry',
        ...definedFields({ index }),
        event: record,
      }),
    )
    .join('\n');
}

/** Local use 0 with notice, or warning for a denial. */
const facility = 16;

/** RFC 5424, each prefixed with its length (RFC 5425). */
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
