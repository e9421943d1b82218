import { organisationNamed } from '../../identity/index.ts';
import { OperatorError, type OperatorCommand } from '../../operator-command.ts';
import { guardedSend } from '../../outbound/send.ts';
import { setSlackApp, triedApp } from './slack-routes.ts';
import { slackSettings } from './slack-settings.ts';

/** Sets the Slack app of an organisation, so that nobody of it knows its secret. */
export const setSlackCommand: OperatorCommand = {
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
