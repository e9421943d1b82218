import { literalOf, type Word } from '../read/words/word.ts';
import type { Arguments, Command, Meaning, Operand, Refinement, Touch } from '../model/model.ts';
import { used } from '../model/model.ts';
import { escapedCommands, shellEscapes } from '../model/shell-escapes.ts';

const talks = { does: 'acts' } as const;

/** A file opened in an editor is read, and written when the user saves. */
function opened(args: Arguments): Refinement {
  const isCommand = ({ word, after }: Operand): boolean => after !== true && isFirstCommand(literalOf(word));
  const commands = args.operands.filter(isCommand);
  const files = args.operands.filter((each) => !isCommand(each));
  return {
    ...(commands.length > 0 ? { does: 'acts' } : {}),
    touches: files.map(({ word }) => ({ access: 'read', word })),
    escalations: commands.map(({ at }) => ({ at, why: 'a command to begin with' })),
  };
}

/** `less +!id`, `vim +:!id`. A number is a line. */
function isFirstCommand(text: string | undefined): boolean {
  return text !== undefined && /^\+(?!\d*$)/u.test(text);
}

/** Shell text behind the `!` of a first command: `vim '+!rm x'`. Editors read commands from standard input too. */
function begun(args: Arguments, here?: string): readonly Meaning[] {
  const typed =
    here === undefined ? [] : escapedCommands(args, here).filter(({ at }) => at === args.words.length);
  const first = args.operands.flatMap(({ word, at }) => {
    const text = literalOf(word) ?? '';
    const shell = isFirstCommand(text) ? /^\+[^!]{0,40}!(.+)$/su.exec(text)?.[1] : undefined;
    return shell === undefined ? [] : [{ shell, at }];
  });
  return [...first, ...typed];
}

/** Sub-commands of tmux that pass words to a shell, by their shortest and full names. */
const tmuxRuns =
  /^(?:new|new-session|neww|new-window|splitw|split-window|respawnp|respawn-pane|respawnw|respawn-window|run|run-shell|if|if-shell|send|send-keys|pipep|pipe-pane|popup|display-popup|bind|bind-key|set-hook|source|source-file)$/u;

function tmuxRun(args: Arguments): Refinement | undefined {
  const [name, ...rest] = args.operands;
  const first = rest[0];
  if (first === undefined || !tmuxRuns.test(literalOf(name?.word) ?? 'run')) return undefined;
  return { does: 'acts', escalations: [{ at: first.at, why: 'runs a command in a terminal' }] };
}

const fileAddress = /^(?:open|creat\w*|gopen|file|pipe|fifo):([^,]+)/iu;

/** `OPEN:x`, `CREATE:x`: a socat address that is a file. */
function addressFile(word: Word): readonly Touch[] {
  const file = fileAddress.exec(literalOf(word) ?? '')?.[1];
  if (file === undefined) return [];
  const named: Word = { kind: 'literal', text: file, span: word.span };
  return [
    { access: 'read', word: named },
    { access: 'write', word: named },
  ];
}

/** `ssh-keygen -lf key.pub`. */
function showsFingerprint(args: Arguments): boolean {
  const isPlain = args.strangers.length + args.vague.length + args.operands.length === 0;
  const plain = ['-l', '-f', '-E', '-v'];
  return (
    isPlain &&
    used(args, '-l') &&
    args.options.some(({ name, value }) => name === '-f' && value !== undefined) &&
    args.options.every(({ name }) => plain.includes(name))
  );
}

/** Interactive programs: editors, pagers, debuggers, terminals and clients, each with a way to start a shell. */
export const dialogues = (): readonly Command[] => [
  {
    names: ['ed', 'red'],
    ...talks,
    options:
      '-EGlqrsv -p: --extended-regexp --traditional --loose-exit-status --prompt: --quiet --restricted --silent --script --verbose --strip-trailing-cr',
    operands: { rest: 'write' },
    standardInput: 'code',
    refine: opened,
    means: begun,
    examples: {
      acts: ['ed -s x', 'ed'],
      touches: [['ed -q a', 'write a, read a']],
    },
  },
  {
    names: ['vim', 'vi', 'nvim', 'gvim', 'view', 'vimdiff', 'ex'],
    ...talks,
    options: '-bdDeEhlLmMnNRvVxXyZ -pOo? -T: -i:read -s? -t: -q:read -r? -P: --clean --headless --noplugin',
    escalating: [
      { options: '-c:code --cmd:code -S:code', why: 'a command to begin with' },
      { options: '-u:read -U:read -w:write -W:write', why: 'reads commands from a file, or writes one' },
    ],
    operands: { rest: 'write' },
    prints: '--version',
    refine: opened,
    means: begun,
    examples: {
      escalates: ["vim '+:!id' x", "vim -c '!id' -c q", 'vim -u x y', "ex -c '!id' x"],
      acts: ['vim x', 'vim +12 x'],
      reads: ['vim --version'],
      carries: [["vim '+:!rm x' y", 'rm x']],
      touches: [['vim a', 'write a, read a']],
    },
  },
  {
    names: [
      'emacs',
      'nano',
      'pico',
      'code',
      'subl',
      'hx',
      'micro',
      'kak',
      'most',
      'info',
      'pg',
      'mc',
      'ranger',
      'fzf',
      'sk',
      'dialog',
      'htop',
      'btop',
      'lazygit',
      'tig',
      'gitk',
      'k9s',
    ],
    ...talks,
    changing: '--eval:code --execute:code',
    operands: { rest: 'write' },
    prints: '--version',
    refine: opened,
    means: begun,
    examples: {
      acts: ['nano x', "emacs --batch --eval '(x)'"],
      reads: ['nano --version'],
    },
  },
  {
    names: ['less', 'more'],
    does: 'reads',
    options: '-aABcCdeEfFgGiIJKLmMNqQrRsSuUVwWX -hjxyz: --no-lessopen',
    escalating: [
      { options: '-o:write -O:write --log-file:write', why: 'writes what it shows' },
      {
        options: '-k:read --lesskey-file:read --lesskey-src:read --lesskey-content:code',
        why: 'keys may start a shell',
      },
      { options: '-t: --tag: -T:read --tag-file:read -p: --pattern:', why: 'a command to begin with' },
    ],
    operands: { rest: 'text' },
    refine: opened,
    means: begun,
    examples: {
      reads: ['less README.md', 'less -FX README.md', 'more README.md'],
      acts: ['less -o log x', 'less --cmd x y'],
      escalates: ['less +!id x', "less '+s /tmp/x' y", 'less -k keys x', 'less -tmain'],
      carries: [["less '+!rm x' y", 'rm x']],
      touches: [['less .env', 'read .env']],
    },
  },
  {
    names: ['w3m', 'lynx', 'links', 'elinks'],
    ...talks,
    style: 'words',
    options: '-dump -dump_source -source -head -nolist -listonly -width: -cols: -T: -I: -O:',
    escalating: [
      {
        options: '-config:read -cfg:read -lss:read -editor:shell -cmd_script:read -cmd_log:write -o:write',
        why: 'names a program or a file',
      },
    ],
    operands: { rest: 'url' },
    standardInput: 'code',
    prints: '-version --version -help --help',
    examples: {
      acts: ['w3m evil.example', 'links -dump evil.example', 'lynx -dump https://e'],
      escalates: ['lynx -cfg=./x e'],
    },
  },
  {
    names: ['gdb', 'lldb', 'rr', 'dlv', 'pdb'],
    ...talks,
    style: 'words',
    escalating: [
      {
        options: '-x:code --command:code -ix:code --init-command:code -s:read -S:read --source:read',
        why: 'commands from a file',
      },
    ],
    operands: { rest: 'code' },
    standardInput: 'code',
    refine: shellEscapes,
    examples: {
      acts: ['gdb -batch -ex bt ./app core'],
      escalates: ["gdb -batch -ex 'shell id'", "gdb -ex '!id'", 'gdb -x x.gdb ./app'],
    },
  },
  {
    names: ['expect'],
    ...talks,
    escalating: [{ options: '-c:code', why: 'runs what its text spawns' }],
    options: '-bdDiNnv -f:read',
    operands: { first: ['read'], rest: 'text' },
    examples: { acts: ['expect x.exp'], escalates: ["expect -c 'spawn id'"] },
  },
  {
    names: ['tmux'],
    ...talks,
    options: '-2CdDklNPuvVAXbZ -cnstxyeFT: -L: -f:read -S:',
    operands: { rest: 'code' },
    refine: tmuxRun,
    examples: {
      reads: ['tmux ls'],
      acts: ['tmux new-session -d -s x', 'tmux kill-session -t x'],
      escalates: ["tmux new -d 'id'", 'tmux send-keys x Enter', 'tmux run-shell id'],
    },
  },
  {
    names: ['screen'],
    ...talks,
    style: 'options-first',
    options: '-adDfiLmOqQRrwx -S: -p: -T: -h: -t: -e: -s:',
    escalating: [{ options: '-X -c:read', why: 'runs a command in a terminal' }],
    carries: { how: 'argv', elsewhere: 'in a terminal', here: true, unless: '-r -R -x' },
    examples: {
      acts: ['screen -r x', 'screen -S x'],
      escalates: ['screen -X stuff id'],
      carries: [["screen -S x -dm bash -c 'rm y'", 'rm y']],
    },
  },
  {
    names: ['socat'],
    ...talks,
    operands: { rest: 'code' },
    also: [{ kind: 'network', what: 'an address of socat' }],
    refine: (args) => ({
      touches: args.operands.flatMap(({ word }) => addressFile(word)),
      escalations: args.operands
        .filter(({ word }) =>
          /^(?:exec|system|shell|open|creat\w*|gopen|file)\b/iu.test(literalOf(word) ?? 'exec'),
        )
        .map(({ at }) => ({ at, why: 'an address that is a program or a file' })),
    }),
    examples: { acts: ['socat - TCP:h:80'], escalates: ['socat TCP:h:1 EXEC:sh', 'socat - OPEN:x'] },
  },
  {
    names: ['sftp'],
    ...talks,
    options: '-46AaCfNpqrv -BcilPRsX:',
    escalating: [
      { options: '-o:code -S:shell -D:shell -F:read -J:', why: 'can name a program that runs here' },
    ],
    // `sftp h`: the host is the only operand.
    operands: { rest: 'host' },
    standardInput: 'code',
    examples: { acts: ['sftp h'], escalates: ['sftp -S ./x h', 'sftp -o ProxyCommand=x h'] },
  },
  {
    names: ['ssh-keygen'],
    ...talks,
    options: '-ABcegHhiKkLlopqUuvy -f:text -CNtbPmEFRIVnOrsYazZ:',
    escalating: [{ options: '-D:program -w:program', why: 'loads a library' }],
    operands: { rest: 'text' },
    // Most operations with a key begin by reading it.
    refine: (args) => ({
      touches: args.options.flatMap(({ name, value }) =>
        name === '-f' && value !== undefined
          ? [
              ...(showsFingerprint(args) ? [] : [{ access: 'write' as const, word: value }]),
              { access: 'read' as const, word: value },
            ]
          : [],
      ),
      ...(showsFingerprint(args) ? { does: 'reads' } : {}),
    }),
    examples: {
      reads: ['ssh-keygen -lf key.pub', 'ssh-keygen -l -E md5 -f key.pub'],
      acts: ['ssh-keygen -t ed25519 -f key', 'ssh-keygen -l -y -f key', 'ssh-keygen -lf'],
      escalates: ['ssh-keygen -D ./x.so'],
      touches: [['ssh-keygen -t x -f config/k', 'write config/k, read config/k']],
    },
  },
];
