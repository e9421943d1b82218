import { join } from 'node:path';
import { namesIn } from '../approval/private-file.ts';
import { approvalsIn, giveAnswer } from '../approval/waiting-approvals.ts';
import type { Approval } from '../approval/approval.ts';
import { readAnswer } from '../approval/read-answer.ts';
import { warningsAbout } from '../approval/terminal/show-text.ts';
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

/**
 * The inbox again, when it may have changed: each change of a question is a new file, so the names tell, and nobody reads
 * a thousand questions four times a second.
 */
export function watchInbox(state: string): (now: number) => readonly InboxItem[] | undefined {
  let names = '';
  let expires = 0;
  let told: string | undefined;
  return (now) => {
    const sessions = join(state, 'sessions');
    const found = namesIn(sessions)
      .map((name) => namesIn(join(sessions, name, 'approvals')).join())
      .join('|');
    if (told !== undefined && found === names && now < expires) return undefined;
    const items = inboxOf(state, now);
    names = found;
    expires = Math.min(Infinity, ...items.map(({ expiresAt = Infinity }) => expiresAt));
    const text = items.map(({ id, digest }) => `${id} ${digest}`).join();
    if (text === told) return undefined;
    told = text;
    return items;
  };
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
}

export function inboxRoutes({ state, by }: InboxOptions): readonly Route[] {
  return [
    { method: 'GET', path: '/api/inbox', run: () => ({ items: inboxOf(state, Date.now()) }) },
    { method: 'POST', path: '/api/answer', run: ({ body }) => answerFrom(body, { state, by }) },
  ];
}

/** The answer is about what the page showed, by its digest: a question that changed meanwhile is not answered. */
function answerFrom(body: Asked['body'], { state, by }: InboxOptions): object {
  const id = textFrom(body, 'id');
  const digest = textFrom(body, 'digest');
  const found = approvalsIn(state, Date.now()).find(({ approval }) => approval.id === id);
  if (found === undefined) throw new Refused('The question is gone.');
  if (found.approval.request.digest !== digest) throw new Refused('The question has changed: look again.');
  const said = readAnswer({ ...(body['answer'] as object), by, from: 'console' });
  const scope = said.verdict === 'allow' ? (said.scope ?? 'once') : 'once';
  if (typeof scope !== 'string' || !found.approval.request.scopes.includes(scope))
    throw new Refused('This cannot be allowed for so long.');
  const why = giveAnswer(found, said);
  if (why !== undefined) throw new Refused(`The answer does not count: ${why}.`);
  return { accepted: true };
}
