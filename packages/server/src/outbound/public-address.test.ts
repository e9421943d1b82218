import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test.each([
  ['93.184.216.34', true],
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['127.1', false],
  ['2130706433', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.100.100.200', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['fd00:ec2::254', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['ff02::1', false],
  ['example.com', false],
])('%s', (address, isOpen) => {
  expect(isPublicAddress(address)).toBe(isOpen);
});
