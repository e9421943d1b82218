import { expect, test } from 'vitest';
import { trustedProxies } from '../settings.ts';
import { bucketOf, clientAddress } from './client-address.ts';

const trusted = trustedProxies(['10.0.0.0/8', '192.0.2.7', 'fd00::/8']);

test.each<[string | undefined, string | undefined, string]>([
  ['203.0.113.9', undefined, '203.0.113.9'],
  // A client that is not a proxy of ours may write what it likes.
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
  // What stands left of the first stranger is that stranger's own.
  ['10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '1.1.1.1, 198.51.100.1, 10.2.3.4, 192.0.2.7', '198.51.100.1'],
  ['10.0.0.1', '10.9.9.9', '10.9.9.9'],
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.1', '', '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1, nonsense', '10.0.0.1'],
  ['::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['fd00::1', '[2001:db8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', '198.51.100.1', 'fe80::1%eth0'],
  [undefined, '198.51.100.1', 'unknown'],
])('peer %s with %j is %s', (peer, forwarded, expected) => {
  expect(clientAddress(peer, forwarded, trusted)).toBe(expected);
});

test('without trusted proxies nobody is believed', () => {
  expect(clientAddress('10.0.0.1', '198.51.100.1', trustedProxies([]))).toBe('10.0.0.1');
});

test.each(['10.0.0.0/33', 'example.com', '10.0.0.0/8/8', '', 'fd00::/129', '10.0.0.0/-1'])(
  '%j is not a proxy',
  (entry) => {
    expect(() => trustedProxies([entry])).toThrow('neither an address nor a range');
  },
);

test('one IPv6 network is one client', () => {
  expect(bucketOf('2001:db8:0:1::1')).toBe(bucketOf('2001:db8::1:ffff:0:0:9'));
  expect(bucketOf('2001:db8:0:1::1')).not.toBe(bucketOf('2001:db8:0:2::1'));
  expect(bucketOf('198.51.100.1')).toBe('198.51.100.1');
});
