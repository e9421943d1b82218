import type { LogEntry } from '../entry/log-entry.ts';

const columns: readonly (readonly [string, (entry: LogEntry) => string | number | undefined])[] = [
  ['seq', ({ seq }) => seq],
  ['at', ({ at }) => at],
  ['type', ({ type }) => type],
  ['verdict', (entry) => ('verdict' in entry ? entry.verdict : undefined)],
  ['session', (entry) => ('session' in entry ? entry.session : undefined)],
  ['agent', (entry) => ('agent' in entry ? entry.agent.join(' < ') : undefined)],
  ['host', (entry) => ('host' in entry ? entry.host : undefined)],
  ['project', (entry) => ('project' in entry ? entry.project : undefined)],
  ['tool', (entry) => ('call' in entry ? entry.call.tool : undefined)],
  ['input', (entry) => ('call' in entry ? inputText(entry.call.input) : undefined)],
  ['mode', (entry) => (entry.type === 'decision' ? entry.mode : undefined)],
  ['reason', entryReason],
  ['rules', entryRules],
  ['policy', (entry) => (entry.type === 'decision' ? entry.policy : undefined)],
  ['by', (entry) => ('by' in entry ? entry.by : undefined)],
  ['from', (entry) => ('from' in entry ? entry.from : undefined)],
  ['scope', scopeOf],
  ['waited_ms', (entry) => (entry.type === 'answer' ? entry.waitedMs : undefined)],
  ['ok', (entry) => (entry.type === 'end' ? String(entry.ok) : undefined)],
  ['duration_ms', (entry) => (entry.type === 'end' ? entry.durationMs : undefined)],
  ['hash', ({ hash }) => hash],
];

export const csvHeader: string = columns.map(([name]) => name).join(',');

export function csvRow(entry: LogEntry): string {
  return columns.map(([, read]) => cell(read(entry))).join(',');
}

/** RFC 4180. Text that a spreadsheet would read as a formula is marked as text, because the agent chose it. */
function cell(value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A command unchanged; any other input as JSON. */
export function inputText(input: Readonly<Record<string, unknown>>): string {
  const { command } = input;
  return typeof command === 'string' ? command : JSON.stringify(input);
}

/** The reason in one clause: that of the first deciding part. */
export function entryReason(entry: LogEntry): string | undefined {
  if (entry.type === 'failure' || entry.type === 'end') return entry.error;
  if (entry.type !== 'decision') return undefined;
  const { parts } = entry.receipt;
  return (parts.find(({ verdict }) => verdict === entry.verdict) ?? parts[0])?.reason;
}

function scopeOf(entry: LogEntry): string | undefined {
  if (entry.type === 'grant' || entry.type === 'revoke') return entry.grant.scope;
  return entry.type === 'answer' ? entry.scope : undefined;
}

function entryRules(entry: LogEntry): string | undefined {
  if (entry.type === 'grant' || entry.type === 'revoke') return entry.grant.rules.join('; ');
  if (entry.type !== 'decision') return undefined;
  return entry.receipt.rules.map(({ text, place, layer }) => `${text} (${place ?? layer})`).join('; ');
}
