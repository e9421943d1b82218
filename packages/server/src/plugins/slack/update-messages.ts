import type { ApprovalRequest } from '@permesso/protocol/approval';
import { visible } from '@permesso/protocol/text';
import { queries } from '../../database/query.ts';
import { approvalsPage, type Asker } from '../../notifications/index.ts';
import { slackApp, type SlackApp } from './slack-app.ts';
import { slackSettled } from './slack-blocks.ts';
import { callSlack, slackFields, SlackRefusal, type SlackContext } from './slack-client.ts';

const sql = queries(import.meta.dirname);
const organisationsOpen = sql<{ organisation: string }>('organisations-open.sql');
const claimMessages = sql<Standing>('claim-messages.sql');
const closeMessage = sql<
  never,
  { approval: string; channel: string; ts: string; isClosed: boolean; seconds: number }
>('close-message.sql');

/** A channel message whose request has ended. */
interface Standing extends Asker {
  readonly approval: string;
  readonly channel: string;
  readonly ts: string;
  readonly attempts: number;
  readonly request: ApprovalRequest;
  readonly digest: string;
  readonly state: string;
  readonly quorum: number;
  readonly answer: unknown;
  readonly expiresAt: Date;
}

export type UpdateOptions = Pick<SlackContext, 'database' | 'secret' | 'publicUrl' | 'send' | 'api'>;

const mostAttempts = 5;

/** Updates messages with their request's outcome, wherever it was answered, and removes their answer buttons. */
export async function updateSlackMessages(options: UpdateOptions): Promise<void> {
  const { database, secret } = options;
  for (const { organisation } of await organisationsOpen(database.system)) {
    const [app, standing] = await database.asOrganisation(organisation, async (on) => [
      await slackApp(on, { organisation, secret }),
      await claimMessages(on),
    ]);
    for (const message of standing) {
      const isClosed = app === undefined || (await update(message, app, options));
      const { approval, channel, ts, attempts } = message;
      const close = { approval, channel, ts, isClosed: isClosed || attempts >= mostAttempts, seconds: 30 };
      await database.asOrganisation(organisation, (on) => closeMessage(on, close));
    }
  }
}

/** Whether the message is done with. */
async function update(message: Standing, app: SlackApp, options: UpdateOptions): Promise<boolean> {
  const { approval, channel, ts, request, digest, quorum, expiresAt, owner, machine, project } = message;
  const asker = { owner, machine, project };
  const page = approvalsPage(options.publicUrl, approval);
  const shown = { approval, digest, request, asker, quorum, expiresAt, isEscalated: false, page };
  const body = { channel, ts, ...slackSettled(shown, endedText(message)) };
  try {
    await callSlack(options, { method: 'chat.update', token: app.botToken, body });
    return true;
  } catch (error) {
    // Slack would refuse again: the message or its channel is gone.
    return error instanceof SlackRefusal;
  }
}

function endedText({ state, answer }: Standing): string {
  const { by } = slackFields(answer);
  const who = typeof by === 'string' ? ` by ${visible(by).slice(0, 300)}` : '';
  switch (state) {
    case 'approved':
    case 'consumed':
      return `Allowed${who}.`;
    case 'denied':
      return `Denied${who}.`;
    case 'expired':
      return 'Expired: it was not answered, or its approval was not used, in time.';
    default:
      return 'Cancelled: the request was withdrawn, or the call is no longer permitted.';
  }
}
