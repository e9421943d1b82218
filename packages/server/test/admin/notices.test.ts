import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeSlack, type FakeSlack } from '../fake-slack.ts';
import { createTeam, startTestServer, type Team, type TestServer, hasPlugin } from '../harness.ts';
import { adminShell, type AdminShell } from './typed.ts';

let slack: FakeSlack;
let server: TestServer;
let team: Team;
let shell: AdminShell;

beforeAll(async () => {
  slack = await fakeSlack();
  server = await startTestServer({
    env: { PERMESSO_SLACK_API: slack.api, PERMESSO_PUSH_HOSTS: 'push.example' },
  });
  team = await createTeam(server, 'acme');
  shell = adminShell(server, team);
});

afterAll(async () => {
  shell.remove();
  await server.end();
  await slack.close();
});

test.skipIf(!hasPlugin('teams'))(
  'hooks: what a target is told of is chosen with --about, and listed',
  async () => {
    const url = ['--url', 'https://hooks.example.com/x'];
    for (const about of ['everything', 'approvals', 'machines'])
      expect((await shell.as('admin', 'hooks', 'add', 'teams', ...url, '--about', about)).code).toBe(0);
    expect((await shell.as('admin', 'hooks', 'add', 'teams', ...url)).code).toBe(0);
    const refused = await shell.as('admin', 'hooks', 'add', 'teams', ...url, '--about', 'weather');
    expect(refused.code).toBe(64);
    const listed = await shell.json('admin', 'hooks');
    expect(listed.map(({ about }: { about: string }) => about).toSorted()).toEqual([
      'approvals',
      'everything',
      'everything',
      'machines',
    ]);
    expect((await shell.as('admin', 'hooks')).out).toMatch(/ABOUT[\s\S]*machines/);
  },
);

test.skipIf(!hasPlugin('slack'))(
  'slack: set from private files, shown without its secrets, with channels as targets, and forgotten',
  async () => {
    expect((await shell.as('admin', 'slack')).out).toBe('There is no Slack app.');
    const [bot, secret] = [
      shell.file('bot', `${slack.botToken}\n`),
      shell.file('signing', slack.signingSecret),
    ];
    expect((await shell.as('admin', 'slack', 'set', '--bot-token-file', bot)).code).toBe(64);
    const wrong = shell.file('wrong', 'xoxb-wrong');
    const refused = await shell.as(
      'admin',
      'slack',
      'set',
      '--bot-token-file',
      wrong,
      '--signing-secret-file',
      secret,
    );
    expect(refused.code).toBe(1);
    const set = await shell.as(
      'admin',
      'slack',
      'set',
      '--bot-token-file',
      bot,
      '--signing-secret-file',
      secret,
    );
    expect([set.code, set.err]).toEqual([0, '']);
    const shown = await shell.as('admin', 'slack');
    expect(shown.out).toContain('0 linked people');
    for (const { out } of [set, shown]) {
      expect(out).toContain(`${server.url}/v1/slack/interactions/`);
      expect(out).not.toContain(slack.botToken);
      expect(out).not.toContain(slack.signingSecret);
    }
    expect((await shell.as('viewer', 'slack')).code).toBe(1);
    const added = await shell.as('admin', 'hooks', 'add', 'slack-channel', '--channel', 'C0TEAM');
    expect([added.code, added.err]).toEqual([0, '']);
    expect((await shell.as('admin', 'hooks', 'add', 'slack-channel', '--channel', '#team')).code).toBe(1);
    expect((await shell.as('admin', 'hooks', 'add', 'slack-channel')).code).toBe(1);
    expect((await shell.as('admin', 'hooks', 'add', 'webhook', '--channel', 'C0TEAM')).code).toBe(1);
    expect((await shell.as('admin', 'hooks')).out).toContain('C0TEAM');
    expect((await shell.as('admin', 'slack', 'remove')).code).toBe(1);
    expect((await shell.as('admin', 'slack', 'remove', '--yes')).code).toBe(0);
    expect((await shell.as('admin', 'slack')).out).toBe('There is no Slack app.');
  },
);

test.skipIf(!hasPlugin('quiet-hours') || !hasPlugin('teams'))(
  'quiet-hours: of your own targets, and of a target of the organisation',
  async () => {
    expect((await shell.as('approver', 'quiet-hours')).out).toBe('There are no quiet hours.');
    const hours = ['quiet-hours', 'set', 'fri-mon', '18:00-08:00', '--zone', 'Europe/Berlin', '--escalated'];
    const set = await shell.as('approver', ...hours, '--also', 'tue,wed 22:00-07:00');
    expect([set.err, set.code]).toEqual(['', 0]);
    expect((await shell.as('approver', 'quiet-hours')).out).toBe(
      'Quiet: fri,sat,sun,mon 18:00-08:00, tue,wed 22:00-07:00 (Europe/Berlin); escalated requests are delivered at once.',
    );
    expect(await shell.json('approver', 'quiet-hours')).toEqual({
      hours: {
        windows: [
          { days: [5, 6, 7, 1], from: '18:00', to: '08:00' },
          { days: [2, 3], from: '22:00', to: '07:00' },
        ],
        zone: 'Europe/Berlin',
        letsEscalated: true,
      },
    });
    // Of this machine where no zone is named.
    expect((await shell.json('viewer', 'quiet-hours', 'set', 'sun', '00:00-00:00')).hours.zone).toBe(
      Intl.DateTimeFormat().resolvedOptions().timeZone,
    );
    expect((await shell.as('approver', 'quiet-hours', 'off')).code).toBe(0);
    expect((await shell.as('approver', 'quiet-hours')).out).toBe('There are no quiet hours.');
    const { id } = await shell.json('admin', 'hooks', 'add', 'teams', '--url', 'https://hooks.example.com/y');
    expect((await shell.as('admin', ...hours, '--hook', id.slice(0, 8))).code).toBe(0);
    expect((await shell.as('admin', 'quiet-hours', '--hook', id)).out).toContain('fri,sat,sun,mon');
    expect((await shell.as('approver', ...hours, '--hook', id)).code).toBe(1);
    expect((await shell.as('admin', 'quiet-hours', 'off', '--hook', id)).code).toBe(0);
    for (const words of [
      ['funday', '18:00-08:00'],
      ['mon', '18-8'],
    ])
      expect((await shell.as('approver', 'quiet-hours', 'set', ...words)).code).toBe(64);
    expect((await shell.as('approver', 'quiet-hours', 'set', 'mon', '25:00-08:00')).code).toBe(1);
    expect(
      (await shell.as('approver', 'quiet-hours', 'set', 'mon', '18:00-08:00', '--zone', 'Moon')).code,
    ).toBe(1);
    expect((await shell.as('approver', 'quiet-hours', 'set', 'mon-sun', '00:00-00:00')).err).toContain(
      'never end',
    );
  },
);

test.skipIf(!hasPlugin('web-push'))(
  'push: shown, turned off for everybody after a question, and on again',
  async () => {
    const shown = await shell.as('admin', 'push');
    expect([shown.code, shown.out]).toEqual([
      0,
      'People can now turn on web push; 0 browsers use it.\nIt goes through push.example.',
    ]);
    expect((await shell.as('viewer', 'push')).code).toBe(1);
    expect((await shell.answering('n', 'admin', 'push', 'off')).code).toBe(1);
    expect((await shell.json('admin', 'push')).isOn).toBe(true);
    expect((await shell.answering('y', 'admin', 'push', 'off')).code).toBe(0);
    expect((await shell.as('admin', 'push')).out).toContain('Web push is off.');
    expect((await shell.as('admin', 'push', 'on')).code).toBe(0);
    expect(await shell.json('admin', 'push')).toEqual({ isOn: true, browsers: 0, hosts: ['push.example'] });
  },
);
