import { literalOf, type Word } from '../read/words/word.ts';
import type { Arguments, Command, Meaning, Refinement, Touch, UsedOption } from '../model/model.ts';
import { used } from '../model/model.ts';
import { into } from '../model/into-directory.ts';
import { commandInSetting } from '../model/program-values.ts';
import { revisionPaths } from '../model/revision-path.ts';

/** How commits and differences are shown. A full list, to exclude `--output` and `--ext-diff`. */
const shows =
  '-p -u -s -a -b -w -z -M? -B? -C? -D -R -S: -G: -O:read -U: -l: -# --patch --no-patch --raw --stat? --numstat --shortstat --dirstat? --cumulative --summary --name-only --name-status --submodule? --color? --no-color --color-moved? --color-words? --word-diff? --word-diff-regex: --no-renames --find-renames? --find-copies? --find-copies-harder --break-rewrites? --check --full-index --binary --abbrev? --no-abbrev --patch-with-stat --patch-with-raw --compact-summary --minimal --patience --histogram --anchored: --diff-algorithm: --indent-heuristic --no-indent-heuristic --diff-filter: --pickaxe-all --pickaxe-regex --text --ignore-cr-at-eol --ignore-space-at-eol --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines: --inter-hunk-context: --function-context --exit-code --quiet --no-ext-diff --no-textconv --ignore-submodules? --src-prefix: --dst-prefix: --no-prefix --line-prefix: --relative? --no-relative --unified: --ita-invisible-in-index --default-prefix -W --output-indicator-new: --output-indicator-old: --output-indicator-context:';
const showsMore = [
  { options: '--output:write', why: 'writes its output to a file' },
  { options: '--ext-diff --textconv', why: 'runs the programs that the repository configures' },
] as const;
const walks =
  '-n: -i -E -F -P -g -m -c -q -L: --max-count: --skip: --since: --after: --until: --before: --author: --committer: --grep: --grep-reflog: --all-match --invert-grep --regexp-ignore-case --extended-regexp --fixed-strings --perl-regexp --basic-regexp --remove-empty --merges --no-merges --first-parent --exclude-first-parent-only --not --all --branches? --tags? --remotes? --glob: --exclude: --reflog --walk-reflogs --merge --boundary --simplify-by-decoration --full-history --dense --sparse --simplify-merges --ancestry-path? --show-pulls --date-order --author-date-order --topo-order --reverse --no-walk? --do-walk --pretty? --format: --abbrev-commit --no-abbrev-commit --oneline --encoding: --expand-tabs? --no-expand-tabs --notes? --show-notes? --no-notes --relative-date --date: --parents --children --left-right --left-only --right-only --cherry --cherry-mark --cherry-pick --graph --no-graph --show-linear-break? --decorate? --no-decorate --decorate-refs: --decorate-refs-exclude: --source --use-mailmap --mailmap --no-mailmap --log-size --follow --full-diff --cc --combined-all-paths --diff-merges: --no-diff-merges --remerge-diff --ignore-missing --no-min-parents --no-max-parents --min-parents: --max-parents: --disambiguate: -t --max-age: --min-age: --clear-decorations --since-as-filter:';

/** `%G?`, `%(signature)` and `--show-signature` run the configured gpg program. */
function signatures(args: Arguments): Refinement | undefined {
  const asks = args.options.some(({ name, value }) => {
    if (name !== '--format' && name !== '--pretty') return false;
    return value !== undefined && /%G|%\(\*?signature/u.test(literalOf(value) ?? '%G');
  });
  return asks
    ? { does: 'acts', why: 'a format that may verify signatures with a configured program' }
    : undefined;
}

/** `git log` shows contents of files only with a patch; without one, the paths after it are not read. */
function shownPaths(args: Arguments): Refinement | undefined {
  const refined = signatures(args);
  if (
    !used(
      args,
      '-p',
      '-u',
      '-L',
      '-U',
      '-S',
      '-G',
      '-c',
      '--cc',
      '--patch',
      '--patch-with-stat',
      '--patch-with-raw',
      '--unified',
    )
  )
    return refined;
  const touches = args.operands.flatMap(({ word }) => revisionTouches(word));
  return { ...refined, touches: [...touches, ...tracedLines(args)] };
}

/** A directory stands for everything below it. */
function revisionTouches(word: Word): readonly Touch[] {
  return revisionPaths(word).map((path) => ({ access: 'read', word: path, recursive: true }));
}

/** `-L 1,5:FILE`, `-L :FUNCTION:FILE`: lines of a file and their history. */
function tracedLines(args: Arguments): readonly Touch[] {
  return args.options.flatMap(({ name, value }): Touch[] => {
    const text = name === '-L' ? literalOf(value) : '';
    if (value === undefined || text === '') return [];
    if (text === undefined) return [{ access: 'read', word: value }];
    const file = text.slice(text.lastIndexOf(':') + 1);
    return [{ access: 'read', word: { kind: 'literal', text: file, span: value.span } }];
  });
}

/** `-c color.ui=never`, `-c core.pager=cat`: a setting that names no program, or the one that only copies its input. */
function isTameSetting({ name, value }: UsedOption): boolean {
  const text = name === '-c' ? literalOf(value) : undefined;
  if (text === undefined) return false;
  const [key = '', given] = [
    text.split('=')[0]?.toLowerCase(),
    text.includes('=') ? text.slice(text.indexOf('=') + 1) : undefined,
  ];
  return (
    plainSettings.test(key) ||
    (/^(?:core\.pager|pager\.\w+)$/u.test(key) && /^(?:cat|false|)$/u.test(given ?? 'x'))
  );
}

/** A listing if there are no operands, or with one of these options, which make the operands patterns. */
function listing(args: Arguments, options: readonly string[]): Refinement | undefined {
  if (args.operands.length === 0 || used(args, ...options)) return undefined;
  return { does: 'acts', why: 'creates or changes a reference' };
}

/** Configuration outside the repository, which applies to every other repository. */
function configFiles(args: Arguments): readonly Touch[] {
  const span = args.words[0]?.span ?? { start: 0, end: 0 };
  const file = args.options.find(({ name }) => name === '-f' || name === '--file')?.value;
  if (file !== undefined) return [{ access: 'write', word: file }];
  if (used(args, '--system'))
    return [{ access: 'write', word: { kind: 'literal', text: '/etc/gitconfig', span } }];
  if (!used(args, '--global')) return [];
  const pieces = [{ variable: 'HOME' as const }, { text: '/.gitconfig' }];
  return [
    {
      access: 'write',
      word: { kind: 'unknown', reason: 'value of $HOME', starts: '', count: 'one', pieces, span },
    },
  ];
}

/** Settings that name no program, file, host or command. A rule must spell every other key. */
const plainSettings =
  /^(?:user\.(?:name|email)|author\.\w+|committer\.\w+|init\.defaultbranch|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote|followtags)|fetch\.(?:prune|prunetags)|rebase\.(?:autostash|autosquash|updaterefs)|merge\.(?:ff|conflictstyle)|commit\.verbose|rerere\.\w+|color\.[\w.]+|advice\.\w+|core\.(?:autocrlf|eol|filemode|ignorecase|quotepath|longpaths|symlinks|precomposeunicode|abbrev)|branch\..+\.(?:remote|merge|rebase)|log\.\w+|status\.\w+|help\.autocorrect|safe\.crlf|diff\.(?:renames|algorithm|colormoved|mnemonicprefix))$/u;

function programSetting(args: Arguments): readonly { readonly at: number; readonly why: string }[] {
  const verbs = new Set(['set', 'unset', 'rename-section', 'remove-section']);
  const key = args.operands.find(({ word }) => !verbs.has(literalOf(word) ?? ''));
  if (key === undefined || plainSettings.test(literalOf(key.word)?.toLowerCase() ?? '')) return [];
  return [{ at: key.at, why: 'a setting that may name a program' }];
}

/**
 * `git config --get url.https://x:TOKEN@host/.insteadOf`, `http.extraheader`: the configuration of a clone often contains the
 * credentials with which it was made. For the whole list, the contract of the modes declares it read-only (decision 0017).
 */
function showsCredentials(args: Arguments): boolean {
  const said = args.operands.map(({ word }) => literalOf(word)?.toLowerCase());
  if (used(args, '-l', '--list', '--name-only') || said[0] === 'list') return false;
  if (used(args, '--get-urlmatch')) return true;
  const key = said[0] === 'get' ? said[1] : said[0];
  if (key === undefined) return true;
  if (used(args, '--get-regexp'))
    return !/^\^?(?:alias|user|branch|core|color|remote|submodule)\b[^|]*$/u.test(key);
  return /^url\.|^credential|extraheader|proxy|cookie|token|pass|secret|api-?key/u.test(key);
}

/** The files that `git checkout`, `restore`, `rm`, `mv` and `bundle create` change. */
function gitFiles(args: Arguments): Refinement | undefined {
  const name = args.path.at(-1);
  const words = args.operands.map(({ word }) => word);
  if (name === 'bundle')
    return literalOf(words[0]) === 'create' && words[1] !== undefined
      ? { touches: [{ access: 'write', word: words[1] }] }
      : undefined;
  const access = name === 'rm' ? 'delete' : 'write';
  // A directory is a pathspec for everything in it: `git restore .`, `git checkout -- src`.
  const isGiven = name !== 'mv' && name !== 'rm';
  const recursive = isGiven || (name === 'rm' && used(args, '-r'));
  const touches = words.map((word): Touch => ({
    access,
    word: isGiven ? word : namedFiles(word),
    ...(recursive ? { recursive } : {}),
    ...(isGiven ? { tracked: true } : {}),
  }));
  const isKnown = args.strangers.length === 0 && words.every((word) => namedFiles(word).kind === 'literal');
  // It renames the named files, in the index as well, and starts nothing.
  if (name === 'mv')
    return {
      ...(isKnown ? { does: 'edits' as const } : {}),
      touches: [
        ...touches,
        ...words
          .slice(0, -1)
          .map((word): Touch => ({ access: 'delete', word: namedFiles(word), moved: true })),
        ...words.slice(0, -1).flatMap((word) => (isKnown ? into(word, words.at(-1) ?? word) : [])),
      ],
    };
  // Without `-f` it refuses to remove anything that differs from the last commit.
  if (name === 'rm' && isKnown && !used(args, '-f', '--force', '--cached'))
    return { does: 'edits', touches: touches.map((touch) => ({ ...touch, moved: true })) };
  return { touches };
}

/** `git mv ':/migrations/1.sql' x`: a pathspec with a star or a colon may match more files than it names. */
function namedFiles(word: Word): Word {
  if (word.kind !== 'literal' || /^[^:*?[\\]+$/u.test(word.text)) return word;
  return { kind: 'unknown', reason: 'a pathspec', starts: '', count: 'one', span: word.span };
}

/** An unknown sub-command of git may be an alias; one that the call itself defines is expanded. */
function gitAliases(args: Arguments): readonly Meaning[] {
  const [first] = args.operands;
  const [name] = args.words;
  const typed = literalOf(first?.word);
  if (args.strange === undefined || first === undefined || name === undefined || typed === undefined)
    return [];
  const { span } = first.word;
  const rest = args.words.slice(first.at + 1);
  const meanings: Meaning[] = [
    { argv: [name, { kind: 'unknown', reason: `alias ${typed}`, starts: '', count: 'any', span }, ...rest] },
  ];
  for (const option of args.options) {
    const value = option.name === '-c' ? literalOf(option.value) : undefined;
    const [key = '', text] =
      value === undefined ? [] : [value.slice(0, value.indexOf('=')), value.slice(value.indexOf('=') + 1)];
    if (text === undefined || key.toLowerCase() !== `alias.${typed.toLowerCase()}`) continue;
    if (text.startsWith('!')) meanings.push({ shell: text.slice(1), at: option.at });
    else {
      const words = text.split(/\s+/u).filter((part) => part !== '');
      meanings.push({
        argv: [name, ...words.map((part): Word => ({ kind: 'literal', text: part, span })), ...rest],
      });
    }
  }
  return meanings;
}

/** `git -c core.pager=CMD log`: the call itself contains the command to run. */
function gitPrograms(args: Arguments): readonly Meaning[] {
  return args.options.flatMap(({ name, value, at }) => {
    const text = name === '-c' || name === '--config' ? commandInSetting(literalOf(value) ?? '') : undefined;
    return text === undefined ? [] : [{ shell: text, at }];
  });
}

const none = { rest: 'text' } as const;
/** A sub-command that does what its name says; rules can cover it, but nothing is proven. */
const plain = (name: string, more: Partial<Command> = {}): Command => ({
  names: [name],
  does: 'acts',
  operands: none,
  ...more,
});

/** `-m` is a message, wherever it takes a value. */
const noted = { options: '-m:plain --message:plain' } as const;

export const git = (): readonly Command[] => [
  {
    names: ['git'],
    does: 'acts',
    globals: 'before',
    place: 'own',
    options:
      '-Pp --no-pager --no-optional-locks --no-replace-objects --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-lazy-fetch --no-advice --html-path --man-path --info-path',
    changing: '--paginate --bare',
    escalating: [
      { options: '-c: --config-env:', why: 'sets configuration that can run programs' },
      { options: '--exec-path?', why: 'takes its programs from elsewhere' },
      {
        options:
          '-C:directory --git-dir:directory --work-tree:directory --namespace: --super-prefix: --attr-source:',
        why: 'uses another repository, whose configuration can run programs',
      },
    ],
    moves: '-C',
    aside:
      '-C -P --no-pager --no-optional-locks --no-replace-objects --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-lazy-fetch --no-advice',
    prints: '--version --help --exec-path --html-path',
    means: (args) => [...gitAliases(args), ...gitPrograms(args)],
    tame: isTameSetting,
    bare: 'reads',
    examples: {
      reads: ['git --version', 'git', 'git -C src status', 'git -C /home/dev/project log -1'],
      acts: ['git logx', 'git --frob status'],
      escalates: [
        'git -C /tmp/cloned status',
        'git -C .. status',
        'git -C src -C ../.. status',
        'git -C "$X" status',
        'git --git-dir=/tmp/evil.git log',
        'git -c core.pager=./x log',
        'git --config-env=core.fsmonitor=EVIL status',
        'git --exec-path=/tmp status',
      ],
    },
    subcommands: [
      {
        names: ['status'],
        does: 'reads',
        options:
          '-sbvz -u? --short --branch --show-stash --porcelain? --long --verbose --untracked-files? --ignore-submodules? --ignored? --column? --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames?',
        operands: { rest: 'text' },
        examples: {
          reads: ['git status', 'git status -sb', 'git status --porcelain=v2', 'git --no-pager status'],
        },
      },
      {
        names: ['log'],
        does: 'reads',
        options: `${walks} ${shows}`,
        escalating: showsMore,
        changing: '--show-signature',
        operands: none,
        refine: shownPaths,
        examples: {
          touches: [
            ['git log -p -- .env', 'read .env/**'],
            ['git log -- .env', ''],
            ['git log -L1,5:.env', 'read .env'],
            ['git log -L :main:src/a.c', 'read src/a.c'],
          ],
          reads: [
            'git log --oneline -5',
            'git log -p --stat main..HEAD',
            "git log --format='%h %s' -n 3",
            'git --no-pager log -3',
            'git log --graph --all --decorate',
            "git log -1 -p --output-indicator-new='>'",
          ],
          escalates: ['git log -p --output patch.txt', 'git log --outp=x', 'git log --ext-diff'],
          acts: ["git log --format='%G?'", 'git log --show-signature'],
        },
      },
      {
        names: ['show'],
        does: 'reads',
        options: `${walks} ${shows}`,
        escalating: showsMore,
        changing: '--show-signature',
        operands: { rest: 'revision' },
        refine: signatures,
        examples: {
          touches: [
            ['git show HEAD:.env', 'read .env/**'],
            ['git show :0:.env', 'read .env/**'],
          ],
          reads: ['git show HEAD:src/app.ts', 'git show --stat'],
          escalates: ['git show --output=x'],
        },
      },
      {
        names: ['diff'],
        does: 'reads',
        options: `${shows} --cached --staged --merge-base --base --ours --theirs -1 -2 -3 -0 --combined-all-paths --cc -c`,
        escalating: showsMore,
        changing: '--no-index',
        operands: { rest: 'revision' },
        refine: (args) => (used(args, '--no-index') ? { does: 'acts', why: 'reads any files' } : undefined),
        examples: {
          touches: [
            ['git diff .env', 'read .env/**'],
            ['git diff HEAD~1 -- .env', 'read HEAD~1/**, read .env/**'],
          ],
          reads: [
            'git diff',
            'git diff HEAD~1 --stat',
            'git diff main...HEAD',
            'git diff --',
            'git diff --cached -- src',
          ],
          escalates: ['git diff --output=/x', 'git diff --ext-diff', 'git diff --textconv'],
          acts: ['git diff --no-index a b'],
        },
      },
      {
        names: ['diff-tree', 'diff-index', 'diff-files', 'range-diff'],
        does: 'reads',
        options: `${shows} -r -t -m -c --cc --root --stdin --no-commit-id --cached --merge-base --creation-factor: --no-dual-color`,
        escalating: showsMore,
        operands: { rest: 'revision' },
        listed: '--stdin',
        examples: { reads: ['git diff-tree --no-commit-id --name-only -r HEAD'] },
      },
      {
        names: ['whatchanged', 'reflog-show'],
        does: 'reads',
        options: `${walks} ${shows}`,
        escalating: showsMore,
        operands: none,
        refine: shownPaths,
      },
      {
        names: ['shortlog'],
        does: 'reads',
        options: `${walks} -s -e -w? -c --numbered --summary --email --group:`,
        operands: none,
        examples: { reads: ['git shortlog -sn'] },
      },
      {
        names: ['blame', 'annotate'],
        does: 'reads',
        options:
          '-bcefhlnpstw -MC? -L: -S:read --root --show-stats --porcelain --line-porcelain --incremental --encoding: --date: --show-name --show-number --show-email --abbrev: --ignore-rev: --ignore-revs-file:read --color-lines --color-by-age --first-parent --reverse --progress --no-progress --since:',
        changing: '--contents:read',
        operands: { rest: 'read' },
        examples: {
          reads: ['git blame -L 10,20 src/app.ts', 'git blame src/app.ts'],
          touches: [['git blame HEAD~1 -- .env', 'read HEAD~1, read .env']],
        },
      },
      {
        names: ['grep'],
        does: 'reads',
        options:
          '-aiIwvhHEGPFnlLczopWqr -ABCm: -e: -f:read --cached --untracked --no-index --exclude-standard --no-exclude-standard --recurse-submodules --text --ignore-case --max-depth: --recursive --word-regexp --invert-match --full-name --extended-regexp --basic-regexp --perl-regexp --fixed-strings --line-number --column --files-with-matches --name-only --files-without-match --null --only-matching --count --color? --no-color --break --heading --show-function --context: --after-context: --before-context: --function-context --max-count: --threads: --and --or --not --all-match --quiet --no-textconv -#',
        escalating: [
          { options: '-O?shell --open-files-in-pager?shell', why: 'runs a program' },
          { options: '--textconv --ext-grep', why: 'runs the programs that the repository configures' },
        ],
        operands: { first: ['text'], firstUnless: '-e -f', rest: 'revision', implied: '.' },
        examples: {
          reads: ['git grep -n TODO src', "git grep -l foo -- '*.ts'"],
          touches: [
            ['git grep --no-index KEY .env', 'read .env/**'],
            ['git grep KEY', 'read ./**'],
          ],
          escalates: ['git grep -O./open.sh TODO', 'git grep --open-files-in-pager=./x TODO'],
        },
      },
      {
        names: ['reflog'],
        does: 'reads',
        bare: 'reads',
        options: `${walks} ${shows}`,
        escalating: showsMore,
        operands: none,
        refine: (args) =>
          ['expire', 'delete', 'drop', 'write'].includes(literalOf(args.operands[0]?.word) ?? '')
            ? { does: 'acts', why: 'changes the reflog' }
            : signatures(args),
        examples: {
          reads: ['git reflog', 'git reflog show -5'],
          acts: ['git reflog expire --expire=now --all', 'git reflog delete x'],
        },
      },
      {
        names: ['branch'],
        does: 'reads',
        options:
          '-avrliq --list --all --remotes --show-current --verbose --quiet --contains? --no-contains? --merged? --no-merged? --sort: --format: --color? --no-color --column? --no-column --abbrev? --no-abbrev --points-at: --ignore-case --omit-empty',
        changing:
          '-dDmMcCft -u: --delete --move --copy --force --track? --no-track --set-upstream-to: --set-upstream --unset-upstream --edit-description --create-reflog --recurse-submodules',
        operands: none,
        refine: (args) =>
          listing(args, [
            '--list',
            '-l',
            '--contains',
            '--no-contains',
            '--merged',
            '--no-merged',
            '--points-at',
          ]) ?? signatures(args),
        examples: {
          reads: [
            'git branch',
            'git branch -vv',
            'git branch -a',
            'git branch --show-current',
            'git branch -r --merged main',
            'git branch --contains HEAD~3',
            "git branch --list 'x*'",
          ],
          acts: [
            'git branch new',
            'git branch -D main',
            'git branch -m old new',
            'git branch -f main HEAD~5',
            'git branch --edit-description',
            'git branch --set-upstream-to=origin/main',
          ],
        },
      },
      {
        names: ['tag'],
        does: 'reads',
        options:
          '-li -n? --list --sort: --format: --contains? --no-contains? --merged? --no-merged? --points-at: --column? --no-column --color? --ignore-case --omit-empty',
        changing:
          '-asdfvet -uF: -m:plain --annotate --sign --local-user: --delete --force --verify --message:plain --file: --edit --create-reflog --cleanup: --no-sign',
        operands: none,
        refine: (args) =>
          listing(args, [
            '--list',
            '-l',
            '-n',
            '--contains',
            '--no-contains',
            '--merged',
            '--no-merged',
            '--points-at',
          ]) ?? signatures(args),
        examples: {
          reads: ['git tag', 'git tag -l', "git tag -l 'v1*'"],
          acts: ['git tag v9', 'git tag -d v1', 'git tag -a v1 -m x'],
        },
      },
      {
        names: ['config'],
        does: 'acts',
        options:
          '-lz -f:read --list --get --get-all --get-regexp --get-urlmatch --global --system --local --worktree --file:read --show-origin --show-scope --name-only --null --includes --no-includes --type: --bool --int --path --default: --get-color --get-colorbool --blob:revision',
        changing:
          '-e --edit --add --unset --unset-all --replace-all --rename-section --remove-section --append --value: --fixed-value --comment: --all',
        operands: none,
        refine: (args) => {
          const first = literalOf(args.operands[0]?.word);
          const asks =
            used(args, '-l', '--list', '--get', '--get-all', '--get-regexp', '--get-urlmatch') ||
            first === 'list' ||
            first === 'get' ||
            // `git config user.email`: a dotted name alone reads, a second operand sets.
            (args.operands.length === 1 && first?.includes('.') === true);
          const clean =
            args.strangers.length === 0 &&
            args.vague.length === 0 &&
            args.options.every(({ kind }) => kind === 'plain');
          if (asks && clean)
            return showsCredentials(args)
              ? { does: 'acts', why: 'may show credentials that stand in the configuration' }
              : { does: 'reads' };
          return {
            does: 'acts',
            why: 'may change configuration',
            touches: configFiles(args),
            escalations: programSetting(args),
          };
        },
        examples: {
          reads: [
            'git config --list',
            'git config list --show-origin',
            'git config --get user.name',
            'git config --get-regexp ^alias',
            'git config get user.name',
            'git config user.email',
            'git config --global core.editor',
          ],
          acts: [
            'git config --get-regexp .',
            'git config --get http.https://github.com/.extraheader',
            'git config --get-urlmatch http https://github.com',
            'git config user.email x',
            'git config edit',
            'git config --unset user.email',
            'git config --remove-section a.b',
            'git config user.email "$X"',
            'git config $X',
            'git config --global core.pager ./x',
            'git config --list --edit',
            'git config -e',
          ],
          escalates: [
            'git config core.editor ./x',
            'git config set alias.st !id',
            'git config Core.HooksPath x',
          ],
        },
      },
      {
        names: ['rev-parse'],
        does: 'reads',
        options:
          '-q --short? --abbrev-ref? --symbolic --symbolic-full-name --verify --quiet --git-dir --show-toplevel --show-cdup --show-prefix --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --absolute-git-dir --git-common-dir --git-path: --show-superproject-working-tree --all --branches? --tags? --remotes? --glob: --revs-only --no-revs --flags --no-flags --default: --not --show-object-format? --path-format: --local-env-vars --since: --until: --disambiguate: --exclude: --shared-index-path --show-ref-format --sq',
        changing: '--parseopt --sq-quote --resolve-git-dir:',
        operands: none,
        examples: {
          reads: [
            'git rev-parse HEAD',
            'git rev-parse --abbrev-ref HEAD',
            'git rev-parse --short HEAD',
            'git rev-parse --show-toplevel',
          ],
        },
      },
      {
        names: ['rev-list'],
        does: 'reads',
        options: `${walks} -# --count --objects --use-bitmap-index --timestamp --header --bisect --disk-usage? --quiet`,
        operands: none,
        refine: signatures,
        examples: { reads: ['git rev-list --count HEAD'] },
      },
      {
        names: ['ls-files'],
        does: 'reads',
        options:
          '-cdmoikustvfz -xX: --cached --deleted --modified --others --ignored --stage --unmerged --killed --directory --no-empty-directory --eol --exclude: --exclude-from:read --exclude-per-directory: --exclude-standard --error-unmatch --full-name --recurse-submodules --abbrev? --debug --deduplicate --format: --sparse --with-tree:',
        operands: none,
        examples: {
          reads: ['git ls-files', "git ls-files '*.ts'", 'git ls-files -m --others --exclude-standard'],
        },
      },
      {
        names: ['ls-tree'],
        does: 'reads',
        options:
          '-drtlz --name-only --name-status --object-only --full-name --full-tree --abbrev? --long --format:',
        operands: none,
        examples: { reads: ['git ls-tree -r HEAD --name-only'] },
      },
      {
        names: ['cat-file'],
        does: 'reads',
        options:
          '-tspe --batch-check? --batch? --batch-all-objects --buffer --unordered --follow-symlinks --allow-unknown-type',
        escalating: [
          { options: '--textconv --filters', why: 'runs the programs that the repository configures' },
        ],
        operands: { rest: 'revision' },
        listed: '--batch',
        examples: {
          reads: ['git cat-file -p HEAD'],
          touches: [
            ['git cat-file -p HEAD:.env', 'read .env/**'],
            ['git cat-file --batch', 'read <a name in a list>'],
          ],
          escalates: ['git cat-file --textconv HEAD:a'],
        },
      },
      {
        names: ['describe'],
        does: 'reads',
        options:
          '--all --tags --contains --long --always --abbrev? --exact-match --dirty? --broken? --match: --exclude: --candidates: --first-parent --debug',
        operands: none,
        examples: { reads: ['git describe --tags --always'] },
      },
      {
        names: [
          'merge-base',
          'name-rev',
          'cherry',
          'count-objects',
          'for-each-ref',
          'show-branch',
          'check-ignore',
          'check-attr',
          'var',
          'verify-pack',
          'get-tar-commit-id',
          'show-index',
          'fmt-merge-msg',
          'patch-id',
          'stripspace',
          'check-ref-format',
          'check-mailmap',
          'merge-tree',
          'version',
          'help',
        ],
        does: 'reads',
        options:
          '-avHnqzt --all --octopus --independent --is-ancestor --fork-point --tags --always --name-only --human-readable --verbose --count: --sort: --format: --points-at: --merged? --no-merged? --contains? --no-contains? --no-index --stdin --non-matching --quiet --refs: --color? --build-options',
        operands: none,
        refine: (args) =>
          ['help', 'merge-tree', 'stripspace'].includes(literalOf(args.words[args.from - 1]) ?? '')
            ? { does: 'acts', why: 'opens a viewer or writes objects' }
            : signatures(args),
        examples: {
          reads: [
            'git merge-base main HEAD',
            "git for-each-ref --format='%(refname)'",
            'git check-ignore -v x',
            'git version',
          ],
        },
      },
      {
        names: ['show-ref'],
        does: 'reads',
        options:
          '-dsq --head --heads --tags --branches --dereference --hash? --verify --abbrev? --quiet --exists',
        changing: '--exclude-existing?',
        operands: none,
        examples: { reads: ['git show-ref --heads'], acts: ['git show-ref --delete x'] },
      },
      {
        names: ['symbolic-ref'],
        does: 'reads',
        options: '-q --quiet --short --no-recurse',
        changing: '-dm --delete',
        operands: { first: ['text'] },
        examples: { reads: ['git symbolic-ref --short HEAD'], acts: ['git symbolic-ref HEAD refs/heads/x'] },
      },
      {
        names: ['stash'],
        does: 'acts',
        operands: none,
        subcommands: [
          {
            names: ['list'],
            does: 'reads',
            options: `${walks} ${shows}`,
            escalating: showsMore,
            operands: none,
            examples: { reads: ['git stash list'], escalates: ['git stash list -p --output=x'] },
          },
          {
            names: ['show'],
            does: 'reads',
            options: `${shows} --include-untracked --only-untracked`,
            escalating: showsMore,
            operands: none,
            examples: { reads: ['git stash show -p'] },
          },
          plain('push', noted),
          plain('pop'),
          plain('apply'),
          plain('save', { operands: { rest: 'plain' } }),
          plain('create', { operands: { rest: 'plain' } }),
          plain('store', noted),
          plain('branch'),
          {
            names: ['drop', 'clear'],
            does: 'acts',
            operands: none,
            destructive: true,
            examples: { acts: ['git stash drop'] },
          },
        ],
        examples: { acts: ['git stash', 'git stash pop', "git stash push -m 'wip: a & b'"] },
      },
      {
        names: ['remote'],
        does: 'acts',
        bare: 'reads',
        options: '-v --verbose',
        operands: none,
        subcommands: [
          {
            names: ['get-url'],
            does: 'reads',
            options: '--push --all',
            operands: none,
            examples: { reads: ['git remote get-url origin'] },
          },
          // `remote show` contacts the remote unless told not to.
          plain('show'),
          plain('add'),
          plain('set-url'),
          plain('rename'),
          plain('remove', { names: ['remove', 'rm'] }),
          plain('prune'),
          plain('update'),
          plain('set-head'),
          plain('set-branches'),
        ],
        examples: {
          reads: ['git remote', 'git remote -v'],
          acts: ['git remote add x http://e', 'git remote show origin'],
        },
      },
      {
        names: ['worktree'],
        does: 'acts',
        operands: none,
        subcommands: [
          {
            names: ['list'],
            does: 'reads',
            options: '-vz --porcelain --verbose',
            operands: {},
            examples: { reads: ['git worktree list'] },
          },
          plain('add', {
            options: '-fdq -b: -B: --detach --force --quiet --no-checkout --track --orphan --lock --reason:',
            operands: { first: ['write'], rest: 'text' },
            examples: { touches: [['git worktree add -b x ../w', 'write ../w']] },
          }),
          plain('remove', { destructive: true }),
          plain('prune'),
          plain('move'),
          plain('lock'),
          plain('unlock'),
          plain('repair'),
        ],
      },
      {
        names: ['notes'],
        does: 'acts',
        operands: none,
        subcommands: [
          { names: ['list', 'show'], does: 'reads', operands: none, examples: { reads: ['git notes list'] } },
          plain('add', noted),
          plain('append', noted),
          plain('remove'),
        ],
      },
      {
        names: ['submodule'],
        does: 'acts',
        operands: none,
        subcommands: [
          plain('status'),
          plain('add', {
            options: '-b: -qf --branch: --quiet --force --name: --depth: --reference:',
            operands: { first: ['remote-from', 'write'] },
            examples: { escalates: ["git submodule add 'ext::sh -c id' x"] },
          }),
          plain('init'),
          plain('update'),
          plain('sync'),
          plain('deinit'),
          plain('summary'),
          plain('set-url'),
          {
            names: ['foreach'],
            does: 'acts',
            style: 'options-first',
            options: '-q --quiet --recursive',
            carries: { how: 'shell', elsewhere: 'in every submodule' },
            examples: { carries: [["git submodule foreach 'rm x'", 'rm x']] },
          },
        ],
        examples: { acts: ['git submodule update --init'] },
      },
      {
        names: ['bisect'],
        does: 'acts',
        operands: none,
        subcommands: [
          {
            names: ['run'],
            does: 'acts',
            style: 'options-first',
            carries: { how: 'argv', elsewhere: 'on many revisions' },
            examples: { carries: [['git bisect run rm x', 'rm x']] },
          },
          { names: ['log'], does: 'reads', operands: {}, examples: { reads: ['git bisect log'] } },
          plain('start'),
          plain('good'),
          plain('bad'),
          plain('reset'),
          plain('skip'),
          plain('log'),
          plain('visualize'),
        ],
      },
      {
        names: ['rebase'],
        does: 'acts',
        operands: none,
        options:
          '-i -q -v --interactive --onto: --continue --abort --skip --autostash --autosquash --root --keep-base --no-verify',
        changing: '-s: -X: --strategy:',
        escalating: [{ options: '-x:shell --exec:shell', why: 'runs a command after every commit' }],
        examples: {
          acts: ['git rebase -i HEAD~3'],
          escalates: ['git rebase --exec id main', 'git rebase -x id main'],
        },
      },
      {
        names: ['filter-branch', 'filter-repo'],
        does: 'acts',
        destructive: true,
        operands: none,
        escalating: [
          {
            options:
              '--tree-filter:shell --index-filter:shell --env-filter:shell --msg-filter:shell --parent-filter:shell --commit-filter:shell --tag-name-filter:shell --setup:shell',
            why: 'runs a command for every commit',
          },
        ],
        examples: { acts: ['git filter-branch'], escalates: ["git filter-branch --tree-filter 'rm x' HEAD"] },
      },
      {
        names: ['difftool', 'mergetool'],
        does: 'acts',
        operands: none,
        options: '-yd --no-prompt --dir-diff',
        escalating: [
          { options: '-x:shell --extcmd:shell', why: 'runs a command' },
          { options: '-t: --tool:', why: 'runs a configured program' },
        ],
        examples: { escalates: ['git difftool -x ./x --no-prompt'] },
      },
      {
        names: ['ls-remote'],
        does: 'acts',
        options: '-htqb --heads --tags --refs --quiet --get-url --sort: --symref --exit-code',
        escalating: [
          { options: '--upload-pack:shell --exec:shell -o: --server-option:', why: 'runs a command' },
        ],
        operands: { first: ['remote-from'], rest: 'text' },
        also: [{ kind: 'network', what: 'the remote' }],
        examples: {
          acts: ['git ls-remote origin'],
          escalates: ['git ls-remote --upload-pack=./x .', 'git ls-remote --upload-pa=x test'],
        },
      },
      {
        names: ['clone'],
        does: 'acts',
        options:
          '-bdojnqsvl --depth: --branch: --single-branch --no-tags --recurse-submodules? --shallow-submodules --bare --mirror --quiet --filter: --no-checkout --origin:',
        escalating: [
          { options: '-u:shell --upload-pack:shell -c: --config: --template:read', why: 'can run a command' },
        ],
        operands: { first: ['remote-from', 'write'] },
        also: [{ kind: 'network', what: 'the remote' }],
        examples: {
          acts: ['git clone https://example.com/x.git'],
          escalates: [
            'git clone -c core.x=y u',
            'git clone --upload-pack=x u',
            "git clone 'ext::sh -c id' d",
          ],
        },
      },
      {
        names: ['fetch'],
        does: 'acts',
        options:
          '-apPtqvfnk -j: --all --prune --tags --depth: --quiet --verbose --force --unshallow --dry-run',
        escalating: [{ options: '--upload-pack:shell', why: 'runs a command' }],
        operands: { first: ['remote-from'], rest: 'text' },
        also: [{ kind: 'network', what: 'the remote' }],
        examples: { acts: ['git fetch --all --prune'], escalates: ['git fetch --upload-pack=x origin'] },
      },
      {
        names: ['pull'],
        does: 'acts',
        options: '-rqvfta --rebase? --ff-only --no-ff --ff --all --prune --tags --autostash --quiet --depth:',
        escalating: [{ options: '--upload-pack:shell', why: 'runs a command' }],
        operands: { first: ['remote-from'], rest: 'text' },
        also: [{ kind: 'network', what: 'the remote' }],
        examples: { acts: ['git pull --rebase'], escalates: ['git pull --upload-pack=x origin'] },
      },
      {
        names: ['push'],
        does: 'acts',
        options:
          '-uqvntd46 -o: --all --mirror --tags --follow-tags --dry-run --set-upstream --quiet --no-verify --porcelain --atomic --delete --prune',
        changing: '-f --force --force-with-lease?',
        escalating: [
          { options: '--receive-pack:shell --exec:shell --repo:', why: 'runs a command or goes elsewhere' },
        ],
        operands: { first: ['remote-from'], rest: 'text' },
        also: [{ kind: 'network', what: 'the remote' }],
        examples: {
          acts: ['git push origin HEAD', 'git push --force'],
          escalates: ['git push --receive-pack=x origin'],
        },
      },
      {
        names: ['archive'],
        does: 'acts',
        operands: none,
        options: '-lv --format: --prefix: --list',
        escalating: [
          {
            options: '-o:write --output:write --remote: --exec:shell',
            why: 'writes a file or runs a command',
          },
        ],
        examples: { escalates: ['git archive --exec=x --remote=y HEAD', 'git archive -o x.zip HEAD'] },
      },
      {
        names: ['remote-ext', 'remote-fd', 'credential', 'credential-store', 'credential-cache'],
        does: 'acts',
        operands: none,
        refine: (args) => ({
          does: 'acts',
          escalations: [{ at: args.from - 1, why: 'runs a command or shows stored passwords' }],
        }),
        examples: { escalates: ["git remote-ext x 'sh -c id'", 'git credential fill'] },
      },
      {
        names: ['format-patch'],
        does: 'acts',
        operands: none,
        options:
          '-nNks -# -o:write --output-directory:write --stdout --cover-letter --numbered --no-numbered --subject-prefix: --base:',
        refine: (args) =>
          used(args, '--stdout') &&
          !used(args, '-o', '--output-directory') &&
          args.strangers.length + args.vague.length === 0
            ? { does: 'reads', touches: args.operands.flatMap(({ word }) => revisionTouches(word)) }
            : undefined,
        examples: {
          reads: ['git format-patch -1 --stdout'],
          acts: ['git format-patch HEAD~1', 'git format-patch --stdout --output=x HEAD~1'],
          touches: [['git format-patch -o out HEAD~1', 'write out']],
        },
      },
      {
        names: ['send-email'],
        does: 'acts',
        operands: none,
        escalating: [
          {
            options:
              '--to-cmd:shell --cc-cmd:shell --header-cmd:shell --sendmail-cmd:shell --smtp-server: --smtp-server-option:',
            why: 'runs a command',
          },
        ],
        examples: { acts: ['git send-email x.patch'], escalates: ['git send-email --to-cmd=./x x.patch'] },
      },
      {
        names: ['bundle'],
        does: 'acts',
        operands: none,
        refine: gitFiles,
        examples: { acts: ['git bundle verify x'], touches: [['git bundle create x HEAD', 'write x']] },
      },
      {
        names: [
          'fast-export',
          'daemon',
          'instaweb',
          'upload-pack',
          'receive-pack',
          'upload-archive',
          'shell',
          'http-backend',
          'maintenance',
          'hook',
          'sh-setup',
          'request-pull',
          'interpret-trailers',
          'quiltimport',
          'svn',
          'p4',
          'cvsserver',
          'web--browse',
          'gui',
          'citool',
          'gitk',
        ],
        does: 'acts',
        operands: none,
        examples: { acts: ['git daemon'] },
      },
      {
        names: ['commit'],
        does: 'acts',
        operands: none,
        options:
          '-avqpesz -m:plain -F:read -C: -c: -t:read -S? -u? --all --message:plain --file:read --amend --no-edit --author:plain --date:plain --signoff --allow-empty --fixup: --squash: --quiet --dry-run',
        standardInput: 'plain',
        escalating: [{ options: '-n --no-verify', why: 'skips the checks of the repository' }],
        examples: {
          acts: ["git commit -m 'feat: x'", 'git commit --amend --no-edit'],
          escalates: ['git commit --no-verify -m x', 'git commit -anm x'],
        },
      },
      {
        names: ['clean'],
        does: 'acts',
        destructive: true,
        options: '-dfnqxX -e: --dry-run --quiet --force --exclude:',
        operands: none,
        refine: (args) =>
          used(args, '-n', '--dry-run') && args.strangers.length + args.vague.length === 0
            ? { does: 'reads' }
            : undefined,
        examples: {
          reads: ['git clean -nd', 'git clean --dry-run -x'],
          acts: ['git clean -fdx', 'git clean -n -i'],
        },
      },
      {
        names: ['reset', 'gc', 'prune', 'update-ref', 'replace', 'pack-refs', 'repack', 'fsck'],
        does: 'acts',
        destructive: true,
        operands: none,
        examples: { acts: ['git reset --hard', 'git update-ref -d x'] },
      },
      {
        names: ['rm'],
        does: 'acts',
        destructive: true,
        options: '-rfnq --cached --force --dry-run --quiet --ignore-unmatch --sparse',
        operands: none,
        refine: gitFiles,
        examples: {
          edits: ['git rm x', 'git rm -r x'],
          acts: ['git rm -f x', 'git rm --cached x'],
          touches: [['git rm -r x', 'delete x/**']],
        },
      },
      plain('checkout', {
        options:
          '-qfmldt -b: -B: -p --quiet --force --ours --theirs --track? --no-track --detach --orphan: --merge --patch --guess --no-guess --progress --no-progress --recurse-submodules --overwrite-ignore --ignore-skip-worktree-bits --pathspec-from-file:read --conflict:',
        refine: gitFiles,
        examples: {
          acts: ['git checkout main'],
          touches: [
            ['git checkout main -- x', 'write main/**, write x/**'],
            ['git checkout -b topic', ''],
          ],
        },
      }),
      plain('init', {
        options: '-q -b: --quiet --bare --initial-branch: --object-format:',
        escalating: [
          {
            options: '--template:read --separate-git-dir:write --shared?',
            why: 'takes hooks from elsewhere',
          },
        ],
        operands: { first: ['write'] },
        examples: { acts: ['git init'], escalates: ['git init --template=/tmp/t'] },
      }),
      {
        names: ['sparse-checkout'],
        does: 'acts',
        operands: none,
        subcommands: [
          { names: ['list'], does: 'reads', operands: {}, examples: { reads: ['git sparse-checkout list'] } },
        ],
        examples: { acts: ['git sparse-checkout set a', 'git sparse-checkout disable'] },
      },
      plain('apply', {
        // Only the patch shows which files it changes.
        options:
          '-3Rqv -p: -C: --check --stat --numstat --summary --cached --index --reverse --3way --reject --whitespace: --verbose --recount --include: --exclude: --directory:write',
        escalating: [{ options: '--unsafe-paths', why: 'writes outside the project' }],
        operands: { rest: 'read' },
        // These four options only show and check; the known options do not include `--apply`.
        refine: (args) =>
          used(args, '--check', '--stat', '--numstat', '--summary') &&
          !used(args, '--reject', '-3', '--3way') &&
          args.strangers.length + args.vague.length === 0
            ? { does: 'reads' }
            : undefined,
        examples: {
          reads: ['git apply --check x.patch', 'git apply --stat -p1 x.patch'],
          acts: [
            'git apply x.patch',
            'git apply --stat --apply x',
            'git apply --check --reject x',
            'git apply --check --build-fake-ancestor=f x',
          ],
          escalates: ['git apply --unsafe-paths x'],
        },
      }),
      plain('restore', {
        options: '-SWqp -s: --source: --staged --worktree --quiet --patch --ours --theirs --merge --progress',
        refine: gitFiles,
        examples: { acts: ['git restore x'], touches: [['git restore -s HEAD x', 'write x/**']] },
      }),
      plain('mv', {
        options: '-fkvn --force --verbose --dry-run',
        refine: gitFiles,
        examples: {
          edits: ['git mv a b'],
          acts: ['git mv --unseen a b', 'git mv $X b'],
          touches: [['git mv a b', 'write a, write b, delete a, write b/a']],
        },
      }),
      ...[
        'add',
        'switch',
        'cherry-pick',
        'revert',
        'am',
        'lfs',
        'flow',
        'update-index',
        'read-tree',
        'write-tree',
        'hash-object',
        'mktree',
        'mktag',
        'checkout-index',
        'rerere',
        'stage',
        'subtree',
        'branchless',
        'absorb',
      ].map((name) => plain(name)),
      plain('merge', noted),
      plain('commit-tree', noted),
    ],
  },
];
