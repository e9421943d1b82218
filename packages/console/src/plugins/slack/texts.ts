import { countText } from '../../format.ts';

/** Texts about Slack: the organisation's app, and the signed-in person's Slack user. */
export const slackTexts = {
  app: {
    title: 'Slack app',
    sub: 'Lets linked people answer in Slack',
    none: 'Without it, Slack messages only link here.',
    set: 'Set up app',
    state: (people: number): string => `${countText(people, 'person', 'people')} linked`,
    askRemove: 'Remove the Slack app?',
    removeWords: 'Buttons in its messages stop working.',
    words:
      'Create and install a Slack app with the scopes chat:write, users:read and users:read.email. Then enter its secrets here.',
    botToken: 'Bot token',
    signingSecret: 'Signing secret',
    save: 'Save',
    requestUrl: 'In the app, turn on Interactivity with this request URL',
  },
  own: {
    title: 'Answer in Slack',
    label: 'Your Slack user',
    words: (name: string, team: string): string =>
      `Buttons pressed by the Slack user ${name} in the workspace ${team} will count as your answers. Confirm only if that is you.`,
    linked: (user: string): string => `You are linked to the Slack user ${user}.`,
    confirm: 'This is me',
    remove: 'Unlink',
  },
} as const;
