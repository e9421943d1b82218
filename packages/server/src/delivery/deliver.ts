import type { ApprovalRequest } from '@permesso/protocol/approval/approver';
import { first, query } from '../database/query.ts';
import { signedInReason } from '../approval/signed-in-reason.ts';
import { ForbiddenAddress } from '../outbound/send.ts';
import { unseal } from '../secrets/seal.ts';
import { newToken } from '../secrets/token.ts';
import { sendNotice } from './alerts/send-notice.ts';
import { approvalsPage } from './approvals-page.ts';
import type { Asker, Message } from './message.ts';
import { sendMessage, type ChannelKind, type DeliverOptions, type Target } from './send-message.ts';

const folder = import.meta.dirname;
const organisationsDue = query<{ readonly organisation: string }>(folder, 'organisations-due.sql');
const claimAlone = query<never>(folder, 'claim-alone.sql');
const claimDeliveries = query<Claimed, { readonly most: number }>(folder, 'claim-deliveries.sql');
const waitingOfAgent = query<
  { readonly name: string; readonly waiting: number },
  { readonly approval: string }
>(folder, 'waiting-of-agent.sql');
const loadDelivery = query<Loaded, { readonly hook: string; readonly approval: string }>(
  folder,
  'load-delivery.sql',
);
const finishDelivery = query<
  never,
  { readonly id: string; readonly state: string; readonly error: string | null; readonly seconds: number }
>(folder, 'finish-delivery.sql');
const addLink = query<
  never,
  { readonly hash: Buffer; readonly approval: string; readonly person: string; readonly expiresAt: Date }
>(folder, 'add-link.sql');

interface Claimed {
  readonly id: string;
  readonly hook: string;
  /** Null where it is about machines. */
  readonly approval: string | null;
  readonly notice: string | null;
  readonly attempts: number;
  /** One message about all that an agent asks, instead of many. */
  readonly isDigest: boolean;
}

interface Loaded extends Asker {
  readonly hook: string;
  readonly kind: ChannelKind;
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

/** Messages about one agent that a hook is sent in a minute, beside a digest of the rest. */
const mostPerMinute = 3;

/** Sends what is due. At least once: the receiver knows a request by its identifier. */
export async function deliverDue(options: DeliverOptions): Promise<void> {
  const { database } = options;
  for (const { organisation } of await database.asSystem(organisationsDue)) {
    const claimed = await database.asOrganisation(organisation, async (on) => {
      await claimAlone(on);
      return await claimDeliveries(on, { most: mostPerMinute });
    });
    await Promise.all(claimed.map((each) => deliver(each, organisation, options)));
  }
}

async function deliver(claimed: Claimed, organisation: string, options: DeliverOptions): Promise<void> {
  const { id, approval } = claimed;
  const outcome =
    approval === null
      ? await noticeOutcome(claimed, organisation, options)
      : await requestOutcome({ ...claimed, approval }, organisation, options);
  const { state, error, seconds } = outcome;
  await options.database.asOrganisation(organisation, (on) =>
    finishDelivery(on, { id, state, error, seconds }),
  );
}

async function noticeOutcome(
  { hook, notice, attempts }: Claimed,
  organisation: string,
  options: DeliverOptions,
): Promise<DeliveryOutcome> {
  const to = { hook, notice: notice ?? '', organisation, purpose: targetPurpose(organisation) };
  let isTarget = true;
  const outcome = await attempted(attempts, async () => {
    isTarget = await sendNotice(to, options);
  });
  return isTarget ? outcome : noTarget;
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
}

const noTarget: DeliveryOutcome = {
  state: 'dead',
  error: 'its person has not confirmed this target, or is disabled',
  seconds: 0,
};

const nobodyToTell: DeliveryOutcome = { state: 'sent', error: null, seconds: 0 };

async function outcomeOf(loaded: Loaded | undefined, to: Attempt): Promise<DeliveryOutcome> {
  if (loaded === undefined) return noTarget;
  // Settled meanwhile: nobody needs to be told any more.
  if (loaded.state !== 'pending' && to.digest === undefined) return nobodyToTell;
  return await attempted(to.attempts, () => deliverOne(loaded, to));
}

async function attempted(attempts: number, work: () => Promise<void>): Promise<DeliveryOutcome> {
  try {
    await work();
    return { state: 'sent', error: null, seconds: 0 };
  } catch (error) {
    const words = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
    const isHopeless = attempts >= mostAttempts || error instanceof ForbiddenAddress;
    return { state: isHopeless ? 'dead' : 'waiting', error: words, seconds: pauseAfter(attempts) };
  }
}

/** 5 s, 15 s, 45 s ... at most an hour. */
export function pauseAfter(attempts: number): number {
  return Math.min(3600, 5 * 3 ** (attempts - 1));
}

async function deliverOne(loaded: Loaded, { organisation, options, digest }: Attempt): Promise<void> {
  const target = JSON.parse(
    unseal(loaded.sealedTarget, targetPurpose(organisation), options.secret).toString(),
  ) as Target;
  const message =
    digest === undefined
      ? await buildMessage(loaded, organisation, options)
      : { ...plainMessage(loaded, options), page: approvalsPage(options.publicUrl), agentWaits: digest };
  await sendMessage(message, { kind: loaded.kind, target, at: loaded.at, organisation, options });
}

export function targetPurpose(organisation: string): string {
  return `target of a hook of ${organisation}`;
}

async function buildMessage(loaded: Loaded, organisation: string, options: DeliverOptions): Promise<Message> {
  const { approval, expiresAt, person } = loaded;
  const { database, publicUrl } = options;
  const message = plainMessage(loaded, options);
  if (person === null) return message;
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
