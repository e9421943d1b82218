import { isIPv4 } from 'node:net';

export interface Listen {
  readonly host: string;
  readonly port: number;
}

/**
 * `127.0.0.1:8808`, `localhost:8808`, `[::1]:8808` or a port alone; undefined for an address that others could reach.
 */
export function readListen(text: string): Listen | undefined {
  const [, host = '127.0.0.1', digits = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === '' || port > 65_535 || !isLoopback(host)) return undefined;
  return { host: host.replaceAll(/[[\]]/g, ''), port };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
}

/**
 * Why a request is refused. A web page can make its own name resolve to this machine, and its scripts then talk to us
 * as if we were its server; but `Host` still has the page's name, and `Origin` says whose script it is.
 */
export function foreign(
  { host = '', origin }: { readonly host?: string | undefined; readonly origin?: string | undefined },
  { port, resource }: Pick<Listen, 'port'> & { readonly resource?: URL | undefined },
): string | undefined {
  // Behind a proxy that terminates TLS, accept the name by which clients know the server, and no page but its own.
  if (resource !== undefined && host.toLowerCase() === resource.host)
    return origin === undefined || origin.toLowerCase() === resource.origin
      ? undefined
      : 'this origin may not speak to us';
  const [, name = '', given] = /^(.+):(\d+)$/.exec(host) ?? [];
  if (!isLoopback(name.toLowerCase()) || Number(given) !== port) return 'this host is not served here';
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`)
    return 'this origin may not speak to us';
  return undefined;
}
