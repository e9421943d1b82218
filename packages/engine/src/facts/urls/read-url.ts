import { canonicalHost } from './canonical-host.ts';
import type { UrlFact } from './url-fact.ts';

const longestUrl = 65_536;

/** Schemes whose hosts the WHATWG parser normalises itself. */
const special: ReadonlySet<string> = new Set(['http', 'https', 'ws', 'wss', 'ftp']);

/** A URL as a browser reads it: userinfo dropped, host in one spelling. Never guesses a missing scheme. */
export function readUrl(text: string): UrlFact {
  if (text.length > longestUrl) return unknownUrl(`a URL of more than ${longestUrl} characters`);
  const parsed = parseUrl(text);
  if (parsed === undefined) return unknownUrl('a URL that a browser could not read');
  const scheme = parsed.protocol.slice(0, -1);
  if (special.has(scheme)) {
    return {
      known: true,
      scheme,
      host: canonicalHost(parsed.hostname),
      port: parsed.port,
      path: pathOf(parsed),
    };
  }
  // For other schemes the parser keeps the host as written, so it is read again the way a connection would.
  const host = parsed.hostname === '' ? '' : hostText(parsed.hostname);
  if (host === undefined) return unknownUrl('a URL with a host that cannot be read');
  if (host === '' && looksLikeHost(parsed)) return unknownUrl('a URL without a scheme');
  return { known: true, scheme, host, port: parsed.port, path: pathOf(parsed) };
}

/** A host on its own, as in a rule or a command: `Example.COM.`, `0x7f.1`, `[::1]`. */
export function hostText(text: string): string | undefined {
  if (text === '' || /[\s/\\?#@]/u.test(text)) return undefined;
  const isBareIpv6 = text.includes(':') && !text.startsWith('[');
  const parsed = parseUrl(`http://${isBareIpv6 ? `[${text}]` : text}/`);
  return parsed === undefined || parsed.port !== '' ? undefined : canonicalHost(parsed.hostname);
}

/**
 * The host of `git@host:path` and `host:path`, as git, scp and rsync read them: a colon before the first slash. Undefined if
 * the text names no host that way.
 */
export function hostOf(text: string): string | undefined {
  const colon = text.startsWith('[') || text.includes('@[') ? text.indexOf(']:') + 1 : text.indexOf(':');
  const slash = text.indexOf('/');
  if (colon <= 0 || (slash !== -1 && slash < colon)) return undefined;
  const place = text.slice(0, colon);
  return hostText(place.slice(place.lastIndexOf('@') + 1));
}

/** `evil.example:443/x`: a browser sees a scheme, a tool that adds `https://` sees a host and a port. */
function looksLikeHost(url: URL): boolean {
  return url.protocol.includes('.') || /^\d/u.test(url.pathname);
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function pathOf(url: URL): string {
  return url.pathname + url.search;
}

function unknownUrl(reason: string): UrlFact {
  return { known: false, reason };
}
