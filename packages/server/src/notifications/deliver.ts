import type { ApprovalRequest } from '@permesso/protocol/approval';
import { first, only, queries } from '../database/query.ts';
import { signedInReason } from '../approvals/index.ts';
import { ForbiddenAddress } from '../outbound/send.ts';
import { newToken } from '../secrets/token.ts';
import { loadNotice, sendNotice } from './alerts/send-notice.ts';
import { approvalsPage } from './approvals-page.ts';
import { RetryLater, TargetGone, type DeliverOptions, type Holding } from './channel.ts';
import type { Asker, Message } from './message.ts';
import { openTarget, sendMessage } from './send-message.ts';
import type { Database } from '../database/database.ts';
import { recordAdminAction } from '../identity/index.ts';

const sql = queries(import.meta.dirname);
const organisationsDue = sql<{ organisation: string }, { at: Date }>('organisations-due.sql');
const dueDeliveries = sql<{ id: string }, { at: Date }>('due-deliveries.sql');
const claimAlone = sql<{ at: Date }, { at: Date }>('claim-alone.sql');
const claimDeliveries = sql<Claimed, { most: number; at: Date; ids: readonly string[] }>(
  'claim-deliveries.sql',
);
const waitingOfAgent = sql<{ name: string; waiting: number }, { approval: string }>('waiting-of-agent.sql');
const loadDelivery = sql<Loaded, { hook: string; approval: string }>('load-delivery.sql');
const finishDelivery = sql<
  never,
  { id: string; state: string; error: string | null; seconds: number; at: Date }
>('finish-delivery.sql');
const addLink = sql<never, { hash: Buffer; approval: string; person: string; expiresAt: Date }>(
  'add-link.sql',
);

interface Claimed {
  readonly id: string;
  readonly hook: string;
  /** Null if it is about machines. */
  readonly approval: string | null;
  readonly notice: string | null;
  readonly attempts: number;
  /** One message about all of an agent's requests, instead of many. */
  readonly isDigest: boolean;
  /** One message about everything deferred by quiet hours. */
  readonly isGathered: boolean;
}

interface Loaded extends Asker {
  readonly hook: string;
  readonly kind: string;
  readonly sealedTarget: Buffer;
  readonly person: string | null;
  readonly approval: string;
  readonly state: string;
  readonly request: ApprovalRequest;
  readonly digest: string;
  readonly expiresAt: Date;
  readonly escalatedAt: Date | null;
  readonly quorum: number;
  readonly at: Date;
}

const mostAttempts = 8;

/** Messages per minute to one hook about one agent, beside a digest of the rest. */
const mostPerMinute = 3;

/** Sends what is due. At least once: receivers can recognise a request by its identifier. */
export async function deliverDue(options: DeliverOptions): Promise<void> {
  const { database } = options;
  const now = new Date(options.now());
  for (const { organisation } of await organisationsDue(database.system, { at: now })) {
    const claimed = await database.asOrganisation(organisation, async (on) => {
      const { at } = await only(claimAlone(on, { at: now }));
      const ids =
        options.holding === undefined
          ? (await dueDeliveries(on, { at })).map(({ id }) => id)
          : await options.holding.hold(on, at);
      return await claimDeliveries(on, { most: mostPerMinute, at, ids });
    });
    await Promise.all(claimed.map((each) => deliver(each, organisation, options)));
  }
}

async function deliver(claimed: Claimed, organisation: string, options: DeliverOptions): Promise<void> {
  const { id } = claimed;
  const { state, error, seconds, isGone } = await outcomeFor(claimed, organisation, options);
  if (isGone) return await removeGone(claimed.hook, { ...options, organisation });
  const at = new Date(options.now());
  await options.database.asOrganisation(organisation, (on) =>
    finishDelivery(on, { id, state, error, seconds, at }),
  );
}

async function outcomeFor(
  claimed: Claimed,
  organisation: string,
  options: DeliverOptions,
): Promise<DeliveryOutcome> {
  const { approval } = claimed;
  if (claimed.isGathered && options.holding !== undefined)
    return await heldOutcome(claimed, options.holding, { organisation, options });
  if (approval === null) return await noticeOutcome(claimed, organisation, options);
  return await requestOutcome({ ...claimed, approval }, organisation, options);
}

async function heldOutcome(
  claimed: Claimed,
  holding: Holding,
  { organisation, options }: { readonly organisation: string; readonly options: DeliverOptions },
): Promise<DeliveryOutcome> {
  const { id: carrier, hook, attempts } = claimed;
  const { database, publicUrl, secret } = options;
  const held = await database.asOrganisation(organisation, (on) =>
    holding.load(on, { carrier, hook, publicUrl }),
  );
  if (held === undefined) return noTarget;
  const { only: approval, told, target } = held;
  if (approval !== undefined)
    return await requestOutcome({ ...claimed, approval, isDigest: false }, organisation, options);
  if (told === undefined) return nobodyToTell;
  const { kind, sealedTarget, at } = target;
  return await attempted(attempts, async () => {
    const to = openTarget(sealedTarget, organisation, secret);
    await sendMessage(told, { kind, target: to, at, organisation, options });
  });
}

async function noticeOutcome(
  { hook, notice, attempts }: Claimed,
  organisation: string,
  options: DeliverOptions,
): Promise<DeliveryOutcome> {
  const loaded = await options.database.asOrganisation(organisation, (on) =>
    first(loadNotice(on, { hook, notice: notice ?? '' })),
  );
  if (loaded === undefined) return noTarget;
  return await attempted(attempts, () => sendNotice(loaded, { organisation, options }));
}

async function requestOutcome(
  claimed: Claimed & { readonly approval: string },
  organisation: string,
  options: DeliverOptions,
): Promise<DeliveryOutcome> {
  const { database } = options;
  const loaded = await database.asOrganisation(organisation, (on) =>
    first(loadDelivery(on, { hook: claimed.hook, approval: claimed.approval })),
  );
  const digest = claimed.isDigest
    ? await database.asOrganisation(organisation, (on) =>
        first(waitingOfAgent(on, { approval: claimed.approval })),
      )
    : undefined;
  return claimed.isDigest && digest === undefined
    ? nobodyToTell
    : await outcomeOf(loaded, { organisation, attempts: claimed.attempts, options, digest });
}

interface Attempt {
  readonly organisation: string;
  readonly attempts: number;
  readonly options: DeliverOptions;
  readonly digest: Message['agentWaits'] | undefined;
}

interface DeliveryOutcome {
  readonly state: 'sent' | 'waiting' | 'dead';
  readonly error: string | null;
  readonly seconds: number;
  /** The target no longer exists. */
  readonly isGone?: true;
}

const noTarget: DeliveryOutcome = {
  state: 'dead',
  error: 'its person has not confirmed this target, or is disabled',
  seconds: 0,
};

const nobodyToTell: DeliveryOutcome = { state: 'sent', error: null, seconds: 0 };

async function outcomeOf(loaded: Loaded | undefined, to: Attempt): Promise<DeliveryOutcome> {
  if (loaded === undefined) return noTarget;
  // Settled in the meantime: nobody needs to be notified.
  if (loaded.state !== 'pending' && to.digest === undefined) return nobodyToTell;
  return await attempted(to.attempts, () => deliverOne(loaded, to));
}

async function attempted(attempts: number, work: () => Promise<void>): Promise<DeliveryOutcome> {
  try {
    await work();
    return { state: 'sent', error: null, seconds: 0 };
  } catch (error) {
    const words = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
    if (error instanceof TargetGone) return { state: 'dead', error: words, seconds: 0, isGone: true };
    const isHopeless = attempts >= mostAttempts || error instanceof ForbiddenAddress;
    const seconds = error instanceof RetryLater ? error.seconds : pauseAfter(attempts);
    return { state: isHopeless ? 'dead' : 'waiting', error: words, seconds };
  }
}

/** 5 s, 15 s, 45 s ... at most an hour. */
export function pauseAfter(attempts: number): number {
  return Math.min(3600, 5 * 3 ** (attempts - 1));
}

async function deliverOne(loaded: Loaded, { organisation, options, digest }: Attempt): Promise<void> {
  const { kind, at } = loaded;
  const target = openTarget(loaded.sealedTarget, organisation, options.secret);
  const message =
    digest === undefined
      ? await buildMessage(loaded, organisation, options)
      : { ...plainMessage(loaded, options), page: approvalsPage(options.publicUrl), agentWaits: digest };
  const told = { about: 'request', message, person: loaded.person } as const;
  await sendMessage(told, { kind, target, at, organisation, options });
}

async function buildMessage(loaded: Loaded, organisation: string, options: DeliverOptions): Promise<Message> {
  const { approval, expiresAt, person } = loaded;
  const { database, publicUrl } = options;
  const message = plainMessage(loaded, options);
  // A target that people add themselves, such as a browser, signs in anyway, and needs no link.
  const isOwn = options.channels.some((channel) => channel.kind === loaded.kind && channel.isOwn === true);
  if (person === null || isOwn) return message;
  const token = newToken('link');
  await database.asOrganisation(organisation, (on) =>
    addLink(on, { hash: token.hash, approval, person, expiresAt }),
  );
  return { ...message, link: `${publicUrl}/v1/answer/${token.text}` };
}

function plainMessage(loaded: Loaded, { publicUrl }: DeliverOptions): Message {
  const { approval, digest, request, expiresAt, escalatedAt, quorum, owner, machine, project } = loaded;
  return {
    approval,
    digest,
    request,
    asker: { owner, machine, project },
    quorum,
    signedIn: signedInReason(loaded),
    expiresAt,
    isEscalated: escalatedAt !== null,
    page: approvalsPage(publicUrl, approval),
  };
}

const removeTarget = sql<{ kind: string; person: string | null; host: string }, { hook: string }>(
  'remove-gone.sql',
);

/** A target that its receiver has ended, such as a browser's, gets no more messages. */
async function removeGone(
  hook: string,
  { database, organisation }: { readonly database: Database; readonly organisation: string },
): Promise<void> {
  await database.asOrganisation(organisation, async (on) => {
    const detail = await first(removeTarget(on, { hook }));
    if (detail !== undefined)
      await recordAdminAction(on, { by: 'server', act: 'hook.remove', subject: hook, detail });
  });
}
