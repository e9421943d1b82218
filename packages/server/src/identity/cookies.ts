/**
 * Under TLS the `__Host-` prefix makes the browser bind the name to this host, and reject it from a sibling
 * sub-domain, which could otherwise give a visitor its own session.
 */
export function sessionCookie(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-permesso-session' : 'permesso-session';
}

export function signInCookie(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-permesso-sign-in' : 'permesso-sign-in';
}

export interface CookieOptions {
  readonly publicUrl: string;
  readonly seconds: number;
  /**
   * `Strict` is sent from this server's pages only; `Lax` also when a link leads here, as from the identity provider.
   */
  readonly site: 'Strict' | 'Lax';
}

export function cookie(name: string, value: string, { publicUrl, seconds, site }: CookieOptions): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=/; HttpOnly; SameSite=${site}; Max-Age=${seconds}${secure}`;
}

/** Undefined if it is missing or duplicated: then somebody else set a second one. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each.startsWith(`${name}=`));
  return values.length === 1 ? values[0]?.slice(name.length + 1) : undefined;
}
