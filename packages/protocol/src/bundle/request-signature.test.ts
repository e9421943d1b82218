import { describe, expect, test } from 'vitest';
import { newSigningKey } from './ed25519.ts';
import { readAgentSignature, requestProblem, signRequest, type RequestProblem } from './request-signature.ts';

const key = newSigningKey();
const agent = '3f6c1c1e-8a4e-4b53-9a0f-2a6e0c9d7b11';
const at = 1_790_000_000_000;
const request = { method: 'POST', target: '/v1/agent/entries?gap=accept', body: Buffer.from('lines') };
const header = signRequest(request, { agent, key: key.privateKey, at });

async function problem(
  change: Partial<typeof request> = {},
  how: { readonly now?: number; readonly publicKey?: Buffer } = {},
): Promise<RequestProblem | undefined> {
  const signature = readAgentSignature(header);
  if (signature === undefined) return { detail: 'no signature' };
  return await requestProblem(
    { ...request, ...change },
    { signature, publicKey: key.publicKey, now: at, ...how },
  );
}

const wrong = { detail: 'the signature is not that of this agent for this request' };

describe('a signed request', () => {
  test('counts for what it was made for, for five minutes either way', async () => {
    expect(await problem()).toBeUndefined();
    expect(await problem({}, { now: at + 299_000 })).toBeUndefined();
    expect(await problem({}, { now: at + 301_000 })).toMatchObject({ code: 'clock' });
    expect(await problem({}, { now: at - 301_000 })).toMatchObject({ code: 'clock' });
  });

  test.each([
    ['method', { method: 'DELETE' }],
    ['query', { target: '/v1/agent/entries' }],
    ['path', { target: '/v1/agent/approvals?gap=accept' }],
    ['body', { body: Buffer.from('other') }],
    // A line break in one part must not become the border of another.
    ['parts moved', { method: 'POST\n/v1/agent/entries?gap=accept', target: '' }],
  ])('not for another %s', async (_what, change) => {
    expect(await problem(change)).toEqual(wrong);
  });

  test('not with another key, nor with one that is none', async () => {
    expect(await problem({}, { publicKey: newSigningKey().publicKey })).toEqual(wrong);
    expect(await problem({}, { publicKey: Buffer.alloc(31) })).toEqual(wrong);
    expect(await problem({}, { publicKey: Buffer.alloc(32) })).toEqual(wrong);
  });
});

test.each([
  [undefined],
  [''],
  ['Bearer x'],
  [header.replace('agent=', 'agent=x')],
  [header.replace(/sig=.*/, 'sig=')],
  [`${header} `],
  [header.replace(/t=\d+/, 't=-1')],
])('%s is no such header', (text) => {
  expect(readAgentSignature(text)).toBeUndefined();
});
