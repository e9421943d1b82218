import { expect, test } from 'vitest';
import { newAddress } from './old-addresses.ts';

test.each([
  ['#inbox', '#/approvals'],
  ['#inbox?question=a%26b', '#/approvals?request=a%26b'],
  ['#playground?tool=Bash&text=ls', '#/playground?tool=Bash&text=ls'],
  ['#rules', '#/rules'],
  ['', undefined],
  ['#', undefined],
  ['#/approvals', undefined],
])('%s leads to %s', (hash, address) => {
  expect(newAddress(hash)).toBe(address);
});
