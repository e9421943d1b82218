import { definedFields } from '@permesso/engine/call';
import type { EntryStanding } from './entry-standing.ts';
import { inputText, entryReason } from './export-csv.ts';
import type {
  AnswerEntry,
  DecisionEntry,
  EndEntry,
  GrantEntry,
  LogEntry,
  RevokeEntry,
  StartEntry,
} from '../entry/log-entry.ts';

const version = '1.3.0';

/**
 * An entry as an event of the Open Cybersecurity Schema Framework; undefined for entries about the log itself. A person whom
 * only a machine names is not recorded as its actor.
 */
export function ocsfEvent(entry: LogEntry, standing?: EntryStanding): Record<string, unknown> | undefined {
  const event = eventOf(entry);
  if (event === undefined || standing === undefined) return event;
  const { actor = {}, unmapped = {} } = event as Readonly<Record<string, object | undefined>>;
  const { user, ...machine } = actor as { readonly user?: object };
  return {
    ...event,
    ...(standing.by === 'claimed' && user !== undefined ? { actor: machine } : {}),
    unmapped: { ...unmapped, ...standing },
  };
}

function eventOf(entry: LogEntry): Record<string, unknown> | undefined {
  switch (entry.type) {
    case 'decision':
    case 'answer':
      return apiActivity(entry);
    case 'start':
    case 'end':
      return callActivity(entry);
    case 'grant':
      return authorizeSession(entry);
    case 'revoke':
      return userAccess(entry);
    case 'failure':
    case 'mark':
      return undefined;
  }
}

/** API Activity (6003), activity Other: an operation was requested and decided. */
function apiActivity(entry: DecisionEntry | AnswerEntry): Record<string, unknown> {
  const { verdict } = entry;
  const judged = outcome[verdict];
  const by = entry.type === 'answer' ? entry.by : undefined;
  const rules = entry.type === 'decision' ? entry.receipt.rules : [];
  return {
    ...base(entry, { category: 6, classId: 6003, className: 'API Activity', activity: 99 }),
    activity_name: entry.type === 'decision' ? 'Authorize' : 'Approve',
    ...judged,
    status_detail: entryReason(entry),
    message: `${verdict}: ${entry.call.tool} ${inputText(entry.call.input)}`.slice(0, 4096),
    actor: {
      app_name: entry.host ?? 'agent',
      ...(entry.session === undefined ? {} : { session: { uid: entry.session } }),
      ...(by === undefined ? {} : { user: { name: by } }),
      invoked_by: entry.agent.join(' < '),
      authorizations: [
        {
          decision: verdict,
          ...(rules[0] === undefined
            ? {}
            : { policy: { name: rules[0].text, desc: rules[0].place ?? rules[0].layer } }),
        },
      ],
    },
    api: {
      operation: entry.call.tool,
      ...(entry.call.mcp === undefined ? {} : { service: { name: entry.call.mcp.server } }),
      ...(entry.key === undefined ? {} : { request: { uid: entry.key } }),
    },
    src_endpoint: { name: entry.host ?? 'agent', ...definedFields({ uid: entry.session }) },
    resources:
      entry.type === 'decision'
        ? entry.receipt.parts.map(({ label }) => ({ name: label, type: 'part of the call' }))
        : [],
    unmapped: { entry },
  };
}

/** API Activity (6003), activity Other: the operation started or ended. */
function callActivity(entry: StartEntry | EndEntry): Record<string, unknown> {
  const failed = entry.type === 'end' && !entry.ok;
  return {
    ...base(entry, { category: 6, classId: 6003, className: 'API Activity', activity: 99 }),
    activity_name: entry.type === 'start' ? 'Start' : 'End',
    status_id: failed ? 2 : 1,
    status: failed ? 'Failure' : 'Success',
    status_detail: entryReason(entry),
    ...(entry.type === 'end' && entry.durationMs !== undefined ? { duration: entry.durationMs } : {}),
    message: `${entry.type}: ${entry.call.tool}`,
    actor: {
      app_name: entry.host ?? 'agent',
      ...(entry.session === undefined ? {} : { session: { uid: entry.session } }),
      invoked_by: entry.agent.join(' < '),
    },
    api: {
      operation: entry.call.tool,
      ...(entry.key === undefined ? {} : { request: { uid: entry.key } }),
    },
    src_endpoint: { name: entry.host ?? 'agent', ...definedFields({ uid: entry.session }) },
    unmapped: { entry },
  };
}

/** Authorize Session (3003), activity Assign Privileges: a lasting approval. */
function authorizeSession(entry: GrantEntry): Record<string, unknown> {
  const { grant } = entry;
  return {
    ...base(entry, { category: 3, classId: 3003, className: 'Authorize Session', activity: 1 }),
    activity_name: 'Assign Privileges',
    status_id: 1,
    status: 'Success',
    user: { name: 'agent', ...definedFields({ uid: grant.session }) },
    privileges: grant.rules.length === 0 ? [`exactly the call ${grant.callKey ?? ''}`] : grant.rules,
    ...(grant.session === undefined ? {} : { session: { uid: grant.session } }),
    unmapped: { entry },
  };
}

/** User Access Management (3005), activity Revoke Privileges: a remembered answer was revoked. */
function userAccess(entry: RevokeEntry): Record<string, unknown> {
  const { grant, by } = entry;
  return {
    ...base(entry, { category: 3, classId: 3005, className: 'User Access Management', activity: 2 }),
    activity_name: 'Revoke Privileges',
    status_id: 1,
    status: 'Success',
    user: { name: 'agent' },
    ...(by === undefined ? {} : { actor: { user: { name: by } } }),
    privileges: grant.rules.length === 0 ? [`exactly one call (${grant.id})`] : grant.rules,
    unmapped: { entry },
  };
}

const outcome = {
  allow: {
    status_id: 1,
    status: 'Success',
    action_id: 1,
    action: 'Allowed',
    disposition_id: 1,
    disposition: 'Allowed',
  },
  deny: {
    status_id: 2,
    status: 'Failure',
    action_id: 2,
    action: 'Denied',
    disposition_id: 2,
    disposition: 'Blocked',
  },
  ask: {
    status_id: 99,
    status: 'Asked',
    action_id: 99,
    action: 'Asked',
    disposition_id: 99,
    disposition: 'Asked',
  },
} as const;

interface Class {
  readonly category: 3 | 6;
  readonly classId: number;
  readonly className: string;
  readonly activity: number;
}

function isRefusal(entry: LogEntry): boolean {
  return (entry.type === 'decision' || entry.type === 'answer') && entry.verdict === 'deny';
}

function base(entry: LogEntry, { category, classId, className, activity }: Class): Record<string, unknown> {
  return {
    activity_id: activity,
    category_uid: category,
    category_name: category === 6 ? 'Application Activity' : 'Identity & Access Management',
    class_uid: classId,
    class_name: className,
    type_uid: classId * 100 + activity,
    time: Date.parse(entry.at),
    severity_id: isRefusal(entry) ? 2 : 1,
    severity: isRefusal(entry) ? 'Low' : 'Informational',
    metadata: {
      version,
      profiles: ['security_control'],
      product: { name: 'Permesso', vendor_name: 'Permesso' },
      uid: entry.hash,
      sequence: entry.seq,
      log_name: 'permesso',
      log_version: String(entry.v),
    },
  };
}
