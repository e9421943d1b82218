import {
  count,
  decimal,
  fields,
  flag,
  list,
  object,
  oneOf,
  orNull,
  text,
  type TypeOf,
} from '../shape/index.ts';

const verdictCounts = { allow: count, ask: count, deny: count } as const;

/** One day, or one hour of the last 24. */
const overviewPoint = object(
  {
    /** Its start, in milliseconds since the epoch. */
    at: decimal,
    ...verdictCounts,
  },
  { medianWaitMs: decimal },
);

export type OverviewPoint = TypeOf<typeof overviewPoint>;

const periodFigures = object(verdictCounts, {
  /** How long approval requests waited for a person. */
  medianWaitMs: decimal,
});

export type PeriodFigures = TypeOf<typeof periodFigures>;

/** What people were asked about: a call with the one rule that would stop the prompts, or the team rule that asked. */
const askedRow = object(
  { what: text, prompts: count, approved: count, denied: count },
  {
    call: object({ tool: text, input: fields }, { cwd: text }),
    rules: list(text),
    covers: text,
    /** Prompts of the period that the rules would have saved. */
    saves: count,
    /** Why no such rule exists. */
    none: text,
    /** Other calls that the rule would also allow, most frequent first. */
    also: list(text),
    alsoCount: count,
  },
);

export type AskedRow = TypeOf<typeof askedRow>;

/** The most frequent prompts. A separate request, because rules are tried on them. */
export const askedMost = object(
  { asked: list(askedRow) },
  { /** The number of distinct calls that were asked about in the period. */ different: count },
);

export type AskedMost = TypeOf<typeof askedMost>;

const reportingAgents = object({
  /** Not revoked. */
  enrolled: count,
  /** Of these: sent entries within `silentDays`. */
  reporting: count,
  silentDays: count,
  /** Enrolled before that, and sent nothing since. */
  silentCount: count,
  /** The longest silent first, at most five; `last` is null if nothing was ever received. */
  silent: list(object({ name: text, project: text, last: orNull(text) })),
});

export type ReportingAgents = TypeOf<typeof reportingAgents>;

/**
 * A period compared with the previous one: of one machine, or of all agents of a team by the time the server received their
 * entries.
 */
export const overview = object(
  {
    days: count,
    now: periodFigures,
    before: periodFigures,
    /** Whether the log covers the whole previous period. */
    comparable: flag,
    points: list(overviewPoint),
    /** No agent has made a call or sent anything yet. */
    isEmpty: flag,
  },
  {
    /** When the first entry was written, in milliseconds since the epoch. */
    first: decimal,
    /** The log is still being read. */
    counting: flag,
    /** On a team server. */
    asked: list(askedRow),
    agents: reportingAgents,
  },
);

export type Overview = TypeOf<typeof overview>;

const agentCheck = object({ name: text, is: oneOf('ok', 'wrong', 'unknown'), what: text }, { fix: text });

/** An agent program that was found, as `permesso doctor` sees it. */
const foundAgent = object(
  {
    name: text,
    title: text,
    checks: list(agentCheck),
    shadows: list(object({ what: text, file: text, fix: text }, { line: count })),
    canary: object({ result: oneOf('proven', 'failed', 'unproven'), why: text }, { at: text }),
  },
  { program: text },
);

export type FoundAgent = TypeOf<typeof foundAgent>;

export const foundAgents = object({ machine: list(agentCheck), hosts: list(foundAgent) });

export type FoundAgents = TypeOf<typeof foundAgents>;

/** Whether every call of this user is denied for now. */
export const freezeState = object({}, { frozen: object({ reason: text }, { since: text }) });

export type FreezeState = TypeOf<typeof freezeState>;
