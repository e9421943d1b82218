import { literalOf } from '../read/words/word.ts';
import { namesReached } from '../model/find-names.ts';
import { type Arguments, type Command, type Meaning, type UsedOption, used } from '../model/model.ts';

function execAt(args: Arguments): number | undefined {
  return args.options.find(({ name }) => /^(?:-x|-X|--exec|--exec-batch)$/u.test(name))?.at;
}

function touchedBy({ options }: Arguments): readonly ('read' | 'write' | 'delete')[] {
  const looks = options.every((option) => option.role !== 'program' || onlyReads(option));
  return looks ? ['read'] : ['read', 'write', 'delete'];
}

/** `fd -x wc -l`: the command is a separate part, and only reads the files found. */
function onlyReads({ value }: UsedOption): boolean {
  return /^(?:wc|head|tail|grep|rg|cat|stat|file|du|md5sum|sha(?:1|256|512)sum|basename|dirname|jq|xxd|nl|cut|cksum|strings)$/u.test(
    literalOf(value) ?? '',
  );
}

/** `fd -x rm`, `fd . -X tee`: the words up to `;` are a command, and the path is appended unless a placeholder says where. */
function runsOnFound(args: Arguments): readonly Meaning[] {
  const at = execAt(args);
  if (at === undefined) return [];
  const attached = literalOf(args.words[at])?.replace(/^--exec(?:-batch)?=?|^-[xX]/u, '') ?? '';
  const rest = args.words.slice(at + 1).map((word) => literalOf(word) ?? '"$X"');
  const end = rest.indexOf(';');
  const words = [...(attached === '' ? [] : [attached]), ...(end === -1 ? rest : rest.slice(0, end))];
  const filled = words.some((word) => /\{[/.]{0,2}\}/u.test(word)) ? words : [...words, '{}'];
  return [{ shell: filled.map((word) => (word === '"$X"' ? word : quoted(word))).join(' '), at }];
}

function quoted(word: string): string {
  return /^[\w./=:@%+{},-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Commands that read files and directories and have no option to change them. */
export const fileQueries = (): readonly Command[] => [
  {
    names: ['xmllint'],
    does: 'reads',
    options: '--noout --format --nonet --recover --huge --pretty: --xpath:plain --nowarning --c14n --version',
    operands: { rest: 'source' },
    examples: {
      reads: ['xmllint --noout a.xml', 'xmllint --xpath //a a.xml'],
      acts: ['xmllint --loaddtd a.xml', 'xmllint --shell a.xml', 'xmllint --output x a.xml'],
      escalates: ['xmllint https://evil.example/x.xml'],
    },
  },
  {
    names: ['ls', 'dir', 'vdir'],
    lists: true,
    does: 'reads',
    harmless: true,
    options:
      '-aAbBcCdDfFgGhHiIklLmnNoOpPqQrRsStTuUvwxXyZ1@%,eW --all --almost-all --author --escape --block-size: --ignore-backups --color? --directory --dired --classify? --file-type --format: --full-time --group-directories-first --no-group --human-readable --si --dereference --dereference-command-line --hide: --hyperlink? --indicator-style: --inode --ignore: --kibibytes --numeric-uid-gid --literal --quote-name --quoting-style: --reverse --recursive --size --sort: --time: --time-style: --tabsize: --width: --context --zero --show-control-chars --hide-control-chars',
    operands: { rest: 'read', implied: '.' },
    recursive: '-R --recursive',
    examples: { reads: ['ls', 'ls -la src', 'ls --color=never -1', 'dir'], acts: ['ls --frobnicate'] },
  },
  {
    names: ['eza', 'exa', 'lsd'],
    lists: true,
    does: 'reads',
    options:
      '-1abBdFgGhHilmnrRsStTUxX@D -LI: --tree --long --all --level: --git --icons --header --sort: --color: --group-directories-first --no-permissions --no-user --no-time --git-ignore --ignore-glob:',
    operands: { rest: 'read', implied: '.' },
    examples: { reads: ['eza --tree src'] },
  },
  {
    names: ['tree'],
    lists: true,
    does: 'reads',
    options:
      '-adfhilnpqrstuvcCgxDFNAJQSUX -LIPT: --dirsfirst --noreport --gitignore --prune --du --filelimit: --charset: --matchdirs --ignore-case --inodes --device --si --timefmt: --sort: --filesfirst --info --fromfile --metafirst --hintro: --houtro:',
    escalating: [
      { options: '-o:write', why: 'writes its output to a file' },
      { options: '-R -H:', why: 'writes an index into every directory' },
    ],
    operands: { rest: 'read', implied: '.' },
    recursive: true,
    examples: {
      reads: ['tree -L 2', "tree -I 'node_modules|dist' -L 3"],
      escalates: ['tree -o tree.txt', 'tree -ao f', 'tree -R -L 1 -H .'],
    },
  },
  {
    names: ['find', 'gfind'],
    lists: true,
    does: 'reads',
    style: 'words',
    options:
      '-H -L -P -O0 -O1 -O2 -O3 -E -X -x -d -s ( ) ! , -a -o -and -or -not -true -false -print -print0 -printf: -ls -prune -quit -depth -xdev -mount -daystart -follow -noleaf -ignore_readdir_race -noignore_readdir_race -warn -nowarn -maxdepth: -mindepth: -regextype: -name: -iname: -path: -ipath: -wholename: -iwholename: -lname: -ilname: -regex: -iregex: -type: -xtype: -size: -empty -perm: -user: -group: -uid: -gid: -nouser -nogroup -newer:read -anewer:read -cnewer:read -samefile:read -newermt: -newerat: -newerct: -newermm:read -mtime: -atime: -ctime: -mmin: -amin: -cmin: -used: -links: -inum: -readable -writable -executable -fstype: -context: -files0-from:read -Bmin: -Bnewer:read -flags: -exec:program -execdir:program -ok:program -okdir:program',
    escalating: [
      { options: '-delete', why: 'deletes what it finds' },
      { options: '-fprint:write -fprint0:write -fls:write', why: 'writes a file' },
      { options: '-fprintf:write', why: 'writes a file' },
    ],
    outputs: '-delete',
    // `-exec` carries a command, which needs its own cover.
    carries: { how: 'exec', transparent: true, appends: true },
    recursive: true,
    refine: (args) => {
      const roots = args.operands;
      const deletes = args.options.some(({ name }) => name === '-delete');
      const where =
        roots.length > 0
          ? roots.map(({ word }) => word)
          : [{ kind: 'literal' as const, text: '.', span: args.words[0]?.span ?? { start: 0, end: 0 } }];
      // Beyond a link, the files found are not below the directory.
      const finds = used(args, '-L', '-H', '-follow') ? {} : { finds: namesReached(args) };
      const fprintf = args.options.findIndex(({ name }) => name === '-fprintf');
      const late = roots.some(
        ({ at, word }) =>
          args.options.some((option) => option.at < at && !/^-[HLPExXds]$|^-O/u.test(option.name)) &&
          literalOf(word) !== undefined,
      );
      return {
        ...(late && fprintf === -1
          ? { does: 'acts' as const, why: 'a word that is not part of an expression' }
          : {}),
        touches: where.flatMap((word) => [
          { access: 'read' as const, word, recursive: true },
          ...(deletes ? [{ access: 'delete' as const, word, recursive: true, ...finds }] : []),
        ]),
      };
    },
    examples: {
      reads: [
        "find . -name '*.ts' -not -path '*/node_modules/*'",
        "find . -name '-delete'",
        'find . -type f -newer package.json -size +10k',
        "find . ( -name '*.js' -o -name '*.ts' ) -print",
        'find',
        "find . -path './-fprint*' -prune -o -print",
        'find . -type f -exec grep -l foo {} +',
      ],
      edits: ['find . -delete'],
      escalates: ['find . -fprint out.txt', "find . -fprintf out '%p'", 'find . -fls x', 'find . -fprint0 x'],
      acts: ['find . -frobnicate'],
      carries: [
        ['find . -name x -exec rm -f {} +', 'rm -f ?'],
        ["find . -execdir sh -c 'id' ;", 'id'],
        ['find . -ok rm {} ;', 'rm ?'],
      ],
      touches: [
        ['find src -name x', 'read src/**'],
        ['find src -delete', 'read src/**, delete src/**'],
      ],
    },
  },
  {
    names: ['fd', 'fdfind'],
    lists: true,
    does: 'reads',
    options:
      '-HIuasiFplL01qv -deEtSocj: --hidden --no-ignore --absolute-path --glob --fixed-strings --full-path --max-depth: --min-depth: --exact-depth: --extension: --exclude: --type: --size: --changed-within: --changed-before: --color: --follow --case-sensitive --ignore-case --print0 --max-results: --list-details --no-ignore-vcs --strip-cwd-prefix --base-directory:read --search-path:read',
    escalating: [
      {
        options: '-x:program -X:program --exec:program --exec-batch:program',
        why: 'runs a command for what it finds',
      },
    ],
    tame: onlyReads,
    operands: { first: ['text'], rest: 'read', implied: '.' },
    recursive: true,
    means: runsOnFound,
    // Whatever the command does to a file may affect any file below.
    refine: (args) =>
      execAt(args) === undefined
        ? undefined
        : {
            touches: touchedBy(args).map((access) => ({
              access,
              word: { kind: 'literal', text: '.', span: args.words[0]?.span ?? { start: 0, end: 0 } },
              recursive: true,
            })),
          },
    examples: {
      reads: ['fd -e ts foo src'],
      escalates: ['fd -x touch pwned', 'fd --exec rm'],
      carries: [
        ['fd -e json -x sed -i s/a/b/', 'sed -i s/a/b/ {}'],
        ['fd -x rm', 'rm {}'],
      ],
    },
  },
  {
    names: ['stat'],
    lists: true,
    does: 'reads',
    harmless: true,
    options: '-LfZtqrsxFln -ct: --dereference --file-system --format: --printf: --terse --cached:',
    operands: { rest: 'read' },
    examples: { reads: ['stat package.json', 'stat -c %s a'] },
  },
  {
    names: ['file'],
    does: 'reads',
    options:
      '-bhikLNnrsvzZ0EdIl -FeP: --brief --mime --mime-type --mime-encoding --dereference --no-dereference --separator: --keep-going --raw --uncompress --extension --apple',
    // `-p` restores the access time of each file, which is a change.
    changing: '-p --preserve-date',
    escalating: [
      {
        options: '-C -m:read -f:read -S --compile --magic-file:read --files-from:read --no-sandbox',
        why: 'compiles or loads other data',
      },
    ],
    operands: { rest: 'read' },
    examples: {
      reads: ['file -b a', 'file --mime-type x'],
      escalates: ['file -C -m magic', 'file -m evil x'],
    },
  },
  {
    names: ['pwd'],
    does: 'reads',
    harmless: true,
    options: '-LP --logical --physical',
    operands: {},
    examples: { reads: ['pwd', 'pwd -P'] },
  },
  {
    names: ['which', 'whereis', 'whatis', 'apropos'],
    does: 'reads',
    harmless: true,
    options: '-abmsSuBMf --all --skip-alias --skip-functions',
    operands: { rest: 'text' },
    examples: { reads: ['which node', 'which -a python', 'whereis ls'] },
  },
  {
    names: ['basename', 'dirname'],
    does: 'reads',
    harmless: true,
    options: '-az -s: --multiple --suffix: --zero',
    operands: { rest: 'text' },
    examples: { reads: ['basename /a/b.ts .ts', 'dirname a/b'] },
  },
  {
    names: ['realpath', 'readlink', 'grealpath', 'greadlink'],
    does: 'reads',
    harmless: true,
    options:
      '-efmLPsqnvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --strip --no-symlinks --relative-to: --relative-base: --logical --physical --zero --verbose',
    operands: { rest: 'text' },
    examples: { reads: ['realpath src', 'readlink -f a'] },
  },
  {
    names: ['du'],
    lists: true,
    does: 'reads',
    harmless: true,
    options:
      '-0abcDhHklLmPsSxgnr -Bdt: -X:read --all --apparent-size --block-size: --bytes --total --dereference --max-depth: --human-readable --inodes --summarize --one-file-system --exclude: --exclude-from:read --time? --time-style: --si --separate-dirs --null --threshold: --files0-from:read',
    operands: { rest: 'read' },
    recursive: true,
    examples: { reads: ['du -sh node_modules', 'du -h --max-depth=1 .', 'du -d 1'] },
  },
  {
    names: ['df'],
    lists: true,
    does: 'reads',
    harmless: true,
    options:
      '-aBhHiklmnPTtxcgby --all --block-size: --human-readable --inodes --local --output? --portability --print-type --type: --exclude-type: --total --si --sync --no-sync',
    operands: { rest: 'read' },
    examples: { reads: ['df -h', 'df -h .'] },
  },
  {
    names: ['lsof'],
    does: 'reads',
    options: '-abCFGhlnNoOPRtTUvVxXw -cdegikKpruSz: -i? -s?',
    operands: { rest: 'text' },
    changing: '-D?',
    examples: { reads: ['lsof -i :3000', 'lsof -p 12', 'lsof -nP -iTCP -sTCP:LISTEN'] },
  },
  {
    names: ['getfacl', 'lsattr', 'namei', 'pathchk'],
    lists: true,
    does: 'reads',
    options: '-acdeEnpPRlmovxt',
    operands: { rest: 'read' },
    examples: { reads: ['namei -l /a/b'] },
  },
];
