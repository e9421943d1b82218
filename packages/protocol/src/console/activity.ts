import type { LogEntry } from '../entry/log-entry.ts';
import { count, decimal, described, flag, list, object, orNull, text, type TypeOf } from './shape.ts';

/** One step of a search through the local log. */
export const localEntries = object(
  { entries: list(described<LogEntry>()), looked: count },
  {
    /** Absent when the log has ended. */
    more: text,
  },
);

export type LocalEntries = TypeOf<typeof localEntries>;

/** An entry as it was received: an agent wrote it, and anything may stand there. */
export const teamEntry = object({
  agent: text,
  agentName: text,
  seq: decimal,
  receivedAt: text,
  entry: described<unknown>(),
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

export const logVerification = object(
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

export const logFinding = object({
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

export type LogFinding = TypeOf<typeof logFinding>;

/** What is wrong with chains that agents sent, and the signed head of the team's log. */
export const teamLog = object(
  { findings: list(logFinding) },
  { checkpoint: object({ size: decimal, root: text, at: text, signature: text }) },
);

export type TeamLogState = TypeOf<typeof teamLog>;
