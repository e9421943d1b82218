import { canaryResults, enforcements, hookStates } from '../machine/machine-report.ts';
import { count, flag, list, object, oneOf, orNull, text, type TypeOf } from '../shape/index.ts';

/** Worst first: a machine is listed under the first of its states. */
export const machineStates = [
  'unprotected',
  'diverging',
  'silent',
  'unproven',
  'outdated',
  'frozen',
  'proven',
  'revoked',
] as const;

export type MachineState = (typeof machineStates)[number];

const machineState = oneOf(...machineStates);

const machineHost = object({
  name: text,
  version: orNull(text),
  hook: oneOf(...hookStates),
  canary: object({ result: oneOf(...canaryResults), at: orNull(text) }),
});

export type MachineHost = TypeOf<typeof machineHost>;

const machineFields = {
  agent: text,
  name: text,
  project: text,
  /** For admins of the project; null for others. */
  owner: orNull(text),
  states: list(machineState),
  enrolledAt: text,
  revokedAt: orNull(text),
  frozen: orNull(text),
  /** When the server received the last report; null if never. */
  seenAt: orNull(text),
  client: orNull(text),
  platform: orNull(text),
  /** The policy version that it reported. */
  policy: orNull(count),
  /** The active version of its project. */
  current: orNull(count),
  /** The version of the organisation's baseline that it reported; also null from a client that does not support baselines. */
  baselineHeld: orNull(count),
  /** The active version of the baseline. */
  baseline: orNull(count),
  mode: orNull(text),
  enforcement: orNull(oneOf(...enforcements)),
  sandbox: orNull(oneOf('proven', 'not proven')),
  /** Whether the owner of the machine chose its team; null from a client that does not report it. */
  managed: orNull(flag),
  /** How far its clock is ahead of the server's, in milliseconds. */
  clockAheadMs: orNull(count),
  logSeq: orNull(count),
  hosts: list(machineHost),
} as const;

const machine = object(machineFields);

export type Machine = TypeOf<typeof machine>;

export const machineList = object({
  machines: list(machine),
  total: count,
  /** The number of machines per state; a machine may have several. */
  counts: list(object({ state: machineState, machines: count })),
  /** The cursor of the next page; null at the end. */
  next: orNull(text),
});

export type MachineList = TypeOf<typeof machineList>;

export const machineDetail = object({
  ...machineFields,
  /** Newest first. */
  history: list(object({ at: text, what: text, of: orNull(text), from: orNull(text), to: orNull(text) })),
  /** Problems with its log. */
  findings: list(object({ what: text, first: orNull(count), last: orNull(count), foundAt: text })),
});

export type MachineDetail = TypeOf<typeof machineDetail>;
