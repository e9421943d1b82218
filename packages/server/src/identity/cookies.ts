/**
 * With TLS the browser itself keeps the name to this host, and refuses it from a neighbouring sub-domain, which could
 * otherwise put its own session under a visitor (`__Host-`).
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
  /** `Strict` is sent by pages of this server alone; `Lax` also when a link leads here, as from the identity provider. */
  readonly site: 'Strict' | 'Lax';
}

export function cookie(name: string, value: string, { publicUrl, seconds, site }: CookieOptions): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=/; HttpOnly; SameSite=${site}; Max-Age=${seconds}${secure}`;
}

/** Nothing when it is not there, or there twice: then somebody else put one beside it. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each.startsWith(`${name}=`));
  return values.length === 1 ? values[0]?.slice(name.length + 1) : undefined;
}
