import { count, described, flag, list, object, oneOf, orNull, text, type TypeOf } from '../shape/index.ts';
import { quietHours } from './quiet-hours.ts';

/** What administrators of a team look at and change. */
const heldRole = object({ role: oneOf('viewer', 'approver', 'author', 'admin'), project: orNull(text) });

export type ListedRole = TypeOf<typeof heldRole>;

/** A role that a group of the identity provider or of the directory gives, or one for some time: then the reason is its group. */
const groupRole = object({
  role: oneOf('viewer', 'approver', 'author', 'admin'),
  project: orNull(text),
  source: oneOf('sign-in', 'scim', 'temporary'),
  group: text,
});

const person = object({
  id: text,
  /** Who vouches for them; `local` where the operator added them. */
  issuer: text,
  email: orNull(text),
  name: orNull(text),
  disabledAt: orNull(text),
  /** Given by hand. */
  roles: list(heldRole),
  groupRoles: list(groupRole),
});

export type ListedPerson = TypeOf<typeof person>;

export const peopleList = object({
  people: list(person),
  /** Of everybody whom the signed-in person administers. */
  counts: object({ all: count, admins: count, 'no-role': count, disabled: count }),
});

const token = object({
  id: text,
  name: text,
  roles: list(text),
  createdAt: text,
  expiresAt: text,
  state: oneOf('valid', 'expired', 'revoked'),
});

export const tokenList = object({ tokens: list(token) });

export const sessionList = object({
  sessions: list(object({ id: text, createdAt: text, expiresAt: text, apiToken: orNull(text) })),
});

/** Its text is shown this once. */
export const madeToken = object({ id: text, token: text, expiresAt: text });

const enrolment = object({
  id: text,
  project: text,
  /** Null for a fleet token: whose machines they are is who signs in. */
  owner: orNull(text),
  usesLeft: count,
  createdAt: text,
  expiresAt: text,
  state: oneOf('valid', 'expired', 'used up', 'revoked'),
});

export type ListedEnrolment = TypeOf<typeof enrolment>;

export const enrolmentList = object({ enrolments: list(enrolment) });

const approvalRule = object({
  id: text,
  project: orNull(text),
  rule: text,
  quorum: count,
  answerMinutes: count,
  escalateMinutes: orNull(count),
  teamQuorum: count,
});

export const approvalRuleList = object({ rules: list(approvalRule) });

const notificationTarget = object({
  id: text,
  project: orNull(text),
  kind: oneOf('webhook', 'slack', 'slack-channel', 'teams', 'mail', 'push'),
  person: orNull(text),
  host: text,
  onlyEscalated: flag,
  about: oneOf('everything', 'approvals', 'machines'),
  confirmedAt: orNull(text),
  /** Of a target of the organisation; people keep theirs to themselves. */
  quiet: orNull(quietHours),
});

export type ListedTarget = TypeOf<typeof notificationTarget>;

export const targetList = object({ hooks: list(notificationTarget) });

/** The Slack app of the organisation. */
export const slackState = object({
  workspace: orNull(object({ team: text, name: text, requestUrl: text })),
  people: count,
});

export const slackWorkspace = object({ team: text, name: text, requestUrl: text });

/** `secret` signs what is sent; shown this once. */
export const madeTarget = object({ id: text, secret: text, waits: flag });

export const deliveryList = object({
  deliveries: list(
    object({ id: text, hook: text, attempts: count, dueAt: orNull(text), error: orNull(text) }),
  ),
});

const stream = object({
  id: text,
  kind: text,
  host: text,
  attempts: count,
  error: orNull(text),
  sentAt: orNull(text),
  addedAt: text,
  /** Batches that are not there yet. */
  behind: count,
});

export type ListedStream = TypeOf<typeof stream>;

export const streamList = object({ streams: list(stream) });

const act = object({
  id: text,
  at: text,
  /** `person:UUID`, `agent:UUID`, `operator` or `server`. */
  actor: text,
  act: text,
  subject: text,
  detail: described<unknown>(),
  address: orNull(text),
});

export type ListedAct = TypeOf<typeof act>;

export const actList = object({ acts: list(act) });

/** A machine that waits for somebody to say that it is theirs. */
export const deviceAsking = object({
  name: text,
  address: text,
  createdAt: text,
  expiresAt: text,
  /** The project that it asks for; the person chooses where it asks for none. */
  wanted: orNull(text),
  projects: list(object({ id: text, name: text })),
  /** It asks from another address than the person does. */
  isElsewhere: flag,
});

export type DeviceAsking = TypeOf<typeof deviceAsking>;

const ownMachine = object({
  id: text,
  name: text,
  projectName: text,
  enrolledAt: text,
  cameBy: oneOf('sign-in', 'own token', 'token of another'),
  madeByName: orNull(text),
  isUnconfirmed: flag,
});

export type OwnMachine = TypeOf<typeof ownMachine>;

export const ownMachines = object({ machines: list(ownMachine) });
