import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { requestOf } from '../../../test/request-of.ts';
import { failureDecision } from '@permesso/engine/decision';
import { type Answer, CannotAsk, redactRequest, sign, signatureProblem } from '@permesso/protocol/approval';
import { commandApprover } from './command-approver.ts';
import { webhookApprover, type WebhookOptions } from './webhook-approver.ts';

const signal = new AbortController().signal;
const secret = 'shared-by-both-of-us';
const token = `ghp_${'a1B2'.repeat(9)}`;
const request = requestOf({
  call: { tool: 'Bash', input: { command: `curl -H "x: ${token}"`, password: 'hunter2x' } },
});

describe('a program that is asked', () => {
  const program = (script: string, deadline = 5000): ReturnType<typeof commandApprover> =>
    commandApprover({ command: [process.execPath, '-e', script], deadline });
  const saying = (text: string): string =>
    `process.stdin.resume(); process.stdout.write(${JSON.stringify(text)})`;

  test('reads the question and answers it', async () => {
    const script = `let t=''; process.stdin.on('data', (d) => t += d).on('end', () => {
      const q = JSON.parse(t);
      console.log(JSON.stringify({ verdict: 'deny', comment: q.call.input.command, digest: q.digest }));
    })`;
    const plain = requestOf({ call: { tool: 'Bash', input: { command: 'make' } } });
    expect(await program(script)(plain, { signal })).toMatchObject({ verdict: 'deny', comment: 'make' });
  });

  test.each<[string, string, RegExp]>([
    ['says nothing', saying(''), /no clear answer/],
    ['says nonsense', saying('yes'), /no clear answer/],
    ['contradicts', saying('{"verdict":"maybe"}'), /no clear answer/],
    ['answers another question', saying('{"verdict":"allow","digest":"x"}'), /another request/],
    ['fails', 'process.exit(3)', /ended with 3/],
    [
      'says yes and fails',
      `${saying('{"verdict":"allow"}')}; process.exitCode = 1; process.exit()`,
      /ended with 1/,
    ],
    [
      'talks without end',
      `process.stdin.resume(); setInterval(() => process.stdout.write('x'.repeat(99999)), 1)`,
      /too much/,
    ],
  ])('%s: no', async (_name, script, words) => {
    expect(await program(script)(request, { signal })).toMatchObject({
      verdict: 'deny',
      comment: expect.stringMatching(words) as string,
    });
  });

  test('takes too long, or is no longer needed: no, and it is stopped', async () => {
    const sleeps = 'setTimeout(() => {}, 60000)';
    expect(await program(sleeps, 100)(request, { signal })).toMatchObject({
      comment: 'Nobody answered in time.',
      from: 'nobody',
      unanswered: 'expired',
    });
    const stop = new AbortController();
    const answer = program(sleeps)(request, { signal: stop.signal });
    stop.abort();
    expect(await answer).toMatchObject({ from: 'nobody', unanswered: 'withdrawn' });
  });

  test('does not exist: nobody to ask', async () => {
    await expect(
      commandApprover({ command: ['/does/not/exist'], deadline: 100 })(request, { signal }),
    ).rejects.toThrow(CannotAsk);
  });
});

describe('a webhook', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  interface Seen {
    readonly method: string;
    readonly body: string;
    readonly signature: string | undefined;
    readonly path: string;
  }

  /** A service on this machine that replies as told. */
  async function service(
    reply: (seen: Seen, count: number) => { status: number; answer?: Answer; digest?: string; key?: string },
  ): Promise<{ url: string; seen: Seen[] }> {
    const seen: Seen[] = [];
    server = createServer((incoming, outgoing) => {
      let body = '';
      incoming.on('data', (chunk: Buffer) => void (body += chunk.toString()));
      incoming.on('end', () => {
        const signature = incoming.headers['permesso-signature'];
        seen.push({
          method: incoming.method ?? '',
          body,
          signature: String(signature),
          path: incoming.url ?? '',
        });
        const { status, answer, digest = 'd', key = secret } = reply(seen.at(-1) as Seen, seen.length);
        const text = answer === undefined ? '' : JSON.stringify({ id: 'q', digest, answer });
        outgoing
          .writeHead(status, { 'permesso-signature': sign(text, { secret: key, at: Date.now() }) })
          .end(text);
      });
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/approvals`, seen };
  }

  const ask = async (url: string, more: Partial<WebhookOptions> = {}): Promise<Answer> =>
    await webhookApprover({ url, secret, deadline: 2000, ...more })(request, { signal });

  test('gets a signed question without secrets, and its signed reply counts', async () => {
    const { url, seen } = await service(() => ({ status: 200, answer: { verdict: 'allow', by: 'anna' } }));
    expect(await ask(url)).toEqual({ verdict: 'allow', by: 'anna', from: 'webhook' });
    const [sent] = seen;
    expect(
      signatureProblem(sent?.body ?? '', { signature: sent?.signature, secret, now: Date.now() }),
    ).toBeUndefined();
    expect(sent?.body).not.toContain(token);
    expect(sent?.body).not.toContain('hunter2x');
  });

  test('is looked at again until it knows', async () => {
    const { url, seen } = await service(({ method }, count) =>
      method === 'POST' || count < 4
        ? { status: 202 }
        : { status: 200, answer: { verdict: 'deny', comment: 'no' } },
    );
    expect(await ask(url, { every: 10 })).toMatchObject({ verdict: 'deny', comment: 'no' });
    expect(seen.at(-1)?.path).toBe('/approvals/q');
  });

  test.each<[string, Parameters<typeof service>[0], RegExp]>([
    [
      'a wrong key',
      () => ({ status: 200, answer: { verdict: 'allow' }, key: 'guessed' }),
      /signature is wrong/,
    ],
    ['another question', () => ({ status: 200, answer: { verdict: 'allow' }, digest: 'x' }), /another call/],
    [
      'an answer that is none',
      () => ({ status: 200, answer: { verdict: 'yes' } as unknown as Answer }),
      /no clear answer/,
    ],
    ['never', () => ({ status: 202 }), /in time/],
    ['it has forgotten', ({ method }) => ({ status: method === 'POST' ? 202 : 404 }), /no longer known/],
  ])('%s: no', async (_name, reply, words) => {
    const { url } = await service(reply);
    const every = words.source.includes('known') ? { every: 10 } : {};
    // Only who never answers is waited for to the end.
    const deadline = words.source.includes('time') ? 300 : 60_000;
    expect(await ask(url, { deadline, ...every })).toMatchObject({
      verdict: 'deny',
      comment: expect.stringMatching(words) as string,
    });
  });

  test.each([500, 301])('a %s is nobody to ask', async (status) => {
    const { url } = await service(() => ({ status }));
    await expect(ask(url)).rejects.toThrow(CannotAsk);
    await expect(ask('http://127.0.0.1:1/')).rejects.toThrow(CannotAsk);
  });

  test('may call back: signed, for this question, once', async () => {
    const { url, seen } = await service(() => ({ status: 202 }));
    const approver = webhookApprover({ url, secret, deadline: 2000 });
    const answer = approver(request, { signal });
    await expect.poll(() => seen.length).toBe(1);
    const body = (digest: string): string =>
      JSON.stringify({ id: 'q', digest, answer: { verdict: 'allow', by: 'phone' } });
    const send = (text: string, key = secret, at = Date.now()): ReturnType<typeof approver.receive> =>
      approver.receive(text, sign(text, { secret: key, at }));
    expect(approver.receive(body('d'), undefined)).toEqual({ accepted: false, why: 'it is not signed' });
    expect(send(body('d'), 'guessed')).toMatchObject({ accepted: false, why: 'its signature is wrong' });
    expect(send(body('d'), secret, Date.now() - 600_000)).toMatchObject({ why: 'its signature is too old' });
    expect(send(body('x'))).toMatchObject({ accepted: false });
    expect(send(body('d'))).toEqual({ accepted: true });
    expect(send(body('d'))).toMatchObject({
      accepted: false,
      why: expect.stringContaining('too late') as string,
    });
    expect(await answer).toMatchObject({ verdict: 'allow', by: 'phone', from: 'webhook' });
  });

  test('a question is the same with its secrets hidden', () => {
    const redacted = redactRequest(request);
    expect(redacted).toMatchObject({ id: request.id, digest: request.digest, callKey: request.callKey });
    expect(JSON.stringify(redacted)).not.toMatch(/ghp_|hunter2x/);
  });

  test('a secret that one place gives away is hidden in all places, before it and behind it', () => {
    const given = requestOf({
      call: {
        tool: 'Deploy',
        input: { aNote: 'log in with hunter2x', args: ['--token', 'tr0ub4dor'], password: 'hunter2x' },
      },
      decision: { ...failureDecision('x'), message: 'Deploy with tr0ub4dor' },
      effects: [{ does: 'runs', words: 'runs code: hunter2x', lasting: false }],
    });
    expect(JSON.stringify(redactRequest(given))).not.toMatch(/hunter2x|tr0ub4dor/);
  });

  test.each([
    ['git push', true],
    ['curl -H "Authorization: Bearer ghp_0123456789abcdefghijklmnopqrstuvwxyz" x', false],
  ])(
    '%s can be changed from afar: %s, because what stands for a secret must not run',
    (command, editable) => {
      const given = requestOf({ call: { tool: 'Bash', input: { command } }, editable: true });
      expect(redactRequest(given).editable).toBe(editable);
    },
  );

  test('nothing is cut: who answers from afar sees all of it', () => {
    const long = Array.from({ length: 30_000 }, (_, at) => `line ${at}`).join('\n');
    const given = requestOf({ call: { tool: 'Bash', input: { command: long } } });
    expect(redactRequest(given).call.input).toEqual({ command: long });
  });

  test.each(['', 'short', undefined])('a secret of %j is none', (weak) => {
    expect(() => webhookApprover({ url: 'http://127.0.0.1:1', secret: weak as string, deadline: 1 })).toThrow(
      'at least 16 characters',
    );
  });

  test('an answer to an earlier question about the same call is none to this one', async () => {
    const { url } = await service(() => ({ status: 200, answer: { verdict: 'allow' } }));
    const asked = { ...request, id: 'another' };
    const answer = await webhookApprover({ url, secret, deadline: 2000 })(asked, { signal });
    expect(answer).toMatchObject({ verdict: 'deny', comment: 'The answer was about another call.' });
  });
});
