import { literalOf } from '../read/words/word.ts';
import { type Arguments, type Command, type Refinement, type Touch, used } from '../model/model.ts';

const none = { rest: 'text' } as const;

/** Keywords of ss's filters, addresses and ports. It looks up other words as hosts; netstat looks up all it lists. */
const filterWord =
  /^(?:state|exclude|all|connected|synchronized|bucket|big|established|syn-(?:sent|recv)|fin-wait-[12]|time-wait|close(?:d|-wait)?|last-ack|listen(?:ing)?|closing|[sd]port|src|dst|and|or|not|eq|ne|[gl][te]|[=<>!()&|]+|(?=.*[\d*:])\[?[\d.:a-f*/]*\]?(?::\w+)?|\( .* \))$/u;

function looksNamesUp(args: Arguments): Refinement | undefined {
  if (args.path[0] === 'netstat')
    return used(args, '-n', '--numeric', '-r', '--route', '-i', '-s', '--summary')
      ? undefined
      : { does: 'acts', why: 'looks up the names of what it lists' };
  const named = args.operands.filter(({ word }) => !filterWord.test(literalOf(word) ?? 'a name'));
  if (named.length === 0) return undefined;
  return { does: 'acts', why: 'looks a name up', reaches: named.map(({ word }) => ({ word, as: 'host' })) };
}

/** `mount -t nfs host:/x /mnt`, `mount //host/share /mnt`. */
function remoteShares(args: Arguments): NonNullable<Refinement['reaches']> {
  return args.operands.flatMap(({ word }) => {
    const host = /^(?:\/\/([^/]+)|([\w.-]+):)/u.exec(literalOf(word) ?? '');
    const text = host?.[1] ?? host?.[2];
    return text === undefined ? [] : [{ word: { kind: 'literal', text, span: word.span }, as: 'host' }];
  });
}

/** `kill %1`, `kill $!`: jobs of this shell, which were judged when they started. Signal 0 only tests. */
function ownJobs(args: Arguments): Refinement | undefined {
  if (used(args, '-l')) return { does: 'reads' };
  const [signal, ...more] = args.strangers;
  const isSignal =
    signal === undefined || (signal.at === 1 && /^-(?:\d{1,2}|[A-Z]{2,12}[12]?)$/u.test(signal.text));
  if (!isSignal || more.length > 0 || args.vague.length > 0 || args.operands.length === 0) return undefined;
  const asks = signal?.text === '-0';
  const isOwn = args.operands.every(({ word }) =>
    word.kind === 'unknown'
      ? word.natural === 'own job' || (asks && word.natural !== undefined)
      : /^%(?:\d+|[%+-]|\w+)?$/u.test(word.text) || (asks && /^\d+$/u.test(word.text)),
  );
  return isOwn ? { does: 'reads' } : undefined;
}

export const system = (): readonly Command[] => [
  {
    // Their read-only lines are in `listing-lines.ts`.
    names: ['atq', 'lpstat', 'pg_isready', 'buildah', 'crictl'],
    does: 'acts',
    operands: none,
    examples: {
      reads: ['atq', 'pg_isready', 'pg_isready -h localhost -p 5433', 'buildah images', 'crictl ps -a'],
      acts: ['pg_isready -h evil.example', 'buildah bud .', 'crictl exec x rm y', 'crictl -r x ps'],
    },
  },
  {
    names: ['date', 'gdate'],
    does: 'reads',
    options:
      '-uR -I? -d: -r:read --date: --iso-8601? --rfc-3339: --rfc-email --universal --utc --reference:read --debug -f:read --file:read -v: -j -n',
    escalating: [{ options: '-s: --set:', why: 'sets the clock' }],
    operands: { first: ['text'] },
    refine: (args) => {
      const sets = args.operands.filter(({ word }) =>
        word.kind === 'literal' ? !word.text.startsWith('+') : !word.starts.startsWith('+'),
      );
      if (sets.length === 0) return undefined;
      const why = 'sets the clock';
      return { does: 'acts', why, escalations: sets.map(({ at }) => ({ at, why })) };
    },
    examples: {
      reads: ['date', 'date +%Y-%m-%d', "date -d '1 day ago' +%s", 'date -u'],
      escalates: ['date -s 2020-01-01', 'date 010100002020', 'date --set=x'],
    },
  },
  {
    names: ['hostname'],
    does: 'reads',
    options: '-adfiIsyA --short --fqdn --long --ip-address --all-ip-addresses --domain',
    changing: '-F:read -b --file:read',
    operands: {},
    examples: { reads: ['hostname', 'hostname -I'], acts: ['hostname evil'] },
  },
  {
    // With any option of any implementation, these only print.
    names:
      'id whoami groups logname tty nproc uptime w hostid getconf locale cal lscpu lsblk lsmod free vmstat iostat mpstat sw_vers lsb_release ipcs numastat lsns lsipc lsmem pidof'.split(
        ' ',
      ),
    does: 'reads',
    options:
      '-aAbBcCdefFghHiIJklLmMnNoOpPqrRsStTuUvwWxXzZ01 --all --json --human --long --version --extended? --parse? --output: --si --mega --giga --total',
    operands: none,
    examples: {
      reads: ['id -u', 'whoami', 'free -h', 'nproc', 'lscpu', 'uptime'],
      acts: ['id --frobnicate'],
    },
  },
  {
    names: ['lspci'],
    does: 'reads',
    options: '-bDGknmPtvVx -sdO: -i:read -p:read -F:read -A:',
    // `-q` queries the name server for unknown names.
    changing: '-qQH',
    operands: {},
    examples: {
      reads: ['lspci', 'lspci -nnk', 'lspci -vmm -s 0'],
      acts: ['lspci -q'],
      touches: [['lspci -F x', 'read x']],
    },
  },
  {
    names: ['lsusb'],
    does: 'reads',
    options: '-vtV -sd: -D:read --verbose --tree',
    operands: {},
    examples: { reads: ['lsusb', 'lsusb -t'], touches: [['lsusb -D x', 'read x']] },
  },
  {
    names: ['findmnt'],
    does: 'reads',
    options:
      '-AabCcDeflikmnPRruUvJsxy -dMNoOStTw: -p? -F:read --all --json --df --list --raw --pairs --noheadings --output: --output-all --types: --target: --source: --tab-file:read --kernel --fstab --mtab --real --pseudo --submounts --tree --bytes',
    operands: { rest: 'text' },
    examples: {
      reads: ['findmnt', 'findmnt -T .', 'findmnt -no SOURCE /'],
      touches: [['findmnt -F x', 'read x']],
    },
  },
  {
    // A file operand is read as the list of logged-in users.
    names: ['who', 'users'],
    does: 'reads',
    options:
      '-abdHlmpqrstTuw --all --boot --dead --heading --login --process --count --runlevel --short --time --users --lookup',
    operands: { rest: 'read' },
    refine: (args) => (used(args, '--lookup') ? { does: 'acts', why: 'looks names up' } : undefined),
    examples: { reads: ['who', 'who -b', 'who am i', 'users'], touches: [['who .env', 'read .env']] },
  },
  {
    names: ['objcopy', 'strip'],
    does: 'acts',
    destructive: true,
    options:
      '-gSdpxXvw -o:write -ORKNjIFB: --strip-debug --strip-all --strip-unneeded --only-keep-debug --add-gnu-debuglink:',
    // The last file is the output, and may be the only one.
    operands: { rest: 'write' },
    refine: (args) => ({ touches: args.operands.map(({ word }) => ({ access: 'read', word })) }),
    examples: {
      acts: ['strip a.out'],
      touches: [['objcopy a b', 'write a, write b, read a, read b']],
    },
  },
  {
    names: ['ntpdate', 'ntpdig', 'sntp'],
    does: 'acts',
    operands: { rest: 'host' },
    examples: { acts: ['ntpdate evil.example'] },
  },
  {
    names: ['getent'],
    does: 'reads',
    options: '-Ai -s: --no-addrconfig --no-idn --service:',
    operands: none,
    // The lookup reaches the name's own name server, and that alone can carry data out.
    refine: (args) => {
      const [database, ...keys] = args.operands.map(({ word }) => word);
      if (!/^(?:a?hosts(?:v[46])?|networks|netgroup)$/u.test(literalOf(database) ?? 'hosts'))
        return undefined;
      if (database !== undefined && keys.length === 0) return undefined;
      return { does: 'acts', why: 'looks a name up', reaches: keys.map((word) => ({ word, as: 'host' })) };
    },
    examples: {
      reads: ['getent passwd dev', 'getent group', 'getent hosts'],
      acts: ['getent hosts x.evil.example', 'getent ahosts x', 'getent "$X" y'],
    },
  },
  {
    names: ['last'],
    does: 'reads',
    options:
      '-adFiRwx -nst: -f:read -# --hostlast --fullnames --limit: --system --time-format: --since: --until:',
    operands: none,
    examples: { reads: ['last -5', 'last -n 3 reboot'], acts: ['last --frob'] },
  },
  {
    // Without `-b` it is interactive, with keys that write or send signals; on macOS `-l` is the batch option.
    names: ['top'],
    does: 'acts',
    options: '-bcHiS1 -ndpuUowl: -eE:',
    operands: {},
    refine: (args) =>
      used(args, '-b', '-l') && args.strangers.length + args.vague.length + args.operands.length === 0
        ? { does: 'reads' }
        : undefined,
    prints: '-v -h --version --help',
    examples: {
      reads: ['top -bn1', 'top -b -n 1 -o %MEM', 'top -l 1'],
      acts: ['top', 'top -n1', 'top -b x'],
    },
  },
  {
    names: ['ifconfig'],
    does: 'acts',
    options: '-as',
    operands: none,
    refine: (args) =>
      args.operands.length < 2 && args.strangers.length + args.vague.length === 0
        ? { does: 'reads' }
        : // An address may be a name, which is looked up.
          { reaches: args.operands.slice(1).map(({ word }) => ({ word, as: 'host' })) },
    examples: {
      reads: ['ifconfig', 'ifconfig -a', 'ifconfig eth0'],
      acts: ['ifconfig eth0 down', 'ifconfig $X'],
    },
  },
  {
    names: ['uuidgen'],
    does: 'reads',
    options: '-rt --random --time',
    operands: {},
    examples: { reads: ['uuidgen'], acts: ['uuidgen -F x'] },
  },
  {
    names: ['pstree'],
    does: 'reads',
    options: '-aAcglnpsStTuUhGVZ -HN: --arguments --ascii --show-pids --show-parents --long --numeric-sort',
    operands: none,
    examples: { reads: ['pstree -p', 'pstree -ap 12'], acts: ['pstree --frob'] },
  },
  {
    // `init` and `reset` start the program that the terminal's description names.
    names: ['tput'],
    does: 'reads',
    operands: none,
    refine: (args) =>
      /^(?:cols|lines|colors|bold|dim|rev|sgr0|setaf|setab|smul|rmul|smso|rmso|civis|cnorm|el|ed|clear|cup|sc|rc)$/u.test(
        literalOf(args.operands[0]?.word) ?? '',
      )
        ? undefined
        : { does: 'acts', why: 'may start a program of the terminal' },
    examples: {
      reads: ['tput cols', 'tput setaf 1'],
      acts: ['tput init', 'tput reset', 'tput -T x cols', 'tput $X'],
    },
  },
  {
    names: ['nvidia-smi'],
    does: 'reads',
    options: '-Lqx -di: --query-gpu: --query-compute-apps: --format: --list-gpus --query --id: --display:',
    operands: {},
    examples: {
      reads: ['nvidia-smi', 'nvidia-smi -L'],
      acts: ['nvidia-smi -r', 'nvidia-smi -f log', 'nvidia-smi --gpu-reset'],
    },
  },
  {
    names: ['uname'],
    does: 'reads',
    harmless: true,
    options: '-asnrvmpio --all --kernel-name --nodename --kernel-release --machine --operating-system',
    operands: {},
    examples: { reads: ['uname -a'] },
  },
  {
    names: ['ps'],
    does: 'reads',
    harmless: true,
    loose: true,
    options:
      '-AadefFlLjMmTNvwxyZcHOoCGgpqstuU --sort: --forest --no-headers --pid: --ppid: --format: --user:',
    operands: none,
    examples: { reads: ['ps aux', 'ps -ef', 'ps -p 12 -o pid,cmd', 'ps aux --sort=-rss'] },
  },
  {
    names: ['pgrep', 'pidwait'],
    does: 'reads',
    options: '-aflLnovwxiA -dgGPtuUs: --full --list-name --list-full --newest --oldest --exact --count -c',
    operands: none,
    refine: (args) => (literalOf(args.words[0]) === 'pidwait' ? { does: 'acts' } : undefined),
    examples: { reads: ['pgrep -fl node'] },
  },
  {
    names: ['ss', 'netstat'],
    does: 'reads',
    options:
      '-nltupaoemiswx46rgvcLTSMZbEHO0 --numeric --listening --tcp --udp --processes --all --summary --unix --programs --route',
    changing: '-K -D:write -F:read --kill',
    operands: none,
    refine: looksNamesUp,
    examples: {
      reads: [
        'ss -tlnp',
        'netstat -an',
        "ss -tn state established '( dport = :443 )'",
        'ss -tn dst 10.0.0.1',
      ],
      acts: ['ss -K dst 10.0.0.1', 'ss evil.example', 'ss dst h.example', 'netstat -g'],
    },
  },
  {
    names: ['seq'],
    does: 'reads',
    harmless: true,
    options: '-w -fst: --equal-width --format: --separator: -#',
    loose: true,
    operands: none,
    examples: { reads: ['seq 1 5', 'seq -w 10', 'seq -5 0'] },
  },
  {
    names: ['sleep', 'usleep'],
    does: 'reads',
    harmless: true,
    operands: none,
    examples: { reads: ['sleep 1'] },
  },
  {
    names: ['clear', 'reset', 'stty', 'tset'],
    does: 'acts',
    operands: none,
    refine: (args) =>
      /^(?:clear|stty(?: -F \/dev\/[\w/]+)?(?: (?:-a|size|speed))?)$/u.test(
        args.words.map((word) => literalOf(word) ?? '$').join(' '),
      )
        ? { does: 'reads' }
        : undefined,
    examples: {
      reads: ['clear', 'stty size', 'stty -a', 'stty -F /dev/ttyACM0 -a'],
      acts: ['stty raw', 'reset', 'stty -F /dev/ttyACM0 115200', 'stty -F /etc/x -a'],
    },
  },
  {
    names: ['systemctl'],
    does: 'acts',
    operands: none,
    options:
      '-alq -ntop: --all --no-pager --full --user --lines: --type: --state: --output: --property: --plain --no-legend --failed',
    aside: '-q --no-pager --full --user --plain --no-legend',
    escalating: [
      { options: '-H:host -M: --host:host --machine: --root: --image:', why: 'acts on another machine' },
    ],
    bare: 'reads',
    subcommands: [
      {
        names: ['show'],
        does: 'reads',
        operands: none,
        // Without property names, and with some of them, it prints the unit's variables.
        refine: (args) => {
          const named = args.options.filter(({ name }) => /^(?:-p|--property)$/u.test(name));
          const isPlain = named.every(({ value }) => /^(?!.*Environ)[\w,]+$/iu.test(literalOf(value) ?? ''));
          return named.length > 0 && isPlain
            ? undefined
            : { does: 'acts', why: 'may show the variables of the unit' };
        },
        examples: {
          reads: ['systemctl show -p ActiveState,SubState x'],
          acts: ['systemctl show x', 'systemctl show x --property=Environment'],
        },
      },
      // A unit's file sets the service's variables.
      { names: ['cat'], does: 'acts', operands: none, examples: { acts: ['systemctl cat nginx'] } },
      {
        names: [
          'status',
          'list-units',
          'list-unit-files',
          'list-timers',
          'list-sockets',
          'list-dependencies',
          'is-active',
          'is-enabled',
          'is-failed',
          'get-default',
        ],
        does: 'reads',
        operands: none,
        examples: {
          reads: [
            'systemctl status nginx',
            'systemctl is-active x',
            'systemctl list-units --type=service --no-pager',
          ],
        },
      },
      {
        names: [
          'start',
          'stop',
          'restart',
          'reload',
          'enable',
          'disable',
          'mask',
          'unmask',
          'daemon-reload',
          'kill',
          'edit',
          'set-property',
          'isolate',
          'reboot',
          'poweroff',
          'halt',
          'suspend',
          'reset-failed',
        ],
        does: 'acts',
        operands: none,
        destructive: true,
        examples: { acts: ['systemctl restart x'] },
      },
    ],
    examples: { escalates: ['systemctl -H root@x status'] },
  },
  {
    names: ['journalctl'],
    does: 'reads',
    options:
      '-aefklmqrxbN -SUutpog: -n? --no-pager --unit: --since: --until: --lines? --follow --output: --priority: --boot? --reverse --grep: --user --system --catalog --quiet --disk-usage --list-boots --no-hostname --utc --dmesg --user-unit: --identifier:',
    changing:
      '--vacuum-size: --vacuum-time: --vacuum-files: --rotate --flush --sync --relinquish-var --smart-relinquish-var --setup-keys --update-catalog --cursor-file:write -D: --directory: --file: --root:',
    operands: none,
    examples: {
      reads: ['journalctl -u nginx --no-pager -n 50', 'journalctl -xe'],
      acts: [
        'journalctl --vacuum-size=1M',
        'journalctl --rotate',
        'journalctl -n --rotate',
        'journalctl --lines --rotate',
      ],
    },
  },
  {
    names: ['dmesg'],
    does: 'reads',
    options:
      '-dekrtTuxHLPSwW -fls: --human --level: --facility: --ctime --follow --nopager --since: --until: --color?',
    changing: '-cCDE -n: --clear --read-clear --console-off --console-on --console-level:',
    operands: {},
    examples: { reads: ['dmesg -T'], acts: ['dmesg -c'] },
  },
  {
    names: ['sysctl'],
    does: 'reads',
    options: '-aAbdeNnq -r: --all --values --names',
    changing: '-wpf --write --load? --system',
    operands: none,
    refine: (args) =>
      args.operands.some(({ word }) => literalOf(word)?.includes('=') ?? true)
        ? { does: 'acts', why: 'sets a kernel value' }
        : undefined,
    examples: {
      reads: ['sysctl -a', 'sysctl kernel.hostname'],
      acts: ['sysctl kernel.hostname=x', 'sysctl -w a=b'],
    },
  },
  {
    names: [
      'mount',
      'umount',
      'swapon',
      'swapoff',
      'losetup',
      'mkfs',
      'mkswap',
      'fdisk',
      'parted',
      'wipefs',
      'cryptsetup',
      'lvm',
      'zfs',
      'zpool',
      'mdadm',
      'blockdev',
      'hdparm',
      'diskutil',
      'fstrim',
      'e2fsck',
      'fsck',
      'tune2fs',
      'debugfs',
      ...['ext2', 'ext3', 'ext4', 'xfs', 'btrfs', 'fat', 'vfat', 'exfat', 'ntfs', 'f2fs'].map(
        (name) => `mkfs.${name}`,
      ),
      'sgdisk',
      'sfdisk',
      'cfdisk',
      'gdisk',
      'blkdiscard',
    ],
    does: 'acts',
    operands: { rest: 'write' },
    destructive: true,
    refine: (args) =>
      literalOf(args.words[0]) === 'mount' && args.words.length === 1
        ? { does: 'reads' }
        : {
            reaches: remoteShares(args),
            // A device or an image is read before it is changed.
            touches: args.operands.map(({ word }) => ({ access: 'read', word })),
          },
    examples: {
      reads: ['mount'],
      acts: ['mount /dev/x /y'],
      touches: [['mkfs.ext4 /dev/sda', 'write /dev/sda, read /dev/sda']],
    },
  },
  {
    names: ['timedatectl', 'hostnamectl', 'localectl'],
    does: 'acts',
    options: '--no-pager',
    escalating: [{ options: '-H:host -M: --host:host --machine:', why: 'acts on another machine' }],
    bare: 'reads',
    operands: none,
    subcommands: [
      { names: ['status', 'show'], does: 'reads', operands: {}, examples: { reads: ['timedatectl status'] } },
    ],
    examples: {
      reads: ['timedatectl', 'hostnamectl'],
      acts: ['timedatectl set-time 1', 'hostnamectl hostname x'],
    },
  },
  {
    names: ['kill'],
    does: 'acts',
    loose: true,
    operands: none,
    destructive: true,
    refine: ownJobs,
    options: '-l -s: -n:',
    examples: {
      reads: [
        'kill -l',
        'kill %1',
        'kill -9 %1',
        'kill -TERM $!',
        'kill -0 12',
        'kill -s INT %2 $!',
        'kill -- %1',
      ],
      acts: [
        'kill 12',
        'kill -9 1',
        'kill -9 -1',
        'kill %1 12',
        'kill $X',
        'kill',
        'kill -0 $X',
        'kill -9 -1 %1',
        'kill -- -1',
        'kill -x %1',
      ],
    },
  },
  {
    names: ['ldconfig'],
    does: 'acts',
    operands: none,
    destructive: true,
    options: '-pv --print-cache',
    refine: (args) =>
      used(args, '-p', '--print-cache') && args.words.length === 2 ? { does: 'reads' } : undefined,
    examples: { reads: ['ldconfig -p'], acts: ['ldconfig', 'ldconfig -v', 'ldconfig -p -C x'] },
  },
  {
    // Without `-c` it reads commands interactively. A merge or an import reads a file named in the command.
    names: ['PlistBuddy'],
    does: 'acts',
    style: 'words',
    options: '-x -h -c:plain',
    operands: { rest: 'read' },
    refine: (args) => {
      const commands = args.options.flatMap(({ name, value }) =>
        name === '-c' ? [literalOf(value) ?? ''] : [],
      );
      if (commands.length === 0 || args.strangers.length + args.vague.length > 0) return undefined;
      if (commands.every((text) => /^print(?: [^\n]*)?$/iu.test(text))) return { does: 'reads' };
      const touches = args.operands.map(({ word }): Touch => ({ access: 'write', word }));
      return commands.every((text) => /^(?:print|set|add|delete|copy|clear|save)(?: [^\n]*)?$/iu.test(text))
        ? { does: 'edits', touches }
        : { touches };
    },
    examples: {
      reads: ["PlistBuddy -c 'Print :A' a.plist", "PlistBuddy -x -c Print -c 'Print :B' a.plist"],
      edits: ["PlistBuddy -c 'Set :A b' a.plist"],
      acts: [
        'PlistBuddy a.plist',
        "PlistBuddy -c 'Merge ../b.plist' a.plist",
        "PlistBuddy -c 'Import :A x' a.plist",
      ],
      touches: [
        ["PlistBuddy -c 'Print :A' a.plist", 'read a.plist'],
        ["PlistBuddy -c 'Set :A b' a.plist", 'read a.plist, write a.plist'],
      ],
    },
  },
  {
    // For a process id or name. Without `-file` the report is a new file in /tmp.
    names: ['sample'],
    does: 'edits',
    style: 'words',
    options: '-wait -mayDie -fullPaths -e -file:write',
    operands: { first: ['plain', 'plain', 'plain'] },
    examples: {
      edits: ['sample App 3 -file a.txt'],
      acts: ['sample App 3 -unseen a'],
      touches: [['sample App 3 -file a.txt', 'write a.txt']],
    },
  },
  {
    names: ['plutil'],
    does: 'reads',
    style: 'words',
    options:
      '-lint -p -s -n -r -help -e: -extract: -type: -expect: -convert: -insert: -replace: -remove: -create: -json: -xml: -string: -bool: -integer: -float: -date: -data: -array -dictionary -append -raw -o:output',
    operands: { rest: 'read' },
    // It changes the named file, unless another receives the result.
    refine: (args) => {
      const changes = used(args, '-convert', '-insert', '-replace', '-remove', '-create');
      if (!changes || used(args, '-o'))
        return used(args, '-e') ? { does: 'acts', why: 'makes other files' } : undefined;
      const touches = args.operands.map(({ word }): Touch => ({ access: 'write', word }));
      return used(args, '-e')
        ? { does: 'acts', why: 'makes other files', touches }
        : { does: 'edits', touches };
    },
    outputs: '-o',
    examples: {
      reads: ['plutil -lint a.plist', 'plutil -p a.plist', 'plutil -convert json -o - a.plist'],
      edits: ['plutil -convert xml1 a.plist', "plutil -replace K -json '[]' a.plist"],
      acts: ['plutil -convert xml1 -e json a.plist'],
      touches: [
        ['plutil -convert xml1 a.plist', 'read a.plist, write a.plist'],
        ['plutil -convert json -o b.json a.plist', 'write b.json, read a.plist'],
      ],
    },
  },
  {
    names: ['scc'],
    does: 'reads',
    options:
      '-acdlmMpuvwz -f: -i: -n: -s: -x: --format: --include-ext: --exclude-ext: --exclude-dir: --not-match: --sort: --wide --by-file --ci --no-complexity --no-cocomo --no-duplicates --no-large --no-gen --no-min --percent --uloc --version --help',
    escalating: [{ options: '-o:write --output:write --format-multi:', why: 'writes a file' }],
    operands: { rest: 'read', implied: '.' },
    recursive: true,
    examples: { reads: ['scc', 'scc --by-file src'], escalates: ['scc -o x', 'scc --output x'] },
  },
  {
    // They count or print what exists; none of their options runs anything.
    names: ['tokei', 'cloc', 'pg_config'],
    does: 'reads',
    options:
      '-fhs -e: -t: -o:text --files --hidden --no-ignore --sort: --exclude: --type: --languages --by-file --json --csv --md --version --help --quiet --bindir --includedir --libdir --pkglibdir --sharedir --cflags --ldflags --libs --exclude-dir: --include-lang:',
    operands: { rest: 'read', implied: '.' },
    recursive: true,
    examples: {
      reads: ['tokei src', 'cloc --by-file src', 'pg_config --version'],
      acts: ['cloc --config=x src', 'cloc --extract-with=x a'],
    },
  },
  {
    names: ['pkill', 'killall', 'xkill', 'fuser', 'skill'],
    does: 'acts',
    loose: true,
    operands: none,
    destructive: true,
    examples: { acts: ['pkill -f x', 'killall -l'] },
  },
  {
    names: [
      'shutdown',
      'reboot',
      'halt',
      'poweroff',
      'init',
      'telinit',
      'service',
      'rc-service',
      'update-rc.d',
      'chkconfig',
      'modprobe',
      'insmod',
      'rmmod',
      'depmod',
      'kexec',
      'iptables',
      'ip6tables',
      'nft',
      'ufw',
      'firewall-cmd',
      'route',
      'iw',
      'iwconfig',
      'nmcli',
      'ethtool',
      'tc',
      'brctl',
      'useradd',
      'userdel',
      'usermod',
      'groupadd',
      'groupdel',
      'passwd',
      'chpasswd',
      'chsh',
      'chfn',
      'visudo',
      'vipw',
      'adduser',
      'deluser',
      'gpasswd',
      'newgrp',
      'login',
      'loginctl',
      'hwclock',
      'logger',
      'wall',
      'write',
      'mesg',
      'setenforce',
      'chcon',
      'restorecon',
      'semanage',
      'setcap',
      'getcap',
      'update-alternatives',
      'alternatives',
      'defaults',
      'scutil',
      'security',
      'csrutil',
      'dscl',
      'pbpaste',
      'xclip',
      'xsel',
      'wl-copy',
      'notify-send',
      'say',
      'nginx',
      'apachectl',
      'httpd',
      'sshd',
      'mysqld',
      'postgres',
      'pg_ctl',
      'pg_dump',
      'pg_restore',
      'createdb',
      'dropdb',
      'mysqldump',
      'ffprobe',
      'latex',
      'pdflatex',
      'xelatex',
      'ldd',
      'objdump',
    ],
    does: 'acts',
    operands: none,
    destructive: true,
    prints: '--version --help',
    options: '',
    examples: {
      acts: ['shutdown now', 'iptables -F', 'ldd x', 'objdump -d x'],
      reads: ['objdump --version'],
    },
  },
  {
    names: ['networksetup'],
    does: 'reads',
    style: 'words',
    options:
      '-version -listallhardwareports -listallnetworkservices -listnetworkserviceorder -getinfo -getdnsservers -getsearchdomains -getwebproxy -getsecurewebproxy -getairportnetwork -getmacaddress -getMTU',
    operands: { rest: 'plain' },
    examples: {
      reads: ['networksetup -getdnsservers Wi-Fi'],
      acts: [
        'networksetup -setwebproxy Wi-Fi h 80',
        'networksetup -getinfo Wi-Fi -setdnsservers Wi-Fi 1.1.1.1',
      ],
    },
  },
  {
    names: ['spctl'],
    does: 'reads',
    options: '-a -v -t: --assess --verbose? --type: --status --continue --raw --ignore-cache --no-cache',
    operands: { rest: 'read' },
    examples: {
      reads: ['spctl -a -t exec -vv Tide.app', 'spctl --status'],
      acts: ['spctl -a --master-disable', 'spctl --add Tide.app'],
    },
  },
  {
    // On macOS: replaces the clipboard, and keeps no file.
    names: ['pbcopy'],
    does: 'edits',
    style: 'words',
    options: '-pboard: -help',
    operands: none,
    examples: { edits: ['pbcopy', 'pbcopy -pboard general'], acts: ['pbcopy -x'] },
  },
  {
    names: ['nm', 'readelf', 'size'],
    does: 'reads',
    options:
      '-aAdehjlmnprsuUWSVBDCgLov --all --defined-only --dynamic --debug-syms --demangle? --extern-only --undefined-only --numeric-sort --size-sort --reverse-sort --file-header --program-headers --section-headers --sections --segments --headers --syms --symbols --relocs --notes --wide --version-info --print-size --print-file-name --no-sort --line-numbers',
    operands: { rest: 'read' },
    // `@file` contains more options, possibly one that loads a plugin.
    refine: (args) =>
      args.operands.some(({ word }) => (literalOf(word) ?? '@').startsWith('@'))
        ? { does: 'acts', why: 'options from a file' }
        : undefined,
    examples: {
      reads: ['nm -D a.so', 'readelf -h a', 'readelf -Ws a', 'size a.o'],
      acts: ['nm --plugin ./x.so a', 'nm @opts', 'readelf -wi a', 'nm "$X"'],
    },
  },
];
