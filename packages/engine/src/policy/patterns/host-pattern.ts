import { isControlPort } from '../../facts/urls/loopback.ts';
import type { UrlFact } from '../../facts/urls/url-fact.ts';
import { hostText } from '../../facts/urls/read-url.ts';
import { wordSet, type WordSet } from '../../facts/word-set.ts';

/** A host in a rule, in the canonical spelling that URLs are parsed into. */
export interface HostPattern {
  readonly host: string;
  /** `*.example.com`: for allow, everything below the host but not the host itself. */
  readonly subdomains: boolean;
  /** Empty for the scheme's own port; `*` for any port except those that control other programs. */
  readonly port: string;
}

/** `example.com`, `*.example.com`, `example.com:8443`, `localhost:*`, `[::1]:3000`, each optionally after `domain:`. */
export function parseHostPattern(text: string): HostPattern | { readonly error: string } {
  const named = text.startsWith('domain:') ? text.slice('domain:'.length) : text;
  const subdomains = named.startsWith('*.');
  const place = subdomains ? named.slice(2) : named;
  if (place.includes('://')) return { error: 'a host is expected here, without scheme: write `example.com`' };
  if (place.includes('/')) return { error: 'a host is expected here, without a path: write `example.com`' };
  const { hostPart, port } = splitPort(place);
  if (hostPart.includes('*'))
    return { error: '`*` in a host pattern is allowed only at its start: `*.example.com`' };
  if (port !== '' && port !== '*' && !isPort(port)) return { error: `\`${port}\` is not a port` };
  const host = hostText(hostPart);
  if (host === undefined || host === '') return { error: `\`${place}\` is not a host` };
  if (subdomains && isAddress(host)) return { error: 'an address has no sub-domains' };
  return { host, subdomains, port };
}

export function printHostPattern(pattern: HostPattern): string {
  const host = pattern.host.includes(':') ? `[${pattern.host}]` : pattern.host;
  return `${pattern.subdomains ? '*.' : ''}${host}${pattern.port === '' ? '' : `:${pattern.port}`}`;
}

const web: ReadonlySet<string> = new Set(['http', 'https']);

/** Databases and similar services: only a rule about every port of a host covers them too. */
const services: WordSet = wordSet('postgres postgresql mysql mariadb redis tcp ws');

/** For allow: exactly that host over HTTP, on the rule's port or the scheme's own. */
export function coversHost(pattern: HostPattern, url: UrlFact): boolean {
  if (!url.known || !(web.has(url.scheme) || (pattern.port === '*' && services.has(url.scheme))))
    return false;
  if (!coversPort(pattern.port, url)) return false;
  return pattern.subdomains ? url.host.endsWith(`.${pattern.host}`) : url.host === pattern.host;
}

/** For deny and ask: that host and everything below it, over any scheme and port. */
export function touchesHost(pattern: HostPattern, url: UrlFact): 'yes' | 'may' | 'no' {
  if (!url.known) return 'may';
  return url.host === pattern.host || url.host.endsWith(`.${pattern.host}`) ? 'yes' : 'no';
}

/** Whether the wide port pattern covers everything that the narrow one covers. */
export function portIncludes(wide: string, narrow: string): boolean {
  return wide === narrow || (wide === '*' && !isControlPort(narrow));
}

function coversPort(port: string, url: { readonly scheme: string; readonly port: string }): boolean {
  if (port === '*') return !isControlPort(url.port);
  return url.port === port || isDefaultPort(port, url);
}

function isDefaultPort(port: string, url: { readonly scheme: string; readonly port: string }): boolean {
  return url.port === '' && port === (url.scheme === 'https' ? '443' : '80');
}

function splitPort(place: string): { readonly hostPart: string; readonly port: string } {
  const bracket = place.lastIndexOf(']');
  const colon = place.indexOf(':', bracket + 1);
  const isBareIpv6 = bracket === -1 && colon !== -1 && colon !== place.lastIndexOf(':');
  if (colon === -1 || isBareIpv6) return { hostPart: place, port: '' };
  return { hostPart: place.slice(0, colon), port: place.slice(colon + 1) };
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/u.test(text) && Number(text) > 0 && Number(text) <= 65_535;
}

function isAddress(host: string): boolean {
  return host.includes(':') || /^\d+\.\d+\.\d+\.\d+$/u.test(host);
}
