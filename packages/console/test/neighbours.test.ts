import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { onStage } from './on-stage.ts';
import { enter, openOn } from './stage.ts';

/** A name that means this machine, as DNS rebinding gives it. */
const rebound = 'rebound.example';

const stage = onStage([`--host-resolver-rules=MAP ${rebound} 127.0.0.1`]);

/** Somebody else's server on this machine, which the person opens in the browser where the console is open. */
interface Neighbour {
  readonly port: number;
  readonly received: readonly IncomingMessage[];
}

/** Receives everything, and sets cookies of our name and many large ones wherever it can. */
async function neighbour(cookies: readonly string[] = []): Promise<Neighbour> {
  const received: IncomingMessage[] = [];
  const server = createServer({ maxHeaderSize: 1024 * 1024 }, (request, response) => {
    received.push(request);
    response.setHeader('set-cookie', cookies);
    response.setHeader('content-type', 'text/html');
    response.end('<h1>a neighbour</h1>');
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', () => resolve());
  await promise;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, received };
}

async function open() {
  const machine = stage.machine('allow: [Read]\n');
  return { machine, ...(await stage.open(machine)) };
}

function ownCookie(page: Page) {
  return page
    .context()
    .cookies(page.url())
    .then(([cookie]) => cookie);
}

test('a server on another port is never sent the cookie, and could do nothing with it', async () => {
  const { served, page } = await open();
  const { port, received } = await neighbour();
  const other = await page.context().newPage();
  for (const path of ['/', '/api/inbox', `/${'x'.repeat(43)}/`])
    await other.goto(`http://127.0.0.1:${port}${path}`);
  await other.evaluate(() => fetch('/again', { credentials: 'include' }));
  expect(received.length).toBeGreaterThan(3);
  expect(received.map(({ headers }) => headers.cookie ?? '').join('')).not.toContain('permesso_ui');

  const cookie = await ownCookie(page);
  expect(cookie).toMatchObject({ name: 'permesso_ui', httpOnly: true, sameSite: 'Strict' });
  expect(cookie?.path).toBe(new URL(page.url()).pathname);
  const stolen = { cookie: `permesso_ui=${cookie?.value}` };
  for (const path of ['/', '/api/inbox', '/api/live', `/${'x'.repeat(43)}/api/inbox`]) {
    const { status } = await fetch(`http://127.0.0.1:${served.port}${path}`, { headers: stolen });
    expect([path, status]).toEqual([path, 401]);
  }
  const withoutCookie = await fetch(`${page.url()}api/inbox`);
  expect(withoutCookie.status).toBe(401);
  const both = await fetch(`${page.url()}api/inbox`, { headers: stolen });
  expect(both.status).toBe(200);
});

test('cookies tossed from another port neither lock the person out nor into a foreign session', async () => {
  const { machine, page } = await open();
  const mine = await ownCookie(page);
  const large = Array.from({ length: 60 }, (_, at) => `large${at}=${'x'.repeat(4000)}; Path=/`);
  const { port, received } = await neighbour(['permesso_ui=theirs; Path=/', ...large]);
  const other = await page.context().newPage();
  await other.goto(`http://127.0.0.1:${port}/`);
  await other.goto(`http://127.0.0.1:${port}/again`);
  expect(received.at(-1)?.headers.cookie).toContain('permesso_ui=theirs');

  const hook = stage.hook(machine, 'npm install left-pad');
  await page.reload();
  const sent = await page.context().cookies(page.url());
  expect(sent.filter(({ name }) => name === 'permesso_ui').map(({ value }) => value)).toEqual(
    expect.arrayContaining(['theirs', mine?.value]),
  );
  const allow = page.getByRole('button', { name: /^Approve/ });
  await expect.poll(() => allow.isEnabled(), { timeout: 120_000 }).toBe(true);
  await allow.click();
  expect(await hook.ended).toBe('');
});

test('a page of another port reads nothing, frames nothing and answers nothing', async () => {
  const { machine, page, served } = await open();
  const { port } = await neighbour();
  stage.hook(machine, 'npm install left-pad');
  await page.locator('article.detail').waitFor();
  const other = await page.context().newPage();
  await other.goto(`http://127.0.0.1:${port}/`);
  // Even one that knew the room.
  for (const base of [page.url(), `http://localhost:${served.port}${new URL(page.url()).pathname}`]) {
    const got = await other.evaluate(async (address) => {
      const asked = [
        fetch(`${address}api/inbox`, { credentials: 'include' }),
        fetch(`${address}api/inbox`, { credentials: 'include', mode: 'no-cors' }),
        fetch(`${address}api/answer`, {
          method: 'POST',
          credentials: 'include',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        }),
        fetch(`${address}api/answer`, {
          method: 'POST',
          credentials: 'include',
          mode: 'no-cors',
          body: '{}',
        }),
      ];
      const answers = await Promise.allSettled(asked);
      return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.status : 'blocked'));
    }, base);
    expect(got.filter((status) => status !== 'blocked' && status !== 0)).toEqual([]);
  }
  await other.evaluate((address) => {
    const frame = document.createElement('iframe');
    frame.src = address;
    document.body.append(frame);
  }, page.url());
  await other.waitForTimeout(500);
  expect(await other.frames()[1]?.locator('article.detail').count()).toBe(0);
  expect(await page.locator('.rows li').count()).toBe(1);
});

test('the key works once, and neither key nor room is told to where somebody goes next', async () => {
  const { page, served } = await open();
  const { port, received } = await neighbour();
  const again = await page.context().newPage();
  const answer = await again.goto(served.address);
  expect(answer?.status()).toBe(401);
  expect(await again.textContent('body')).toContain('was used');
  const stranger = await stage.browser().newContext();
  onTestFinished(() => stranger.close());
  const theirs = await stranger.newPage();
  expect((await theirs.goto(served.address))?.status()).toBe(401);
  expect((await theirs.goto(page.url()))?.status()).toBe(401);

  const room = new URL(page.url()).pathname;
  for (const from of [page, again])
    await from.evaluate((to) => {
      const link = document.createElement('a');
      link.href = `http://127.0.0.1:${to}/next`;
      document.body.append(link);
      link.click();
    }, port);
  const next = () => received.filter(({ url }) => url === '/next');
  await expect.poll(() => next().length).toBe(2);
  expect(next().map(({ headers }) => headers.referer)).toEqual([undefined, undefined]);
  for (const { headers, url } of received) {
    expect(JSON.stringify([url, headers])).not.toContain(room.slice(1, -1));
    expect(JSON.stringify([url, headers])).not.toContain(new URL(served.address).search);
  }
});

test('under another name for this machine nothing is served, whatever path or key is shown', async () => {
  const machine = stage.machine('allow: [Read]\n');
  const served = await openOn(machine, stage.pages());
  onTestFinished(served.close);
  const context = await stage.browser().newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const unused = served.address.replace('127.0.0.1', rebound);
  expect((await page.goto(unused))?.status()).toBe(403);
  // The attempt has not used it up.
  const { page: mine } = await enter(stage.browser(), served.address);
  onTestFinished(() => mine.context().close());
  const room = mine.url().replace('127.0.0.1', rebound);
  expect((await page.goto(room))?.status()).toBe(403);
  const status = await page.evaluate(async () => {
    const answer = await fetch('./api/inbox', { credentials: 'include' });
    return answer.status;
  });
  expect(status).toBe(403);
});
