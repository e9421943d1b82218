import { postJson, type Message } from '../../notifications/index.ts';
import type { Plugin } from '../../plugin.ts';
import { interactionRoutes } from './interaction-routes.ts';
import { ownSlackRoutes } from './own-slack-routes.ts';
import { slackLines, slackNotice, slackRequest } from './slack-blocks.ts';
import { slackRoutes, setSlackApp, triedApp } from './slack-routes.ts';
import { updateSlackMessages } from './update-messages.ts';
import { queries } from '../../database/query.ts';
import { slackApp } from './slack-app.ts';
import { callSlack } from './slack-client.ts';
import type { ServerContext } from '../../module.ts';
import { organisationNamed } from '../../identity/index.ts';
import { OperatorError, type OperatorCommand } from '../../operator-command.ts';
import { guardedSend } from '../../outbound/send.ts';
import { SettingsError, type SettingsPart } from '../../settings.ts';

const slackSettings = {
  variables: [['PERMESSO_SLACK_API', "Slack's Web API, for example of GovSlack", 'https://slack.com/api']],
  read: ({ PERMESSO_SLACK_API: text }) =>
    text === undefined || text === '' ? 'https://slack.com/api' : apiFrom(text),
} satisfies SettingsPart;

function apiFrom(text: string): string {
  if (!/^https?:/.test(text) || !URL.canParse(text))
    throw new SettingsError(`PERMESSO_SLACK_API is not an address such as https://slack.com/api: ${text}`);
  return text.replace(/\/+$/, '');
}

/** Sets an organisation's Slack app, so that nobody in it knows the secret. */
const setSlackCommand: OperatorCommand = {
  name: 'set-slack',
  read: ([name = '', extra], { env: { SLACK_BOT_TOKEN: botToken, SLACK_SIGNING_SECRET: signingSecret } }) => {
    if (name === '' || extra !== undefined) throw new OperatorError('say: set-slack ORGANISATION');
    if (botToken === undefined || signingSecret === undefined)
      throw new OperatorError('set SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET, as the Slack app shows them');
    return async ({ database, settings: { secret, webhookHosts, env } }) => {
      const api = slackSettings.read(env);
      const organisation = await organisationNamed(database, name);
      const send = guardedSend({ permitted: webhookHosts });
      const app = { botToken, signingSecret };
      const tried = await triedApp(app, { send, api, organisation, secret });
      await database.asOrganisation(organisation, (on) => setSlackApp(on, tried, 'operator'));
      return { workspace: tried.name };
    };
  },
};

const addMessage = queries(import.meta.dirname)<never, { approval: string; channel: string; ts: string }>(
  'add-message.sql',
);

interface PostOptions extends Pick<ServerContext, 'database' | 'secret' | 'send'> {
  readonly slackApi: string;
  readonly organisation: string;
  readonly channel: string;
}

/** Posts through the organisation's Slack app and remembers the message, to update it when the request ends. */
async function postToChannel(message: Message, options: PostOptions): Promise<void> {
  const { channel, ts } = await postBlocks(slackRequest(message), options);
  if (message.agentWaits !== undefined || typeof channel !== 'string' || typeof ts !== 'string') return;
  const { approval } = message;
  const { database, organisation } = options;
  await database.asOrganisation(organisation, (on) => addMessage(on, { approval, channel, ts }));
}

async function postBlocks(
  message: object,
  { database, secret, send, slackApi: api, organisation, channel }: PostOptions,
): Promise<Readonly<Record<string, unknown>>> {
  const app = await database.asOrganisation(organisation, (on) => slackApp(on, { organisation, secret }));
  if (app === undefined) throw new Error('no Slack app is set (permesso admin slack set)');
  const body = { channel, ...message };
  return await callSlack({ send, api }, { method: 'chat.postMessage', token: app.botToken, body });
}

/** Messages to Slack by webhook or by the organisation's own app, whose buttons answer. */
export const slackPlugin: Plugin = {
  name: 'slack',
  commands: [setSlackCommand],
  settings: slackSettings,
  open: ({ settings: { secret, env } }) => {
    const api = slackSettings.read(env);
    return {
      routes: (context) =>
        [slackRoutes, ownSlackRoutes, interactionRoutes].flatMap((routes) => routes({ ...context, api })),
      jobs: ({ publicUrl, send }, { database }) => [
        { hint: 'approvals', work: () => updateSlackMessages({ database, secret, publicUrl, send, api }) },
      ],
      channels: () => [
        {
          kind: 'slack',
          tell: (told, sending) =>
            postJson(
              JSON.stringify(told.about === 'request' ? slackNotice(told.message) : slackLines(told)),
              sending,
            ),
        },
        {
          kind: 'slack-channel',
          tell: async (told, { target: { address: channel }, organisation, options: { database, send } }) => {
            const to = { database, secret, send, slackApi: api, organisation, channel };
            if (told.about === 'request') await postToChannel(told.message, to);
            else await postBlocks(slackLines(told), to);
          },
        },
      ],
    };
  },
};
