import { count, decimal, fields, flag, list, object, oneOf, orNull, text, type TypeOf } from './shape.ts';

const verdictCounts = { allow: count, ask: count, deny: count } as const;

/** One day, or one hour of the last 24. */
const overviewPoint = object(
  {
    /** Its beginning, in milliseconds since the epoch. */
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

/** A period beside the one before it. */
const comparedPeriods = {
  days: count,
  now: periodFigures,
  before: periodFigures,
  /** Whether the log reaches back to the start of the period before. */
  comparable: flag,
  points: list(overviewPoint),
} as const;

export const overview = object({
  ...comparedPeriods,
  /** Calls since the log began. */
  calls: count,
  /** The log is still being read. */
  counting: flag,
});

export type Overview = TypeOf<typeof overview>;

/** What both overviews draw in the same way. */
export type ComparedPeriods = Pick<Overview, keyof typeof comparedPeriods>;

/** The same for all agents of a team, counted by when the server received their entries. */
export const teamOverview = object({
  ...comparedPeriods,
  /** No agent has sent anything yet. */
  isEmpty: flag,
  /** What people of the team were asked about, by the rule that asked or else the tool; the most frequent first. */
  asked: list(object({ what: text, prompts: count, approved: count, denied: count })),
  agents: object({
    /** Not revoked. */
    enrolled: count,
    /** Of them: have sent entries within `silentDays`. */
    reporting: count,
    silentDays: count,
    /** Enrolled before that, and have not. */
    silentCount: count,
    /** The longest silent first, at most five; `last` is null where nothing was ever received. */
    silent: list(object({ name: text, project: text, last: orNull(text) })),
  }),
});

export type TeamOverview = TypeOf<typeof teamOverview>;

/** What was asked most, with the one rule that would end it. */
const askedCall = object(
  {
    call: object({ tool: text, input: fields }, { cwd: text }),
    prompts: count,
    approved: count,
    denied: count,
    /** Other calls that the rule would allow as well, the most frequent first. */
    also: list(text),
    alsoCount: count,
  },
  {
    rules: list(text),
    covers: text,
    /** Prompts of the period that the rule would have saved. */
    saves: count,
    /** Why there is no such rule. */
    none: text,
  },
);

export type AskedCall = TypeOf<typeof askedCall>;

export const askedMost = object({
  asked: list(askedCall),
  /** Different calls that were asked about in the period. */
  different: count,
});

export type AskedMost = TypeOf<typeof askedMost>;

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
