import { effectKinds } from '../text/index.ts';
import { answerScopes } from '../approval/approver.ts';
import { count, decimal, fields, flag, list, object, oneOf, text, type TypeOf } from '../shape/index.ts';

export const verdict = oneOf('allow', 'ask', 'deny');

const shownCall = object(
  { tool: text, input: fields },
  { cwd: text, host: text, session: text, agent: object({ name: text }) },
);

/** A part of a call with its own verdict. */
const shownPart = object(
  { label: text, verdict, reason: text, doubts: list(text) },
  { span: object({ start: count, end: count }) },
);

export type ShownPart = TypeOf<typeof shownPart>;

export const shownEffect = object(
  { words: text, lasting: flag },
  { does: oneOf(...effectKinds), known: text },
);

export type ShownEffect = TypeOf<typeof shownEffect>;

/** What a team knows about an approval request in addition to the request itself. */
const requestContext = object(
  {
    projectId: text,
    project: text,
    agent: text,
    owner: text,
    /** The number of people who must approve. */
    quorum: count,
    votes: list(object({ by: text, verdict: text })),
    /** How often the same request was repeated while pending. */
    joined: count,
    isEscalated: flag,
    /** Others may vote on a rule for the whole team, independent of how long a single answer may last. */
    mayPropose: flag,
  },
  {
    /** Why the viewer cannot answer. */
    whyNot: text,
  },
);

export type RequestContext = TypeOf<typeof requestContext>;

/** An approval request as shown on the pages. */
const inboxItem = object(
  {
    id: text,
    digest: text,
    /** Milliseconds since the epoch. */
    askedAt: decimal,
    call: shownCall,
    message: text,
    summary: object({ title: text, why: text }, { safer: object({ call: text, why: text }) }),
    parts: list(shownPart),
    effects: list(shownEffect),
    /** The possible durations of an approval, `once` first. */
    scopes: list(oneOf(...answerScopes)),
    suggestions: list(object({ rules: list(text), covers: text })),
    editable: flag,
    warnings: list(text),
  },
  {
    expiresAt: decimal,
    team: requestContext,
    /** The possible durations of a denial, if an approval may not last as long. */
    denialScopes: list(oneOf(...answerScopes)),
    /** The last messages of the person and of the agent; only on this machine. */
    said: object({}, { person: text, agent: text }),
    /** Hosts that may be opened for sandboxed calls instead; the call then runs sandboxed. */
    hosts: list(text),
    /** Sources of untrusted text that this approval may trust for the rest of the session. */
    sources: list(text),
  },
);

export type InboxItem = TypeOf<typeof inboxItem>;

/** The event `inbox` of the stream: all pending requests, as far as they fit. */
export const liveInbox = object(
  { items: list(inboxItem) },
  {
    /** More than `items` if not all were sent. */
    waiting: count,
  },
);

export type LiveInbox = TypeOf<typeof liveInbox>;

/** The event `change`: requests that were added or changed, and those no longer pending. */
export const liveChange = object({ added: list(inboxItem), gone: list(text) });

export type LiveChange = TypeOf<typeof liveChange>;

/** The result of an answer: `pending` while others must still approve. */
export const answered = object({ state: text });

/** The calls that a rule would have allowed. */
export const matching = object(
  { of: count, matched: count },
  { examples: list(object({ tool: text, input: fields })) },
);

export type Matching = TypeOf<typeof matching>;
