import { checkUrl, ForbiddenAddress } from '../../outbound/send.ts';

/**
 * Throws unless it lies at a push service that the operator lets in. A browser names the address, so without this anybody
 * who is signed in could have the server send to any host.
 */
export function checkPushEndpoint(
  endpoint: string,
  { hosts, permitted }: { readonly hosts: readonly string[]; readonly permitted: readonly string[] },
): URL {
  const url = checkUrl(endpoint, permitted);
  // With its port: a service listens on the usual one.
  if (!hosts.some((host) => isAt(url.host, host)))
    throw new ForbiddenAddress(`${url.host} is not a push service that is let in (PERMESSO_PUSH_HOSTS)`);
  return url;
}

function isAt(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}
