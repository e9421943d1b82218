import { BlockList, isIP } from 'node:net';

/** Ranges that are not on the public internet: internal networks, this machine, metadata services, reserved. */
const closed4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Of IPv6 only global unicast is open, except for ranges that embed an IPv4 address or are reserved. */
const open6 = addressList(['2000::/3'], 'ipv6');
const closed6 = addressList(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'], 'ipv6');
const private4 = addressList(closed4, 'ipv4');

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !private4.check(address, 'ipv4');
    case 6:
      // A zone (`fe80::1%eth0`) is never global.
      return !address.includes('%') && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
    default:
      return false;
  }
}

function addressList(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}
