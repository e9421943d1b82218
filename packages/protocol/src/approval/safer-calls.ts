import type { SaferCall } from '../text/index.ts';

interface SaferRow {
  readonly for: RegExp;
  /** The replacement of the match; `$1` and so on are its groups. */
  readonly instead: string;
  readonly why: string;
}

const onlyShows = 'only shows what would happen';

const rows: readonly SaferRow[] = [
  {
    for: /^(git push\b.*?) (?:--force|-f)(?=\s|$)/u,
    instead: '$1 --force-with-lease',
    why: 'stops if somebody else has pushed meanwhile',
  },
  { for: /^git reset --hard\b.*$/u, instead: 'git stash', why: 'keeps the changes, so that they can return' },
  {
    for: /^git (?:checkout(?: \S+)? --|restore) (.+)$/u,
    instead: 'git stash push -- $1',
    why: 'keeps the changes, so that they can return',
  },
  { for: /^(git clean) -(\w*)f(\w*)/u, instead: '$1 -$2n$3', why: 'only lists what would be removed' },
  { for: /^(git branch) -D\b/u, instead: '$1 -d', why: 'refuses a branch that is not merged' },
  { for: /^(terraform|tofu) destroy\b.*$/u, instead: '$1 plan -destroy', why: onlyShows },
  { for: /^(terraform|tofu) apply\b.*$/u, instead: '$1 plan', why: onlyShows },
  { for: /^pulumi (?:up|destroy)\b.*$/u, instead: 'pulumi preview', why: onlyShows },
  {
    for: /^((?:npm|pnpm|cargo|uv|poetry) publish)(?!.*--dry-run)(.*)$/u,
    instead: '$1 --dry-run$2',
    why: onlyShows,
  },
  {
    for: /^(kubectl (?:apply|delete|patch|scale))(?!.*--dry-run)(.*)$/u,
    instead: '$1 --dry-run=server$2',
    why: onlyShows,
  },
  {
    for: /^(helm (?:install|upgrade|uninstall))(?!.*--dry-run)(.*)$/u,
    instead: '$1 --dry-run$2',
    why: onlyShows,
  },
  { for: /^(aws s3 (?:rm|mv|sync))(?!.*--dryrun)(.*)$/u, instead: '$1 --dryrun$2', why: onlyShows },
  { for: /^(rsync)(?=.* --delete)(?!.*--dry-run)(.*)$/u, instead: '$1 --dry-run$2', why: onlyShows },
  { for: /^(find\b.*) -delete\b/u, instead: '$1 -print', why: 'only lists what would be removed' },
  {
    for: /^(docker(?:-| )compose down)(.*?) (?:-v|--volumes)\b/u,
    instead: '$1$2',
    why: 'keeps the data in the volumes',
  },
  { for: /^(.*\bprisma migrate) deploy\b.*$/u, instead: '$1 status', why: onlyShows },
  {
    for: /^curl\b[^|\n]*?(https?:\/\/[^\s|'"]+)[^|\n]*\|\s*(?:sudo\s+)?(?:ba|da|z)?sh\b.*$/u,
    instead: 'curl -fsSL $1 -o install.sh',
    why: 'saves the script, so that it can be read before it runs',
  },
];

/** The first known safer call for any of these commands. */
export function saferCall(commands: readonly string[]): SaferCall | undefined {
  for (const command of commands) {
    // Nobody would retype a long or multi-line command.
    if (command.length > 300 || command.includes('\n')) continue;
    const row = rows.find((each) => each.for.test(command));
    if (row !== undefined) return { call: command.replace(row.for, row.instead), why: row.why };
  }
  return undefined;
}
