import { count, described, flag, list, object, oneOf, orNull, text, type TypeOf } from '../shape/index.ts';
import { quietHours } from './quiet-hours.ts';

/** Data that a team's administrators view and change. */
const heldRole = object({ role: oneOf('viewer', 'approver', 'author', 'admin'), project: orNull(text) });

export type ListedRole = TypeOf<typeof heldRole>;

/** A role from a group of the identity provider or the directory. For a temporary role, `group` holds its reason. */
const groupRole = object({
  role: oneOf('viewer', 'approver', 'author', 'admin'),
  project: orNull(text),
  source: oneOf('sign-in', 'scim', 'temporary'),
  group: text,
});

const person = object({
  id: text,
  /** The issuer that identifies them; `local` if the operator added them. */
  issuer: text,
  email: orNull(text),
  name: orNull(text),
  disabledAt: orNull(text),
  /** Granted manually. */
  roles: list(heldRole),
  groupRoles: list(groupRole),
});

export type ListedPerson = TypeOf<typeof person>;

export const peopleList = object({
  people: list(person),
  /** Counts over everyone whom the signed-in person administers. */
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

/** The token's text is shown only once. */
export const madeToken = object({ id: text, token: text, expiresAt: text });

const enrolment = object({
  id: text,
  project: text,
  /** Null for a fleet token: its machines belong to the person who signs in. */
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
  /** For a target of the organisation; people's own quiet hours stay private. */
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

/** `secret` signs what is sent; shown only once. */
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
  /** Batches that have not arrived yet. */
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

/** A machine that waits for a person to claim it. */
export const deviceAsking = object({
  name: text,
  address: text,
  createdAt: text,
  expiresAt: text,
  /** The project that it asks for; if null, the person chooses. */
  wanted: orNull(text),
  projects: list(object({ id: text, name: text })),
  /** The request comes from a different address than the person's. */
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
