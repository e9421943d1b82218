import { differs, own, shownIn, type Topic } from './demand.ts';

export const modes: Topic = {
  title: 'Modes, rules and checks',
  demands: [
    ...shownIn('packages/engine/test/mode-product.test.ts', [
      [
        'Rules, checks and modes are weighed in one documented order',
        'every combination of signals gives the verdict of the promised table',
      ],
    ]),
    ...shownIn(`${own}/rules.test.ts`, [
      [
        'Every call ends as one of three decisions: allow, ask or deny',
        'every call ends as one of three decisions: allow, ask or deny',
      ],
      [
        'Rules are there from the start, and others are added while the agent runs',
        'rules are there from the start, and others are added while the agent runs',
      ],
      [
        'A rule has a tool, a pattern, a behaviour and a source',
        'a rule names a tool, a pattern, a behaviour and where it comes from',
      ],
      [
        '`npm run:*` matches `npm run build` and not `npm install`',
        '`npm run:*` is a beginning: `npm run build` and not `npm install`',
      ],
      ['File tools are matched by path patterns', '`src/**` and `src/**/*.py` are path patterns'],
      ['A path without a star is that file', 'a path without a star is that file'],
      [
        'Other tools are matched by their exact arguments',
        'any other tool is matched by its exact arguments as JSON',
      ],
      [
        'A question offers rules made of the call; an accepted rule answers the same call',
        'a question offers rules made of the call, and an accepted rule answers the same call from then on',
      ],
      [
        'A denial by the person reaches the model',
        'a denial by the person is told to the model with their comment',
      ],
    ]),
    ...shownIn('packages/gate/src/gate/failing-tools.test.ts', [
      [
        'A check may take its time, and one that fails is not an allow',
        'a tool whose own code fails',
        differs('`check` is synchronous, so that a logged call can be replayed; `asyncCheck` takes its time'),
      ],
    ]),
    ...shownIn('packages/gate/src/approval/stores/grant-files.test.ts', [
      ['An accepted rule is persisted', 'what becomes a rule in a policy file'],
    ]),
    ...shownIn(`${own}/modes.test.ts`, [
      [
        '`DEFAULT` asks about everything that nothing settles',
        'default asks about everything that neither a rule nor a read-only command settles',
      ],
      [
        'In `DEFAULT`, `Read`, `Glob` and `Grep` ask without a rule',
        'in default reading and searching tools ask without a rule',
      ],
      [
        '`ACCEPT_EDITS` lets file tools work in working directories',
        'acceptEdits lets file tools work in the working directories, and nowhere else',
      ],
      [
        'It lets file commands run whose every target is inside',
        'acceptEdits lets file commands run whose every target is in a working directory',
      ],
      [
        '`EXPLORE` runs what is read-only and denies changes',
        'explore runs read-only tools and commands, and denies every change',
        differs('reading a secret is not read-only', '0017-reading-secrets-is-not-read-only.md'),
      ],
      [
        'In `EXPLORE`, deny and ask rules come first',
        'in explore deny and ask rules come before what is read-only',
      ],
      [
        '`BYPASS` skips all but deny rules, ask rules and the denials of tools',
        'bypass runs everything but what rules deny or ask about and what the tool denies',
        differs(
          'writing the policy or the settings of an agent asks there too',
          '0016-guarded-places-are-built-in-ask-rules.md',
        ),
      ],
      ['`DONT_ASK` denies what would be asked about', 'dontAsk denies whatever would be asked about'],
      ['Deny rules hold in every mode', 'a deny rule holds in every mode'],
      [
        'Ask rules hold in every mode',
        'an ask rule holds in every mode, and is a deny where nobody is asked',
      ],
      ['The mode is set with the policy', 'the mode is set with the policy'],
      [
        'The mode changes while the agent runs',
        'the mode changes while the agent runs, from the next call on',
      ],
      ['A tool may allow a call', 'a tool that allows a call lets it run without a rule'],
      [
        'A tool may deny a call',
        'a tool that denies a call is final, whatever is allowed',
        differs('also where an ask rule matches: nobody is asked about what could not run'),
      ],
      [
        'A tool may leave a call to rules and mode',
        'a tool without an opinion leaves the call to rules and mode',
      ],
      [
        'A check sees the arguments and what surrounds the call',
        'a check sees the arguments and the machine',
      ],
      [
        'A question of a tool is answered by an allow rule',
        'a question of the tool is answered by an allow rule, and skipped by bypass',
      ],
      [
        'No allow rule silences a safety question',
        'no allow rule silences a safety question in default and acceptEdits',
      ],
      ['In `DONT_ASK` a safety question is a denial', 'in dontAsk a safety question is a deny'],
      ['`BYPASS` skips safety questions', 'bypass skips safety questions'],
      [
        'In `EXPLORE` the check of a tool is not consulted',
        'in explore the check is not consulted: what is read-only is final',
      ],
      [
        'A tool says for each call whether it is read-only',
        'a tool says for each call whether it is read-only',
      ],
      ['A tool has its own meaning for patterns', 'a tool says what its rules are compared with'],
      ['Read-only: `git`', 'git commands that only read run without a rule, in every mode'],
      [
        'Read-only: commands about files',
        'commands that only look at files run without a rule, in every mode',
      ],
      ['Read-only: Docker', 'Docker commands that only read run without a rule, in every mode'],
      ['Read-only: GitHub CLI', 'GitHub CLI commands that only read run without a rule, in every mode'],
      ['Read-only: package managers', 'package managers that only list run without a rule, in every mode'],
      [
        'A compound command is read-only only if each part is',
        'a compound command is read-only only if each of its parts is',
      ],
      [
        'Output into a file is never read-only',
        'a command whose output goes into a file is not read-only',
        differs('`/dev/null` is not a file'),
      ],
      ['Dangerous: start-up files of shells', 'writing a start-up file of a shell asks, whatever is allowed'],
      ['Dangerous: configurations of git', 'writing a configuration of git asks, whatever is allowed'],
      ['Dangerous: SSH', 'writing what SSH trusts or keeps secret asks, whatever is allowed'],
      ['Dangerous: credentials', 'writing a file of credentials asks, whatever is allowed'],
      [
        'Dangerous: `.git`, `.ssh`, `.vscode`, `.aws`, `.kube`, `.claude`',
        'writing into a protected directory asks, whatever is allowed',
      ],
      [
        '`BYPASS` protects a path that a deny rule names',
        'bypass protects a path where a deny rule names it',
      ],
      ['Recipe: exploring', 'exploring: everything may be looked at, nothing changed'],
      ['Recipe: unattended', 'unattended: what is listed runs, everything else is denied without a prompt'],
      [
        'Recipe: bypass with guardrails',
        'bypass with guardrails: everything runs but the listed commands and paths',
      ],
    ]),
  ],
};
