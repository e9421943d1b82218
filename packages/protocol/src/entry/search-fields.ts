import type { LogEntry } from './log-entry.ts';

/** The fields by which an entry is found and counted. */
export interface SearchFields {
  readonly type: string | undefined;
  readonly verdict: string | undefined;
  readonly tool: string | undefined;
  readonly session: string | undefined;
  /** The first deciding rule. */
  readonly rule: string | undefined;
}

export function searchFields(entry: LogEntry): SearchFields {
  return {
    type: text(entry.type),
    verdict: 'verdict' in entry ? text(entry.verdict) : undefined,
    tool: 'call' in entry ? text(entry.call?.tool) : undefined,
    session: 'session' in entry ? text(entry.session) : undefined,
    rule: entry.type === 'decision' ? text(entry.receipt?.rules?.[0]?.text) : undefined,
  };
}

const longest = 200;

/** An entry may hold anything, whatever its type: it came from an agent. The database accepts no null character. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, longest).replaceAll('\u0000', '') : undefined;
}
