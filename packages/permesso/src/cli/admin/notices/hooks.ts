import { UsageError, type Command } from '../../command.ts';
import { adminCommand, sentences, table, type AdminInput, type AdminResult } from '../admin-command.ts';
import {
  everyPerson,
  findNamed,
  namesFor,
  personNamed,
  projectOrAll,
  rowsOf,
  shortId,
  textOf,
} from '../find-named.ts';
import { privateText } from '../private-file.ts';

const kinds = ['webhook', 'slack', 'slack-channel', 'teams', 'mail'];

export const hooks: Command = adminCommand({
  name: 'hooks',
  summary: 'Announces approval requests: webhook, Slack, Teams or mail.',
  actions: [
    {
      verb: 'list',
      run: async ({ server }) => {
        const found = rowsOf(await server.ask('GET /v1/hooks'), 'hooks');
        const names = await namesFor(server, await everyPerson(server));
        return table(found, {
          head: ['ID', 'KIND', 'PROJECT', 'ABOUT', 'STATE', 'HOST', 'PERSON'],
          rows: found.map((row) => [
            shortId(textOf(row, 'id')),
            textOf(row, 'kind'),
            names.project(textOf(row, 'project')),
            textOf(row, 'about'),
            textOf(row, 'person') !== '' && textOf(row, 'confirmedAt') === '' ? 'unconfirmed' : 'active',
            textOf(row, 'host'),
            names.person(textOf(row, 'person')),
          ]),
          none: 'There are no hooks.',
        });
      },
    },
    {
      verb: 'add',
      takes: 'KIND',
      options: [
        { name: 'url', value: 'URL', help: 'where a webhook is sent' },
        { name: 'url-file', value: 'FILE', help: 'the same from a file that only you can read' },
        { name: 'channel', value: 'ID', help: 'of slack-channel, such as C0123ABCD; see `slack set`' },
        { name: 'person', value: 'PERSON', help: 'for this person, who confirms it first; mail needs one' },
        { name: 'project', value: 'NAME', help: 'only about this project (default: about all)' },
        { name: 'about', value: 'WHAT', help: 'everything (default), approvals or machines' },
        { name: 'only-escalated', help: 'only when nobody has answered in time' },
      ],
      run: addHook,
    },
    {
      verb: 'remove',
      takes: 'ID',
      confirms: true,
      run: async ({ server, operands: [text = ''], confirm }) => {
        const found = findNamed(rowsOf(await server.ask('GET /v1/hooks'), 'hooks'), { what: 'hook', text });
        const shown = `${textOf(found, 'kind')} to ${textOf(found, 'host')}`;
        await confirm(`Remove the hook ${shown}? Nothing is announced there any more.`);
        await server.ask(`DELETE /v1/hooks/${textOf(found, 'id')}`);
        return sentences({ id: found['id'], removed: true }, `Removed the hook ${shown}.`);
      },
    },
    {
      verb: 'confirm',
      takes: 'ID',
      run: async ({ server, operands: [text = ''] }) => {
        const own = rowsOf(await server.ask('GET /v1/me/hooks'), 'hooks');
        const found = findNamed(own, { what: 'hook of yours', text });
        await server.ask(`POST /v1/me/hooks/${textOf(found, 'id')}/confirm`);
        return sentences(
          { id: found['id'], confirmed: true },
          `Approval requests are announced to you by ${textOf(found, 'kind')} to ${textOf(found, 'host')}.`,
        );
      },
    },
    {
      verb: 'deliveries',
      options: [{ name: 'state', value: 'STATE', help: 'waiting, sent or dead (default: dead)' }],
      run: async ({ server, value }) => {
        const state = value('state') ?? 'dead';
        const found = rowsOf(
          await server.ask(`GET /v1/deliveries?state=${encodeURIComponent(state)}`),
          'deliveries',
        );
        return table(found, {
          head: ['ID', 'HOOK', 'ATTEMPTS', 'ERROR'],
          rows: found.map((row) => [
            shortId(textOf(row, 'id')),
            shortId(textOf(row, 'hook')),
            textOf(row, 'attempts'),
            textOf(row, 'error'),
          ]),
          none: `There are no deliveries that are ${state}.`,
        });
      },
    },
    {
      verb: 'retry',
      takes: 'DELIVERY',
      run: async ({ server, operands: [text = ''] }) => {
        const dead = rowsOf(await server.ask('GET /v1/deliveries?state=dead'), 'deliveries');
        const found = findNamed(dead, { what: 'dead delivery', text });
        await server.ask(`POST /v1/deliveries/${textOf(found, 'id')}/retry`);
        return sentences({ id: found['id'], state: 'waiting' }, 'It is sent again.');
      },
    },
  ],
  examples: [
    ['permesso admin hooks add slack --url-file slack-url', 'the address of a Slack webhook is a secret'],
    [
      'permesso admin hooks add mail --person carla@acme.example',
      'Carla says: permesso admin hooks confirm ID',
    ],
    ['permesso admin hooks deliveries', 'what could not be delivered'],
  ],
});

async function addHook({ server, operands: [kind = ''], value, flag }: AdminInput): Promise<AdminResult> {
  if (!kinds.includes(kind)) throw new UsageError(`there is no kind \`${kind}\`; say ${kinds.join(', ')}`);
  const file = value('url-file');
  const address = file === undefined ? value('url') : privateText(file);
  const who = value('person');
  const channel = value('channel');
  const about = value('about');
  const made = await server.ask('POST /v1/hooks', {
    kind,
    project: await projectOrAll(server, value('project')),
    ...(address === undefined ? {} : { address }),
    ...(channel === undefined ? {} : { channel }),
    ...(about === undefined ? {} : { about }),
    ...(who === undefined ? {} : { person: textOf(await personNamed(server, who), 'id') }),
    ...(flag('only-escalated') ? { onlyEscalated: true } : {}),
  });
  const id = shortId(textOf(made, 'id'));
  const waits = `Nothing is sent before they confirm it: permesso admin hooks confirm ${id}`;
  return sentences(
    made,
    `Added the hook ${id}.`,
    ...(made['waits'] === true ? [waits] : []),
    ...(kind === 'webhook'
      ? ['Deliveries are signed with this secret, which is shown this once:', textOf(made, 'secret')]
      : []),
  );
}
