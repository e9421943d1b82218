import { SettingsError, type SettingsPart } from '../../settings.ts';

export const slackSettings = {
  variables: [['PERMESSO_SLACK_API', "Slack's Web API, for example of GovSlack", 'https://slack.com/api']],
  read: ({ PERMESSO_SLACK_API: text }) =>
    text === undefined || text === '' ? 'https://slack.com/api' : apiFrom(text),
} satisfies SettingsPart;

function apiFrom(text: string): string {
  if (!/^https?:/.test(text) || !URL.canParse(text))
    throw new SettingsError(`PERMESSO_SLACK_API is not an address such as https://slack.com/api: ${text}`);
  return text.replace(/\/+$/, '');
}
