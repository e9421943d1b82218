import type { Tool } from './tool.ts';

/** What is about decisions: this repository, generated pages, corpora, real shells and programs. */
export const engineTools: readonly Tool[] = [
  // This repository.
  {
    name: 'size',
    says: 'lines, files, imports of composition roots, deep imports, and the files that ten changes touch; --installed adds what an install takes',
    example: '--json',
    starts: [['tools/size/main.ts']],
  },
  {
    name: 'mutation',
    says: 'small changes of decision and policy, one at a time, that a test must notice',
    starts: [['stryker', 'run']],
  },
  {
    name: 'sabotage',
    says: 'undoes each fix in turn and demands that a test fails; all areas when none is named',
    example: 'approvals',
    starts: [['packages/permesso/test/sabotage/main.ts']],
  },
  {
    name: 'package-check',
    says: 'the packages as consumers see them, and their sizes; after a build',
    starts: [
      [
        '.ci/check-packages.js',
        'packages/engine',
        'packages/protocol',
        'packages/gate',
        'packages/permesso',
        'packages/archive-duckdb',
        'packages/jetstream',
        'packages/server',
      ],
    ],
  },

  {
    name: 'sessions',
    says: 'attacks that rules over a session stop in a FILE of sessions, and the questions that they cost; --detail names each miss and each needless question',
    example: 'corpus/sessions/sessions.jsonl --json',
    starts: [['bench/sessions/main.ts']],
  },

  {
    name: 'undo:random',
    says: 'random trees in which a line that loses something runs for real (bubblewrap) and is undone; each difference; --list prints the lines',
    example: '--trees 10000',
    starts: [['packages/permesso/test/undo/main.ts']],
  },

  // Generated pages and files.
  {
    name: 'messages',
    says: 'writes proof/messages.md: every text for people and models',
    starts: [['packages/permesso/test/messages-page.ts', '--write']],
  },
  {
    name: 'demands',
    says: 'writes proof/demands.md: what was demanded, and the tests that show it',
    starts: [['packages/permesso/test/demands/demands-page.ts', '--write']],
  },
  {
    name: 'findings',
    says: 'writes proof/findings.md: what attacks found, and the tests that show it',
    starts: [['packages/permesso/test/findings/findings-page.ts', '--write']],
  },
  {
    name: 'powershell',
    says: 'labelled scripts of PowerShell in each FILE.jsonl.gz: what is read of them, and what is allowed; --detail names each',
    example: 'corpus/powershell/hostile.jsonl.gz --json',
    starts: [['bench/powershell/main.ts']],
  },
  {
    name: 'shells',
    says: 'the lines of the corpus, or of a FILE, with the shell named and without; --write makes the table of proof/shells.md again',
    example: '--write',
    starts: [['packages/permesso/test/shells/main.ts']],
  },
  {
    name: 'wire:schema',
    says: 'writes the JSON Schemas of the wire contract and of the lines of the log',
    starts: [['packages/gate/test/wire/schema-files.ts'], ['oxfmt']],
  },

  // Decisions.
  {
    name: 'verdicts',
    says: 'decisions and receipts of these sources beside those of a commit, over the public suite and any folder of calls',
    example: 'against main --corpus DIR',
    starts: [['bench/verdicts.ts']],
  },
  {
    name: 'friction',
    says: 'how often agents at work would be asked: the calls of a FILE, or whole days with --days',
    example: 'FILE --json',
    starts: [['bench/friction.ts']],
  },
  {
    name: 'peers',
    says: 'other engines on the public suite; writes proof/leaderboard.md and the table of the README',
    starts: [['bench/peers/main.ts']],
  },
  {
    name: 'bench',
    says: 'a figure measured beside something bare in the same run: decide, hook, hostile, keep, look, mcp, resident, rules, sandbox, start, ...',
    example: 'hook --json',
    starts: [['bench/main.ts']],
  },
  {
    name: 'never-loosens',
    says: 'settings of agents alone and in pairs, imported: no call of the corpus or of a FILE gets looser',
    example: 'FILE.jsonl',
    starts: [['packages/permesso/test/never-loosens/main.ts']],
  },
  {
    name: 'test:policy-files',
    says: 'policy files under random texts (fuzz), many writers (storm) and kills, as often as is said',
    example: 'kills 500',
    starts: [['packages/gate/test/policy-files/run.ts']],
  },
  {
    name: 'faults:log',
    says: 'kills processes that write the log, so many times: no acknowledged entry is lost',
    example: '1000',
    starts: [['packages/gate/test/log/run-faults.ts']],
  },

  // Shells, commands and paths beside the real ones.
  {
    name: 'fuzz:shell',
    says: 'the shell reading beside a real bash, zsh, dash, busybox or mksh, for so long; --scripts, --seed',
    example: '--shell zsh --seconds 600',
    starts: [['packages/engine/test/fuzz-shell/main.ts']],
  },
  {
    name: 'oracle:commands',
    says: 'the command model beside the real programs, in a sandbox; --seconds, --seed, --lines',
    example: 'pdfinfo',
    starts: [['packages/engine/test/oracle-commands/main.ts']],
  },
  {
    name: 'macos',
    says: 'how it is known what the programs of macOS do: run, by the manual of BSD or of Apple, or not known',
    example: '--json',
    starts: [['packages/engine/test/macos/main.ts']],
  },
  {
    name: 'oracle:install',
    says: "the programs for that, in a Debian of their own (root, some 10 GB); without it this machine's are run",
    starts: [['packages/engine/test/oracle-commands/install.sh']],
  },
  {
    name: 'inline-programs',
    says: 'runs each harmless Python program of the tests under bwrap and strace, and prints what it did besides',
    starts: [['packages/engine/test/inline-programs/run-python.ts']],
  },
  {
    name: 'coverage',
    says: 'sub-commands that public completions know beside the rows of effects, and what is missing; --fig FOLDER reads @withfig/autocomplete, --write makes proof/coverage.md',
    example: '--fig FOLDER --write',
    starts: [['packages/engine/test/catalogue/main.ts']],
  },
  {
    name: 'unknown-rate',
    says: 'how many commands of a FILE the shell reading gives up on, and why',
    example: 'corpus/everyday.jsonl',
    starts: [['packages/engine/test/fuzz-shell/unknown-rate.ts']],
  },
  {
    name: 'test:paths',
    says: "path resolution beside the kernel's, on so many random trees",
    example: '--trees 10000',
    starts: [['packages/gate/test/paths/run.ts']],
  },
];
