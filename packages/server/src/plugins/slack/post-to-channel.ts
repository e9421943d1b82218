import { query } from '../../database/query.ts';
import type { Message } from '../../notifications/index.ts';
import { slackApp } from './slack-app.ts';
import { slackRequest } from './slack-blocks.ts';
import { callSlack } from './slack-client.ts';
import type { ServerContext } from '../../module.ts';

const addMessage = query<never, { readonly approval: string; readonly channel: string; readonly ts: string }>(
  import.meta.dirname,
  'add-message.sql',
);

export interface PostOptions extends Pick<ServerContext, 'database' | 'secret' | 'send'> {
  readonly slackApi: string;
  readonly organisation: string;
  readonly channel: string;
}

/** Through the organisation's Slack app, and remembered: the message says later how the request ended. */
export async function postToChannel(message: Message, options: PostOptions): Promise<void> {
  const { channel, ts } = await postBlocks(slackRequest(message), options);
  if (message.agentWaits !== undefined || typeof channel !== 'string' || typeof ts !== 'string') return;
  const { approval } = message;
  const { database, organisation } = options;
  await database.asOrganisation(organisation, (on) => addMessage(on, { approval, channel, ts }));
}

export async function postBlocks(
  message: object,
  { database, secret, send, slackApi: api, organisation, channel }: PostOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const app = await database.asOrganisation(organisation, (on) => slackApp(on, { organisation, secret }));
  if (app === undefined) throw new Error('no Slack app is set (permesso admin slack set)');
  const body = { channel, ...message };
  return await callSlack({ send, api }, { method: 'chat.postMessage', token: app.botToken, body });
}
