import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newUser, type NewUser } from './new-user.ts';

/** One thing on the page: words, a file as it is, or a command with what it prints. */
type Piece =
  | { readonly says: string }
  | { readonly shows: string; readonly as: string; readonly from?: string }
  | { readonly quietly: (user: NewUser) => void }
  | { readonly run: readonly string[]; readonly exit?: number };

const projectSettings = `{
  "permissions": {
    "allow": [
      "Bash(python:*)",
      "Bash(curl -H 'Authorization: Bearer ghp_0123456789abcdefghijABCDEFGHIJ012345' https://x.test)"
    ],
    "deny": ["Write(.env)", "Read(.env)"]
  }
}
`;

const pieces: readonly Piece[] = [
  {
    says: `# Installation

| Command | What it does |
|---|---|
| \`permesso scan\` | reports what your agents may do today; read-only |
| \`permesso init\` | imports their rules, registers the hook, and asks before writing; \`--diff\` shows every line |
| \`permesso doctor\` | checks that each agent asks Permesso first; \`--canary\` verifies it with the real program |
| \`permesso trust mod\` | lists Claude Code mods and trusts the ones you name |
| \`permesso uninstall\` | restores every file byte for byte |
| \`permesso init --managed\` | unattended, for every user of a machine or an image: [Managed machines](../docs/machines.md#managed-machines) |
| \`permesso run\` | runs Copilot CLI where its hook cannot be registered |

The hook is registered in your user settings, never in a project's: Copilot CLI, Gemini CLI and Codex silently skip project
hooks until the folder is trusted.

The screens on this page show the real output at 80 columns, in a home directory with three agents whose settings contain
comments, trailing commas, Windows line endings, a linked file and a read-only file. Only the command that starts the hook
is shortened. \`node packages/permesso/test/hosts/install-screens.ts --write\` generates them, and a test compares them.`,
  },
  { says: '## Before' },
  {
    quietly: (user) => {
      user.write('.zshrc', 'export EDITOR=vim\nalias c="claude --dangerously-skip-permissions"\n');
      user.write(
        '.codex/hooks.json',
        '{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"~/bin/guard"}]}]}}\n',
      );
      user.write('shop/.claude/settings.json', projectSettings);
    },
  },
  { shows: 'dotfiles/claude/settings.json', as: 'jsonc', from: '~/.claude/settings.json, a link' },
  { says: '## scan: what may agents do today?' },
  { run: ['scan'], exit: 2 },
  {
    says: `## init

\`init\` shows on one screen what it found, what it would change, which preset it proposes and where you will be asked, and
asks one question. If an agent has its own deny rules, the policy's
unconditional denials are written there too, so that they hold even if the hook does not run.

Claude Code also gets a guard mod. A mod is code that runs inside Claude Code; a mod from a trusted project could answer
before the hook or overrule it. The guard is loaded first and rejects such mods
([details](../docs/hosts/claude-code.md#the-guard-mod)). Its name ends in random characters, so that no project can guess it.`,
  },
  { run: ['init', '--dry-run'] },
  {
    says: `\`--diff\` shows every line before it is written, with secrets redacted.`,
  },
  { run: ['init', '--yes', '--diff'] },
  { says: 'Running it again changes nothing:' },
  { run: ['init', '--yes'] },
  {
    says: `## doctor

\`permesso doctor\` checks the settings. \`permesso doctor --canary\` goes further: it starts the real program in a temporary
home directory, with the registered hook and nothing else of yours (no login, no rules, no history). A model on loopback
requests two commands. The allowed one must run, the denied one must not, and the hook's log must show both calls. If
neither runs, the result is \`unproven\`. Claude Code is started a second time in a project with two hostile mods, which must
not get the denied command through.

On 2026-11-15 the result was \`proven\` for Claude Code 2.1.325, Copilot CLI 1.0.102, Codex 0.166.0, Gemini CLI 0.61.0,
OpenCode 1.18.33, Cline 3.0.65 and Qwen Code 0.24.4. Cursor, Windsurf and Kiro cannot be started without a person; their
setup follows their documentation.`,
  },
  { run: ['doctor'], exit: 1 },
  { says: 'If hooks are switched off and the policy does not load:' },
  {
    quietly: (user) => {
      user.write('shop/.claude/settings.local.json', '{\n  "disableAllHooks": true\n}\n');
      user.write('.config/permesso/kept', user.read('.config/permesso/policy.yaml'), 0o600);
      user.write('.config/permesso/policy.yaml', 'deny:\n  - Bash(rm\n', 0o600);
    },
  },
  { run: ['doctor', 'claude-code'], exit: 2 },
  {
    quietly: (user) => {
      user.write('.config/permesso/policy.yaml', user.read('.config/permesso/kept'), 0o600);
    },
  },
  {
    says: `## uninstall

Files that did not change since \`init\` are restored byte for byte, with their mode. From files that did change, only
Permesso's entries are removed. The log and the grants are kept.`,
  },
  { run: ['uninstall', '--dry-run'] },
  { run: ['uninstall', '--yes'] },
  {
    says: `## run: Copilot CLI without its hook

Use \`permesso run -- copilot -p "..."\` where no hook can be registered. It denies everything that the policy denies or asks
about, reads the denied calls from \`--output-format json\`, asks you about them, and restarts the prompt with what you
granted, up to five times. Prefer the hook: with Copilot CLI 1.0.102, \`run\` has these limitations:

- Copilot matches commands by name (for git also by subcommand), never by arguments. An approval of \`touch a\` can only be
  passed on as an approval of every \`touch\`. You are asked about that too, unless you pass \`--widen\`.
- Commands with pipes, chains, substitutions or redirections cannot be passed on.
- Each run starts over, and the effects of earlier runs remain.`,
  },
  { run: ['init', '--help'] },
  { run: ['doctor', '--help'] },
];

/** As long as the directory that it stands for, so that lines break in the same places. */
const shownHome = '/home/sandra';

export async function renderInstall(): Promise<string> {
  const user = newUser((home) => ({
    node: join(home, 'node/bin/node'),
    hook: join(home, 'node/lib/permesso/hook.cjs'),
    plugin: join(home, 'node/lib/permesso/opencode-plugin.js'),
    timeout: '/usr/bin/timeout',
    guard: { name: 'permesso-0123456789abcdef', state: join(home, '.local/state/permesso') },
  }));
  try {
    for (const file of ['bin/node', 'lib/permesso/hook.cjs']) user.write(`node/${file}`, '', 0o755);
    const page: string[] = [];
    for (const piece of pieces) page.push(...(await render(piece, user)));
    return `${page.join('\n\n')}\n`.replaceAll(user.home, shownHome);
  } finally {
    user.remove();
  }
}

async function render(piece: Piece, user: NewUser): Promise<readonly string[]> {
  if ('says' in piece) return [piece.says];
  if ('shows' in piece)
    return [
      `\`\`\`${piece.as}\n// ${piece.from ?? piece.shows}\n${user.read(piece.shows).replaceAll(/ghp_\w+/g, 'ghp_...')}\`\`\``,
    ];
  if ('quietly' in piece) {
    piece.quietly(user);
    return [];
  }
  const { status, stdout, stderr } = await user.run(piece.run);
  const printed = withoutLauncher(`${stdout}${stderr}`.trimEnd());
  if (status !== (piece.exit ?? 0))
    throw new Error(`permesso ${piece.run.join(' ')}: exit ${status}\n${printed}`);
  const code = status === 0 ? '' : `\n$ echo $?\n${status}`;
  return [`\`\`\`console\n$ permesso ${piece.run.join(' ')}\n${printed}${code}\n\`\`\``];
}

/** What the launcher says is its own business, and long; the page shows where it stands. */
function withoutLauncher(screen: string): string {
  const shown: string[] = [];
  let open: string | undefined;
  for (const line of screen.split('\n')) {
    if (open === undefined && !/"(?:for(?: f in|$)|out(?:=\$\(|$))/.test(line)) {
      shown.push(line);
      continue;
    }
    open = open === undefined ? line : open + line.trimStart();
    if (!/\bfi"/.test(open)) continue;
    const short = open.replace(/(?:for f in |out=\$\().*fi"/, 'sh: starts the hook, or denies"');
    shown.push(
      short.slice(0, 78),
      ...(short.slice(78).match(/.{1,72}/g) ?? []).map((rest) => `      ${rest}`),
    );
    open = undefined;
  }
  return [...shown, ...(open === undefined ? [] : [open])].join('\n');
}

const page: URL = new URL('../../../../proof/install-screens.md', import.meta.url);

if (process.argv.includes('--write')) writeFileSync(page, await renderInstall());

export function writtenInstall(): string {
  return readFileSync(page, 'utf8');
}
