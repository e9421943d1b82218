/** A network target as a browser would read it, or the reason why it could not be read. */
export type UrlFact = KnownUrl | UnknownUrl;

export interface KnownUrl {
  readonly known: true;
  /** `https`, `http`, `ssh` and so on, without the colon. */
  readonly scheme: string;
  /** Lower case, punycode, no trailing dot, IPv4 in four decimals, IPv6 without brackets. */
  readonly host: string;
  /** Empty for the scheme's default port. */
  readonly port: string;
  readonly path: string;
}

export interface UnknownUrl {
  readonly known: false;
  readonly reason: string;
}
