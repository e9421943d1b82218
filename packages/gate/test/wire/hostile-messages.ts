import fc from 'fast-check';

const call = fc.oneof(
  fc.constantFrom<unknown[]>(
    { tool: 'Bash', input: { command: 'ls' } },
    { tool: 'refund', input: { amount: 1 }, principal: { user: 'ann', roles: ['a'] } },
    { tool: '__proto__', input: { constructor: 1 } },
    { tool: 'x', input: {}, owner: { user: '' } },
    { tool: 'Bash', input: { command: '\u0000'.repeat(100) } },
  ),
  fc.record({ tool: fc.anything(), input: fc.anything(), principal: fc.anything() }, { requiredKeys: [] }),
  fc.anything(),
);

const params = fc.record(
  {
    call,
    approval: fc.oneof(fc.constantFrom('ask-1', 'ask-2', '__proto__'), fc.anything()),
    answer: fc.oneof(
      fc.constantFrom<unknown[]>(
        { verdict: 'allow' },
        { verdict: 'deny', comment: 'no' },
        { verdict: 'allow', scope: 'user', rules: ['*'], input: {} },
      ),
      fc.anything(),
    ),
    outcome: fc.oneof(fc.constant({ ok: true }), fc.anything()),
    tools: fc.oneof(fc.array(fc.string()), fc.anything()),
  },
  { requiredKeys: [] },
);

const message = fc.record(
  {
    v: fc.oneof({ weight: 9, arbitrary: fc.constant<unknown>(1) }, fc.anything()),
    id: fc.oneof({ weight: 5, arbitrary: fc.integer() }, fc.string(), fc.anything()),
    method: fc.oneof(
      {
        weight: 9,
        arbitrary: fc.constantFrom<unknown[]>(
          'decide',
          'explain',
          'authorize',
          'answer',
          'ran',
          'visibleTools',
          'toString',
          '__proto__',
        ),
      },
      fc.anything(),
    ),
    params: fc.oneof({ weight: 9, arbitrary: params }, fc.anything()),
  },
  { requiredKeys: [] },
);

/** Messages that nobody should send: of every wrong shape, cut off, and no JSON at all. */
export const hostileLine: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: message.map(toText) },
  fc.anything().map(toText),
  fc.string({ unit: 'binary' }),
  fc.tuple(message.map(toText), fc.nat(200)).map(([text, at]) => text.slice(0, at)),
);

function toText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'undefined';
  } catch {
    return '{"v":1,"id":1,"method":"decide","params":{}}';
  }
}
