import { lazily } from '../lazily.ts';

/** Secrets that are recognised by their position: behind a name, in a header, in a URL. */
export interface PlaceRow {
  readonly name: string;
  /** Each piece is bounded or a single class, so searching is linear. Hides the group `secret`, or else the whole match. */
  readonly shape: RegExp;
  /**
   * A text that contains none of these cannot match the shape, which is cheap to test (ignoring case if the shape does). Empty
   * if only a long run of letters announces it.
   */
  readonly hints: readonly string[];
  /** It may occur in a text without a blank, a colon or an equals sign, such as a path. The other shapes cannot. */
  readonly bare?: true;
  /** Invented. */
  readonly example: string;
}

const made = 'a1B2c3D4'.repeat(6);

/** Values that only say where the secret comes from, or its type. */
const notValue =
  '(?!REDACTED_|process\\.env|os\\.environ|os\\.getenv|import\\.meta|secrets?\\.|string\\b|number\\b|boolean\\b|undefined\\b|null\\b|none\\b|true\\b|false\\b|required\\b|optional\\b|str\\b)';

const value = `${notValue}[^\\s"'\`$&;|<>(){},\\\\-][^\\s"'\`&;|<>(){},\\\\]`;

const names =
  'api[_-]?key|access[_-]?key(?:[_-]id)?|secret[_-]?key|auth[_-]?key|private[_-]?key|account[_-]?key|client[_-]?secret|shared[_-]?access[_-]?key|secret|token|passw(?:or)?d|passphrase|pwd|credentials?';

/** Every name in `names` contains one of these. */
const keyWords = ['key', 'secret', 'token', 'passw', 'passphrase', 'pwd', 'credential'];

export const placeRows: () => readonly PlaceRow[] = lazily(() => [
  {
    name: 'assigned secret',
    shape: new RegExp(
      `(?:^|[^A-Za-z])(?:${names})\\\\?["']?\\s{0,2}(?::|=|:=|=>)\\s{0,2}\\\\?["']?(?<secret>${value}{4,2000})`,
      'gi',
    ),
    hints: keyWords,
    example: 'export DB_PASSWORD=hunter22x',
  },
  {
    name: 'assigned secret in camel case',
    shape: new RegExp(
      `[a-z0-9](?:ApiKey|AccessKey|SecretKey|PrivateKey|Secret|Token|Password|Passphrase)\\\\?["']?\\s{0,2}[:=]\\s{0,2}\\\\?["'](?<secret>${value}{4,2000})`,
      'g',
    ),
    hints: ['Key', 'Secret', 'Token', 'Passw', 'Passphrase'],
    example: '{"clientSecret": "hunter22x"}',
  },
  {
    name: 'assigned password variable',
    shape: new RegExp(`[A-Z_]{0,40}PASS=["']?(?<secret>${value}{3,2000})`, 'g'),
    hints: ['PASS='],
    example: 'SMTP_PASS=hunter22x',
  },
  {
    name: 'assigned secret in quotes',
    // Quoted values may contain blanks and characters that end an unquoted one.
    shape: new RegExp(
      `(?:^|[^A-Za-z])(?:${names})\\\\?["']?\\s{0,2}[:=]\\s{0,2}(?:"${notValue}(?<secret>[^"$\\n]{6,2000})"|'${notValue}(?<other>[^'$\\n]{6,2000})')`,
      'gi',
    ),
    hints: keyWords,
    example: "DB_PASSWORD='correct horse battery'",
  },
  {
    name: 'secret behind an option',
    shape: new RegExp(
      `(?:^|\\s)["']?--?(?:[a-z]{1,20}-){0,4}(?:${names}|pass|token-value|auth-token)[= ]["']?(?!id=|env:|file:|@)(?<secret>${value}{3,2000})`,
      'gi',
    ),
    hints: [...keyWords, 'pass'],
    example: 'deploy --api-key hunter22x',
  },
  {
    name: 'password behind a short option',
    // The nearest option counts, so that both commands of a line are covered.
    shape:
      /\b(?:redis-cli\s(?:[^\n|;&]{0,200}?\s)??-a|(?:ldapsearch|ldapmodify)\s(?:[^\n|;&]{0,200}?\s)??-w|mosquitto_(?:pub|sub)\s(?:[^\n|;&]{0,200}?\s)??-P|(?:sshpass|docker login|podman login|helm registry login|cqlsh|az login|oc login)\s(?:[^\n|;&]{0,200}?\s)??-p)\s?["']?(?<secret>(?!REDACTED_)[^\s"'$`|;&-][^\s"'`|;&]{3,200})/g,
    hints: [
      'sshpass',
      'redis-cli',
      'login',
      'ldapsearch',
      'ldapmodify',
      'mosquitto_pub',
      'mosquitto_sub',
      'cqlsh',
    ],
    example: 'sshpass -p hunter22x ssh host.example',
  },
  {
    name: 'password glued to an option',
    shape:
      /\b(?:mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump|7z|7za|rar)\s(?:[^\n|;&]{0,200}?\s)??-p["']?(?<secret>(?!REDACTED_)[^\s"'$`|;&-][^\s"'`|;&]{3,200})/g,
    hints: ['mysql', 'mariadb', '7z', 'rar'],
    example: 'mysql -u app -phunter22x shop',
  },
  {
    name: 'user and password for curl',
    shape:
      /\b(?:curl|wget|http|xh)\s(?:[^\n|;&]{0,400}?\s)??(?:-u|--user|--proxy-user|-a|--auth)[= ]?["']?[^\s"':$]{1,100}:(?<secret>(?!REDACTED_)[^\s"'$`|;&]{3,200})/g,
    hints: ['curl', 'wget', 'http', 'xh '],
    example: 'curl -u app:hunter22x https://api.example/',
  },
  {
    name: 'password in a URL',
    // Not `i`: the first such expression of a process costs as much as a decision, and most lines with a URL need no other.
    shape: /\b[A-Za-z][A-Za-z\d+.-]{1,20}:\/\/[^\s/:@"'`$<>{}]{0,64}:(?<secret>[^\s/@"'`$<>{}]{2,200})@/g,
    hints: ['://'],
    example: 'postgres://app:hunter22@db.example/app',
  },
  {
    name: 'secret in a query',
    shape:
      /[?&](?:access_token|refresh_token|id_token|token|api_?key|apikey|key|sig|signature|x-amz-signature|x-amz-credential|auth|secret|client_secret|password|pwd)=(?<secret>(?!REDACTED_)[^\s&"'`$<>{}#]{8,2000})/gi,
    hints: [...keyWords, 'sig', 'auth'],
    example: 'https://api.example/v1?access_token=hunter22x',
  },
  {
    name: 'authorisation header',
    shape:
      /\b(?:bearer|basic|digest|negotiate|token|apikey|bot)\s{1,4}(?<secret>(?=[\w+/.=~-]{0,300}\d)(?!REDACTED_)[\w+/.=~-]{16,4000})/gi,
    hints: ['bearer', 'basic', 'digest', 'negotiate', 'token', 'apikey', 'bot'],
    example: `Authorization: Bearer ${made}`,
  },
  {
    name: 'secret header',
    shape:
      /\b(?:(?:proxy-)?authorization|x-[a-z-]{0,40}(?:key|token|secret|auth)|private-token|job-token|api-key|apikey|x-vault-token)["']?\s{0,2}:\s{0,2}["']?(?:(?:bearer|basic|token|bot|apikey|ssws|digest|negotiate)\s)?(?<secret>(?!REDACTED_|(?:bearer|basic|token|bot|apikey|ssws|digest|negotiate)\s)[^\s"'$`<>{}]{6,4000})/gi,
    hints: [...keyWords, 'auth'],
    example: 'X-Api-Key: hunter22x',
  },
  {
    name: 'cookie',
    shape: /\b(?:set-)?cookie:\s{0,2}(?<secret>(?!\s|REDACTED_)[^"'`$\n]{8,4000})/gi,
    hints: ['cookie'],
    example: `Cookie: session=${made}`,
  },
  {
    name: 'password of an archive',
    shape:
      /\b(?:zip|unzip)\s(?:[^\n|;&]{0,200}?\s)??-P\s?["']?(?<secret>(?!REDACTED_)[^\s"'$`|;&-][^\s"'`|;&]{3,200})/g,
    hints: ['zip'],
    example: 'zip -P hunter22x -r out.zip src',
  },
  {
    name: 'Okta token',
    shape: /\bSSWS\s(?<secret>(?!REDACTED_)[\w-]{20,100})/g,
    hints: ['SSWS'],
    example: `Authorization: SSWS 00${made.slice(0, 40)}`,
  },
  {
    name: 'private key',
    shape: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\:,.-]{0,20000}/g,
    hints: ['PRIVATE KEY'],
    example: `-----BEGIN RSA PRIVATE KEY-----\n${made}\n-----END RSA PRIVATE KEY-----`,
  },
  {
    name: 'PuTTY key',
    shape: /PuTTY-User-Key-File-\d:[A-Za-z0-9+/=\s\\:,.()-]{0,20000}/g,
    hints: ['PuTTY-User-Key'],
    example: `PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n${made}`,
  },
  {
    name: 'JSON web token',
    shape: /(?<![A-Za-z0-9])eyJ[\w-]{10,4000}\.[\w-]{10,8000}\.[\w-]{0,2000}/g,
    hints: ['eyJ'],
    bare: true,
    example: `eyJ${made}.eyJ${made}.${made}`,
  },
  {
    name: 'Slack webhook',
    shape: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[\w/-]{20,200})/g,
    hints: ['hooks.slack.com'],
    bare: true,
    example: `https://hooks.slack.com/services/T0${made}`,
  },
  {
    name: 'Discord webhook',
    shape: /discord(?:app)?\.com\/api\/webhooks\/(?<secret>\d{10,25}\/[\w-]{40,100})/g,
    hints: ['/api/webhooks/'],
    bare: true,
    example: `https://discord.com/api/webhooks/123456789012345678/${made}`,
  },
  {
    name: 'Teams webhook',
    shape: /webhook\.office\.com\/webhookb2\/(?<secret>[\w@/-]{40,300})/g,
    hints: ['webhook.office.com'],
    bare: true,
    example: `https://x.webhook.office.com/webhookb2/${made}`,
  },
  {
    name: 'Telegram bot token',
    shape: /(?<![A-Za-z0-9])\d{8,10}:AA[\w-]{33}(?![\w-])/g,
    hints: [':AA'],
    example: `123456789:AA${made.slice(0, 33)}`,
  },
  {
    name: 'Discord bot token',
    shape: /(?<![\w-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/g,
    hints: [],
    bare: true,
    example: `M${made.slice(0, 23)}.${made.slice(0, 6)}.${made.slice(0, 27)}`,
  },
  {
    name: 'Terraform Cloud token',
    shape: /(?<![\w-])\w{14}\.atlasv1\.[\w=-]{60,80}/g,
    hints: ['.atlasv1.'],
    bare: true,
    example: `${made.slice(0, 14)}.atlasv1.${made}${made.slice(0, 19)}`,
  },
  {
    name: 'Azure client secret',
    shape: /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/g,
    hints: ['Q~'],
    bare: true,
    example: `abc8Q~${made.slice(0, 34)}`,
  },
  {
    name: 'Azure key in a connection string',
    shape: /(?:AccountKey|SharedAccessKey|SharedAccessSignature)=(?<secret>(?!REDACTED_)[^\s;"'$]{20,500})/gi,
    hints: ['accountkey', 'sharedaccess'],
    example: `DefaultEndpointsProtocol=https;AccountName=x;AccountKey=${made}==`,
  },
  {
    name: 'Mailchimp key',
    shape: /(?<![A-Za-z0-9])[a-f0-9]{32}-us\d{1,2}(?!\d)/g,
    hints: ['-us'],
    bare: true,
    example: `${'a1b2c3d4'.repeat(4)}-us12`,
  },
  {
    name: 'netrc password',
    shape:
      /\bmachine\s{1,4}\S{1,200}\s{1,8}login\s{1,4}\S{1,200}\s{1,8}password\s{1,4}(?<secret>(?!REDACTED_)\S{3,200})/gi,
    hints: ['machine'],
    example: 'machine api.example login app password hunter22x',
  },
  {
    name: 'npm registry token',
    shape: /:_(?:authToken|auth|password)["']?\s{0,2}=\s{0,2}["']?(?<secret>(?!REDACTED_)[^\s"'$]{6,500})/g,
    hints: [':_'],
    example: '//registry.example/:_authToken=hunter22x',
  },
  {
    name: 'hashed password',
    shape: /\$(?:2[abxy]|5|6|y|gy|argon2(?:id|i|d))\$[\w./$=,+-]{22,200}/g,
    hints: ['$2', '$5$', '$6$', '$y$', '$gy$', '$argon2'],
    bare: true,
    example: `$2b$12$${made}${made.slice(0, 5)}`,
  },
  {
    name: 'openssl pass phrase',
    shape: /\bpass:(?<secret>(?!REDACTED_)[^\s"'$`]{4,200})/g,
    hints: ['pass:'],
    example: 'openssl rsa -passin pass:hunter22x -in key.pem',
  },
  {
    name: 'password on standard input',
    shape:
      /\b(?:echo|printf)\s{1,4}(?:-[ne]{1,2}\s{1,4})?["']?(?<secret>(?!REDACTED_)[^\s"'$`|;&<>-][^\s"'`|;&<>]{3,200})["']?\s{0,4}\|\s{0,4}(?:sudo\s{1,4}(?:-\w{1,3}\s{1,4}){0,3}-S|(?:docker|podman|helm registry|gh auth|oc)\s[^\n|;&]{0,200}--(?:password-stdin|with-token)|passwd|chpasswd|cryptsetup)/g,
    hints: ['sudo', '-stdin', '--with-token', 'passwd', 'cryptsetup'],
    example: 'echo hunter22x | sudo -S true',
  },
]);
