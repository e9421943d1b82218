import { differs, own, real, sdks, shownIn, library, tests, type Topic } from './demand.ts';
import { modes } from './mode-demands.ts';

const kinds: Topic = {
  title: 'A decision for each kind of call',
  demands: [
    ...shownIn(`${library}/kind-rules.test.ts`, [
      ['Without a configuration everything runs, as before', 'nothing at all'],
      ['The default for all kinds is allow or deny', 'a default alone'],
      ['A rule decides one kind: shell, write, read, url or mcp', 'default $fallback, $ruled: $decision'],
      ['A rule without a decision allows', 'all but reading denied'],
      ['A kind or a decision that does not exist is refused when it is loaded', 'a kind that does not exist'],
      ['An evaluation may read, and neither write nor use a shell', 'read-only evaluation'],
    ]),
    ...shownIn(`${sdks}/copilot-sdk/copilot-sdk.test.ts`, [
      ['`tool_permissions` of a workflow is read as it is written', 'tool_permissions of a workflow'],
      ['An untrusted workflow may read and nothing else', 'untrusted: only read'],
      ['Each permission request of the SDK gets an answer', 'never throws, never abstains'],
      ['The answer is one of the four result kinds of the SDK', 'an SDK before 1.0 is told who refused'],
    ]),
    ...shownIn(`${real}/copilot-sdk/ways-around.test.ts`, [
      [
        'A kind that no rule names inherits the default',
        'tool_permissions: what is not named inherits the default',
      ],
      [
        'A refused call says so, instead of failing silently',
        'tool_permissions: a denied kind does not run, and is said so',
      ],
    ]),
    ...shownIn(`${tests}/observe.test.ts`, [
      [
        'All decisions can be logged without blocking any call',
        'lets calls run, asks nobody, and records what would have become of them',
      ],
    ]),
  ],
};

const interception: Topic = {
  title: 'Approval before a call, or from output',
  demands: [
    ...shownIn(`${sdks}/interceptor/interceptor.test.ts`, [
      [
        'A program is asked before a tool runs, and the tool runs or not by the answer',
        'before the call: the gate decides, asks, and its answer is what runs',
      ],
      [
        'What a program refused is asked about, and it is started again with what was approved',
        'from output: what was refused is asked about, and allowed in the next run',
      ],
      [
        'A denied call stays refused, and who started the program is told why',
        'from output: no stays no, and a denied call is not asked about',
      ],
      [
        'The program is started again until nothing is refused, with a bound',
        'from output: a call is asked about once, and the runs are bounded',
      ],
    ]),
    ...shownIn(`${own}/rules.test.ts`, [
      [
        'One interface decides the same before a call and from output',
        'one interface decides the same before a call and from output',
      ],
      [
        'A request names the kind, and the command, path, server or tool',
        'a request names the kind, and the command, path, server or tool',
      ],
      ['A call waits until the person has answered', 'a call waits until the person has answered'],
      ['Approve once', 'an approval for once is asked about again'],
      ['Approve for the session', 'an approval for the session holds in the session'],
      ['Approve for always', 'an approval for always holds in every session'],
      ['A denial is remembered too', 'a denial for the session holds in the session'],
      ['`shell`: all shell commands', '`shell` means every shell command'],
      ['`shell(git)`: git commands only', '`shell(git)` means git commands only'],
      [
        '`shell(git status)`: that command only',
        '`shell(git push)` means that command',
        differs('with any arguments, as Copilot CLI itself reads it'),
      ],
      ['`write`: all writes', '`write` means every write'],
      ['`write(/path)`: writes to that path', '`write(/path)` means writes to that path'],
      ['`read`: all reads', '`read` means every read'],
      ['`url`: all addresses', '`url` means every address'],
      ['`SERVER(tool)`: one tool of an MCP server', '`server(tool)` means that tool of an MCP server'],
      [
        'Several calls of one turn are each decided',
        'of several calls in one turn each is decided for itself',
      ],
    ]),
    ...shownIn(`${sdks}/interceptor/read-refusals.test.ts`, [
      [
        'The texts that name a refused shell command, write or MCP tool are read',
        'reads the three texts with their advice, and the two that have none',
      ],
      [
        'So are those of a refused read or URL',
        'reads the three texts with their advice, and the two that have none',
      ],
      [
        'A text that names no call does not pass for success',
        'what names no call says so, so that a run with it is not taken for done',
      ],
    ]),
    ...shownIn(`${sdks}/interceptor/allow-string.test.ts`, [
      [
        'An approved command or path is written as `--allow shell(...)` or `write(...)`',
        'says a call as the program reads it',
      ],
      [
        'An approved MCP tool is written as `--allow MCP_filesystem(read_file)`',
        'says a call as the program reads it',
        differs('a permission that reaches further than the call is asked about as such'),
      ],
    ]),
    ...shownIn('packages/gate/src/payloads/copilot-flags.test.ts', [
      [
        'A program is started with the permissions that are known',
        'what is refused or asked about is denied there; of what is allowed, tools of servers alone are said',
        differs(
          'what is denied is said at the start; what is allowed only where the program reads it as we do',
        ),
      ],
    ]),
    ...shownIn('packages/permesso/src/hosts/copilot-cli/run-until-granted.test.ts', [
      [
        'Copilot CLI runs either way: with a hook, or with its output read',
        'asks about what was refused, and starts again with what was granted',
      ],
    ]),
    ...shownIn(`${tests}/outcomes.test.ts`, [
      ['An event after the tool says how it ended', 'asked, decided, answered, ended, under one key'],
      [
        'The hooks of an SDK after a tool record it by themselves',
        'Copilot SDK: its hook after a tool records, and hands on to that of the app',
      ],
    ]),
    ...shownIn('packages/gate/src/gate/authorize.test.ts', [
      [
        'What is allowed or denied already is not asked about',
        'an allow runs and a deny does not, and nobody is asked',
      ],
    ]),
    ...shownIn('packages/console/test/approvals.test.ts', [
      [
        'Pending approvals are shown, and answered there',
        'a hook asks, the page shows it, a click answers, and the hook gets the answer',
      ],
    ]),
    ...shownIn('packages/console/test/rules.test.ts', [
      [
        'Saved permissions are managed on a page',
        'a rule is added to a file, and removed from the one that it stands in, comments kept',
      ],
      [
        'It lists what is allowed and what is denied',
        'rules are found by layer, by what is never used and by what does nothing',
      ],
    ]),
    ...shownIn('packages/console/test/profiles.test.ts', [
      [
        'Profiles are exported and imported',
        'a profile is kept, handed on as a text, taken over again, and removed',
      ],
    ]),
    ...shownIn(`${library}/stores/contract.test.ts`, [
      [
        'Permissions are kept in files or a database, and survive the process',
        'an approval is used once, however many would use it at once, and asked about again afterwards',
      ],
    ]),
  ],
};

const visibility: Topic = {
  title: 'Tools that the model does not see',
  demands: [
    ...shownIn(`${tests}/hosts/visibility.test.ts`, [
      ['An empty list shows every tool', 'an empty filter allows everything'],
      ['A list shows only what it names', 'an allow list restricts to the listed names'],
      ['What is hidden stays hidden, whatever is listed', 'the deny list wins over the allow list'],
      ['A trailing `*` matches a beginning', 'a trailing * matches a prefix'],
      ['It hides a whole namespace', 'a denied prefix hides a whole namespace'],
      ['A `*` elsewhere is a letter', 'a * elsewhere is a letter like any other'],
      ['Every way to a tool is filtered', 'LangChain, wrapModelCall'],
      [
        'A tool that is registered later is filtered too',
        'is asked again: a tool that was registered later is filtered too',
      ],
    ]),
    ...shownIn('packages/gate/src/gate/hidden-tools.test.ts', [
      ['A hidden tool that is called all the same is denied, in every mode', 'is denied in the mode %s'],
    ]),
    ...shownIn(`${real}/contract/contract.ts`, [
      [
        'The model is not offered a hidden tool',
        'a hidden tool is not offered, and does not run when called',
      ],
    ]),
  ],
};

const lists: Topic = {
  title: 'Lists of allowed, asked and denied tools',
  demands: [
    ...shownIn(`${library}/list-rules.test.ts`, [
      ['Bash is allowed, and `rm` asks all the same', 'safe general Bash usage: rm asks'],
      ['So do `sudo` and `dd`', 'safe general Bash usage: sudo asks'],
      ['Other commands run freely', 'safe general Bash usage: npm runs'],
      ['Edits run in `acceptEdits`, and pushing asks', 'development workflow: pushing asks'],
      ['Installing packages asks', 'development workflow: installing asks'],
      [
        'A tool that is not on the allow list is denied',
        'safe general Bash usage: what is not listed is refused',
      ],
      ['A deny list beats the others', 'a deny list beats both others'],
      ['An ask list beats a broad allow list', 'a broad allow does not silence a narrow ask'],
      ['`Bash(rm -rf /)` is that command', 'an exact command is not another'],
      ['`Read(*.secret)` is a file pattern', 'a file pattern'],
      ['`WebFetch(github.com)` is a domain', 'a domain'],
      ['`mcp__server__*` is a namespace', 'an MCP namespace'],
    ]),
    ...shownIn(`${sdks}/claude-agent-sdk/claude-agent-sdk.test.ts`, [
      [
        '`allowedTools` never reaches the SDK, where it would skip the question',
        'options that would let a call past the gate are refused, each with its fix',
      ],
    ]),
    ...shownIn(`${real}/claude-agent-sdk/ways-around.test.ts`, [
      [
        'Every call is decided, also those that the SDK would not ask about',
        'a read-only command, for which `canUseTool` is never called, is decided',
      ],
    ]),
  ],
};

export const topics: readonly Topic[] = [kinds, interception, modes, visibility, lists];
