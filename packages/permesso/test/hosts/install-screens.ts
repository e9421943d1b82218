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
    says: `# Installing

Every screen on this page is what the command prints at 80 columns, in the home of somebody who has used three agents
for a while: comments, trailing commas, Windows line ends, a linked file, a read-only one. Only the command that starts
the hook is shortened. The page is written by
\`node packages/permesso/test/hosts/install-screens.ts --write\` and compared by a test.

| Command | Does |
|---|---|
| \`permesso scan\` | reports what agents may do today; reads only |
| \`permesso init\` | imports their rules, registers the hook, shows a diff and asks |
| \`permesso doctor\` | tells whether each agent really asks first; \`--canary\` proves it |
| \`permesso trust mod\` | lists mods of Claude Code, and lets one through that you name |
| \`permesso uninstall\` | takes it back, to the last byte |
| \`permesso run\` | Copilot CLI without its hook |

The hook always goes into your own settings, never into a project's: Copilot CLI, Gemini CLI and Codex skip what a
project brings, without a word, until its folder is trusted.`,
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

Nothing is written before you have seen it. Keys are left out of what is shown. Where an agent has deny rules of its
own, what the policy refuses without condition is written there too: such rules survive a hook that is dead.

Claude Code also gets a guard mod. A mod is code that runs inside Claude Code, and one that a trusted project brings could
answer before the hook or overrule it; the guard is loaded first and refuses such mods
([how](hosts/claude-code.md#how-it-is-plugged-in)). Its name ends in random characters, so that no project can name it.`,
  },
  { run: ['init', '--yes'] },
  { says: 'A second time there is nothing to do.' },
  { run: ['init', '--yes'] },
  {
    says: `## doctor

A setting is evidence, not proof. \`permesso doctor --canary\` starts the real program in a home that is thrown away, with
our hook as it is registered and nothing else of yours: no login, no rules, no history. A model on loopback asks for two
commands. The one that the policy allows must happen, the one that it refuses must not, and the hook's own log must
show that it was asked. A program that runs neither proves nothing, and is called unproven. Claude Code is started a second
time, in a project with two hostile mods: they must not get the refused command through either.

Run on 2026-11-15 with Claude Code 2.1.325, Copilot CLI 1.0.102, Codex 0.166.0, Gemini CLI 0.61.0, OpenCode 1.18.33,
Cline 3.0.65 and Qwen Code 0.24.4 it said \`proven\` for each. Cursor, Windsurf and Kiro cannot be started without a
person; what is written for them follows their documentation.`,
  },
  { run: ['doctor'], exit: 1 },
  { says: 'Somebody switches hooks off, and the policy no longer loads:' },
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

A file that nobody has touched since is put back byte for byte, with its mode; from one that was changed, exactly our
entries are taken out. The log and the grants stay.`,
  },
  { run: ['uninstall', '--dry-run'] },
  { run: ['uninstall', '--yes'] },
  {
    says: `## run: Copilot CLI without its hook

\`permesso run -- copilot -p "..."\` is for places where no hook may be registered. It denies there what the policy refuses
or asks about, reads from \`--output-format json\` which calls were refused, asks about them, and starts the prompt anew
with what was granted, five times at most. What was measured with Copilot CLI 1.0.102 makes it the poorer way:

- Copilot compares commands by their name, for git also by the sub-command, and never by their arguments. A yes to
  \`touch a\` can only be passed on as a yes to every \`touch\`; you are asked about that too, or say \`--widen\`.
- Commands with pipes, chains, substitutions or redirections cannot be passed on at all.
- Each run begins from the start, and what an earlier one did was done.`,
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
    if (open === undefined && !/"out(?:=\$\(|$)/.test(line)) {
      shown.push(line);
      continue;
    }
    open = open === undefined ? line : open + line.trimStart();
    if (!/\bfi"/.test(open)) continue;
    const short = open.replace(/out=\$\(.*fi"/, 'sh: starts the hook, or says no"');
    shown.push(
      short.slice(0, 78),
      ...(short.slice(78).match(/.{1,72}/g) ?? []).map((rest) => `      ${rest}`),
    );
    open = undefined;
  }
  return [...shown, ...(open === undefined ? [] : [open])].join('\n');
}

const page: URL = new URL('../../../../docs/install.md', import.meta.url);

if (process.argv.includes('--write')) writeFileSync(page, await renderInstall());

export function writtenInstall(): string {
  return readFileSync(page, 'utf8');
}
