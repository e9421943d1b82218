import { checkUrl, ForbiddenAddress } from '../../outbound/send.ts';

/**
 * Throws unless it belongs to a push service that the operator allows. The browser supplies the URL, so otherwise any
 * signed-in person could have the server send to any host.
 */
export function checkPushEndpoint(
  endpoint: string,
  { hosts, permitted }: { readonly hosts: readonly string[]; readonly permitted: readonly string[] },
): URL {
  const url = checkUrl(endpoint, permitted);
  // Includes the port: a service listens on the default one.
  if (!hosts.some((host) => isAt(url.host, host)))
    throw new ForbiddenAddress(`${url.host} is not a push service that is let in (PERMESSO_PUSH_HOSTS)`);
  return url;
}

function isAt(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}
