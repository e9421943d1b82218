import { join } from 'node:path';
import { namesIn } from '../approval/private-file.ts';
import { approvalFiles, unsettledIn } from '../approval/approval-files.ts';
import { approvalIn, approvalsIn, giveAnswer } from '../approval/waiting-approvals.ts';
import type { Approval } from '../approval/approval.ts';
import { readAnswer } from '../approval/read-answer.ts';
import { warningsAbout } from '../approval/terminal/show-text.ts';
import { whyForgotten } from '../try-answer.ts';
import type { PlaceOptions } from '../world/policy-places.ts';
import { Refused, textFrom, type Asked, type Route } from './route.ts';

/** A question as the page shows it. */
export interface InboxItem {
  readonly id: string;
  readonly digest: string;
  readonly askedAt: number;
  readonly expiresAt?: number;
  readonly call: Approval['request']['call'];
  readonly message: string;
  readonly parts: Approval['request']['decision']['receipt']['parts'];
  readonly effects: Approval['request']['effects'];
  readonly scopes: Approval['request']['scopes'];
  readonly suggestions: Approval['request']['decision']['suggestions'];
  readonly editable: boolean;
  readonly warnings: readonly string[];
}

/** Oldest first: whoever waited longest. */
function inboxOf(state: string, now: number): readonly InboxItem[] {
  return approvalsIn(state, now)
    .filter(({ approval }) => approval.state === 'pending')
    .map(({ approval }) => itemOf(approval))
    .toSorted((a, b) => a.askedAt - b.askedAt);
}

/** What came and what went since the last look. */
export interface InboxChange {
  readonly added: readonly InboxItem[];
  readonly gone: readonly string[];
}

/**
 * The inbox as it changes; nothing when it has not. Each change of a question is a new file, so the names tell, and only
 * questions that are new are read: nobody reads a thousand of them four times a second.
 */
export function watchInbox(state: string): (now: number) => InboxChange | undefined {
  const sessions = join(state, 'sessions');
  let known: ReadonlyMap<string, InboxItem> = new Map();
  return (now) => {
    const still = new Map<string, InboxItem>();
    for (const session of namesIn(sessions)) {
      const directory = join(sessions, session, 'approvals');
      for (const id of unsettledIn(directory)) {
        const item = known.get(id) ?? itemWhile(approvalFiles(directory).get(id));
        if (item !== undefined && now < (item.expiresAt ?? Infinity)) still.set(id, item);
      }
    }
    const added = [...still]
      .filter(([id]) => !known.has(id))
      .map(([, item]) => item)
      .toSorted((a, b) => a.askedAt - b.askedAt);
    const gone = [...known.keys()].filter((id) => !still.has(id));
    known = still;
    return added.length + gone.length === 0 ? undefined : { added, gone };
  };
}

function itemWhile(approval: Approval | undefined): InboxItem | undefined {
  return approval?.state === 'pending' ? itemOf(approval) : undefined;
}

function itemOf({ id, askedAt, expiresAt, request }: Approval): InboxItem {
  const { call, decision, effects, scopes, editable, digest } = request;
  return {
    id,
    digest,
    askedAt,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    call,
    message: decision.message,
    parts: decision.receipt.parts,
    effects,
    scopes,
    suggestions: decision.suggestions,
    editable,
    warnings: warningsAbout(JSON.stringify(call.input)),
  };
}

export interface InboxOptions {
  readonly state: string;
  /** Whoever sits at the page. */
  readonly by: string;
  /** Where this person's policy is. */
  readonly places: PlaceOptions;
}

export function inboxRoutes({ state, by, places }: InboxOptions): readonly Route[] {
  return [
    { method: 'GET', path: '/api/inbox', run: () => ({ items: inboxOf(state, Date.now()) }) },
    { method: 'POST', path: '/api/answer', run: ({ body }) => answerFrom(body, { state, by, places }) },
  ];
}

/** The answer is about what the page showed, by its digest: a question that changed meanwhile is not answered. */
async function answerFrom(body: Asked['body'], { state, by, places }: InboxOptions): Promise<object> {
  const id = textFrom(body, 'id');
  const digest = textFrom(body, 'digest');
  const found = approvalIn(state, id, Date.now());
  if (found === undefined) throw new Refused('The question is gone.');
  if (found.approval.request.digest !== digest) throw new Refused('The question has changed: look again.');
  const said = readAnswer({ ...(body['answer'] as object), by, from: 'console' });
  const scope = said.verdict === 'allow' ? (said.scope ?? 'once') : 'once';
  if (typeof scope !== 'string' || !found.approval.request.scopes.includes(scope))
    throw new Refused('This cannot be allowed for so long.');
  const forgotten = await whyForgotten(found.approval.request, said, places);
  if (forgotten !== undefined) throw new Refused(`This would not be remembered: ${forgotten}`);
  const why = giveAnswer(found, said);
  if (why !== undefined) throw new Refused(`The answer does not count: ${why}.`);
  return { accepted: true };
}
