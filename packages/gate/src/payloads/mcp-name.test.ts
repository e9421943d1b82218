import { expect, test } from 'vitest';
import { asEach, readingsOf } from './mcp-name.ts';

test.each([
  ['sql', '-', []],
  ['gh-create', '-', ['gh create']],
  ['gh-mcp-create', '-', ['gh mcp-create', 'gh-mcp create']],
  ['a__b__c', '__', ['a b__c', 'a__b c']],
  ['a___b', '__', ['a _b', 'a_ b']],
  ['-create', '-', []],
  ['gh-', '-', []],
  ['', '-', []],
  ['a-b-c-d-e-f-g-h-i', '-', 8],
  ['a-b-c-d-e-f-g-h-i-j', '-', [' ']],
])('%s cut at %s', (name, separator, expected) => {
  const readings = readingsOf(name, separator).map(({ server, tool }) => `${server} ${tool}`);
  expect(typeof expected === 'number' ? readings.length : readings).toEqual(expected);
});

test('each reading is a call of its own, under the name that the host gave', () => {
  const call = { tool: 'a-b-c', input: { x: 1 } };
  expect(asEach(call, readingsOf(call.tool, '-'))).toEqual([
    { ...call, mcp: { server: 'a', tool: 'b-c' } },
    { ...call, mcp: { server: 'a-b', tool: 'c' } },
  ]);
  expect(asEach(call, [])).toEqual([call]);
});
