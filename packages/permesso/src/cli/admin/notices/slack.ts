import { UsageError, type Command } from '../../command.ts';
import { adminCommand, sentences } from '../admin-command.ts';
import { textOf } from '../find-named.ts';
import { privateText } from '../private-file.ts';

export const slack: Command = adminCommand({
  name: 'slack',
  summary: "Lets people answer in Slack, through the organisation's Slack app.",
  actions: [
    {
      verb: 'show',
      run: async ({ server }) => {
        const found = await server.ask('GET /v1/slack');
        const workspace = found['workspace'];
        if (typeof workspace !== 'object' || workspace === null)
          return sentences(found, 'There is no Slack app.');
        const said = workspace as Readonly<Record<string, unknown>>;
        return sentences(
          found,
          `Slack workspace ${textOf(said, 'name')} (${textOf(said, 'team')}), ${textOf(found, 'people')} linked people.`,
          `Its request URL for interactivity: ${textOf(said, 'requestUrl')}`,
        );
      },
    },
    {
      verb: 'set',
      options: [
        { name: 'bot-token-file', value: 'FILE', help: 'the token of its bot (xoxb-...), in a private file' },
        { name: 'signing-secret-file', value: 'FILE', help: 'its signing secret, in a private file' },
      ],
      run: async ({ server, value }) => {
        const [token, secret] = [value('bot-token-file'), value('signing-secret-file')];
        if (token === undefined || secret === undefined)
          throw new UsageError('say --bot-token-file FILE and --signing-secret-file FILE');
        const made = await server.ask('PUT /v1/slack', {
          botToken: privateText(token),
          signingSecret: privateText(secret),
        });
        return sentences(
          made,
          `Slack workspace ${textOf(made, 'name')} (${textOf(made, 'team')}) answers.`,
          'In the app, turn on Interactivity with this request URL:',
          textOf(made, 'requestUrl'),
        );
      },
    },
    {
      verb: 'remove',
      confirms: true,
      run: async ({ server, confirm }) => {
        await confirm('Forget the Slack app? Buttons in its messages answer nothing any more.');
        await server.ask('DELETE /v1/slack');
        return sentences({ removed: true }, 'The Slack app is forgotten.');
      },
    },
  ],
  examples: [
    [
      'permesso admin slack set --bot-token-file bot --signing-secret-file secret',
      'the app needs the scopes chat:write, users:read and users:read.email',
    ],
    [
      'permesso admin hooks add slack-channel --channel C0123ABCD',
      'announces approval requests there, with buttons',
    ],
  ],
});
