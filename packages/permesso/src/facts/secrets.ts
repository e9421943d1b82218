/** Shapes of texts that are keys to something. A rule, a prompt that leaves the machine or a log never holds one. */
export interface SecretShape {
  readonly name: string;
  readonly shape: RegExp;
  readonly example: string;
}

/** Each is anchored on a literal beginning and bounded, so testing is linear. Examples are made up. */
export const secretShapes: readonly SecretShape[] = [
  { name: 'AWS access key', shape: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/, example: 'AKIAABCDEFGHIJKLMNOP' },
  { name: 'GitHub token', shape: /\bgh[opsur]_[A-Za-z0-9]{20,255}/, example: `ghp_${'a1B2'.repeat(9)}` },
  {
    name: 'GitHub fine-grained token',
    shape: /\bgithub_pat_\w{22,255}/,
    example: `github_pat_${'a1B2'.repeat(9)}`,
  },
  { name: 'GitLab token', shape: /\bglpat-[\w-]{20,64}/, example: `glpat-${'a1B2'.repeat(5)}` },
  { name: 'Slack token', shape: /\bxox[abeoprs]-[\w-]{10,255}/, example: `xoxb-${'1234567890-'.repeat(2)}` },
  {
    name: 'OpenAI or Anthropic key',
    shape: /\bsk-[A-Za-z0-9_-]{20,255}/,
    example: `sk-ant-${'a1B2'.repeat(8)}`,
  },
  { name: 'Google API key', shape: /\bAIza[\w-]{35}/, example: `AIza${'a1B2c'.repeat(7)}` },
  {
    name: 'Stripe key',
    shape: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}/,
    example: `sk_live_${'a1B2'.repeat(6)}`,
  },
  { name: 'npm token', shape: /\bnpm_[A-Za-z0-9]{36}/, example: `npm_${'a1B2'.repeat(9)}` },
  {
    name: 'private key',
    shape: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/,
    example: '-----BEGIN RSA PRIVATE KEY-----',
  },
  {
    name: 'JSON web token',
    shape: /\beyJ[\w-]{10,2000}\.[\w-]{10,4000}\.[\w-]{5,2000}/,
    example: `eyJ${'a1B2'.repeat(5)}.eyJ${'a1B2'.repeat(5)}.${'a1B2'.repeat(5)}`,
  },
  {
    name: 'password in a URL',
    shape: /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s/:@]{0,64}:[^\s/@]{3,128}@/i,
    example: 'postgres://app:hunter22@db.example/app',
  },
  {
    name: 'authorisation header',
    shape: /\b(?:bearer|basic|token)\s{1,4}[\w+/.=~-]{16,2000}/i,
    example: `Authorization: Bearer ${'a1B2'.repeat(6)}`,
  },
  {
    name: 'assigned secret',
    shape:
      /(?:^|[^A-Za-z])(?:api[_-]?key|access[_-]?key|secret|token|passw(?:or)?d|pwd|credential)s?["']?\s{0,2}[:=]\s{0,2}["']?[^\s"'$&;|<>(){}]{6,}/i,
    example: 'DB_PASSWORD=hunter22x',
  },
];

/** The name of the first secret that the text seems to hold. */
export function secretIn(text: string): string | undefined {
  return secretShapes.find(({ shape }) => shape.test(text))?.name;
}

export function looksSecret(text: string): boolean {
  return secretIn(text) !== undefined;
}
