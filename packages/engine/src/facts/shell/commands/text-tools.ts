import { literalOf, type Word } from '../read/words/word.ts';
import {
  type Arguments,
  type Command,
  type Operand,
  type Refinement,
  type Touch,
  used,
  type UsedOption,
} from '../model/model.ts';
import { filesInProgram } from '../model/files-in-program.ts';
import { loadedFiles } from '../model/query-program.ts';
import { sedNature } from '../model/sed-program.ts';

interface InPlace {
  readonly place: UsedOption;
  /** The program is the value of an option. */
  readonly given: boolean;
}

/** `sed -i` only rewrites the files it names, if its options and its program are understood. */
function refineSed(args: Arguments): Refinement | undefined {
  const place = args.options.find(({ name }) => name === '-i' || name === '--in-place' || name === '-I');
  if (place === undefined) return undefined;
  const given = used(args, '-e', '-f', '--expression', '--file');
  const apart = suffixApart(args, { place, given });
  const files = args.operands.slice((given ? 0 : 1) + (apart === undefined ? 0 : 1));
  const suffix = apart ?? suffixWith(place);
  const known = args.strangers.length + args.vague.length === 0 && !used(args, '--follow-symlinks');
  const edits = known && /^[\w.-]*$/u.test(suffix) && !mayBeSuffix(args, { place, given });
  const behind = actingProgram(apart, given ? undefined : args.operands[1]);
  return {
    does: edits && behind === undefined ? 'edits' : 'acts',
    why: 'rewrites files',
    touches: [...files.flatMap(({ word }) => rewritten(word, suffix)), ...(behind?.touches ?? [])],
    escalations: [{ at: behind?.at ?? place.at, why: 'rewrites files' }],
  };
}

/** `-i.bak` extends the name; a slash or a star in it names another file. */
function suffixWith({ value }: UsedOption): string {
  return value === undefined ? '' : (literalOf(value) ?? '/');
}

/** The old contents are kept beside it. */
function rewritten(word: Word, suffix: string): readonly Touch[] {
  const kept: readonly Touch[] = suffix === '' ? [] : [{ access: 'write', word: withSuffix(word, suffix) }];
  return [{ access: 'write', word }, ...kept];
}

/** A sed program that does more than print, but was taken for a file because it follows a suffix. */
function actingProgram(
  apart: string | undefined,
  operand: Operand | undefined,
): (Pick<Operand, 'at'> & { touches: readonly Touch[] }) | undefined {
  if (apart === undefined || operand === undefined) return undefined;
  const text = literalOf(operand.word);
  const nature = text === undefined ? 'unclear' : sedNature(text);
  if (nature === 'prints') return undefined;
  return { at: operand.at, touches: filesInProgram({ ...operand, role: 'sed' }, nature) };
}

/** `yq -i EXPRESSION FILE`: data that the expression takes from other files or the environment is not in the text. */
function refineYq(args: Arguments): Refinement | undefined {
  const place = args.options.find(({ name }) => ['-i', '--inplace', '--in-place'].includes(name));
  if (place === undefined) return loadedFiles(args);
  const words = args.operands.map(({ word }) => word);
  const [expression, ...files] = /^(?:e|eval)$/u.test(literalOf(words[0]) ?? '') ? words.slice(1) : words;
  const isPlain =
    args.strangers.length + args.vague.length === 0 &&
    files.length > 0 &&
    /^(?!.*(?:load|env|eval|split_doc|filename))[\s\S]+$/iu.test(
      (literalOf(expression) ?? '').replaceAll('\n', ' '),
    );
  return {
    does: isPlain ? 'edits' : 'acts',
    why: 'rewrites files',
    touches: [
      ...(isPlain ? files : words).map((word) => ({ access: 'write', word }) as const),
      ...(loadedFiles(args)?.touches ?? []),
    ],
    escalations: [{ at: place.at, why: 'rewrites files' }],
  };
}

function withSuffix(word: Word, suffix: string): Word {
  const text = literalOf(word);
  return text === undefined ? word : { kind: 'literal', text: `${text}${suffix}`, span: word.span };
}

/**
 * The suffix in BSD's `sed -i .bak PROGRAM FILE`, if it can be nothing else: in GNU's, an empty program changes no line, and
 * one that begins with a dot does not start.
 */
function suffixApart(args: Arguments, { place, given }: InPlace): string | undefined {
  const first = place.value === undefined ? literalOf(args.operands[0]?.word) : undefined;
  if (first === undefined || !/^(?:\.[\w.-]*)?$/u.test(first)) return undefined;
  return given && first !== '' ? undefined : first;
}

/** BSD sed takes the word behind `-i` as the suffix, and the next one as the program. */
function mayBeSuffix(args: Arguments, { place, given }: InPlace): boolean {
  const [first, second] = args.operands;
  if (given || place.value !== undefined || !/^[\w.~-]*$/u.test(literalOf(first?.word) ?? '/')) return false;
  const nature = sedNature(literalOf(second?.word) ?? '');
  return nature === 'writes' || nature === 'runs';
}

/** Commands that transform text: most cannot do anything else, a few have an output option. */
const grepOptions =
  '-EFGPUZLHITVabchilnoqrRsuvwxyz -ABCDdem: -f:read -# --regexp: --file:read --ignore-case --no-ignore-case --invert-match --word-regexp --line-regexp --count --color? --colour? --files-without-match --files-with-matches --max-count: --only-matching --quiet --silent --no-messages --byte-offset --with-filename --no-filename --label: --line-number --initial-tab --null --null-data --after-context: --before-context: --context: --text --binary-files: --devices: --directories: --exclude: --exclude-from:read --exclude-dir: --include: --recursive --dereference-recursive --line-buffered --extended-regexp --fixed-strings --basic-regexp --perl-regexp --group-separator: --no-group-separator';
const grepOperands: NonNullable<Command['operands']> = {
  first: ['text'],
  rest: 'read',
  firstUnless: '-e -f --regexp --file',
  implied: '.',
  impliedWith: '-r -R --recursive --dereference-recursive -d --directories',
};

export const textTools = (): readonly Command[] => [
  {
    names: ['cat'],
    does: 'reads',
    harmless: true,
    options:
      '-AbeEnstTuvlf --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting',
    operands: { rest: 'read' },
    examples: {
      reads: ['cat a.txt b.txt', 'cat -n src/a.ts', 'cat -'],
      acts: ['cat --frobnicate x'],
      touches: [['cat a b', 'read a, read b']],
    },
  },
  {
    names: ['head'],
    does: 'reads',
    harmless: true,
    options: '-nc: -qvz -# --lines: --bytes: --quiet --silent --verbose --zero-terminated',
    operands: { rest: 'read' },
    examples: { reads: ['head -5 a', 'head -n 20 a', 'head -c 200 data.bin', 'head --lines=3 a'] },
  },
  {
    names: ['tail'],
    does: 'reads',
    harmless: true,
    options:
      '-ncs: -fFqvzr -# --lines: --bytes: --follow? --retry --pid: --sleep-interval: --max-unchanged-stats: --quiet --silent --verbose --zero-terminated',
    operands: { rest: 'read' },
    examples: { reads: ['tail -f logs/dev.log', 'tail -n +3 x', 'tail -40'] },
  },
  {
    names: ['wc'],
    does: 'reads',
    harmless: true,
    options: '-clmwL --bytes --chars --lines --words --max-line-length --files0-from:read --total:',
    operands: { rest: 'read' },
    listed: '--files0-from',
    examples: {
      reads: ['wc -l src/a.ts'],
      touches: [['wc --files0-from=list', 'read list, read <a name in a list>']],
    },
  },
  {
    names: ['cut'],
    does: 'reads',
    harmless: true,
    options:
      '-bcdf: -nsz --bytes: --characters: --delimiter: --fields: --complement --only-delimited --output-delimiter: --zero-terminated',
    operands: { rest: 'read' },
    examples: { reads: ['cut -d, -f1 data.csv', 'cut -d / -f 2 paths.txt'] },
  },
  {
    names: ['tr'],
    does: 'reads',
    harmless: true,
    options: '-cCdstu --complement --delete --squeeze-repeats --truncate-set1',
    operands: { rest: 'text' },
    examples: { reads: ['tr a-z A-Z', 'tr -d x'] },
  },
  {
    names: ['nl'],
    does: 'reads',
    harmless: true,
    options:
      '-bdfhilnsvw: -p --body-numbering: --number-format: --number-width: --number-separator: --starting-line-number:',
    operands: { rest: 'read' },
    examples: { reads: ['nl -ba src/app.ts'] },
  },
  {
    names: ['tac'],
    does: 'reads',
    harmless: true,
    options: '-br -s: --before --regex --separator:',
    operands: { rest: 'read' },
    examples: { reads: ['tac a'] },
  },
  {
    names: ['rev'],
    does: 'reads',
    harmless: true,
    options: '-0 --zero',
    operands: { rest: 'read' },
    examples: { reads: ['rev a'] },
  },
  {
    names: ['fold'],
    does: 'reads',
    harmless: true,
    options: '-bs -w: -# --bytes --spaces --width:',
    operands: { rest: 'read' },
    examples: { reads: ['fold -w 80 a'] },
  },
  {
    names: ['fmt'],
    does: 'reads',
    harmless: true,
    // `-p` takes a prefix in GNU's but nothing in BSD's, where the next word is a file.
    options: '-cstu -wg: -p:read -# --width: --prefix: --split-only --uniform-spacing',
    operands: { rest: 'read' },
    examples: { reads: ['fmt -w 72 a'], touches: [['fmt -p a', 'read a']] },
  },
  {
    names: ['expand', 'unexpand'],
    does: 'reads',
    harmless: true,
    options: '-ai -t: --all --first-only --tabs: --initial',
    operands: { rest: 'read' },
    examples: { reads: ['expand -t 4 a'] },
  },
  {
    names: ['paste'],
    does: 'reads',
    harmless: true,
    options: '-sz -d: --serial --delimiters: --zero-terminated',
    operands: { rest: 'read' },
    examples: { reads: ['paste -sd, a'] },
  },
  {
    names: ['join'],
    does: 'reads',
    harmless: true,
    options: '-aejotv12: -iz --check-order --nocheck-order --header --ignore-case',
    operands: { rest: 'read' },
    examples: { reads: ['join -t , a b'] },
  },
  {
    names: ['comm'],
    does: 'reads',
    harmless: true,
    options: '-123iz --check-order --nocheck-order --output-delimiter: --total --zero-terminated',
    operands: { rest: 'read' },
    examples: { reads: ['comm -12 a b'] },
  },
  {
    names: ['cmp'],
    does: 'reads',
    harmless: true,
    options: '-bls -in: --print-bytes --verbose --silent --quiet --bytes: --ignore-initial:',
    operands: { rest: 'read' },
    examples: { reads: ['cmp -s a b'] },
  },
  {
    names: ['diff'],
    does: 'reads',
    harmless: true,
    options:
      '-abBcdeEfiHlnNpPqrstTuwyZ -CFILSUWxD: -X:read -# --brief --unified? --context? --recursive --new-file --text --ignore-case --ignore-all-space --ignore-space-change --ignore-blank-lines --ignore-matching-lines: --side-by-side --width: --suppress-common-lines --color? --exclude: --exclude-from:read --label: --report-identical-files --minimal --strip-trailing-cr --no-dereference --left-column --speed-large-files --from-file:read --to-file:read --ed --normal --rcs --show-c-function --expand-tabs --ignore-tab-expansion --ignore-trailing-space --unidirectional-new-file --starting-file:',
    operands: { rest: 'read' },
    // For two directories the files in them are compared even without `-r`.
    recursive: true,
    examples: {
      touches: [['diff -l .env a', 'read .env/**, read a/**']],
      reads: ['diff -u a b', 'diff --color=auto -r x y'],
    },
  },
  {
    names: ['diff3', 'sdiff'],
    does: 'reads',
    options: '-aAeEimTxX3 --text --show-all',
    escalating: [{ options: '-o:write --output:write', why: 'writes a file' }],
    operands: { rest: 'read' },
    examples: { escalates: ['sdiff -o out a b'] },
  },
  {
    names: ['column'],
    does: 'reads',
    harmless: true,
    options:
      '-tenxJ -csoNRHlTWO: --table --separator: --output-separator: --columns: --table-columns: --json --fillrows',
    operands: { rest: 'read' },
    examples: { reads: ['column -t -s, a'] },
  },
  {
    names: ['od'],
    does: 'reads',
    harmless: true,
    options:
      '-abcdfFhHiIlLoOsvxXe -AjNSt: -w? --address-radix: --skip-bytes: --read-bytes: --format: --width? --output-duplicates --endian: --strings?',
    operands: { rest: 'read' },
    examples: {
      reads: ['od -c a', 'od -A x -t x1z -v file', 'od -An -tx1 f'],
      touches: [['od -w f', 'read f']],
    },
  },
  {
    names: ['hexdump', 'hd'],
    does: 'reads',
    harmless: true,
    options: '-bcCdovxX -L? -ens: -f:read --canonical --length: --skip: --no-squeezing',
    operands: { rest: 'read' },
    examples: { reads: ['hexdump -C a', 'hexdump -n 16 -C a'] },
  },
  {
    names: ['hexyl'],
    does: 'reads',
    options:
      '-v --no-squeezing -n: --length: -c: --bytes: -s: --skip: --block-size: --color: --border: -o: --display-offset:',
    operands: { first: ['read'] },
    prints: '-h --help -V --version',
    examples: {
      reads: ['hexyl a', 'hexyl -n 64 --color never a'],
      acts: ['hexyl a b', 'hexyl --unseen-of a'],
      touches: [['hexyl ~/.ssh/id', 'read /home/dev/.ssh/id']],
    },
  },
  {
    names: ['xxd'],
    does: 'reads',
    // After the first file even `-r` is the name of the output file.
    style: 'options-first',
    options:
      '-abCEeiprRuv -cglnos: --bits --capitalize --plain --postscript --include --uppercase -# --len: --cols: --seek: --groupsize:',
    operands: { first: ['read', 'write'] },
    examples: {
      reads: ['xxd -l 16 data.bin', 'xxd a'],
      acts: ['xxd in out', 'xxd -r payload.hex .git/hooks/pre-commit', 'xxd in -u'],
      touches: [['xxd in out', 'read in, write out']],
    },
  },
  {
    names: ['strings'],
    does: 'reads',
    harmless: true,
    options: '-adfow -ensTU: -# --all --bytes: --radix: --encoding: --print-file-name',
    operands: { rest: 'read' },
    // binutils reads further words from a file: `@x`.
    refine: ({ operands }) => ({
      touches: operands.flatMap(({ word }) => {
        const text = literalOf(word) ?? '';
        if (!text.startsWith('@')) return [];
        const named: Word = { kind: 'literal', text: text.slice(1), span: word.span };
        return [{ access: 'read' as const, word: named }];
      }),
    }),
    examples: { reads: ['strings -n 8 bin/app'], touches: [['strings @x', 'read @x, read x']] },
  },
  {
    names: ['col'],
    does: 'reads',
    options: '-bfhpxHV -l: --no-backspaces --fine --pass --tabs --spaces --lines:',
    operands: {},
    examples: { reads: ['col -b', 'col -bx'], acts: ['col a'] },
  },
  {
    names: ['colrm'],
    does: 'reads',
    options: '',
    operands: { first: ['text', 'text'] },
    examples: { reads: ['colrm 1 2'], acts: ['colrm --frob'] },
  },
  {
    names: ['look'],
    does: 'reads',
    options: '-adfb -t: --alternative --alphanum --binary --ignore-case --terminate:',
    operands: { first: ['text', 'read'] },
    examples: { reads: ['look pre', 'look -f pre words'], touches: [['look K .env', 'read .env']] },
  },
  {
    names: ['uniq'],
    does: 'reads',
    options:
      '-cdDiuz -fsw: --count --repeated --unique --ignore-case --skip-fields: --skip-chars: --check-chars: --zero-terminated --all-repeated? --group?',
    operands: { first: ['read', 'write'] },
    examples: {
      reads: ['uniq -c', 'uniq -d a'],
      acts: ['uniq in.txt out.txt'],
      touches: [['uniq in out', 'read in, write out']],
    },
  },
  {
    names: ['sort'],
    does: 'reads',
    options:
      '-bcCdfghiMmnRrsuVz -ktSNT: --reverse --numeric-sort --unique --key: --field-separator: --stable --human-numeric-sort --general-numeric-sort --version-sort --month-sort --random-sort --ignore-case --ignore-leading-blanks --dictionary-order --check? --merge --zero-terminated --buffer-size: --batch-size: --parallel: --debug --sort: --temporary-directory: --files0-from:read --random-source:read',
    listed: '--files0-from',
    escalating: [
      { options: '-o:write --output:write', why: 'writes its output to a file' },
      { options: '--compress-program:program', why: 'runs a program' },
    ],
    outputs: '-o --output',
    operands: { rest: 'read' },
    examples: {
      reads: ['sort -u names.txt', 'sort -t, -k2,2n data.csv', 'sort -rn'],
      edits: ['sort -o out in', 'sort -oout in', 'sort --outp=x a', 'sort -uo out in'],
      escalates: ['sort --compress-prog=./x a', 'sort -o x --compress-prog=./x a'],
      touches: [['sort -o out in', 'write out, read in']],
    },
  },
  {
    names: ['shuf'],
    does: 'reads',
    options: '-erz -in: --echo --input-range: --head-count: --repeat --random-source:read',
    escalating: [{ options: '-o:write --output:write', why: 'writes its output to a file' }],
    operands: { rest: 'read' },
    examples: { reads: ['shuf -n 3 a'], escalates: ['shuf -o x a'] },
  },
  {
    names: ['grep', 'egrep', 'fgrep'],
    does: 'reads',
    harmless: true,
    options: grepOptions,
    operands: grepOperands,
    recursive: '-r -R --recursive --dereference-recursive -d --directories',
    examples: {
      reads: [
        'grep -rn TODO src --include=*.ts',
        'grep -c "" README.md',
        "grep -E 'a|b' f",
        'grep -A3 x f',
        'grep -l foo',
      ],
      touches: [
        ['grep -f patterns a', 'read patterns, read a'],
        ['grep -e x a', 'read a'],
        ['grep x a', 'read a'],
        ['grep -r x src', 'read src/**'],
        ['grep -r x', 'read ./**'],
        ['grep -d recurse x', 'read ./**'],
        ['grep x', ''],
      ],
    },
  },
  {
    names: ['zgrep'],
    does: 'reads',
    harmless: true,
    // A script that takes the word after most long options as the pattern, and the next one as a file. With an option for
    // searching directories, its grep searches the current one.
    options: grepOptions
      .replaceAll(/ --(?!regexp|file)[a-z-]+:[a-z]*| --(?:dereference-)?recursive/gu, '')
      .replace('rRs', 's')
      .replace('-ABCDdem:', '-ABCDem:'),
    operands: grepOperands,
    examples: {
      reads: ['zgrep x a.gz', 'zgrep -A 3 x a.gz'],
      acts: [
        'zgrep --after-context x f',
        'zgrep --devices x f',
        'zgrep -r x f',
        'zgrep --recursive x f',
        'zgrep -d recurse x',
      ],
      touches: [['zgrep x a.gz', 'read a.gz']],
    },
  },
  {
    names: ['rg'],
    does: 'reads',
    options:
      '-abcFhHiILlNnopPqsSUuvVwx. -ABCdEegjMmrtT: -f:read -# --after-context: --before-context: --context: --regexp: --file:read --glob: --iglob: --type: --type-not: --type-list --type-add: --files --files-with-matches --files-without-match --count --count-matches --ignore-case --smart-case --case-sensitive --word-regexp --line-regexp --fixed-strings --invert-match --only-matching --line-number --no-line-number --column --no-column --heading --no-heading --with-filename --no-filename --json --color: --colors: --hidden --no-hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-dot --ignore-file:read --max-count: --max-depth: --maxdepth: --max-filesize: --max-columns: --max-columns-preview --multiline --multiline-dotall --pcre2 --pcre2-version --engine: --replace: --sort: --sortr: --stats --text --threads: --trim --null --null-data --vimgrep --pretty --passthru --follow --unrestricted --quiet --no-messages --no-config --encoding: --debug --trace --one-file-system --binary --crlf --no-unicode --auto-hybrid-regex --include-zero --line-buffered --block-buffered --mmap --no-mmap --path-separator: --context-separator: --field-context-separator: --field-match-separator: --byte-offset --glob-case-insensitive --no-pre --stop-on-nonmatch --hyperlink-format:',
    escalating: [
      { options: '--pre:program --hostname-bin:program', why: 'runs a program for every file' },
      { options: '-z --search-zip', why: 'runs decompression programs found on the path' },
    ],
    changing: '--pre-glob: --generate:',
    operands: {
      first: ['text'],
      rest: 'read',
      firstUnless: '-e -f --regexp --file --files --type-list',
      implied: '.',
    },
    recursive: true,
    examples: {
      touches: [
        ['rg x', 'read ./**'],
        ['rg x src', 'read src/**'],
      ],
      reads: [
        'rg -n useState src',
        "rg --json 'foo|bar' src",
        'rg foo --type ts -l',
        'rg -uu x',
        'rg --files',
      ],
      escalates: ['rg --pre ./x foo', 'rg --pre=./x foo', 'rg --hostname-bin=./x TODO', 'rg -z foo'],
    },
  },
  {
    names: ['ag', 'ack'],
    does: 'reads',
    options:
      '-acfFgHhilLnoQrRsSuUvwz -ABCGm: -p:read --ignore: --ignore-dir: --hidden --color --nocolor --noheading --heading --files-with-matches --count --literal --nogroup --group --column --stats --type:',
    escalating: [{ options: '--pager:program', why: 'runs a program' }],
    operands: { first: ['text'], rest: 'read', implied: '.' },
    recursive: true,
    examples: {
      touches: [['ag x', 'read ./**']],
      reads: ['ag -l foo src'],
      escalates: ['ag --pager=./x foo'],
    },
  },
  {
    names: ['jq'],
    does: 'reads',
    harmless: true,
    options:
      '-cCMSenrRsjaV -f:read -L:read --compact-output --raw-output --raw-input --slurp --null-input --exit-status --sort-keys --color-output --monochrome-output --tab --indent: --join-output --raw-output0 --ascii-output --unbuffered --stream --stream-errors --seq --from-file:read --arg: --argjson: --slurpfile: --rawfile: --args --jsonargs --binary --build-configuration',
    operands: { first: ['text'], rest: 'read', firstUnless: '-f --from-file' },
    refine: (args) => ({
      touches: [
        ...(used(args, '--arg', '--argjson', '--slurpfile', '--rawfile')
          ? args.operands.map(({ word }) => ({ access: 'read', word }) as const)
          : []),
        ...(loadedFiles(args)?.touches ?? []),
      ],
    }),
    examples: {
      reads: ["jq '.scripts' package.json", 'jq -r .name package.json'],
      touches: [
        ['jq . a.json', 'read a.json'],
        [`jq -n 'import "secrets/x" as $x; $x'`, 'read <a file named in the program>'],
        ['jq -f prog a.json', 'read prog, read a.json, read <a file named in the program>'],
      ],
    },
  },
  {
    names: ['yq'],
    does: 'reads',
    options:
      '-PrejMCNi --inplace --in-place -o:read -p:read --prettyPrint --output-format: --input-format: --unwrapScalar --no-colors --colors --exit-status --null-input --raw-output',
    escalating: [{ options: '-s: --split-exp: --from-file:read', why: 'rewrites files' }],
    operands: { rest: 'read' },
    refine: refineYq,
    // In the yq that wraps jq, `-o` and `-p` take no value and the next word is a file.
    examples: {
      reads: ['yq .a file.yaml'],
      edits: ["yq -i '.a = 1' file.yaml", "yq eval -i '.a = 1' file.yaml"],
      escalates: [
        'yq -i \'.a = load("/etc/x")\' file.yaml',
        "yq -i '.a = strenv(X)' f.yaml",
        'yq -i $X f.yaml',
        'yq -i f.yaml',
      ],
      touches: [
        ["yq -i '.a = 1' f.yaml", 'read .a = 1, read f.yaml, write f.yaml'],
        [`yq 'load("x")' a`, 'read load("x"), read a, read x'],
      ],
    },
  },
  {
    names: ['sed', 'gsed'],
    does: 'reads',
    options:
      '-nrEsuz -i? -I? --in-place? -l: -e:sed --quiet --silent --regexp-extended --expression:sed --line-length: --separate --unbuffered --null-data --posix --sandbox --debug',
    escalating: [{ options: '-f:code --file:code', why: 'takes its program from a file' }],
    changing: '--follow-symlinks',
    operands: { first: ['sed'], rest: 'read', firstUnless: '-e -f --expression --file' },
    refine: refineSed,
    examples: {
      reads: [
        "sed -n '1,20p' src/app.ts",
        "sed 's/a/b/g; s#x#y#2p' f",
        "sed -e '/x/d' -e '$!N' f",
        "sed -n '/start/,/end/p' file.txt",
        "sed '1,3{p;d}' f",
        "sed 's/[^,]*,//' f",
      ],
      edits: [
        "sed -i 's/foo/bar/g' src/app.ts",
        'sed -n -e p -i f',
        "sed -i.bak 's/foo/bar/g' a b",
        "sed -i '' s/a/b/ f",
        'sed -i .bak s/a/b/ f',
      ],
      escalates: [
        "sed 'w /tmp/o' f",
        "sed '1e rm -rf x' f",
        "sed 's/.*/id/e' f",
        "sed 's/x/y/w out.txt' f",
        "sed '$!N;W out.txt' f",
        'sed -f prog f',
        "sed -i 's/.*/id/e' f",
        "sed -i '' 's/.*/id/e' f",
        "sed -i .bak 'w x' f",
        "sed -n '1,1w/path' f",
      ],
      touches: [
        ['sed -i s/a/b/ f', 'read f, write f'],
        ['sed -i.bak s/a/b/ f', 'read f, write f, write f.bak'],
        ['sed -i .bak s/a/b/ f', 'read s/a/b/, read f, write f, write f.bak'],
        [
          "sed -i '' 's/a/b/w g' f",
          'read s/a/b/w g, read f, write f, read <a file named in the program>, write g',
        ],
        ['sed -n p f', 'read f'],
      ],
    },
  },
  {
    names: ['awk', 'gawk', 'mawk', 'nawk', 'original-awk'],
    does: 'reads',
    style: 'options-first',
    options:
      '-Fv: -bcCnNOPrSst --field-separator: --assign: --re-interval --posix --traditional --sandbox --non-decimal-data --csv',
    escalating: [
      {
        options:
          '-f:code -E:code -i:code --file:code --exec:code --include:code -l:code --load:code -e:code --source:code',
        why: 'takes its program from elsewhere',
      },
      {
        options:
          '-o?write -p?write -d?write -D?write --pretty-print?write --profile?write --dump-variables?write --debug?write',
        why: 'writes a file',
      },
    ],
    operands: { first: ['awk'], rest: 'read', firstUnless: '-f -E --file --exec -e --source' },
    // `-i inplace` loads the library that writes the output back into each file.
    refine: (args) =>
      args.options.some(
        ({ name, value }) =>
          /^(?:-i|--include|-l|--load)$/u.test(name) && /inplace/u.test(literalOf(value) ?? 'inplace'),
      )
        ? { touches: args.operands.map(({ word }) => ({ access: 'write', word })) }
        : undefined,
    examples: {
      touches: [
        ['gawk -i inplace 1 f', 'read f, write 1, write f'],
        ['awk -f p f', 'read f'],
      ],
      reads: [
        "awk '{print $1}' access.log",
        "awk -F, 'NR>1 {sum+=$3} END {print sum}' data.csv",
        "awk '/a/ || /b/ {print}' f",
        'awk \'{printf "%s\\n", $2}\' f',
        "awk '$1 > 5 {print $2/2}' f",
        "awk '{print ($1>2)}' f",
      ],
      escalates: [
        'awk \'BEGIN{system("id")}\'',
        'awk \'{print > "out.txt"}\' f',
        'awk \'{print | "sh"}\' f',
        'awk \'{print ";" > "x"}\' f',
        'awk \'BEGIN{while((getline l < "/etc/passwd")>0) print l}\'',
        'awk -f prog.awk f',
        'awk -i inplace 1 f',
        'awk \'@load "filefuncs"; 1\' f',
      ],
    },
  },
  {
    names: ['base64', 'base32', 'basenc'],
    does: 'reads',
    options: '-dDi -wb: --decode --ignore-garbage --wrap: --break: --input:read --base64url --base16',
    escalating: [{ options: '-o:write --output:write', why: 'writes its output to a file' }],
    operands: { rest: 'read' },
    examples: { reads: ['base64 -d a'], escalates: ['base64 -o out a'] },
  },
  {
    names: ['iconv'],
    does: 'reads',
    options: '-cls -ft:read --from-code:read --to-code:read --list --silent --verbose',
    escalating: [{ options: '-o:write --output:write', why: 'writes its output to a file' }],
    // The name of an encoding may be the path of a file that defines one.
    operands: { rest: 'read' },
    examples: { reads: ['iconv -f utf8 -t ascii a'], escalates: ['iconv -f utf8 -o out.txt in.txt'] },
  },
  {
    names: [
      'md5sum',
      'sha1sum',
      'sha224sum',
      'sha256sum',
      'sha384sum',
      'sha512sum',
      'b2sum',
      'cksum',
      'sum',
      'shasum',
      'md5',
    ],
    does: 'reads',
    harmless: true,
    options:
      '-abctwzqrsU0 -la: --binary --check --tag --text --zero --ignore-missing --quiet --status --strict --warn --algorithm: --length: --untagged --base64 --raw',
    operands: { rest: 'read' },
    examples: { reads: ['sha256sum package-lock.json', 'shasum -a 256 x', 'md5sum -c sums'] },
  },
  {
    names: ['numfmt', 'factor', 'expr', 'bc', 'dc'],
    does: 'reads',
    options: '--to: --from: --field: --suffix: --padding: -dlqsw',
    operands: { rest: 'text' },
    refine: (args) =>
      ['bc', 'dc'].includes(literalOf(args.words[0]) ?? '') && args.operands.length > 0
        ? { does: 'acts', why: 'runs a program file' }
        : literalOf(args.words[0]) === 'dc'
          ? { does: 'acts', why: 'dc can run commands' }
          : undefined,
    examples: { reads: ['expr 1 + 2', 'numfmt --to=iec 1024'], acts: ['dc', 'bc x.bc'] },
  },
  {
    names: ['tsort'],
    does: 'reads',
    options: '-w',
    operands: { rest: 'read' },
    examples: { reads: ['tsort deps'], touches: [['tsort deps', 'read deps']] },
  },
  {
    names: ['zcat', 'gzcat', 'bzcat', 'xzcat', 'zstdcat'],
    does: 'reads',
    options: '-fqv',
    operands: { rest: 'read' },
    examples: { reads: ['zcat a.gz'] },
  },
  {
    names: ['pr'],
    does: 'reads',
    harmless: true,
    options: '-adFfJmrtTv -einsS? -DhNlowW: -#',
    operands: { rest: 'read' },
    examples: { reads: ['pr -m a b'] },
  },
  {
    names: ['bat', 'batcat'],
    does: 'reads',
    options:
      '-pAnfu -lHrm: --plain --language: --line-range: --highlight-line: --number --style: --color: --theme: --paging: --decorations: --wrap: --tabs: --list-languages --list-themes --show-all --diff --no-config',
    escalating: [{ options: '--pager:program', why: 'runs a program' }],
    operands: { rest: 'read' },
    refine: (args) =>
      args.operands.some(({ word }) => literalOf(word) === 'cache')
        ? { does: 'acts', why: 'rebuilds its cache' }
        : undefined,
    examples: { reads: ['bat -p a.ts'], escalates: ['bat --pager=./x a'], acts: ['bat cache --build'] },
  },
];
