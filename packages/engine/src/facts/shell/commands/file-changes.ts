import { literalOf, type Word } from '../read/words/word.ts';
import type { Arguments, Command, Meaning, Refinement, Touch } from '../model/model.ts';
import { used } from '../model/model.ts';
import { into } from '../model/into-directory.ts';

/** `cp a b dir` writes `dir/a` and `dir/b`: if `dir` contains a link of that name, to another place. */
function intoDirectory(args: Arguments): readonly Touch[] {
  const target = args.options.find(({ name }) => name === '-t' || name === '--target-directory')?.value;
  // `ln -s /x` creates `./x`.
  const [only] = args.operands.length === 1 && target === undefined ? args.operands : [];
  if (only !== undefined)
    return args.path[0] === 'ln' ? into(only.word, { kind: 'literal', text: '.', span: only.word.span }) : [];
  const sources = target === undefined ? args.operands.slice(0, -1) : args.operands;
  const directory = target ?? args.operands.at(-1)?.word;
  const base = literalOf(directory);
  if (directory === undefined || base === undefined || (base.startsWith('-') && target === undefined))
    return [];
  return sources.flatMap(({ word }) => into(word, directory));
}

/** `cp -r tpl/. .`, `cp -rT tpl .`: all of it ends up in the target under its own name, `.git` and `.claude` too. */
function copiesContents(args: Arguments): boolean {
  const isRecursive = used(args, '-r', '-R', '-a', '--recursive', '--archive');
  return (
    isRecursive &&
    (used(args, '-T', '--no-target-directory') ||
      args.operands.some(
        ({ word }) =>
          /(?:^|\/)\.{1,2}\/*$/u.test(literalOf(word) ?? '') && word !== args.operands.at(-1)?.word,
      ))
  );
}

/** `chmod +x run.sh`: an ordinary mode. Write access for others and set-user bits do not count. */
function plainMode(args: Arguments): Refinement | undefined {
  const mode = literalOf(args.operands[0]?.word) ?? '';
  const isPlain = /^(?:[ugoa]*[+-]x|[ug]+[+-][rwx]+|[oa]*[+-]r|0?[4-7][0145][0145])$/u.test(mode);
  const isKnown = args.strangers.length === 0 && args.vague.length === 0;
  const isOne = !used(args, '-R', '--recursive', '--reference');
  return isPlain && isKnown && isOne ? { does: 'edits' } : undefined;
}

/** A copy with an ordinary mode. */
function installsPlainly(args: Arguments): boolean {
  const isKnown = args.strangers.length + args.vague.length === 0 && args.operands.length > 1;
  return (
    isKnown &&
    args.options.every(
      ({ name, value }) =>
        /^-[vpD]$/u.test(name) ||
        (/^(?:-m|--mode)$/u.test(name) && /^0?[4-7][0145][0145]$/u.test(literalOf(value) ?? '')),
    )
  );
}

/** `rsync -a src/ copy/` on this machine, into a named directory: it removes nothing and runs nothing. */
function copiesHere(args: Arguments): Refinement | undefined {
  const isKnown = args.strangers.length + args.vague.length === 0 && args.operands.length > 1;
  const isPlain =
    isKnown &&
    args.options.every(({ name }) =>
      /^-[acghinopqrtuvz]$|^--(?:archive|verbose|recursive|update|progress|checksum|stats|times|perms|exclude|include)$/u.test(
        name,
      ),
    ) &&
    args.operands.every(({ word }) => /^[\w][\w./-]*$/u.test(literalOf(word) ?? ''));
  return isPlain ? { does: 'edits' } : undefined;
}

/** `tar xzf a.tgz`: the first operand may be the letters. Only listing a local archive is proven. */
function refineTar(args: Arguments): Refinement {
  const letters = oldLetters(args);
  const named = args.options.find(({ name }) => name === '-f' || name === '--file')?.value;
  const file = letters.includes('f') ? args.operands[1]?.word : named;
  const lists = onlyLists(args, letters);
  const target = args.options.find(({ role }) => role === 'directory')?.value;
  const touches: Touch[] = [];
  if (file !== undefined) touches.push({ access: lists ? 'read' : 'write', word: file });
  if (target !== undefined) touches.push({ access: 'write', word: target, recursive: true });
  touches.push(...packed(args, letters));
  // A name with a colon contains a host; without a name it is standard input.
  const local = file === undefined || literalOf(file)?.includes(':') === false;
  const does = lists ? 'reads' : isPlainPack(args, letters) ? 'edits' : 'acts';
  return local && does !== 'acts' ? { does, touches } : packsOrUnpacks(file, touches, local);
}

function packsOrUnpacks(file: Word | undefined, touches: readonly Touch[], local: boolean): Refinement {
  return {
    does: 'acts',
    why: 'packs or unpacks',
    touches,
    reaches: local || file === undefined ? [] : [{ word: hostBeforeColon(file), as: 'remote' }],
  };
}

/** `tar czf a.tgz src`: only writes the named archive, without options that move, unpack or run anything. */
function isPlainPack(args: Arguments, letters: string): boolean {
  if (args.strangers.length + args.vague.length > 0) return false;
  const isOld = /^(?=.*c)(?=.*f$)[cvzjJapf]+$/u.test(letters);
  const known = /^(?:-[cvzjJapf]|--(?:create|file|gzip|bzip2|xz|zstd|verbose|exclude))$/u;
  const isCreating = isOld || (letters === '' && used(args, '-c', '--create') && used(args, '-f', '--file'));
  // `bsdtar cf a.tar @b` takes the members of another archive.
  const isNamed = args.operands.every(({ word }) => /^[\w./~+-]+$/u.test(literalOf(word) ?? ''));
  return isCreating && isNamed && args.options.every(({ name }) => known.test(name));
}

/** The files that go into an archive. After `-C` names are relative to that directory, which is not modelled. */
function packed(args: Arguments, letters: string): readonly Touch[] {
  if (!packs(args, letters)) return [];
  const members = args.operands.slice(letters === '' ? 0 : letters.includes('f') ? 2 : 1);
  const isHere = !letters.includes('C') && !args.options.some(({ role }) => role === 'directory');
  return members.map(({ word }) => ({
    access: 'read',
    word: isHere ? word : elsewhere(word),
    recursive: true,
  }));
}

function packs(args: Arguments, letters: string): boolean {
  return used(args, '-c', '-r', '-u', '--create', '--append', '--update') || /[cru]/u.test(letters);
}

/** tar does not support URLs: the host of `http://evil.example/x` is `http`. */
function hostBeforeColon(file: Word): Word {
  const isUrl = literalOf(file)?.includes('://') !== false;
  return isUrl ? { kind: 'unknown', reason: 'a host', starts: '', count: 'one', span: file.span } : file;
}

function elsewhere({ span }: Word): Word {
  return { kind: 'unknown', reason: 'a file in another directory', starts: '', count: 'one', span };
}

function oldLetters(args: Arguments): string {
  const text = literalOf(args.words[1]) ?? '';
  return args.words[1] === args.operands[0]?.word && /^[A-Za-z]+$/u.test(text) ? text : '';
}

function onlyLists(args: Arguments, letters: string): boolean {
  if (!used(args, '-t', '--list') && !letters.includes('t')) return false;
  if (/[crxuAdIFC]/u.test(letters) || args.strangers.length > 0 || args.vague.length > 0) return false;
  return args.options.every(({ kind, role }) => kind === 'plain' && role !== 'directory');
}

const endings: ReadonlyMap<string, string> = new Map([
  ['gzip', '.gz'],
  ['bzip2', '.bz2'],
  ['xz', '.xz'],
  ['zstd', '.zst'],
]);

/** `gzip -k a` writes `a.gz` and keeps `a`. */
function compressedNames(args: Arguments): readonly Touch[] | undefined {
  const ending = endings.get(args.path[0] ?? '');
  const names = args.operands.map(({ word }) => literalOf(word));
  const isPlain = args.options.every(({ name }) =>
    /^-[kqv0-9]$|^--(?:keep|quiet|verbose|fast|best)$/u.test(name),
  );
  if (
    ending === undefined ||
    !isPlain ||
    !names.every((name) => name !== undefined && /^[\w./+-]+$/u.test(name))
  )
    return undefined;
  return args.operands.flatMap(({ word }): Touch[] => [
    { access: 'read', word },
    {
      access: 'write',
      word: { kind: 'literal', text: `${literalOf(word) ?? ''}${ending}`, span: word.span },
    },
  ]);
}

/** `gzip -dc a.gz`: prints, lists or tests. Otherwise each file is replaced by another. */
function toStdout(args: Arguments): Refinement {
  const isPlain = args.strangers.length === 0 && args.vague.length === 0;
  // The last mode wins: `xz --test -z a` compresses.
  const other = used(args, '-z', '-d', '--decompress', '--uncompress', '--compress');
  const keeps =
    args.operands.length === 0 ||
    used(args, '-c', '--stdout', '--to-stdout') ||
    (!other && used(args, '-l', '--list', '-t', '--test'));
  const reads = isPlain && keeps;
  const beside = isPlain && used(args, '-k', '--keep') && !other ? compressedNames(args) : undefined;
  if (beside !== undefined && !reads) return { does: 'edits', touches: beside };
  // The replaced file is also read: `zstd .env` leaves a copy beside it.
  return {
    does: reads ? 'reads' : 'acts',
    touches: args.operands.flatMap(({ word }): Touch[] => [
      { access: 'read', word },
      ...(reads ? [] : [{ access: 'write' as const, word }]),
    ]),
  };
}

/** Commands that change the files they name. `edits` is proven only for these. */
/** `zip -T -TT CMD`: the command that tests the archive. */
function testCommand(args: Arguments): readonly Meaning[] {
  return args.words.flatMap((word, at) => {
    const text = literalOf(word) ?? '';
    if (!text.startsWith('-TT')) return [];
    const shell = text === '-TT' ? literalOf(args.words[at + 1]) : text.slice(3);
    return shell === undefined ? [] : [{ shell, at }];
  });
}

export const fileChanges = (): readonly Command[] => [
  {
    names: ['mkdir'],
    does: 'edits',
    options: '-pv -m: --parents --verbose --mode:',
    changing: '-Z --context?',
    operands: { rest: 'write' },
    // A mode without write access for others is what most directories already have.
    refine: (args) =>
      args.options.some(
        ({ name, value }) => /^--?m/u.test(name) && !/^0?[0-7][0145][0145]$/u.test(literalOf(value) ?? ''),
      )
        ? { does: 'acts', why: 'a mode that opens the directory to others' }
        : undefined,
    examples: {
      edits: ['mkdir -p src/components', 'mkdir -m 755 bin', 'mkdir --mode=0700 x'],
      acts: ['mkdir -m 777 x', 'mkdir -m u+s x', 'mkdir -m 4755 x', 'mkdir -m "$X" y', 'mkdir -m 757 x'],
      touches: [['mkdir -p a b', 'write a, write b']],
    },
  },
  {
    names: ['touch'],
    does: 'edits',
    options: '-acmfh -dtA: -r:read --no-create --date: --time: --reference:read --no-dereference',
    operands: { rest: 'write' },
    examples: { edits: ['touch a.txt b.txt'], touches: [['touch a', 'write a']] },
  },
  {
    names: ['rm'],
    does: 'edits',
    options: '-dfirRvI --force --interactive? --recursive --dir --verbose --one-file-system --preserve-root?',
    changing: '-PWx --no-preserve-root',
    operands: { rest: 'delete' },
    recursive: '-r -R --recursive',
    destructive: true,
    examples: {
      edits: ['rm old.ts', 'rm -rf node_modules'],
      acts: ['rm --no-preserve-root -rf /'],
      touches: [
        ['rm -rf a', 'delete a/**'],
        ['rm -- -x', 'delete -x'],
      ],
    },
  },
  {
    names: ['rmdir'],
    does: 'edits',
    options: '-v --ignore-fail-on-non-empty --verbose',
    changing: '-p --parents',
    operands: { rest: 'delete' },
    destructive: true,
    examples: { edits: ['rmdir empty'], touches: [['rmdir a', 'delete a']] },
  },
  {
    names: ['unlink', 'shred', 'srm'],
    does: 'acts',
    options: '-fuvxz -ns: --remove? --force --iterations: --zero',
    operands: { rest: 'delete' },
    destructive: true,
    examples: { acts: ['shred -u a'], touches: [['unlink a', 'delete a']] },
  },
  {
    // The outputs of the cells are lost, and may take hours to recreate.
    names: ['nbstripout'],
    does: 'acts',
    options:
      '-ft -m: --force --textconv --dry-run --mode: --keep-count --keep-output --keep-id --keep-metadata-keys: --extra-keys: --drop-empty-cells --drop-tagged-cells: --strip-init-cells --max-size:',
    operands: { rest: 'text' },
    destructive: true,
    refine: (args) => ({
      touches: args.operands.map(({ word }) => ({
        access: used(args, '--dry-run', '--textconv', '-t') ? 'read' : 'delete',
        word,
      })),
    }),
    examples: {
      acts: ['nbstripout a.ipynb'],
      touches: [
        ['nbstripout a.ipynb', 'delete a.ipynb'],
        ['nbstripout --dry-run a.ipynb', 'read a.ipynb'],
      ],
    },
  },
  {
    names: ['cp', 'gcp'],
    does: 'edits',
    options:
      '-abdfiHlLnpPrRsuvxT -t:write --archive --attributes-only --force --interactive --dereference --no-clobber --no-dereference --preserve? --no-preserve: --recursive --update? --verbose --one-file-system --no-target-directory --target-directory:write --reflink? --sparse: --parents --strip-trailing-slashes --backup?',
    // Not `-S`: it takes a suffix in GNU's and nothing in Apple's.
    changing: '-Z --suffix: --context? --remove-destination --copy-contents',
    operands: { rest: 'read', last: 'write', lastUnless: '-t --target-directory' },
    recursive: '-r -R -a --recursive --archive',
    refine: (args) => ({
      touches: intoDirectory(args),
      ...(copiesContents(args)
        ? { does: 'acts' as const, why: 'copies what is in a directory, whatever it is called' }
        : {}),
    }),
    examples: {
      edits: ['cp src/a.ts src/b.ts', 'cp -r src/templates src/generated', 'cp -r a/b .'],
      acts: ['cp --backup --suffix=/../../x a b', 'cp -r tpl/. .', 'cp -rT tpl .', 'cp -a .. d'],
      touches: [
        ['cp a b', 'read a, write b, write b/a'],
        ['cp -t d a', 'write d, read a, write d/a'],
      ],
    },
  },
  {
    names: ['mv', 'gmv'],
    does: 'edits',
    options:
      '-bfinuvThx -t:write --force --interactive --no-clobber --update? --verbose --no-target-directory --target-directory:write --strip-trailing-slashes --backup? --exchange --no-copy',
    changing: '-S: -Z --suffix: --context',
    operands: { rest: 'move', last: 'write', lastUnless: '-t --target-directory' },
    destructive: true,
    refine: (args) => ({ touches: intoDirectory(args) }),
    examples: { edits: ['mv old.ts new.ts'], touches: [['mv a b', 'read a, delete a, write b, write b/a']] },
  },
  {
    names: ['ln', 'link', 'symlink'],
    does: 'acts',
    options: '-bdfFiLnPrsTvhw -tS: --symbolic --force --interactive --no-dereference --relative --verbose',
    operands: { rest: 'read', last: 'write', lastUnless: '-t --target-directory' },
    refine: (args) => ({ touches: intoDirectory(args) }),
    examples: {
      acts: ['ln -s / root'],
      touches: [
        ['ln -s a b', 'read a, write b, write b/a'],
        ['ln -sf tpl/x .', 'read tpl/x, write ., write ./x'],
        ['ln -s tpl/x', 'read tpl/x, write ./x'],
      ],
    },
  },
  {
    names: ['chmod'],
    does: 'acts',
    options:
      '-cfhvRHLP --changes --silent --quiet --verbose --recursive --reference:read --no-dereference --preserve-root --no-preserve-root',
    operands: { first: ['text'], rest: 'write', firstUnless: '--reference' },
    recursive: '-R --recursive',
    destructive: true,
    refine: plainMode,
    examples: {
      edits: [
        'chmod +x a',
        'chmod u+x a b',
        'chmod 755 a',
        'chmod a-x a',
        'chmod 0644 a',
        'chmod -v ug+rx a',
      ],
      acts: [
        'chmod -R 777 src',
        'chmod -R +x src',
        'chmod u+s a',
        'chmod +t a',
        'chmod 4755 a',
        'chmod 666 a',
        'chmod o+w a',
        'chmod +w a',
        'chmod "$X" a',
        'chmod --reference=b a',
        'chmod +x $X',
      ],
      touches: [['chmod +x a', 'write a']],
    },
  },
  {
    names: ['chown', 'chgrp', 'setfacl', 'chflags', 'xattr'],
    does: 'acts',
    options:
      '-cfhvRHLPd -mx: -MX:read --changes --silent --quiet --verbose --recursive --reference:read --no-dereference --from: --preserve-root --no-preserve-root',
    operands: { first: ['text'], rest: 'write', firstUnless: '--reference' },
    recursive: '-R --recursive',
    destructive: true,
    examples: { acts: ['chown x a'], touches: [['chown x a', 'write a']] },
  },
  {
    names: ['chattr'],
    does: 'acts',
    style: 'words',
    // `-i`, `+i` and `=i` are the attributes to set, not options.
    operands: { rest: 'write' },
    destructive: true,
    refine: (args) => ({
      touches: args.words.slice(1).flatMap((word) => [
        { access: 'read' as const, word },
        { access: 'write' as const, word },
      ]),
    }),
    examples: { acts: ['chattr +i a'] },
  },
  {
    names: ['tee'],
    does: 'edits',
    options: '-aip --append --ignore-interrupts --output-error?',
    operands: { rest: 'write' },
    refine: (args) =>
      args.operands.every(({ word }) => /^\/dev\/(?:null|stdout|stderr)$/u.test(literalOf(word) ?? ''))
        ? { does: 'reads' }
        : undefined,
    examples: {
      reads: ['tee', 'tee /dev/null'],
      edits: ['tee -a out.log'],
      touches: [['tee a b', 'write a, write b']],
    },
  },
  {
    names: ['truncate'],
    does: 'edits',
    options: '-co -s: -r:read --no-create --size: --io-blocks --reference:read',
    operands: { rest: 'write' },
    destructive: true,
    examples: { edits: ['truncate -s 0 a.log'], touches: [['truncate -s 0 -', 'write ./-']] },
  },
  {
    names: ['install', 'ginstall'],
    does: 'acts',
    options: '-bcCdDpsTv -gmo: -t:write --target-directory:write --mode: --owner: --group: --directory',
    operands: { rest: 'read', last: 'write', lastUnless: '-t --target-directory -d --directory' },
    escalating: [{ options: '--strip-program:program', why: 'runs a program' }],
    refine: (args) => ({
      touches: used(args, '-d', '--directory')
        ? args.operands.map(({ word }): Touch => ({ access: 'write', word }))
        : intoDirectory(args),
      ...(installsPlainly(args) ? { does: 'edits' } : {}),
    }),
    examples: {
      edits: ['install -m 755 a b'],
      acts: ['install -m 4755 a b', 'install -o root a b', 'install -s a b', 'install a'],
      escalates: ['install --strip-program=./x -s a b'],
      touches: [
        ['install -t d a', 'write d, read a, write d/a'],
        ['install tpl/x .', 'read tpl/x, write ., write ./x'],
        ['install -d a b', 'read a, read b, write a, write b'],
      ],
    },
  },
  {
    names: ['dd'],
    does: 'acts',
    style: 'options-first',
    operands: { rest: 'text' },
    destructive: true,
    refine: (args) => ({
      touches: args.operands.flatMap(({ word }): Touch[] => {
        const text = word.kind === 'literal' ? word.text : word.starts;
        const access = text.startsWith('if=') ? 'read' : text.startsWith('of=') ? 'write' : undefined;
        if (access === undefined)
          return text.includes('=') ? [] : word.kind === 'unknown' ? [{ access: 'write', word }] : [];
        return [
          {
            access,
            word:
              word.kind === 'literal' ? { ...word, text: text.slice(3) } : { ...word, starts: text.slice(3) },
          },
        ];
      }),
    }),
    examples: { acts: ['dd if=a of=b'], touches: [['dd if=a of=b bs=1', 'read a, write b']] },
  },
  {
    names: ['split', 'csplit'],
    does: 'acts',
    options: '-deuxz -abClnt: -f:write --prefix:write',
    escalating: [{ options: '--filter:shell', why: 'runs a command' }],
    operands: { first: ['read', 'write'] },
    examples: { acts: ['split -l 10 a'], escalates: ['split --filter=sh a'] },
  },
  {
    names: ['patch'],
    does: 'acts',
    options:
      '-bcEflNnRstTuvZ -BDFgpVxz: -d:directory -i:read -o:write -r:write -# --strip: --input:read --output:write --reverse --dry-run --directory:directory',
    escalating: [{ options: '-e --ed', why: 'runs ed on the patch' }],
    operands: { first: ['write', 'read'] },
    examples: { acts: ['patch -p1 -i a.diff'] },
  },
  {
    names: ['mktemp'],
    does: 'acts',
    options: '-dqut -p:',
    operands: { rest: 'write' },
    // Without a template: a new file in the directory for temporary files.
    refine: (args) =>
      args.operands.length + args.strangers.length + args.vague.length === 0 &&
      args.options.every(({ name }) => name === '-d' || name === '-q')
        ? { does: 'reads' }
        : undefined,
    examples: { reads: ['mktemp', 'mktemp -d'], acts: ['mktemp -p /etc', 'mktemp src/x.XXXX'] },
  },
  {
    names: ['mkfifo', 'mknod'],
    does: 'acts',
    options: '-m:',
    operands: { rest: 'write' },
    examples: { acts: ['mkfifo p'], touches: [['mkfifo p q', 'write p, write q']] },
  },
  {
    names: ['sponge'],
    does: 'edits',
    options: '-a',
    operands: { rest: 'write' },
    // A file that is appended to is read first.
    refine: (args) => ({ touches: args.operands.map(({ word }) => ({ access: 'read', word })) }),
    examples: { edits: ['sponge a'], touches: [['sponge -a a', 'write a, read a']] },
  },
  {
    names: ['rename', 'prename'],
    does: 'acts',
    options: '-nvfs0',
    operands: { first: ['code'], rest: 'write' },
    destructive: true,
    examples: { acts: ['rename s/a/b/ x'] },
  },
  {
    names: ['rsync'],
    does: 'acts',
    options:
      '-aAbcCdDEgHhiIjJklLmnNoOpPqrRsStuUvWxXyz -BfT: --archive --verbose --recursive --update --progress --partial --compress --dry-run --exclude: --include: --exclude-from:read --include-from:read --files-from:read --delete --delete-after --delete-excluded --checksum --human-readable --stats --size-only --times --perms --links --numeric-ids --info: --bwlimit: --ignore-existing --existing --max-size: --min-size: --filter: --backup --backup-dir:write --suffix: --inplace --append --no-owner --no-group --no-perms --chmod: --chown: --mkpath --port: --timeout: --contimeout: --password-file:read --log-file:write --partial-dir:write --temp-dir:write --remove-source-files --compare-dest:read --copy-dest:read --link-dest:read',
    escalating: [
      {
        options: '-e:shell --rsh:shell --rsync-path:shell -M:text --remote-option: --daemon --config:',
        why: 'runs a command of its own',
      },
    ],
    operands: { rest: 'remote-from', last: 'remote-to' },
    recursive: true,
    refine: copiesHere,
    examples: {
      edits: ['rsync -a a/ b/'],
      acts: ['rsync -a --delete a/ b/', 'rsync -a a/ .', 'rsync -a a/ h:b', 'rsync -a ~/x b/'],
      escalates: ["rsync -e 'sh -c id' a host:b"],
      touches: [['rsync -a a b', 'read a/**, write b/**']],
    },
  },
];

/** Separate from the others: reading is proven only if no option unpacks, writes or runs. */
export const archives = (): readonly Command[] => [
  {
    names: ['tar', 'gtar', 'bsdtar'],
    does: 'acts',
    options:
      '-tvzjJZapkmoPhWlnSwi -b: -XT:read --files-from:read --exclude-from:read -f: -C:directory --list --verbose --file:read --gzip --bzip2 --xz --zstd --exclude: --directory:directory --strip-components: --one-top-level?write --wildcards',
    changing:
      '-cxruAd --create --extract --get --append --update --catenate --concatenate --diff --compare --delete',
    escalating: [
      {
        options:
          '--checkpoint-action:code --to-command:shell --use-compress-program:shell -I:shell -F:shell --info-script:shell --new-volume-script:shell --rsh-command:shell --rmt-command:shell',
        why: 'runs a command',
      },
    ],
    operands: { rest: 'text' },
    refine: refineTar,
    examples: {
      reads: ['tar tf a.tar', 'tar -tzf a.tgz', 'tar -t', 'tar tz'],
      edits: ['tar -cf a.tar src', 'tar czf a.tgz src'],
      acts: ['tar xf archive.tar', 'tar tf host:a.tar', 'tar cf a.tar -C / etc', 'tar -rf a.tar b'],
      touches: [
        ['tar -czf a.tgz src b', 'write a.tgz, read src/**, read b/**'],
        ['tar cf - .env', 'write -, read .env/**'],
        ['tar xf a.tar', 'write a.tar'],
      ],
      escalates: [
        'tar cf /dev/null --checkpoint=1 --checkpoint-action=exec=./x.sh .',
        'tar xf a --to-command=sh',
        'tar -I ./x -xf a',
      ],
    },
  },
  {
    names: ['unzip'],
    does: 'acts',
    options: '-lvZcptzq1',
    changing: '-noujLCKXD -P: -x:read -d:write',
    operands: { first: ['read'], rest: 'text' },
    refine: (args) =>
      used(args, '-l', '-v', '-Z', '-p', '-c', '-t') &&
      args.options.every(({ kind }) => kind === 'plain') &&
      args.strangers.length === 0 &&
      args.vague.length === 0
        ? { does: 'reads' }
        : undefined,
    examples: {
      reads: ['unzip -l a.zip', 'unzip -Z1 a.zip', 'unzip -p a.zip x', 'unzip -tq a.zip'],
      acts: ['unzip a.zip', 'unzip -l -d x a.zip', 'unzip -q a.zip'],
    },
  },
  {
    names: ['zipinfo'],
    does: 'reads',
    options: '-12smlvhMtTz',
    operands: { first: ['read'], rest: 'text' },
    examples: { reads: ['zipinfo a.zip', 'zipinfo -1 a.zip'], acts: ['zipinfo --frob a.zip'] },
  },
  {
    names: ['zip'],
    does: 'acts',
    options: '-rRq9jmuyXe0123456789T -x: -i: --recurse-paths',
    recursive: '-r -R --recurse-paths',
    escalating: [{ options: '--unzip-command:shell', why: 'runs a command' }],
    operands: { first: ['write'], rest: 'read' },
    means: testCommand,
    refine: (args) => {
      const [archive, ...files] = args.operands.map(({ word }) => word);
      const touches: Touch[] = [
        ...(archive === undefined ? [] : [{ access: 'read' as const, word: archive }]),
        ...(used(args, '-m')
          ? files.map((word): Touch => ({ access: 'delete', word, recursive: true }))
          : []),
      ];
      const tests = args.words.findIndex((word) => literalOf(word)?.startsWith('-TT') === true);
      const isPlain =
        args.strangers.length + args.vague.length === 0 &&
        args.options.every(({ name }) => /^-[rq0-9xij]$|^--recurse-paths$/u.test(name));
      return tests === -1
        ? { touches, ...(isPlain && files.length > 0 ? { does: 'edits' } : {}) }
        : { does: 'acts', touches, escalations: [{ at: tests, why: 'runs a command' }] };
    },
    examples: {
      edits: ['zip -r a.zip src'],
      acts: ['zip -m a.zip b', 'zip -T a.zip b'],
      touches: [['zip -r a.zip src', 'write a.zip/**, read src/**, read a.zip']],
      escalates: ['zip -q x.zip a -T -TT id'],
    },
  },
  {
    names: ['gzip', 'gunzip', 'bzip2', 'bunzip2', 'xz', 'unxz', 'lzma', 'unlzma', 'zstd', 'unzstd'],
    does: 'acts',
    options:
      '-cdfklqtvz0123456789 --stdout --to-stdout --decompress --uncompress --list --test --quiet --verbose --keep --force --fast --best',
    operands: { rest: 'text' },
    refine: toStdout,
    examples: {
      reads: [
        'gzip -dc a.gz',
        'gunzip -c a.gz',
        'gzip -l a.gz',
        'xz --test a.xz',
        'zstd -dc a.zst',
        'gzip -c',
        'gzip',
      ],
      acts: [
        'gzip a',
        'gunzip a.gz',
        'xz --test -z a',
        'zstd -l -o x a',
        'zstd -dc --output-dir-flat x a',
        'gzip -c "$X"',
        'gzip -S x -c a',
        'zstd -c --patch-from x a',
      ],
      touches: [
        ['gzip a', 'read a, write a'],
        ['gzip -dc ~/.ssh/id', 'read /home/dev/.ssh/id'],
      ],
    },
  },
  {
    names: ['lz4', 'brotli'],
    does: 'acts',
    options:
      '-cdfhjkntvV0123456789 -q? -w? -o:write --stdout --decompress --keep --force --test --rm --output:write',
    operands: { rest: 'write' },
    refine: (args) => ({ touches: args.operands.map(({ word }) => ({ access: 'read', word })) }),
    examples: { acts: ['brotli a'], touches: [['brotli -o x a', 'write x, write a, read a']] },
  },
  {
    names: ['compress', 'uncompress', '7z', '7za', 'rar', 'unrar', 'ar', 'cpio', 'pax', 'jar'],
    does: 'acts',
    options: '-cdfhklnNqrtvz0123456789 -o?write',
    escalating: [{ options: '--rsh-command:shell --to-command:shell', why: 'runs a command' }],
    operands: { rest: 'write' },
    // Which of the words are added to the archive and which is the archive differs between these programs.
    refine: (args) => ({
      touches: args.operands.map(({ word }) => ({ access: 'read', word, recursive: true })),
    }),
    examples: {
      acts: ['compress a', '7z x a.7z'],
      escalates: ["cpio -o --rsh-command='rm b'"],
      carries: [["cpio -o --rsh-command='rm b'", 'rm b']],
      touches: [['7z x a.7z -oout', 'write out, write x, write a.7z, read x/**, read a.7z/**']],
    },
  },
];
