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

/** The outcome of a call that was asked about. */
const callOutcome = object(
  { is: oneOf('approved', 'denied', 'unanswered', 'ran') },
  { by: text, waitedMs: decimal },
);

export type CallOutcome = TypeOf<typeof callOutcome>;

/** An entry as written. On a team server it comes from an agent and may hold anything. */
const listedEntry = object(
  { seq: decimal, entry: described<unknown>() },
  {
    /** On a team server: who sent it, and when it arrived. */
    agent: text,
    agentName: text,
    receivedAt: text,
    /** What the server itself knows about it. */
    standing: described<EntryStanding>(),
    /** For a call that was asked about, if known. */
    outcome: callOutcome,
  },
);

export type ListedEntry = TypeOf<typeof listedEntry>;

/** One page of a search for entries, newest first: in a machine's log, or in a team's entries. */
export const foundEntries = object(
  { entries: list(listedEntry) },
  {
    /** The cursor of the next page; absent at the oldest entry. */
    more: text,
    /** How many entries were searched, including those that the filter excludes. */
    looked: count,
    /** Everything since then was searched. */
    back: text,
  },
);

export type FoundEntries = TypeOf<typeof foundEntries>;

const facet = list(
  object({ name: text, count }, { /** If the name is not meant for people. */ title: text }),
);

/** Calls over time and by category, for a filter. */
export const activityCounts = object({
  /** The span of the bars, in milliseconds since the epoch. */
  from: decimal,
  to: decimal,
  /** The length of one bar. */
  step: decimal,
  /** Bars with at least one call, oldest first. */
  points: list(object({ at: decimal, allow: count, sandboxed: count, ask: count, deny: count })),
  /** Each facet counts what the other filters match, most frequent first. */
  facets: object({ verdict: facet, tool: facet, host: facet, project: facet }, { agent: facet }),
  /** Calls that the filter matches within the selected range. */
  matched: count,
  /** All calls of the span. */
  all: count,
  /** The log is still being read. */
  counting: flag,
});

export type ActivityCounts = TypeOf<typeof activityCounts>;

/** Named filters, as in the page's URL. */
export const savedViews = object({ views: list(object({ name: text, search: text })) });

export type SavedViews = TypeOf<typeof savedViews>;

/** Calls and approval requests: of a whole log, or of a team's last days. */
export const callStats = object(
  {
    decisions: object({ allow: count, ask: count, deny: count }),
    hours: list(object({ hour: text, calls: count, prompts: count })),
    mostAsked: list(object({ what: text, prompts: count, approved: count, denied: count })),
  },
  {
    approvalRate: decimal,
    medianWaitMs: decimal,
    /** The number of days counted; absent: all. */
    days: count,
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
    /** Short enough to be verified automatically. */
    isShort: flag,
  },
  {
    /** When it was last verified, in milliseconds since the epoch. */
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
  /** The policy's asking rules that the agent's approval request left out. */
  rules: orNull(list(text)),
  foundAt: text,
});

/** Problems with the chains that agents sent, and the signed head of the team's log. */
export const teamLog = object(
  { findings: list(logFinding) },
  { checkpoint: object({ size: decimal, root: text, at: text, signature: text }) },
);

export type TeamLogState = TypeOf<typeof teamLog>;

/** What is kept of calls on this machine, newest first. */
export const keptCalls = object({
  calls: list(
    object({ id: text, at: decimal, call: text, files: count, repositories: count, isRestored: flag }),
  ),
});

export type KeptCalls = TypeOf<typeof keptCalls>;

/** Files restored under these names next to newer ones; and failures with their reasons. */
export const restoredCall = object({ restored: count, beside: list(text), failed: list(text) });

export type RestoredCall = TypeOf<typeof restoredCall>;
