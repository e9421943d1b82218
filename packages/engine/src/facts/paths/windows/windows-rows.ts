import type { ProtectedRow } from '../protected-row.ts';
import { listed } from '../../word-set.ts';

/** In addition to `protected-rows.ts`, on Windows. Drives are one letter. */
export function windowsProtectedRows(): readonly ProtectedRow[] {
  return [
    row(
      {
        code: 'permesso',
        reason: 'controls what agents may do (policy, grants and log of Permesso)',
        from: 'write',
      },
      ownPlaces,
    ),
    row(
      {
        code: 'agent-config',
        reason: 'configures an agent (hooks, permissions, tools or servers)',
        from: 'write',
      },
      [...agentPlaces, 'appdata/roaming/code/user', 'appdata/roaming/cursor/user', 'appdata/roaming/claude'],
    ),
    row(
      { code: 'shell-config', reason: 'runs whenever a shell or a session starts', from: 'write' },
      listed(`
      documents/powershell, documents/windowspowershell, documents/clink, appdata/local/clink,
      appdata/roaming/nushell, appdata/local/microsoft/windows terminal
    `),
    ),
    row(
      {
        code: 'startup',
        reason: 'is run by the system automatically, on a schedule or at login',
        from: 'write',
      },
      listed(`
      start menu/programs/startup, start menu/programs/autostart, /?/windows/system32/tasks, /?/windows/tasks,
      /?/windows/system32/grouppolicy
    `),
    ),
    row(
      { code: 'program-config', reason: 'makes everyday programs load or run code', from: 'write' },
      listed(`
      _vimrc, _gvimrc, vimfiles, _netrc, appdata/local/nvim, appdata/roaming/npm, appdata/roaming/pip,
      appdata/roaming/nuget, appdata/local/microsoft/windowsapps, appdata/local/programs, scoop/shims, ntuser.dat,
      ntuser.dat.*
    `),
    ),
    row(
      { code: 'system', reason: 'belongs to the operating system', from: 'write' },
      listed(`
      /?/windows, /?/program files, /?/program files (x86), /?/programdata, /?/boot, /?/efi, /?/recovery,
      /?/system volume information, /?/bootmgr, /?/pagefile.sys, /?/autoexec.bat
    `),
    ),
    row(
      { code: 'credentials', reason: 'holds passwords, tokens or keys', from: 'read' },
      listed(`
      appdata/roaming/microsoft/credentials, appdata/local/microsoft/credentials, appdata/roaming/microsoft/protect,
      appdata/roaming/microsoft/crypto, appdata/roaming/microsoft/systemcertificates, appdata/local/microsoft/vault,
      appdata/roaming/microsoft/vault, appdata/local/microsoft/tokenbroker, appdata/local/.identityservice,
      appdata/roaming/github cli, appdata/roaming/gcloud, appdata/roaming/gnupg,
      appdata/roaming/postgresql/pgpass.conf, appdata/roaming/mysql/.mylogin.cnf, appdata/roaming/docker,
      appdata/roaming/rclone, appdata/roaming/composer/auth.json, appdata/roaming/nuget/nuget.config,
      appdata/roaming/doctl, appdata/roaming/netlify, appdata/roaming/com.vercel.cli, appdata/roaming/xdg.config,
      appdata/roaming/subversion/auth, appdata/roaming/filezilla, appdata/roaming/slack, appdata/roaming/discord,
      appdata/roaming/bitwarden, appdata/local/1password, appdata/local/github-copilot,
      appdata/roaming/mozilla/firefox, appdata/roaming/thunderbird, appdata/local/google/chrome/user data,
      appdata/local/microsoft/edge/user data, appdata/local/bravesoftware/brave-browser/user data,
      appdata/local/chromium/user data, /?/windows/system32/config, /?/windows/ntds, /?/windows/panther,
      /?/windows/repair, /?/programdata/microsoft/crypto, /?/programdata/ssh
    `),
    ),
    row({ code: 'history', reason: 'records what was typed, which may include passwords', from: 'read' }, [
      'psreadline',
      'consolehost_history.txt',
    ]),
  ];
}

/** In addition to `guarded-rows.ts`, on Windows. */
export function windowsGuardedRows(): readonly ProtectedRow[] {
  return [
    row(
      {
        code: 'permesso',
        reason: 'controls what agents may do (policy, state, log and hook of Permesso)',
        from: 'write',
      },
      ownPlaces,
    ),
    row(
      {
        code: 'agent-settings',
        reason: 'controls an agent (settings, hooks, plugins, mods or servers)',
        from: 'write',
      },
      agentPlaces,
    ),
  ];
}

const ownPlaces: readonly string[] = [
  'appdata/roaming/permesso',
  'appdata/local/permesso',
  '/?/programdata/permesso',
];

/** Settings that an administrator enforces for all users of a machine. */
const agentPlaces: readonly string[] = listed(`
  /?/program files/claudecode, /?/programdata/claudecode, /?/programdata/openai/codex, /?/programdata/gemini-cli,
  /?/programdata/qwen-code, /?/programdata/cursor, /?/programdata/windsurf, /?/programdata/opencode,
  appdata/roaming/opencode, appdata/local/github-copilot
`);

function row(about: Omit<ProtectedRow, 'paths'>, paths: readonly string[]): ProtectedRow {
  return { ...about, paths: paths.map((path) => (path.startsWith('/') ? path : `**/${path}`)) };
}
