import type { LogEntry } from '../entry/log-entry.ts';
import type { EntryStanding } from '../export/entry-standing.ts';
import { count, decimal, described, flag, list, object, oneOf, orNull, text, type TypeOf } from './shape.ts';

/** What became of a call that was asked about. */
const callOutcome = object(
  { seq: count, is: oneOf('approved', 'denied', 'unanswered', 'ran') },
  { by: text, waitedMs: decimal },
);

export type CallOutcome = TypeOf<typeof callOutcome>;

/** One step of a search through the local log. */
export const localEntries = object(
  { entries: list(described<LogEntry>()), looked: count },
  {
    /** Absent when the log has ended. */
    more: text,
    /** Of the entries that were asked about; absent where nothing is known. */
    outcomes: list(callOutcome),
  },
);

export type LocalEntries = TypeOf<typeof localEntries>;

const facet = list(
  object({ name: text, count }, { /** Where the name is not meant for people. */ title: text }),
);

/** Calls over time and by what they are, for a filter. */
export const activityCounts = object({
  /** The span of the bars, in milliseconds since the epoch. */
  from: decimal,
  to: decimal,
  /** Of one bar. */
  step: decimal,
  /** Bars with any call in them, oldest first. */
  points: list(object({ at: decimal, allow: count, sandboxed: count, ask: count, deny: count })),
  /** Each counts what the other filters let through, the most frequent first. */
  facets: object({ verdict: facet, tool: facet, host: facet, project: facet }, { agent: facet }),
  /** Calls that the filter lets through, within the brushed part. */
  matched: count,
  /** All calls of the span. */
  all: count,
  /** The log is still being read. */
  counting: flag,
});

export type ActivityCounts = TypeOf<typeof activityCounts>;

/** Filters under a name, as the address of the page has them. */
export const savedViews = object({ views: list(object({ name: text, search: text })) });

export type SavedViews = TypeOf<typeof savedViews>;

/** An entry as it was received: an agent wrote it, and it may hold anything. */
const teamEntry = object({
  agent: text,
  agentName: text,
  seq: decimal,
  receivedAt: text,
  entry: described<unknown>(),
  /** What the server itself knows about it. */
  standing: described<EntryStanding>(),
});

export type TeamEntry = TypeOf<typeof teamEntry>;

/** One step of a search through the entries of a team. */
export const teamEntries = object(
  {
    entries: list(teamEntry),
    /** Everything since then was looked at. */
    back: text,
  },
  {
    /** The cursor of the next step; absent where the entries begin. */
    more: text,
  },
);

export type TeamEntries = TypeOf<typeof teamEntries>;

const figures = {
  decisions: object({ allow: count, ask: count, deny: count }),
  hours: list(object({ hour: text, calls: count, prompts: count })),
  mostAsked: list(object({ what: text, prompts: count, approved: count, denied: count })),
} as const;

const figuresOfAnswers = { approvalRate: decimal, medianWaitMs: decimal } as const;

export const localStats = object({ ...figures, entries: count, counting: flag }, figuresOfAnswers);

export type LocalStats = TypeOf<typeof localStats>;

export const teamStats = object({ ...figures, days: count }, figuresOfAnswers);

export type TeamStats = TypeOf<typeof teamStats>;

const logVerification = object(
  {},
  {
    ok: flag,
    entries: count,
    findings: list(object({ severity: text, file: text, line: count, message: text })),
    problem: text,
  },
);

/** What is known about the local log as a whole. */
export const logIntegrity = object(
  {
    /** Short enough to be checked without being asked. */
    isShort: flag,
  },
  {
    /** When it was checked last, in milliseconds since the epoch. */
    at: decimal,
    result: logVerification,
  },
);

export type LogIntegrityState = TypeOf<typeof logIntegrity>;

const logFinding = object({
  id: text,
  agent: text,
  agentName: orNull(text),
  what: text,
  first: orNull(decimal),
  last: orNull(decimal),
  /** The rules that an agent understated. */
  rules: orNull(list(text)),
  foundAt: text,
});

/** What is wrong with chains that agents sent, and the signed head of the team's log. */
export const teamLog = object(
  { findings: list(logFinding) },
  { checkpoint: object({ size: decimal, root: text, at: text, signature: text }) },
);

export type TeamLogState = TypeOf<typeof teamLog>;
