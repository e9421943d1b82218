import type { LogEntry } from './log-entry.ts';

/** What an entry is found and counted by. */
export interface SearchFields {
  readonly type: string | undefined;
  readonly verdict: string | undefined;
  readonly tool: string | undefined;
  readonly session: string | undefined;
  /** The first of the rules that made the verdict. */
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

/** Anything may stand in an entry, whatever its type says: it came from an agent. The database takes no null character. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, longest).replaceAll('\u0000', '') : undefined;
}
