import { literalOf } from '../read/words/word.ts';
import type { Arguments, Command, Meaning, Operand, Refinement, Touch } from '../model/model.ts';
import { used } from '../model/model.ts';

/** `just --command rm x`, `tox exec -- rm x`: the following words are a separate command. */
function taskPrograms(args: Arguments): readonly Meaning[] {
  const runs = args.words.findIndex((word) => /^(?:-c|--command|exec|e)$/u.test(literalOf(word) ?? ''));
  if (runs === -1) return [];
  return args.words
    .slice(runs + 1, runs + 9)
    .flatMap((word, index) =>
      literalOf(word)?.startsWith('-') === true ? [] : [{ argv: args.words.slice(runs + 1 + index) }],
    );
}

function taskSettings(args: Arguments): Refinement | undefined {
  // `just -c rm x`: the words belong to the other command, and each may be changed.
  if (used(args, '-c', '--command'))
    return {
      touches: args.operands.flatMap(({ word }): Touch[] => [
        { access: 'read', word },
        { access: 'write', word },
      ]),
    };
  const at = args.words.findIndex((word) => /^(?:exec|e|devenv|d)$/u.test(literalOf(word) ?? ''));
  if (args.path[0] !== 'tox' || at === -1) return undefined;
  return { does: 'acts', escalations: [{ at, why: 'runs a command of its own' }] };
}

/** `strace -o '|CMD'`: the trace is piped to a command. */
function tracePipe(args: Arguments): readonly Meaning[] {
  return args.options.flatMap(({ name, value, at }) => {
    const text = name === '-o' || name === '--output' ? (literalOf(value) ?? '') : '';
    return /^[|!]/u.test(text) ? [{ shell: text.slice(1), at }] : [];
  });
}

/** `ip netns exec NAME CMD`: any word between them may be an option of `ip`. */
function inNamespace(args: Arguments): readonly Meaning[] {
  const at = args.words.findIndex((word) => literalOf(word) === 'exec');
  const rest = args.words.slice(at + 2);
  return at > 0 && literalOf(args.words[at - 1])?.startsWith('net') === true && rest.length > 0
    ? [{ argv: rest }]
    : [];
}

/** `hyperfine 'git push' 'ls'`: each operand is a separate command line. */
function timedCommands(args: Arguments): readonly Meaning[] {
  return args.operands.flatMap(({ word, at }) => {
    const text = literalOf(word);
    return text === undefined ? [] : [{ shell: text, at }];
  });
}

/** `mpirun -n 1 a : -n 1 b` starts both. */
function furtherPrograms(args: Arguments): Refinement | undefined {
  const further = args.operands.slice(1).find(({ word }) => (literalOf(word) ?? ':') === ':');
  return further && { does: 'acts', escalations: [{ at: further.at, why: 'may start further programs' }] };
}

/** Commands whose purpose is to run another one. Transparent: an allow for that command covers this one. */
export const runners = (): readonly Command[] => [
  {
    names: ['time', 'gtime'],
    does: 'reads',
    style: 'options-first',
    options: '-pvV -f: --portability --verbose --format:',
    escalating: [{ options: '-o:write -a --output:write --append', why: 'writes a file' }],
    carries: { how: 'argv', transparent: true },
    examples: {
      carries: [
        ['/usr/bin/time npm test', 'npm test'],
        ['/usr/bin/time -p ls', 'ls'],
      ],
      escalates: ['/usr/bin/time -o f ls'],
    },
  },
  {
    names: ['timeout', 'gtimeout'],
    does: 'reads',
    style: 'options-first',
    options: '-fpv -ks: --foreground --preserve-status --verbose --kill-after: --signal:',
    carries: { how: 'argv', skip: 1, transparent: true },
    examples: {
      carries: [
        ['timeout -k 1 --signal=KILL 5s rm x', 'rm x'],
        ['timeout 5 ls', 'ls'],
      ],
    },
  },
  {
    names: ['nice'],
    does: 'reads',
    style: 'options-first',
    options: '-n: -# --adjustment:',
    carries: { how: 'argv', transparent: true },
    bare: 'reads',
    examples: {
      carries: [
        ['nice -n 10 cargo build', 'cargo build'],
        ['nice -5 ls', 'ls'],
        ['nice ls', 'ls'],
      ],
    },
  },
  // `nohup` writes nohup.out if its output is a terminal; an agent's never is.
  {
    names: ['chronic', 'ifne'],
    does: 'reads',
    style: 'options-first',
    options: '-evnp',
    carries: { how: 'argv', transparent: true },
    examples: { carries: [['chronic -e rm x', 'rm x']] },
  },
  {
    names: ['nohup'],
    does: 'reads',
    style: 'options-first',
    options: '-p:',
    carries: { how: 'argv', transparent: true },
    examples: { carries: [['nohup npm run dev', 'npm run dev']] },
  },
  {
    names: ['stdbuf', 'gstdbuf', 'unbuffer'],
    does: 'reads',
    style: 'options-first',
    options: '-ioe: -p --input: --output: --error:',
    carries: { how: 'argv', transparent: true },
    examples: { carries: [['stdbuf -oL grep x', 'grep x']] },
  },
  {
    names: ['caffeinate'],
    does: 'reads',
    style: 'options-first',
    options: '-disum -tw:',
    carries: { how: 'argv', transparent: true },
    bare: 'reads',
    examples: { carries: [['caffeinate -i -t 60 rm x', 'rm x']] },
  },
  {
    // Runs a tool of the selected Xcode. An SDK path adds a directory of programs.
    names: ['xcrun'],
    does: 'reads',
    style: 'words',
    options:
      '-v -n -k -l -r -h --verbose --no-cache --kill-cache --log --run --help --version -f:plain --find:plain -find:plain --show-sdk-path --show-sdk-version --show-sdk-build-version --show-sdk-platform-path --show-sdk-platform-version --show-toolchain-path --sdk: -sdk: --toolchain: -toolchain:',
    carries: { how: 'argv', transparent: true },
    bare: 'reads',
    means: programsOfSdk,
    examples: {
      reads: ['xcrun --find swift', 'xcrun --sdk iphoneos --show-sdk-path'],
      carries: [
        ['xcrun simctl list', 'simctl list'],
        ['xcrun -sdk macosx -l rm x', 'rm x'],
        ['xcrun --sdk ./My.sdk clang a.c', './My.sdk/usr/bin/xcrun'],
      ],
    },
  },
  {
    // On macOS; GNU's prints the machine name and takes no operand.
    names: ['arch'],
    does: 'reads',
    style: 'words',
    options: '-32 -64 -i386 -x86_64 -x86_64h -arm64 -arm64e -arch: -c -h -d:',
    escalating: [{ options: '-e:variable', why: 'sets a variable for what it runs' }],
    carries: { how: 'argv', transparent: true },
    bare: 'reads',
    examples: {
      reads: ['arch'],
      carries: [
        ['arch -x86_64 rm x', 'rm x'],
        ['arch -arch arm64 -d A rm x', 'rm x'],
        ['arch -e A=b rm x', 'rm x'],
      ],
      escalates: ['arch -e DYLD_INSERT_LIBRARIES=./x.dylib ls'],
    },
  },
  {
    names: ['mpirun', 'mpiexec', 'orterun'],
    does: 'reads',
    style: 'words',
    options:
      '-q -v -n: -c: -np: --np: --bind-to: --map-by: --rank-by: --oversubscribe --allow-run-as-root --report-bindings --tag-output --use-hwthread-cpus --quiet -ppn:',
    carries: { how: 'argv', transparent: true },
    refine: furtherPrograms,
    examples: {
      carries: [
        ['mpirun -np 4 rm x', 'rm x'],
        ['mpiexec -n 2 --bind-to core ls', 'ls'],
      ],
      escalates: ['mpirun -n 1 ls : -n 1 rm x', 'mpirun ls $X'],
    },
  },
  {
    names: ['setsid'],
    does: 'reads',
    style: 'options-first',
    options: '-cfw --ctty --fork --wait',
    carries: { how: 'argv', transparent: true },
    examples: { carries: [['setsid -w rm x', 'rm x']] },
  },
  {
    names: ['ionice'],
    does: 'reads',
    style: 'options-first',
    options: '-t -cn: --class: --classdata: --ignore',
    changing: '-Ppu: --pid: --pgid: --uid:',
    carries: { how: 'argv', transparent: true },
    examples: { carries: [['ionice -c 3 rm x', 'rm x']] },
  },
  {
    names: ['chrt'],
    does: 'reads',
    style: 'options-first',
    options: '-abdfiomrRv -TPD: --idle --batch --other --fifo --rr',
    changing: '-p --pid',
    carries: { how: 'argv', skip: 1, transparent: true },
    examples: { carries: [['chrt -i 0 rm x', 'rm x']] },
  },
  {
    names: ['taskset'],
    does: 'reads',
    style: 'options-first',
    options: '-ac --all-tasks --cpu-list',
    changing: '-p --pid',
    carries: { how: 'argv', skip: 1, transparent: true },
    examples: {
      carries: [
        ['taskset 0x1 rm x', 'rm x'],
        ['taskset -c 0 ls', 'ls'],
      ],
    },
  },
  {
    names: [
      'noglob',
      'nocorrect',
      'prlimit',
      'numactl',
      'cpulimit',
      'eatmydata',
      'catchsegv',
      'faketime',
      'setarch',
      'linux64',
      'linux32',
      'firejail',
      'bwrap',
      'systemd-run',
      'systemd-inhibit',
      'dbus-run-session',
      'xvfb-run',
      'proxychains',
      'proxychains4',
      'torsocks',
      'fakeroot',
      'faketty',
      'ltrace',
      'rlwrap',
      'dotenv',
      'direnv',
      'asdf',
      'op',
      'doppler',
      'aws-vault',
      'infisical',
      'chamber',
      'with-contenv',
      'tini',
      'dumb-init',
      'gosu',
      'su-exec',
      'setpriv',
      'capsh',
      'unshare',
      'nsenter',
      'cgexec',
      'schroot',
      'proot',
    ],
    does: 'acts',
    style: 'options-first',
    carries: { how: 'argv', elsewhere: 'in a changed environment', anywhere: true },
    examples: { carries: [['unshare -r rm x', 'rm x']], acts: ['unshare -r ls'] },
  },
  {
    names: ['mise', 'rtx'],
    does: 'acts',
    style: 'options-first',
    carries: { how: 'argv', elsewhere: 'in a changed environment', anywhere: true },
    // Not `exec`, nor a command after an option: any word there may start one.
    subcommands: [
      {
        names:
          'ls list current doctor which where tasks settings outdated latest ls-remote search version env fmt'.split(
            ' ',
          ),
        does: 'acts',
        operands: { rest: 'text' },
        examples: { acts: ['mise ls', 'mise ls --current'] },
      },
    ],
    examples: { carries: [['mise exec -- rm x', 'rm x']], acts: ['mise exec -- ls', 'mise which ls'] },
  },
  {
    // Values only follow `=`. Options that start another program are left out.
    names: ['valgrind'],
    does: 'edits',
    style: 'options-first',
    options:
      '-vqd --verbose --quiet --leak-check? --show-leak-kinds? --errors-for-leak-kinds? --leak-resolution? --track-origins? --error-exitcode? --exit-on-first-error? --num-callers? --undef-value-errors? --show-reachable? --trace-children? --track-fds? --time-stamp? --error-limit? --gen-suppressions? --suppressions? --tool? --time-unit? --detailed-freq? --heap? --stacks? --cache-sim? --branch-sim? --dump-instr? --collect-jumps? --xml? --massif-out-file:write --callgrind-out-file:write --cachegrind-out-file:write --log-file:write --xml-file:write',
    carries: { how: 'argv', transparent: true },
    examples: {
      edits: ['valgrind --leak-check=full ./a', 'valgrind --log-file=x ls'],
      carries: [['valgrind --leak-check=full --error-exitcode=1 rm x', 'rm x']],
    },
  },
  {
    names: ['hyperfine'],
    does: 'edits',
    options:
      '-w: -r: -m: -M: -u: -n: -iN --warmup: --runs: --min-runs: --max-runs: --time-unit: --style: --sort: --command-name: --ignore-failure? --show-output --export-json:write --export-csv:write --export-markdown:write --export-asciidoc:write --export-orgmode:write',
    escalating: [
      {
        options: '-p:shell --prepare:shell -c:shell --cleanup:shell -s:shell --setup:shell --conclude:shell',
        why: 'runs a command',
      },
    ],
    carries: { how: 'text', transparent: true },
    means: timedCommands,
    examples: {
      reads: ['hyperfine --version'],
      acts: ["hyperfine --shell ./x 'ls'", 'hyperfine "$X"'],
      carries: [
        ["hyperfine -w 2 'ls' 'rm x'", 'rm x'],
        ["hyperfine --prepare 'rm x' ls", 'rm x'],
      ],
      escalates: ["hyperfine -p 'make clean' make"],
    },
  },
  {
    names: ['perf'],
    does: 'acts',
    style: 'options-first',
    carries: { how: 'argv', elsewhere: 'in a changed environment', anywhere: true },
    subcommands: [
      {
        names: ['stat'],
        does: 'reads',
        style: 'options-first',
        options:
          '-adBvin -e: -r: -x: -I: --event: --repeat: --field-separator: --interval-print: --detailed --no-big-num --null --sync --no-inherit --all-user --all-kernel --metric-only -o:write --output:write',
        carries: { how: 'argv', transparent: true },
        examples: { carries: [['perf stat -r 5 rm x', 'rm x']], acts: ['perf stat --post ./x ls'] },
      },
      {
        names: ['report', 'annotate', 'diff', 'evlist', 'buildid-list', 'list'],
        does: 'reads',
        style: 'options-first',
        options:
          '-vqDgGnkwMTUIF: -i:read --input:read -s: --sort: -c: --comms: -d: --dsos: -S: --symbols: -g: --call-graph --no-children --children --stdio --percent-limit: --header --header-only --hierarchy --show-nr-samples --no-inline -f --force',
        operands: { rest: 'read' },
        examples: {
          reads: ['perf report -i p.data --stdio --no-children'],
          acts: ['perf report --objdump=./x'],
        },
      },
      {
        names: ['record', 'trace'],
        does: 'acts',
        style: 'options-first',
        carries: { how: 'argv', elsewhere: 'in a changed environment', anywhere: true },
        examples: { carries: [['perf record -g rm x', 'rm x']] },
      },
    ],
    examples: { acts: ['perf record ./a', 'perf script -s x.py'] },
  },
  {
    names: ['command'],
    does: 'reads',
    style: 'options-first',
    options: '-vVp',
    carries: { how: 'argv', transparent: true, unless: '-v -V' },
    prints: '',
    examples: {
      reads: ['command -v docker', 'command -V ls'],
      carries: [
        ['command -p -- rm x', 'rm x'],
        ['command ls -la', 'ls -la'],
      ],
    },
  },
  {
    names: ['builtin'],
    does: 'reads',
    style: 'options-first',
    carries: { how: 'argv', transparent: true },
    prints: '',
    examples: { carries: [['builtin cd /tmp', 'cd /tmp']] },
  },
  {
    names: ['exec'],
    does: 'reads',
    style: 'options-first',
    options: '-cl -a:',
    carries: { how: 'argv', transparent: true },
    prints: '',
    examples: {
      carries: [
        ['exec rm x', 'rm x'],
        ['exec -a z rm x', 'rm x'],
      ],
    },
  },
  {
    names: ['env', 'genv'],
    does: 'reads',
    style: 'options-first',
    options:
      '-iv0 -u: --ignore-environment --unset: --null --debug --list-signal-handling --default-signal? --ignore-signal? --block-signal?',
    escalating: [
      { options: '-S:text --split-string:text -P:', why: 'splits text into a command' },
      { options: '-C:directory --chdir:directory', why: 'runs somewhere else' },
    ],
    carries: { how: 'argv', assignments: true, transparent: true },
    examples: {
      reads: ['env', 'env -0'],
      carries: [
        ['env A=1 B=2 rm x', 'rm x'],
        ['env -i PATH=/usr/bin rm x', 'rm x'],
        ["env -S 'rm -rf build'", 'rm -rf build'],
        ["env -vS 'rm -rf build'", 'rm -rf build'],
        ["env --split-string='rm -rf build'", 'rm -rf build'],
        ['env -- rm x', 'rm x'],
      ],
    },
  },
  {
    names: ['cross-env'],
    does: 'reads',
    style: 'options-first',
    carries: { how: 'argv', assignments: true, transparent: true },
    examples: { carries: [['cross-env A=1 rm x', 'rm x']] },
  },
  {
    names: ['printenv'],
    does: 'reads',
    harmless: true,
    options: '-0 --null',
    operands: { rest: 'text' },
    examples: { reads: ['printenv', 'printenv PATH'] },
  },
  {
    names: ['xargs', 'gxargs'],
    does: 'reads',
    style: 'options-first',
    options:
      '-0oprtxR -a:read -dEIJLnPsS: -e? -i? -l? --null --arg-file:read --delimiter: --eof? --replace? --max-lines? --max-args: --max-procs: --max-chars: --no-run-if-empty --interactive --verbose --exit --open-tty --show-limits',
    // `--process-slot-var=PATH ls` starts `./0/ls`.
    escalating: [{ options: '--process-slot-var:variable', why: 'sets a variable for what it runs' }],
    carries: { how: 'argv', transparent: true, appends: true, replaces: '-I -i -J --replace' },
    examples: {
      carries: [
        ['xargs rm -rf', 'rm -rf ?'],
        ["xargs -I{} sh -c 'rm -rf {}'", 'rm -rf'],
        ['xargs -0 wc -l', 'wc -l ?'],
        ['xargs -n 1 -P 4 git log', 'git log ?'],
        ['xargs -t touch', 'touch ?'],
        // `-e` takes a value only when it is attached.
        ['xargs -e ./x', './x ?'],
      ],
      escalates: ['xargs --process-slot-var=PATH ls', 'xargs --process-sl PATH ls'],
      touches: [['xargs -a list rm', 'read list']],
    },
  },
  {
    names: ['parallel', 'sem', 'env_parallel'],
    does: 'acts',
    style: 'options-first',
    options:
      '-0kmXrqtuv --jobs: -jIndCaNLs: --bar --dry-run --keep-order --halt: --joblog:write --results:write --colsep: --no-notice --will-cite --progress --eta',
    carries: {
      how: 'shell',
      appends: true,
      elsewhere: 'with words filled in',
      bareRuns: 'the lines of its input',
    },
    examples: { carries: [["parallel 'rm -rf {}' ::: build dist", 'rm -rf {}']] },
  },
  {
    names: ['watch'],
    does: 'reads',
    style: 'options-first',
    options: '-bcdegtxw -nq: --interval: --differences? --no-title --exec --color --beep --errexit --chgexit',
    carries: { how: 'shell', argvWith: '-x --exec', transparent: true },
    examples: {
      carries: [
        ['watch -n 1 git status', 'git status'],
        ['watch -x rm -rf build', 'rm -rf build'],
        ["watch 'ls | rm x'", 'ls'],
      ],
    },
  },
  {
    names: ['flock'],
    does: 'acts',
    style: 'options-first',
    options: '-sxeunoFv -wEc: --shared --exclusive --nonblock --timeout: --command:shell',
    carries: { how: 'argv', skip: 1, textAfter: '-c --command' },
    // The lock is a file, which is created if missing.
    refine: (args) => ({
      touches: args.operands.slice(0, 1).map(({ word }) => ({ access: 'write', word })),
    }),
    examples: {
      carries: [
        ['flock .lock rm x', 'rm x'],
        ["flock .lock -c 'rm -rf build'", 'rm -rf build'],
      ],
    },
  },
  {
    names: ['script'],
    does: 'acts',
    options:
      '-aefqrk -c:shell -t?write -T:write -I:write -O:write -B:write -Eom: --command:shell --quiet --return --flush --append --force --log-in:write --log-out:write --log-io:write --log-timing:write --timing?write --logging-format: --echo: --output-limit:',
    carries: { how: 'text', bareRuns: 'a shell' },
    refine: (args) => ({
      touches: args.operands.flatMap(({ word }) =>
        (['read', 'write'] as const).map((access) => ({ access, word })),
      ),
    }),
    operands: { rest: 'write' },
    examples: {
      carries: [["script -qc 'rm -rf build' /dev/null", 'rm -rf build']],
      touches: [['script -T times -c ls log', 'write times, read log, write log']],
    },
  },
  {
    names: ['scriptreplay', 'scriptlive'],
    does: 'acts',
    options:
      '-S -dmxE: -c:shell -t:read -T:read -I:read -O:read -B:read -s:read --timing:read --log-timing:read --log-in:read --log-out:read --log-io:read --typescript:read --command:shell --divisor: --maxdelay: --stream: --summary --cr-mode:',
    operands: { first: ['read', 'read'], rest: 'text' },
    examples: {
      acts: ['scriptreplay times log', 'scriptlive -t times -c id'],
      touches: [['scriptreplay -T times -O log', 'read times, read log']],
    },
  },
  {
    names: ['strace', 'dtruss', 'truss'],
    does: 'acts',
    style: 'options-first',
    options: '-cCdfFhiqrtTvVwxyzZ -abeEIOpPsSuX:',
    escalating: [
      { options: '-o:write --output:write', why: 'writes a file, or starts a program to write to' },
    ],
    means: tracePipe,
    carries: { how: 'argv', elsewhere: 'under a tracer', here: true },
    examples: {
      carries: [
        ['strace -f -e trace=file rm x', 'rm x'],
        ["strace -o '|rm x' ls", 'rm x'],
      ],
      escalates: ['strace -o x ls'],
    },
  },
  {
    names: ['sudo'],
    does: 'acts',
    style: 'options-first',
    options:
      '-AbEHknPSV -CghprtTuUDR: --user: --group: --preserve-env? --non-interactive --set-home --stdin --prompt: --chdir: --host: --login --background',
    changing: '-e -v -K -l',
    carries: {
      how: 'argv',
      assignments: true,
      elsewhere: 'as another user',
      here: true,
      shellWith: '-i -s --login --shell',
    },
    escalating: [{ options: '-i -s --shell', why: 'starts a shell' }],
    examples: {
      carries: [
        ['sudo -u www -E FOO=1 rm x', 'rm x'],
        ['sudo rm x', 'rm x'],
      ],
      acts: ['sudo ls', 'sudo -l'],
    },
  },
  {
    names: ['doas', 'pkexec', 'run0', 'gsudo'],
    does: 'acts',
    style: 'options-first',
    options: '-nsL -aCu: --user: --disable-internal-agent',
    carries: { how: 'argv', elsewhere: 'as another user', here: true, bareRuns: 'a shell' },
    examples: {
      carries: [
        ['doas rm x', 'rm x'],
        ['pkexec --user x rm y', 'rm y'],
      ],
    },
  },
  {
    names: ['su', 'runuser'],
    does: 'acts',
    options:
      '-lmpfP -c:shell -gGsTuw: --command:shell --session-command:shell --login --shell: --user: --preserve-environment',
    carries: { how: 'text', elsewhere: 'as another user', here: true, bareRuns: 'a shell' },
    operands: { rest: 'text' },
    examples: { carries: [["su - deploy -c 'rm -rf build'", 'rm -rf build']], acts: ['su'] },
  },
  {
    names: ['chroot'],
    does: 'acts',
    style: 'options-first',
    options: '--userspec: --groups: --skip-chdir',
    carries: { how: 'argv', skip: 1, elsewhere: 'in another root', away: true },
    examples: { carries: [['chroot /x rm y', 'rm y']] },
  },
  {
    names: ['busybox', 'toybox'],
    does: 'acts',
    style: 'options-first',
    options: '--list --list-full',
    carries: { how: 'argv', elsewhere: 'as an applet with other options', here: true },
    examples: {
      carries: [
        ['busybox rm x', 'rm x'],
        ["busybox sh -c 'rm x'", 'rm x'],
      ],
    },
  },
  {
    names: ['ssh', 'mosh', 'autossh', 'dbclient', 'sshpass', 'et'],
    does: 'acts',
    style: 'options-first',
    options: '-46AaCfGgKkMNnqsTtVvXxYy -BbcDEeFIiJLlmOopQRSWw:',
    prints: '-V --version',
    escalating: [{ options: '-o: -F:read -J:', why: 'can name a program that runs here' }],
    carries: {
      how: 'shell',
      skip: 1,
      elsewhere: 'on another machine',
      away: true,
      bareRuns: 'a remote shell',
    },
    also: [{ kind: 'network', what: 'another machine' }],
    refine: ({ operands }) => ({
      reaches: operands
        .slice(0, 1)
        .map(({ word }) => ({ word, as: /^\w+:\/\//u.test(literalOf(word) ?? '') ? 'url' : 'host' })),
    }),
    examples: {
      carries: [
        ['ssh host rm -rf x', 'rm -rf x'],
        ["ssh -p 22 host 'ls; rm x'", 'ls'],
      ],
      reads: ['ssh -V'],
      escalates: ['ssh -o ProxyCommand=x host'],
    },
  },
  {
    names: ['at', 'batch', 'crontab', 'anacron', 'atd'],
    does: 'acts',
    options: '-lmrvVbcdMei -fqtu:',
    carries: { how: 'stdin', elsewhere: 'at another time', unless: '-l' },
    refine: (args) =>
      args.words.length === 2 &&
      args.options.length === 1 &&
      used(args, '-l') &&
      ['at', 'crontab'].includes(args.path[0] ?? '')
        ? { does: 'reads' }
        : undefined,
    examples: {
      reads: ['crontab -l', 'at -l'],
      acts: ['at now', 'crontab -e', 'batch', 'crontab -l x', 'crontab -lr', 'crontab -u root -l'],
      carries: [["at now <<< 'rm x'", 'rm x']],
    },
  },
  {
    names: [
      'entr',
      'nodemon',
      'watchexec',
      'chokidar',
      'reflex',
      'concurrently',
      'run-p',
      'run-s',
      'npm-run-all',
      'foreman',
      'honcho',
      'overmind',
      'fab',
    ],
    does: 'acts',
    style: 'options-first',
    carries: { how: 'argv', elsewhere: 'by a runner', anywhere: true },
    examples: { carries: [['entr -r rm x', 'rm x']] },
  },
  {
    // `sail artisan X` is `php artisan X`, in the container of the project. `sail mysql -e X` is not a query: Sail drops the
    // words after `mysql` and `psql`, and the client runs its standard input.
    names: ['sail'],
    does: 'acts',
    style: 'options-first',
    carries: { how: 'argv', elsewhere: 'in the container of the project', here: true, bareRuns: 'a shell' },
    examples: {
      carries: [['sail artisan migrate', 'artisan migrate']],
      acts: ['sail up', "sail mysql -e 'select 1'"],
    },
  },
  {
    // `ddev exec npm test`, `lando composer test`: the command runs in the container of the project.
    names: ['ddev', 'lando'],
    does: 'acts',
    style: 'options-first',
    carries: { how: 'argv', elsewhere: 'in the container of the project', here: true },
    subcommands: [
      {
        names: ['exec'],
        does: 'acts',
        style: 'options-first',
        options: '-s: --service:',
        carries: { how: 'argv', elsewhere: 'in the container of the project', here: true },
        examples: { carries: [['ddev exec rm -rf x', 'rm -rf x']] },
      },
      {
        names:
          'list describe version status info config start stop restart rebuild logs poweroff launch xdebug snapshot export-db db-export delete destroy clean import-db db-import pull push ssh auth self-upgrade hostname utility'.split(
            ' ',
          ),
        does: 'acts',
        examples: { acts: ['ddev start', 'lando destroy -y'] },
      },
    ],
    examples: { carries: [['ddev composer install', 'composer install']] },
  },
  {
    // Like make: operands are the names of tasks that a project file defines, and their arguments.
    names: ['just', 'task', 'invoke', 'tox', 'nox'],
    does: 'acts',
    options:
      '-lpqvw -e:task -s:task --list --summary --quiet --verbose --parallel --dry-run --session:task --sessions:task --env:task --silent --skip-pkg-install --reuse-existing-virtualenvs --non-interactive',
    escalating: [
      {
        options:
          '-f:read -t:read -c: -d:directory -x: --justfile:read --taskfile:read --noxfile:read --conf:read --search-root:directory --working-directory:directory --dir:directory --global --override: --set: --root:directory --shell:program --shell-arg: --command:program --dotenv-path:read --dotenv-filename:read --workdir: --toxinidir:directory --initialize --init --edit --choose --chooser:program --remote',
        why: 'takes its tasks from elsewhere, or runs something else',
      },
    ],
    operands: { rest: 'text' },
    means: taskPrograms,
    refine: taskSettings,
    examples: {
      acts: ['just test unit', 'task build', 'tox -e py312 -- -k foo', 'nox -s tests'],
      escalates: [
        'just -f /tmp/justfile x',
        'just --command rm x',
        'just -c rm x',
        'task -t x build',
        'tox -x testenv.commands=id',
        'tox exec -e py -- id',
        'just --set shell x y',
      ],
      touches: [['just -c rm x', 'read x, write x']],
    },
  },
  {
    names: [
      'dtach',
      'abduco',
      'zellij',
      'systemd-nspawn',
      'lxc',
      'lxc-attach',
      'vagrant',
      'multipass',
      'wsl',
      'cmd',
      'cmd.exe',
      'powershell',
      'powershell.exe',
      'pwsh',
      'osascript',
      'xdg-open',
      'start',
      'launchctl',
      'gnome-terminal',
      'xterm',
    ],
    does: 'acts',
    operands: { rest: 'code' },
    also: [{ kind: 'network', what: 'what it opens' }],
    examples: { acts: ["osascript -e 'x'", 'xdg-open x'] },
  },
  {
    // On macOS. Apple's own viewers run nothing from a file; any other program may, just as one that is opened directly.
    names: ['open'],
    does: 'acts',
    options: '-a: -F -g -h -j -n -R -W --background --fresh --hide --new --reveal --wait-apps',
    operands: { rest: 'read' },
    also: [{ kind: 'network', what: 'what it opens' }],
    refine: (args) => (showsOnly(args) ? { does: 'reads' } : undefined),
    examples: {
      acts: ['open x.app', 'open -a Terminal x.sh', 'open -a Xcode -a ./x.app', 'open https://example.com'],
      reads: ['open -a Simulator', 'open -g -a Xcode App.xcodeproj', 'open -R build/a.zip'],
      touches: [['open -a Preview a.png', 'read a.png']],
    },
  },
  {
    names: ['ip'],
    does: 'reads',
    style: 'words',
    options:
      '-4 -6 -B -M -0 -br -brief -c -color -d -details -h -human -human-readable -i -iec -j -json -o -oneline -p -pretty -s -stats -statistics -r -resolve -t -timestamp -ts -tshort -N -Numeric -f: -family: -l: -loops:',
    changing: '-b: -batch: -force -n: -netns: -a -all -rc: -rcvbuf:',
    operands: { rest: 'text' },
    means: inNamespace,
    refine: (args) => {
      const words = args.operands.map(({ word }) => literalOf(word) ?? '$');
      if (/^(?:netns|monitor|vrf)(?: (?:list|show|ls|link|route|address))?$/u.test(words.join(' ')))
        return undefined;
      const reads = new Set([
        'a',
        'addr',
        'address',
        'l',
        'link',
        'r',
        'route',
        'n',
        'neigh',
        'rule',
        'maddr',
        'show',
        'list',
        'ls',
        'get',
        'dev',
        'up',
        'default',
        'table',
        'to',
        'scope',
        'type',
        'master',
        'global',
        'all',
        'main',
      ]);
      const fine = words.every(
        (word, index) =>
          reads.has(word) ||
          (index > 0 &&
            ['dev', 'show', 'list', 'get', 'to', 'table', 'type', 'master'].includes(
              words[index - 1] ?? '',
            ) &&
            /^[\w.:/-]+$/u.test(word)),
      );
      return fine && !words.includes('set') && words[1] !== 'up'
        ? undefined
        : {
            does: 'acts',
            why: words.includes('exec')
              ? 'runs a command in another network'
              : 'changes the network of this machine',
          };
    },
    examples: {
      reads: [
        'ip addr',
        'ip -br addr',
        'ip -4 -j a',
        'ip a show dev eth0',
        'ip -d link show type vxlan',
        'ip route get 1.1.1.1',
      ],
      acts: [
        'ip -batch x',
        'ip -b x',
        'ip -n ns addr',
        'ip netns exec x id',
        'ip link set eth0 down',
        'ip link add x type vxlan',
        'ip link set x master br0',
        'ip route add default via 1.1.1.1',
      ],
    },
  },
];

/** `bash -n FILE` and nothing else: `+n` would run the file. */
function isSyntaxCheck({ words }: Arguments): boolean {
  const [name, option, file] = words.map((word) => literalOf(word) ?? '');
  const isPlain = words.length === 3 && option === '-n' && /^[^+-]/u.test(file ?? '');
  return isPlain && /^(?:sh|bash|dash)$/u.test(name ?? '');
}

/**
 * `bash -c TEXT`, or `bash -lc TEXT` with which Codex starts every command: the text is parsed and its commands are judged
 * separately, and the profile that `-l` loads is a protected place. Other shells read some texts differently, and an
 * interactive one loads more.
 */
function isReadText({ words }: Arguments): boolean {
  const [name, option, text] = words.map((word) => literalOf(word));
  return words.length === 3 && name === 'bash' && /^-l?[eux]*c$/u.test(option ?? '') && text !== undefined;
}

function readTouch({ word }: Operand): Touch {
  return { access: 'read', word };
}

/** Shells. Their text is read as shell text; a file or standard input is code that is not in the call. */
export const shells = (): readonly Command[] => [
  {
    names: ['fish'],
    does: 'acts',
    style: 'options-first',
    options:
      '-ilnNPvh -c:shell -C:shell -dDf: --command:shell --init-command:shell --interactive --login --no-config --no-execute --private --debug: --features: --print-rusage-self --print-debug-categories',
    escalating: [
      {
        options: '-o:write -p:write --debug-output:write --profile:write --profile-startup:write',
        why: 'writes a file',
      },
    ],
    carries: { how: 'script' },
    examples: {
      carries: [["fish -c 'rm -rf build'", 'rm -rf build']],
      acts: ['fish', 'fish x.fish'],
      escalates: ['fish -o log x.fish'],
    },
  },
  {
    names: [
      'sh',
      'bash',
      'zsh',
      'dash',
      'ksh',
      'mksh',
      'ash',
      'rbash',
      'yash',
      'posh',
      'csh',
      'tcsh',
      'nu',
      'elvish',
      'xonsh',
      'rc',
      'es',
    ],
    does: 'acts',
    style: 'options-first',
    plus: true,
    options:
      '-abefhiklmnprtuvxBCDEHPTs -c -oO: --norc --noprofile --posix --login --verbose --restricted --noediting --debugger --dump-strings --command:shell',
    escalating: [{ options: '--rcfile:read --init-file:read', why: 'runs a file first' }],
    carries: { how: 'script' },
    refine: (args) => {
      if (isSyntaxCheck(args)) return { does: 'reads', touches: args.operands.map(readTouch) };
      if (isReadText(args)) return { does: 'reads' };
      return used(args, '-c') || args.operands.length > 0
        ? undefined
        : { does: 'acts', why: 'reads commands from standard input' };
    },
    examples: {
      carries: [
        ["sh -c 'rm -rf build'", 'rm -rf build'],
        ["bash -lc 'ls && rm x'", 'ls'],
        ["bash -O extglob -c 'rm x'", 'rm x'],
        ["bash --norc -c 'rm x'", 'rm x'],
        ["bash -xc 'rm x'", 'rm x'],
        ["bash +e -c 'rm x'", 'rm x'],
        ["bash +O extglob -c 'rm x'", 'rm x'],
      ],
      reads: [
        'bash -n x.sh',
        'sh -n x.sh',
        'bash -lc ls',
        'bash -c ls',
        "bash -ec 'ls && make'",
        "bash -lc 'ls && make'",
        'bash -leuc ls',
      ],
      acts: [
        'bash',
        'bash x.sh',
        'bash -ic ls',
        'bash -ilc ls',
        'sh -c ls',
        'bash -lc ls more',
        'sh -lc ls',
        'zsh -lc ls',
        'bash -lc "$X"',
        'bash -n +n x.sh',
        'bash -n -c ls',
        'bash -n',
        'bash -n x.sh +n',
      ],
      escalates: ['bash --rcfile /tmp/rc -i -c true', 'bash --init-file x'],
    },
  },
];

const showing: ReadonlySet<string> = new Set(
  'Simulator,Xcode,Instruments,Preview,TextEdit,Finder,Console,Activity Monitor'.split(','),
);

/** `xcrun --sdk ./My.sdk clang`: also searches that directory for the program. */
function programsOfSdk({ options }: Arguments): readonly Meaning[] {
  return options.flatMap(({ name, value, at }) => {
    const place = literalOf(value) ?? '$unknown';
    const isName = !/^--?(?:sdk|toolchain)$/u.test(name) || /^[\w.]+$/u.test(place);
    return isName ? [] : [{ shell: `${place}/usr/bin/xcrun`, at }];
  });
}

/** `open -a Xcode a.swift`, `open -R a.zip`: no URL, and a single program that only shows files. */
function showsOnly({ options, operands }: Arguments): boolean {
  const named = options.filter(({ name }) => name === '-a');
  if (operands.some(({ word }) => /:/u.test(literalOf(word) ?? ':'))) return false;
  if (options.some(({ name }) => name === '-R' || name === '--reveal')) return named.length === 0;
  return named.length === 1 && showing.has(literalOf(named[0]?.value) ?? '');
}
