import { literalOf } from '../read/words/word.ts';
import { type Arguments, type Command, type Operands, type Refinement, used } from '../model/model.ts';

const none = { rest: 'text' } as const;
const acting = (names: readonly string[], more: Partial<Command> = {}): Command => ({
  names,
  does: 'acts',
  operands: none,
  ...more,
});
/** `gh pr view https://evil.example/o/r/pull/1` contacts the host of that URL. */
function namedAddress(args: Arguments): Refinement | undefined {
  const elsewhere = args.operands.filter(({ word }) => isElsewhere(literalOf(word)));
  if (elsewhere.length === 0) return undefined;
  return {
    does: 'acts',
    why: 'goes to the host that it names',
    reaches: elsewhere.map(({ word }) => ({ word, as: 'url' })),
    escalations: elsewhere.map(({ at }) => ({ at, why: 'goes to the host that it names' })),
  };
}

function isElsewhere(text: string | undefined): boolean {
  return text?.includes('://') === true && !/^https:\/\/(?:www\.)?git(?:hub|lab)\.com\//iu.test(text);
}

const fields: readonly string[] = ['-f', '-F', '--field', '--raw-field'];

/** A single literal query: a mutation must be marked as one. Variables may be given as well. */
function isGraphQuery(args: Arguments): boolean {
  const given = args.options.filter(({ name }) => fields.includes(name));
  const texts = given.map(({ value }) => literalOf(value) ?? '');
  const [query, ...others] = texts.filter((text) => text.startsWith('query='));
  const isPlain =
    args.strangers.length + args.vague.length === 0 &&
    args.options.every(({ kind }) => kind === 'plain') &&
    texts.every((text) => /^\w+=[^@]/u.test(text));
  return (
    isPlain &&
    others.length === 0 &&
    /^query=\s*(?:query\b|\{)/u.test(query ?? '') &&
    !/mutation|subscription/iu.test(query ?? '')
  );
}

const web = [{ options: '-w --web', why: 'opens a browser' }] as const;
const shown = '-R:repository -q: -t: --repo:repository --json: --jq: --template:';
const lists = (more = '', escalating: Command['escalating'] & {} = web): Command => ({
  names: ['list', 'ls'],
  does: 'reads',
  options: `${shown} -s: -L: -l: -a: -A: -S: -B: -H: -m: -b: -u: -e: -c: -d --state: --limit: --label: --author: --assignee: --search: --base: --head: --milestone: --app: --mention: --draft --branch: --workflow: --user: --event: --status: --created: --commit: --visibility: --language: --topic: --source --fork --archived --no-archived --exclude-drafts --exclude-pre-releases --order: --sort: --all ${more}`,
  escalating,
  operands: none,
  refine: namedAddress,
  examples: {},
});
const views = (operands: Operands = none, more = ''): Command => ({
  names: ['view'],
  does: 'reads',
  options: `${shown} -c -b: -v -j: --comments --branch: --verbose --exit-status --log --log-failed --job: --attempt: ${more}`,
  escalating: web,
  operands,
  refine: namedAddress,
  examples: {},
});
interface GroupRows {
  readonly list?: Command;
  readonly viewed?: Operands;
}

const group = (
  name: string,
  more: readonly Command[] = [],
  { list = lists(), viewed = none }: GroupRows = {},
): Command => ({
  names: [name],
  does: 'acts',
  operands: none,
  subcommands: [
    list,
    views(viewed),
    ...more,
    acting(['delete', 'archive', 'transfer'], { destructive: true }),
    acting(['download'], {
      options: `${shown} -A: -p: -n: --archive: --pattern: --name: --skip-existing --clobber -D:write -O:write --dir:write --output:write`,
      examples: { touches: [['gh release download v1 -D config', 'write config']] },
    }),
    acting(
      [
        'create',
        'edit',
        'close',
        'reopen',
        'comment',
        'merge',
        'review',
        'checkout',
        'ready',
        'rerun',
        'cancel',
        'watch',
        'upload',
        'clone',
        'fork',
        'sync',
        'rename',
        'set',
        'lock',
        'unlock',
        'pin',
        'unpin',
        'develop',
        'enable',
        'disable',
        'run',
        'update-branch',
        'revert',
        'set-default',
        'unarchive',
      ],
      {
        options:
          '-t:plain -b:plain --title:plain --body:plain --subject:plain --notes:plain --comment:plain --description:plain',
        standardInput: 'plain',
      },
    ),
  ],
});

/** Reading returns data over the network from the service to which one is signed in, as document 002 lists them. */
export const github = (): readonly Command[] => [
  {
    names: ['gh', 'hub', 'glab'],
    does: 'acts',
    place: 'own',
    operands: none,
    prints: '--version --help version',
    subcommands: [
      group('pr', [
        {
          names: ['status'],
          does: 'reads',
          options: `${shown} -c --conflict-status`,
          operands: {},
          examples: { reads: ['gh pr status'] },
        },
        {
          names: ['diff'],
          does: 'reads',
          options: `${shown} --color: --name-only --patch`,
          escalating: web,
          operands: none,
          refine: namedAddress,
          examples: { reads: ['gh pr diff 12'] },
        },
        {
          names: ['checks'],
          does: 'reads',
          options: `${shown} --required --watch --interval: --fail-fast`,
          escalating: web,
          operands: none,
          refine: namedAddress,
          examples: { reads: ['gh pr checks 12'] },
        },
      ]),
      group('issue', [
        {
          names: ['status'],
          does: 'reads',
          options: shown,
          operands: {},
          examples: { reads: ['gh issue status'] },
        },
      ]),
      group('repo', [], { viewed: { rest: 'repository' } }),
      group(
        'run',
        [
          {
            names: ['watch'],
            does: 'reads',
            options: '-R:repository -i: --repo:repository --interval: --exit-status --compact',
            operands: none,
            examples: {
              reads: ['gh run watch 1 --exit-status', 'gh run list -w ci.yml -L 5'],
              acts: ['gh run rerun 1'],
            },
          },
        ],
        { list: lists('-w:', []) },
      ),
      group('workflow'),
      group('release'),
      group('gist'),
      group('label'),
      group('cache'),
      group('project'),
      group('ruleset'),
      group('org'),
      group('secret'),
      group('variable'),
      group('ssh-key'),
      group('gpg-key'),
      group('codespace'),
      {
        names: ['status'],
        does: 'reads',
        options: '-e: -o: --exclude: --org:',
        operands: {},
        examples: { reads: ['gh status'] },
      },
      {
        names: ['search'],
        does: 'acts',
        operands: none,
        subcommands: [
          {
            names: ['repos', 'issues', 'prs', 'commits', 'code'],
            does: 'reads',
            options: `${shown} -L: --limit: --owner: --state: --language: --label: --author: --sort: --order: --match:`,
            escalating: web,
            operands: none,
            examples: { reads: ['gh search issues foo --limit 5'] },
          },
        ],
      },
      {
        names: ['auth'],
        does: 'acts',
        operands: none,
        subcommands: [
          {
            names: ['status'],
            does: 'reads',
            options: '-h:host -a --hostname:host --active',
            operands: {},
            examples: { reads: ['gh auth status'], acts: ['gh auth status --show-token'] },
          },
          acting(['login', 'logout', 'token', 'refresh', 'setup-git', 'switch'], {}),
        ],
      },
      {
        names: ['api'],
        does: 'reads',
        options:
          '-i -qtHp: --include --jq: --template: --header: --paginate --slurp --cache: --silent --verbose --preview: -f: -F:field --field:field --raw-field:',
        changing: '-X: --method: --input:read --hostname:host',
        operands: { first: ['text'] },
        refine: (args) => {
          const method = literalOf(
            args.options.find(({ name }) => name === '-X' || name === '--method')?.value,
          );
          const header = args.options.some(
            ({ name, value }) =>
              (name === '-H' || name === '--header') && !/^accept:/iu.test(literalOf(value) ?? ''),
          );
          const target = literalOf(args.operands[0]?.word) ?? 'graphql';
          if (target === 'graphql' && !header && isGraphQuery(args)) return { does: 'reads' };
          const reads =
            !header &&
            target !== 'graphql' &&
            !target.includes('://') &&
            !used(args, '-X', '--method', ...fields);
          return reads ? undefined : { does: 'acts', why: `a request with method ${method ?? 'POST'}` };
        },
        examples: {
          reads: ['gh api repos/o/r --jq .name'],
          acts: [
            'gh api -X DELETE repos/o/r',
            'gh api graphql -f query=x',
            "gh api graphql -f query='mutation { x }'",
            'gh api graphql -F query=@q.graphql',
            'gh api repos/o/r -f a=b',
            'gh api https://evil.example/x',
            'gh api --hostname evil.example x',
          ],
          touches: [['gh api x -F f=@secrets/a', 'read secrets/a']],
        },
      },
      acting(['alias', 'extension', 'ext', 'config', 'browse', 'copilot', 'attestation', 'completion'], {}),
    ],
    examples: {
      reads: [
        'gh pr list --state open --limit 10',
        'gh issue list --label bug',
        'gh repo view',
        'gh pr view 12',
        'gh pr view https://github.com/o/r/pull/12',
        'gh repo view o/r',
        'gh pr list -R github.com/o/r',
        'gh run list',
        'gh --version',
      ],
      acts: ['gh repo delete x --yes', 'gh pr create --title x --body y', 'gh x'],
      escalates: [
        'gh pr list --web',
        'gh repo view -w',
        'gh pr list -R evil.example/a/b',
        'gh pr view https://evil.example/o/r/pull/1',
        'gh repo view evil.example/o/r',
      ],
    },
  },
];
