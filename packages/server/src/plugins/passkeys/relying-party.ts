import { isIP } from 'node:net';
import { Problem } from '../../route/problem.ts';

/** The relying party of passkeys: browsers offer them to this name only, and report the page's origin. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** Undefined where browsers do not support passkeys: for an IP address, and without TLS. */
export function relyingParty(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isName = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isName && (protocol === 'https:' || isLocal) ? { id: hostname, origin } : undefined;
}

export function possible(party: RelyingParty | undefined): RelyingParty {
  if (party !== undefined) return party;
  throw new Problem(
    409,
    'passkeys need an https:// address with a name. Fix: set PERMESSO_PUBLIC_URL to the address that browsers use',
  );
}
