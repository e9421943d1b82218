import type { EntryStanding } from '../export/entry-standing.ts';
import {
  count,
  decimal,
  described,
  flag,
  list,
  object,
  oneOf,
  orNull,
  text,
  type TypeOf,
} from '../shape/index.ts';

/** What became of a call that was asked about. */
const callOutcome = object(
  { is: oneOf('approved', 'denied', 'unanswered', 'ran') },
  { by: text, waitedMs: decimal },
);

export type CallOutcome = TypeOf<typeof callOutcome>;

/** An entry as it was written. At a team server an agent wrote it, and it may hold anything. */
const listedEntry = object(
  { seq: decimal, entry: described<unknown>() },
  {
    /** At a team server: who sent it, and when it came. */
    agent: text,
    agentName: text,
    receivedAt: text,
    /** What the server itself knows about it. */
    standing: described<EntryStanding>(),
    /** Of a call that was asked about, where it is known. */
    outcome: callOutcome,
  },
);

export type ListedEntry = TypeOf<typeof listedEntry>;

/** One step of a search for entries, newest first: through the log of a machine, or the entries of a team. */
export const foundEntries = object(
  { entries: list(listedEntry) },
  {
    /** The cursor of the next step; absent where the entries begin. */
    more: text,
    /** How many were looked at: those that the filter leaves out count too. */
    looked: count,
    /** Everything since then was looked at. */
    back: text,
  },
);

export type FoundEntries = TypeOf<typeof foundEntries>;

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

/** Calls and approval requests: of a whole log, or of the last days of a team. */
export const callStats = object(
  {
    decisions: object({ allow: count, ask: count, deny: count }),
    hours: list(object({ hour: text, calls: count, prompts: count })),
    mostAsked: list(object({ what: text, prompts: count, approved: count, denied: count })),
  },
  {
    approvalRate: decimal,
    medianWaitMs: decimal,
    /** Days that are counted; absent: all of them. */
    days: count,
    /** In a log. */
    entries: count,
    /** The log is still being read. */
    counting: flag,
  },
);

export type CallStats = TypeOf<typeof callStats>;

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

/** What is kept of calls on this machine, the newest first. */
export const keptCalls = object({
  calls: list(
    object({ id: text, at: decimal, call: text, files: count, repositories: count, isRestored: flag }),
  ),
});

export type KeptCalls = TypeOf<typeof keptCalls>;

/** Beside newer files, under these names; with the reason where it failed. */
export const restoredCall = object({ restored: count, beside: list(text), failed: list(text) });

export type RestoredCall = TypeOf<typeof restoredCall>;
