/** `#inbox?question=…` and `#playground?…`: URLs in older messages and links. */
export function newAddress(hash: string): string | undefined {
  if (hash === '' || hash === '#' || hash.startsWith('#/')) return undefined;
  const [name = '', rest = ''] = hash.slice(1).split('?', 2);
  if (name !== 'inbox') return `#/${name}${rest === '' ? '' : `?${rest}`}`;
  const request = new URLSearchParams(rest).get('question');
  return request === null ? '#/approvals' : `#/approvals?${new URLSearchParams({ request }).toString()}`;
}

export function leadOldAddresses(): void {
  const lead = (): void => {
    const address = newAddress(location.hash);
    if (address !== undefined) location.replace(address);
  };
  lead();
  addEventListener('hashchange', lead);
}
