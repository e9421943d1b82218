import type { Browser, CDPSession, Page, Worker } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { fakePush, type FakePush, type Subscription } from '../../server/test/fake-push.ts';
import { barriers } from './barriers.ts';
import { lowContrast } from './contrast.ts';
import { askTeam, startTeam, type Signed, type TeamStage } from './server-stage.ts';
import { startBrowser, type Hook, type Machine } from './stage.ts';

const patient = { timeout: 120_000 };

let push: FakePush;
let browser: Browser;
let team: TeamStage;
let machine: Machine;
let ben: Signed;
const asked: Hook[] = [];

beforeAll(async () => {
  push = await fakePush();
  browser = await startBrowser();
  team = await startTeam({
    browser,
    pages: inject('pages'),
    settings: { PERMESSO_PUSH_HOSTS: push.host, PERMESSO_WEBHOOK_HOSTS: 'localhost,127.0.0.1' },
  });
  machine = await team.machine('build machine');
  ben = await team.person('ben', ['approver', 'admin']);
});

afterAll(async () => {
  for (const hook of asked) hook.kill();
  await team.end();
  await browser.close();
  await push.close();
});

async function open(page: Page, hash: string): Promise<void> {
  await page.goto(new URL(`/#/${hash}`, team.url).href);
  await page.getByRole('heading', { level: 1 }).waitFor(patient);
}

const hooksOf = (kind: string): Promise<readonly Record<string, unknown>[]> =>
  team.sql('select id, about, quiet, only_escalated from hooks where kind = $1 order by id', [kind]);

/** This browser has neither a push service nor notifications: it says no to both. The page, the worker and the push event are real. */
async function withPushService(page: Page): Promise<void> {
  await page.exposeFunction('subscribeAtService', (key: string): Subscription => push.subscribe(key));
  await page.addInitScript(() => {
    const name = 'test-subscription';
    type Parts = { endpoint: string; p256dh: string; auth: string; key: number[] };
    const read = (): Parts | null => JSON.parse(sessionStorage.getItem(name) ?? 'null') as Parts | null;
    const asSubscription = ({ endpoint, p256dh, auth, key }: Parts): unknown => ({
      endpoint,
      options: { userVisibleOnly: true, applicationServerKey: Uint8Array.from(key).buffer },
      toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh, auth } }),
      unsubscribe: async () => {
        sessionStorage.removeItem(name);
        return true;
      },
    });
    const permissions = {
      get permission(): string {
        return sessionStorage.getItem('granted') ?? 'default';
      },
      requestPermission: async (): Promise<string> => {
        sessionStorage.setItem('granted', 'granted');
        return 'granted';
      },
    };
    Object.assign(globalThis, { Notification: permissions });
    Object.assign(PushManager.prototype, {
      getSubscription: async () => {
        const found = read();
        return found === null ? null : asSubscription(found);
      },
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        const before = read();
        if (before !== null) return asSubscription(before);
        const key = [...applicationServerKey];
        const text = btoa(String.fromCharCode(...key))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replaceAll('=', '');
        const service = globalThis as unknown as { subscribeAtService: (key: string) => Promise<Parts> };
        const made = { ...(await service.subscribeAtService(text)), key };
        sessionStorage.setItem(name, JSON.stringify(made));
        return asSubscription(made);
      },
    });
  });
}

/** What the push service would hand to the browser. */
async function deliver(page: Page, data: string): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const found = Promise.withResolvers<string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [first] = registrations.filter(({ isDeleted }) => !isDeleted);
    if (first !== undefined) found.resolve(first.registrationId);
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await found.promise;
  await session.send('ServiceWorker.deliverPushMessage', { origin: team.url, registrationId, data });
  await session.detach();
}

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly data: { readonly request?: string };
}

interface WorkerInTest {
  shown: Shown[];
}

function workerOf(page: Page): Worker {
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error('there is no worker');
  return worker;
}

/** Writes down what the worker would show, and where it would lead: a window is raised by real clicks alone. */
async function watchWorker(page: Page): Promise<void> {
  await workerOf(page).evaluate(() => {
    const scope = globalThis as unknown as WorkerInTest & { WindowClient: { prototype: object } };
    scope.shown = [];
    Object.assign(ServiceWorkerRegistration.prototype, {
      showNotification: async (title: string, { body, tag, data }: Omit<Shown, 'title'>) => {
        scope.shown = [...scope.shown.filter((each) => each.tag !== tag), { title, body, tag, data }];
      },
    });
    Object.assign(scope.WindowClient.prototype, { focus: async () => undefined });
  });
}

const shown = (page: Page): Promise<readonly Shown[]> =>
  workerOf(page).evaluate(() => (globalThis as unknown as WorkerInTest).shown);

async function clickFirst(page: Page): Promise<void> {
  await workerOf(page).evaluate(() => {
    const [first] = (globalThis as unknown as WorkerInTest).shown;
    const event = new Event('notificationclick');
    Object.assign(event, { notification: { ...first, close: () => undefined }, waitUntil: () => undefined });
    dispatchEvent(event);
  });
}

describe('web push', () => {
  let page: Page;

  beforeAll(async () => {
    ({ page } = ben);
    await withPushService(page);
    await page.reload();
  });

  test('is off until a person turns it on for this browser, which starts the worker and tells the server', async () => {
    await open(page, 'notifications');
    const card = page.getByRole('region', { name: 'This browser' });
    await card.getByText('off', { exact: true }).waitFor(patient);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
      0,
    );
    await card.getByRole('button', { name: 'Turn on' }).click();
    await card.getByText('on', { exact: true }).waitFor(patient);
    const worker = await page.evaluate(async () => {
      const { scope, active } = await navigator.serviceWorker.ready;
      return { scope, script: active?.scriptURL };
    });
    expect(worker).toEqual({ scope: `${team.url}/`, script: `${team.url}/push-worker.js` });
    expect(await hooksOf('push')).toHaveLength(1);
    await page.getByRole('region', { name: 'Your targets' }).getByText('this browser').waitFor(patient);
    expect([ben.problems, ben.caught]).toEqual([[], []]);
    await watchWorker(page);
  });

  test('a request reaches the worker encrypted, which shows how many wait; a click opens it', async () => {
    asked.push(askTeam(machine, 'git push --force origin main', { session: '8f3a', deadline: 600 }));
    await expect.poll(() => push.pushed.length, patient).toBe(1);
    const note = push.pushed[0]?.note;
    await deliver(page, JSON.stringify(note));
    await expect
      .poll(() => shown(page), patient)
      .toEqual([
        {
          title: 'An approval request in shop',
          body: '1 request is waiting for you.',
          tag: 'approvals',
          data: { request: note.request },
        },
      ]);
    await clickFirst(page);
    await page.waitForURL((url) => url.hash === `#/approvals?request=${note.request}`, patient);
    await page.getByText('git push --force origin main').first().waitFor(patient);
  });

  test('what is not a message of the server shows no texts of its own, and no other address is opened', async () => {
    await deliver(page, 'no json');
    const nothing = { body: '', tag: 'approvals', data: {} };
    await expect.poll(() => shown(page), patient).toEqual([{ title: 'Permesso', ...nothing }]);
    await deliver(page, JSON.stringify({ title: 'x', body: 7, request: 'https://attacker.example/' }));
    await expect.poll(() => shown(page), patient).toEqual([{ title: 'x', ...nothing }]);
    await clickFirst(page);
    await page.waitForURL((url) => url.hash === '#/approvals', patient);
  });

  test('the page can start no other worker', async () => {
    const outcomes = await page.evaluate(async () => {
      const outcome = async (work: () => unknown): Promise<string> => {
        try {
          await work();
          return 'done';
        } catch (error) {
          return error instanceof Error ? error.name : 'unknown';
        }
      };
      const types = (
        globalThis as unknown as { trustedTypes: { createPolicy: (name: string, of: object) => unknown } }
      ).trustedTypes;
      const rules = { createScriptURL: (text: string) => text };
      return [
        await outcome(() => navigator.serviceWorker.register('./assets/other.js')),
        await outcome(() => types.createPolicy('mine', rules)),
      ];
    });
    expect(outcomes).toEqual(['TypeError', 'TypeError']);
    (ben.caught as string[]).length = 0;
  });

  test('the command is shown where the person chooses so', async () => {
    await open(page, 'notifications');
    const card = page.getByRole('region', { name: 'This browser' });
    await card.getByRole('radio', { name: 'The command' }).click(patient);
    await card.getByText('A locked screen may show it.').waitFor(patient);
    await expect.poll(async () => (await hooksOf('push')).length, patient).toBe(1);
    push.pushed.length = 0;
    asked.push(askTeam(machine, 'npm publish', { session: 'c41d', deadline: 600 }));
    await expect
      .poll(() => push.pushed[0]?.note.body, patient)
      .toMatch(/^npm publish\n(?:.+\n)+root@acme\.example, build machine, shop$/u);
  });

  test('a start of the console renews it; signing out ends it, here and at the server', async () => {
    await team.sql(`update hooks set renewed_at = now() - interval '9 days'`);
    await page.reload();
    await expect
      .poll(
        async () =>
          (await team.sql(`select 1 from hooks where renewed_at > now() - interval '1 day'`)).length,
        patient,
      )
      .toBe(1);
    await page.getByRole('button', { name: /^Account/ }).click(patient);
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Organisation').waitFor(patient);
    expect(await hooksOf('push')).toEqual([]);
    expect(await page.evaluate(() => sessionStorage.getItem('test-subscription'))).toBeNull();
  });
});

describe('quiet hours', () => {
  let carla: Signed;

  beforeAll(async () => {
    carla = await team.person('carla', ['approver', 'admin']);
  });

  const ownHours = async (): Promise<unknown> =>
    (await team.sql(`select quiet from people where email = 'carla@acme.example'`))[0]?.['quiet'];

  test('a person sets them for the own targets, changes and ends them', async () => {
    const { page, problems } = carla;
    await page.getByRole('button', { name: /^Account/ }).click(patient);
    await page.getByRole('menuitem', { name: 'Notifications' }).click();
    const card = page.getByRole('region', { name: 'Quiet hours' });
    await card.getByRole('button', { name: 'Set quiet hours' }).click(patient);
    const sheet = page.getByRole('complementary', { name: 'Quiet hours' });
    for (const day of ['Sat', 'Sun']) await sheet.getByRole('button', { name: day }).click();
    await sheet.getByLabel('From').fill('18:30');
    await sheet.getByLabel('Time zone').fill('Europe/Rome');
    await sheet.getByText('They end on the next day.').waitFor();
    await sheet.getByRole('button', { name: 'Add hours' }).click();
    await sheet.getByRole('radio', { name: 'Delivered at once' }).click();
    await sheet.getByRole('button', { name: 'Save' }).click();
    await card.getByText('Mon to Fri, 18:30 to 07:00').waitFor(patient);
    await card.getByText('Sat, Sun, all day').waitFor();
    expect(await ownHours()).toEqual({
      windows: [
        { days: [1, 2, 3, 4, 5], from: '18:30', to: '07:00' },
        { days: [6, 7], from: '00:00', to: '00:00' },
      ],
      zone: 'Europe/Rome',
      letsEscalated: true,
    });
    await card.getByRole('button', { name: 'Change' }).click();
    await sheet.getByLabel('Time zone').fill('Europe/Nowhere');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await sheet.getByText('unknown time zone').waitFor(patient);
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await card.getByRole('button', { name: 'Turn off' }).click();
    await card.getByText('None. You are notified at any time.').waitFor(patient);
    expect(await ownHours()).toBeNull();
    // The browser says so where a form is refused with a status.
    expect(problems.filter((each) => !each.includes('422'))).toEqual([]);
  });

  test('an admin adds a target about machines alone, and gives it quiet hours', async () => {
    const { page } = carla;
    await open(page, 'integrations?sheet=target');
    const sheet = page.getByRole('complementary', { name: 'New notification target' });
    await sheet.getByRole('button', { name: 'Kind: Webhook' }).click(patient);
    await page.getByRole('menuitemradio', { name: 'Teams' }).click();
    await sheet.getByLabel('Address').fill('https://teams.acme.example/hook');
    await sheet.getByRole('radio', { name: 'Escalated ones only' }).click();
    await sheet.getByRole('radio', { name: 'Machines' }).click();
    expect(await sheet.getByRole('radio', { name: 'Escalated ones only' }).count()).toBe(0);
    await sheet.getByRole('button', { name: 'Add target' }).click();
    await sheet.getByText('Added.').waitFor(patient);
    await sheet.getByRole('button', { name: 'Close' }).last().click();
    expect(await hooksOf('teams')).toMatchObject([{ about: 'machines', only_escalated: false, quiet: null }]);
    await page.getByText('only machines').waitFor(patient);
    await page.getByRole('button', { name: 'Quiet hours of teams.acme.example' }).click();
    const quiet = page.getByRole('complementary', { name: 'Quiet hours of teams.acme.example' });
    await quiet.getByRole('radio', { name: 'Held too' }).click(patient);
    await quiet.getByRole('button', { name: 'Save' }).click();
    await page.getByText('quiet: Every day, 22:00 to 07:00').waitFor(patient);
    expect(await hooksOf('teams')).toMatchObject([{ quiet: { letsEscalated: false } }]);
  });

  test('an admin turns web push off for the organisation, which its people are told', async () => {
    const { page } = carla;
    await open(page, 'integrations');
    const card = page.getByRole('region', { name: 'Web push' });
    await card.getByText(`go through ${push.host}`).waitFor(patient);
    await card.getByRole('button', { name: 'Turn off…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
    await card.getByText('off', { exact: true }).waitFor(patient);
    await open(page, 'notifications');
    await page.getByText('Your organisation does not use web push.').waitFor(patient);
    await open(page, 'integrations');
    await card.getByRole('button', { name: 'Allow' }).click(patient);
    await card.getByText('on, 0 browsers').waitFor(patient);
    expect(await team.ask('GET /v1/push')).toMatchObject({ isOn: true, browsers: 0 });
  });

  test('axe finds nothing serious, contrast is AA', async () => {
    const { page } = carla;
    const shownOn = {
      notifications: 'None. You are notified at any time.',
      'notifications?sheet=quiet': 'Starting on',
      'integrations?sheet=target': 'New notification target',
      integrations: 'Lets approvers get browser notifications',
    };
    for (const [name, words] of Object.entries(shownOn)) {
      await open(page, name);
      await page.getByText(words).first().waitFor(patient);
      expect([name, ...(await barriers(page)), ...(await lowContrast(page))]).toEqual([name]);
    }
  });
});
