/** One spelling for a host as the WHATWG parser returned it: no brackets, no trailing dot, mapped IPv4 as IPv4. */
export function canonicalHost(host: string): string {
  if (host.startsWith('[')) return mappedIpv4(host.slice(1, -1)) ?? host.slice(1, -1);
  let end = host.length;
  while (end > 0 && host[end - 1] === '.') end -= 1;
  return host.slice(0, end);
}

/** Prefixes under which the last 32 bits of an IPv6 address reach an IPv4 host: mapped, compatible, NAT64. */
const carriers: readonly (readonly number[])[] = [
  [0, 0, 0, 0, 0, 0xffff],
  [0, 0, 0, 0, 0xffff, 0],
  [0, 0, 0, 0, 0, 0],
  [0x64, 0xff9b, 0, 0, 0, 0],
];

function mappedIpv4(address: string): string | undefined {
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  // `::` and `::1` are addresses in their own right.
  if (groups.length !== 8 || (high === 0 && groups.slice(0, 6).every((group) => group === 0)))
    return undefined;
  const isCarried = carriers.some((prefix) => prefix.every((group, index) => group === groups[index]));
  return isCarried ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : undefined;
}

/** The eight numbers of an address in the parser's spelling. */
function groupsOf(address: string): number[] {
  const [before = '', after] = address.split('::');
  const left = numbersOf(before);
  if (after === undefined) return left;
  const right = numbersOf(after);
  const gap = Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: gap }, () => 0), ...right];
}

function numbersOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}
