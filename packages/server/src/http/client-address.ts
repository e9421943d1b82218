import { isIP, type BlockList } from 'node:net';

/**
 * The real client address. Anybody can send `X-Forwarded-For`, so it is read only behind a proxy that the operator
 * configured, and from the right: each proxy appends the address it saw, and anything left of the first untrusted
 * address is that client's own invention.
 */
export function clientAddress(
  peer: string | undefined,
  forwarded: string | undefined,
  trusted: BlockList,
): string {
  let known = plain(peer ?? '');
  const hops = (forwarded ?? '').split(',').map((each) => plain(each.trim()));
  for (const hop of hops.toReversed()) {
    if (!isIn(trusted, known) || isIP(hop) === 0) break;
    known = hop;
  }
  return known === '' ? 'unknown' : known;
}

/** The key that one client is limited under: a single IPv6 client has 2^64 addresses. */
export function bucketOf(address: string): string {
  return isIP(address) === 6 ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
}

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** An IPv4-mapped IPv6 address is that IPv4 address; some proxies add a port or brackets. */
function plain(text: string): string {
  const bare = text.replace(/^\[([\da-f:.]+)\](?::\d+)?$/i, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(bare)?.[1];
  return mapped ?? bare;
}

/** The eight groups of an IPv6 address, expanded. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: middle }, () => '0'), ...right].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  );
}
