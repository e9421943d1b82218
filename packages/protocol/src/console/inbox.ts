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

/** What a team knows about an approval request beside the request itself. */
const requestContext = object(
  {
    projectId: text,
    project: text,
    agent: text,
    owner: text,
    /** So many must approve. */
    quorum: count,
    votes: list(object({ by: text, verdict: text })),
    /** How often the same was asked while it waited. */
    joined: count,
    isEscalated: flag,
    /** Others may vote about a rule for the whole team. That does not depend on how long one answer may last. */
    mayPropose: flag,
  },
  {
    /** Why the viewer cannot answer. */
    whyNot: text,
  },
);

export type RequestContext = TypeOf<typeof requestContext>;

/** An approval request as the pages show it. */
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
    /** How long an approval may last, `once` first. */
    scopes: list(oneOf(...answerScopes)),
    suggestions: list(object({ rules: list(text), covers: text })),
    editable: flag,
    warnings: list(text),
  },
  {
    expiresAt: decimal,
    team: requestContext,
    /** How long a denial may last, where an approval may not last as long. */
    denialScopes: list(oneOf(...answerScopes)),
    /** The last words of the person and of the agent; of this machine alone. */
    said: object({}, { person: text, agent: text }),
    /** Hosts that may be opened for sandboxed calls instead: then it runs sandboxed. */
    hosts: list(text),
    /** Sources of untrusted text that may be trusted for the rest of the session, with this approval. */
    sources: list(text),
  },
);

export type InboxItem = TypeOf<typeof inboxItem>;

/** The event `inbox` of the stream: all that waits, as far as it fits. */
export const liveInbox = object(
  { items: list(inboxItem) },
  {
    /** More than `items` where not all were sent. */
    waiting: count,
  },
);

export type LiveInbox = TypeOf<typeof liveInbox>;

/** The event `change`: what came or changed, and what does not wait any more. */
export const liveChange = object({ added: list(inboxItem), gone: list(text) });

export type LiveChange = TypeOf<typeof liveChange>;

/** What became of an answer: `pending` while others must agree. */
export const answered = object({ state: text });

/** What a rule would have let through. */
export const matching = object(
  { of: count, matched: count },
  { examples: list(object({ tool: text, input: fields })) },
);

export type Matching = TypeOf<typeof matching>;
