import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeRows } from './secret-places.ts';
import { looksSecret, redactSecrets, secretIn, secretShapes } from './secrets.ts';

/** How secrets stand in commands, headers and files. */
const settings: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `echo ${secret}`,
  (secret) => `curl -H "X-Thing: ${secret}" https://api.example/`,
  (secret) => `export THING='${secret}' && make`,
  (secret) => `{"thing": "${secret}", "n": 1}`,
  (secret) => `git commit -m "do not use ${secret}, it is old"`,
  (secret) => `first line\n${secret}\nlast line`,
  (secret) => JSON.stringify({ text: `first line\n${secret}\nlast line` }),
];

describe('a table of shapes', () => {
  test('holds more than sixty', () => {
    expect(secretShapes().length).toBeGreaterThan(60);
    expect(new Set(secretShapes().map(({ name }) => name)).size).toBe(secretShapes().length);
  });

  test.each(secretShapes().map((shape) => [shape.name, shape] as const))(
    '%s',
    (_name, { shape, example }) => {
      expect(shape.test(example)).toBe(true);
      for (const setting of settings) {
        const text = setting(example);
        expect(looksSecret(text)).toBe(true);
        const { text: redacted, found } = redactSecrets(text);
        expect(redacted).toContain('REDACTED_');
        expect(found).not.toEqual([]);
        expect(redacted).not.toMatch(/hunter22|a1B2c3D4e5|a1b2c3d4e5/);
        expect(redactSecrets(redacted).text, 'twice is once').toBe(redacted);
      }
    },
  );
});

test.each(
  placeRows()
    .filter(({ bare }) => bare !== true)
    .map((row) => [row.name, row] as const),
)('%s needs a blank, a colon or an equals sign', (_name, { shape, hints, example }) => {
  const once = new RegExp(shape.source, shape.flags.replace('g', ''));
  const marks = ['"', "'", '/', '?', '&', '-', '_', '.', '@', '$', '\\', ',', ';', '|'];
  const pieces = [...hints, ...example.split(/[\s:=]+/), ...marks, 'a1B2c3D4'.repeat(4)];
  expect(once.test(example.replaceAll(/[\s:=]/g, ''))).toBe(false);
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces.map((piece) => piece.replaceAll(/[\s:=]/g, '')))),
      (words) => {
        expect(once.test(words.join(''))).toBe(false);
      },
    ),
  );
});

const readable: readonly (readonly [string, string])[] = [
  ['DB_PASSWORD=hunter22x npm start', 'DB_PASSWORD=REDACTED_assigned_secret npm start'],
  [
    'curl -u app:hunter22x https://a.example',
    'curl -u app:REDACTED_user_and_password_for_curl https://a.example',
  ],
  ['postgres://app:hunter22@db.example/app', 'postgres://app:REDACTED_password_in_a_url@db.example/app'],
  ['mysql -u app -phunter22x shop', 'mysql -u app -pREDACTED_password_glued_to_an_option shop'],
];

test.each(readable)('%s keeps its shape', (text, redacted) => {
  expect(redactSecrets(text).text).toBe(redacted);
});

const harmless: readonly string[] = [
  'cd "$PWD" && npm test',
  'npm run test -- --max-tokens=4096',
  'gh auth login --with-token < token.txt',
  'docker login --password-stdin < pw',
  'docker build --secret id=npm,src=.npmrc .',
  'curl -H "Authorization: Bearer $TOKEN" https://api.example/',
  'psql "postgres://app:$PGPASSWORD@db.example/app"',
  'export API_KEY=$(pass show api)',
  'grep -rn "token validation" src/',
  'const token: string = read()',
  'password = os.environ["PASSWORD"]',
  'git log --author=keymaster --oneline',
  'kubectl get secret app -o name',
  'ls node_modules/.pnpm/sk-something',
  'curl https://example.com:8443/path@2x.png',
  'git show 5c38ec7c405ec4b44b94cc5a9bb96e735b38267a',
];

test.each(harmless)('%s holds none', (text) => {
  expect(secretIn(text)).toBeUndefined();
});

test('everyday commands of the public corpus: fewer than 0.5 % look like secrets', () => {
  const folder = new URL('../../../../../corpus/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const rows = files.flatMap((name) =>
    readFileSync(new URL(name, folder), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { severity: string; call: { input: Record<string, unknown> } }),
  );
  const everyday = rows.filter(({ severity }) => severity === 'friction');
  const wrong = everyday.filter(({ call }) =>
    Object.values(call.input).some((value) => typeof value === 'string' && looksSecret(value)),
  );
  expect(everyday.length).toBeGreaterThan(300);
  expect(wrong.length / everyday.length).toBeLessThan(0.005);
});

test.each([
  'token=',
  'ghp_',
  '://:',
  'curl -u ',
  '--a-',
  '-----BEGIN PRIVATE KEY-----',
  'eyJ',
  'machine a login ',
  'mysql ',
  'bearer ',
  'echo a ',
  'A',
  'x-',
  'a.',
])('%s repeated stays linear', (text) => {
  const time = (length: number): number => {
    const long = text.repeat(Math.ceil(length / text.length));
    const start = process.cpuUsage();
    redactSecrets(long);
    return process.cpuUsage(start).user / 1000;
  };
  time(50_000);
  // Ten times the text in far less than a hundred times the time, with room for a busy machine.
  expect(time(500_000)).toBeLessThan(Math.max(1500, 40 * time(50_000)));
});
