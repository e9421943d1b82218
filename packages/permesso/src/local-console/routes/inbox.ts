import { join } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { namesInFolder, type PlaceOptions } from '@permesso/gate/disk';
import {
  approvalFiles,
  unsettledIn,
  approvalIn,
  approvalsIn,
  giveAnswer,
  hostsObjection,
  readAnswer,
} from '@permesso/gate/approval';
import type { Approval } from '@permesso/protocol/approval';
import type { InboxItem, LiveChange, LiveInbox } from '@permesso/protocol/console';
import { warningsAbout } from '@permesso/protocol/text';
import { whyForgotten } from '@permesso/gate/gate';
import { saidBefore } from '../../host-lists/said-before.ts';
import { lastingAnswers, type LastingAnswers } from './lasting-answers.ts';
import { get, post, Refused, textFrom, type RouteRequest, type Route } from '../route.ts';

/** Oldest first: the longest waiting. */
function inboxOf(state: string, now: number): readonly InboxItem[] {
  return approvalsIn(state, now)
    .filter(({ approval }) => approval.state === 'pending')
    .map(({ approval }) => itemHere(approval))
    .toSorted((a, b) => a.askedAt - b.askedAt);
}

/**
 * Changes of the inbox; undefined if there are none. Each change of a request creates a new file, so the names
 * suffice, and only new requests are read: a thousand of them must not be read four times a second.
 */
export function watchInbox(state: string): (now: number) => LiveChange | undefined {
  const sessions = join(state, 'sessions');
  let known: ReadonlyMap<string, InboxItem> = new Map();
  return (now) => {
    const still = new Map<string, InboxItem>();
    for (const session of namesInFolder(sessions)) {
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
  return approval?.state === 'pending' ? itemHere(approval) : undefined;
}

/** Adds the preceding messages, which exist on this machine alone. */
function itemHere(approval: Approval): InboxItem {
  const said = saidBefore(approval.request.call);
  return { ...itemOf(approval), ...(Object.keys(said).length === 0 ? {} : { said }) };
}

export function itemOf({ id, askedAt, expiresAt, request }: Approval): InboxItem {
  const { call, decision, summary, effects, scopes, denialScopes, editable, digest, hosts, sources } =
    request;
  return {
    id,
    digest,
    askedAt,
    ...definedFields({ expiresAt }),
    call,
    message: decision.message,
    summary: summary ?? { title: `use ${call.tool}`, why: decision.message },
    parts: decision.receipt.parts,
    effects,
    scopes,
    suggestions: decision.suggestions,
    editable,
    ...definedFields({ denialScopes, hosts, sources }),
    warnings: warningsAbout(JSON.stringify(call.input)),
  };
}

export interface InboxOptions {
  readonly state: string;
  /** The person at the page. */
  readonly by: string;
  /** The location of this person's policy. */
  readonly places: PlaceOptions;
}

export function inboxRoutes({ state, by, places }: InboxOptions): readonly Route[] {
  const lasting = lastingAnswers({ by, places });
  return [
    get('/api/inbox', (): LiveInbox => ({ items: inboxOf(state, Date.now()) })),
    post('/api/answer', (body) => answerFromBody(body, { state, by, places, lasting })),
    post('/api/answer/undo', async (body) => {
      await lasting.undo(textFrom(body, 'id'));
      return {};
    }),
  ];
}

/**
 * The answer is for the request that the page showed, by its digest: a request that changed since is not answered.
 */
async function answerFromBody(
  body: RouteRequest['body'],
  { state, by, places, lasting }: InboxOptions & { readonly lasting: LastingAnswers },
): Promise<object> {
  const id = textFrom(body, 'id');
  const digest = textFrom(body, 'digest');
  const found = approvalIn(state, id, Date.now());
  if (found === undefined) throw new Refused('The question is gone.');
  if (found.approval.request.digest !== digest) throw new Refused('The question has changed: look again.');
  const said = readAnswer({ ...(body['answer'] as object), by, from: 'console' });
  const scope = said.verdict === 'allow' ? (said.scope ?? 'once') : 'once';
  if (typeof scope !== 'string' || !found.approval.request.scopes.includes(scope))
    throw new Refused('This cannot be allowed for so long.');
  const objection = hostsObjection(said, found.approval.request);
  if (objection !== undefined) throw new Refused(`The answer does not count: ${objection}.`);
  const forgotten = await whyForgotten(found.approval.request, said, places);
  if (forgotten !== undefined) throw new Refused(`This would not be remembered: ${forgotten}`);
  lasting.add(found.approval, said);
  const why = giveAnswer(found, said);
  if (why !== undefined) throw new Refused(`The answer does not count: ${why}.`);
  return { accepted: true };
}
