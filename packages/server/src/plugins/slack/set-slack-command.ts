import { OperatorError, organisationNamed } from '../../identity/operator.ts';
import { guardedSend } from '../../outbound/send.ts';
import type { PluginCommand } from '../../plugin.ts';
import { Problem } from '../../route/problem.ts';
import { usualSlackApi } from './slack-client.ts';
import { setSlackApp, triedApp } from './slack-routes.ts';

/** Sets the Slack app of an organisation, so that nobody of it knows its secret. */
export const setSlackCommand: PluginCommand = {
  name: 'set-slack',
  read: ([name = '', extra], { SLACK_BOT_TOKEN: botToken, SLACK_SIGNING_SECRET: signingSecret }) => {
    if (name === '' || extra !== undefined) throw new OperatorError('say: set-slack ORGANISATION');
    if (botToken === undefined || signingSecret === undefined)
      throw new OperatorError('set SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET, as the Slack app shows them');
    return async ({ database, settings: { secret, webhookHosts, slackApi: api = usualSlackApi } }) => {
      const organisation = await organisationNamed(database, name);
      const send = guardedSend({ permitted: webhookHosts });
      const app = { botToken, signingSecret };
      const tried = await triedApp(app, { send, api, organisation, secret }).catch((error: unknown) => {
        // What is told to a caller over HTTP is told to the operator who typed it.
        throw error instanceof Problem ? new OperatorError(error.message) : error;
      });
      await database.asOrganisation(organisation, (on) => setSlackApp(on, tried, 'operator'));
      return { workspace: tried.name };
    };
  },
};
