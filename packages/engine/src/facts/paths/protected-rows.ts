import type { ProtectedRow } from './protected-row.ts';
import { listed } from '../word-set.ts';

export const protectedRows: readonly ProtectedRow[] = [
  {
    code: 'permesso',
    reason: 'controls what agents may do (policy, grants and log of Permesso)',
    from: 'write',
    paths: listed(`
      **/.permesso, **/.config/permesso, **/.local/share/permesso, **/.local/state/permesso, **/.cache/permesso,
      **/library/application support/permesso, /etc/permesso
      # The hook itself, which is in the working directory where a project has it as a dependency.
      **/node_modules/permesso
      # The same files where XDG_CONFIG_HOME and XDG_STATE_HOME put them.
      **/permesso/policy.yaml, **/permesso/trust.json, **/permesso/trusted-code.json, **/permesso/canary.json,
      **/permesso/bridges, **/permesso/compiled, **/permesso/console-views.json, **/permesso/resident,
      **/permesso/sandbox, **/permesso/freeze.json, **/permesso/grants, **/permesso/install, **/permesso/kept,
      **/permesso/limits, **/permesso/log, **/permesso/notices, **/permesso/parsed, **/permesso/plugins,
      **/permesso/popups, **/permesso/present, **/permesso/profiles, **/permesso/sessions, **/permesso/team,
      **/permesso/terminals, **/permesso/trust-offered, **/permesso/trusted-mods.json, **/permesso/users.json
    `),
  },
  {
    code: 'agent-config',
    reason: 'configures an agent (hooks, permissions, tools or servers)',
    from: 'write',
    paths: listed(`
      **/.claude, **/.claude.json
      # A plugin of Claude Code, wherever it lies: --plugin-dir and CLAUDE_CODE_PLUGIN_DIRS load it from anywhere.
      **/.claude-plugin, **/hooks/hooks.json, /etc/claude-code, **/.mcp.json, **/claude_desktop_config.json,
      **/.codex, /etc/codex, **/.gemini, **/gemini-extension.json, /etc/gemini-cli, **/.qwen, **/.copilot,
      **/.config/github-copilot, **/.github/hooks, **/.cursor, **/.opencode, **/opencode.json, **/opencode.jsonc,
      **/tui.json, **/tui.jsonc, **/.config/opencode, **/.kilo, **/.kilocode, **/.config/kilo,
      **/kilo.json, **/kilo.jsonc, **/.pi, **/.kimi-code, **/.reasonix, **/.openclaw, **/.cline, **/.clinerules/hooks, **/documents/cline,
      **/.windsurf, **/.codeium, **/.kiro, **/.amazonq, **/.aws/amazonq, **/.roo, **/.continue, **/.config/goose,
      **/.aider.conf.yml, **/library/application support/claudecode, **/library/application support/code/user,
      **/.config/code/user
    `),
  },
  // Files of build servers: an edit that is pushed runs there, with credentials that this machine does not have.
  {
    code: 'ci-config',
    reason: 'runs on the build servers of the team, with their credentials',
    from: 'write',
    paths: listed(`
      **/.github/workflows, **/.github/actions, **/.gitea/workflows, **/.forgejo/workflows, **/.gitlab-ci.yml,
      **/.circleci, **/.buildkite, **/.drone.yml, **/.travis.yml, **/.teamcity, **/.semaphore, **/.woodpecker,
      **/.woodpecker.yml, **/jenkinsfile, **/azure-pipelines.yml, **/bitbucket-pipelines.yml, **/appveyor.yml,
      **/cloudbuild.yaml
    `),
  },
  {
    code: 'shell-config',
    reason: 'runs whenever a shell or a session starts',
    from: 'write',
    paths: listed(`
      **/.bashrc, **/.bash_profile, **/.bash_login, **/.bash_logout, **/.bash_aliases, **/.bash_completion,
      **/.profile, **/.zshrc, **/.zshenv, **/.zprofile, **/.zlogin, **/.zlogout, **/.oh-my-zsh, **/.cshrc,
      **/.tcshrc, **/.kshrc, **/.mkshrc, **/.login, **/.logout, **/.config/fish, **/.config/nushell,
      **/.config/powershell, **/.inputrc, **/.envrc, **/.direnvrc, **/.config/direnv, **/.xprofile, **/.xinitrc,
      **/.xsession, **/.xsessionrc, **/.pam_environment, **/.config/environment.d
    `),
  },
  {
    code: 'git-config',
    reason: 'makes git run commands (hooks, filters, aliases, pagers)',
    from: 'write',
    paths: listed(`
      **/.git, **/*.git/hooks, **/*.git/config, **/.gitconfig, **/.gitmodules, **/.config/git, **/.husky,
      **/.githooks, **/.hg/hgrc, **/.hgrc, **/.jj/repo
    `),
  },
  {
    code: 'program-config',
    reason: 'makes everyday programs load or run code',
    from: 'write',
    paths: listed(`
      **/.vscode, **/.vscode-server, **/.idea, **/.zed, **/.devcontainer, **/.vimrc, **/.gvimrc, **/.vim, **/.exrc,
      **/.config/nvim, **/.emacs, **/.emacs.d, **/.dir-locals.el, **/.tmux.conf, **/.config/tmux, **/.screenrc,
      **/.ripgreprc, **/.config/ripgrep, **/.lessfilter, **/.gdbinit, **/.lldbinit, **/.pdbrc, **/.irbrc, **/.perldb,
      **/.rprofile, **/.psqlrc, **/.sqliterc, **/.yarnrc, **/.yarnrc.yml, **/.pnpmfile.cjs, **/.config/pip, **/.pip,
      **/.cargo/config, **/.cargo/config.toml, **/.curlrc, **/.wgetrc, **/.rsyncd.conf
    `),
  },
  {
    code: 'startup',
    reason: 'is run by the system automatically, on a schedule or at login',
    from: 'write',
    paths: listed(`
      **/.config/autostart, **/.config/systemd, **/.local/share/systemd, **/.config/upstart, **/library/launchagents,
      **/library/launchdaemons, **/.crontab, /var/spool/cron, /var/spool/at, /lib/systemd, /usr/lib/systemd,
      /usr/local/lib/systemd
    `),
  },
  {
    code: 'system',
    reason: 'belongs to the operating system',
    from: 'write',
    paths: listed(`
      /etc, /private/etc, /boot, /system, /proc/sys, /proc/sysrq-trigger, /sys
    `),
  },
  {
    code: 'disk',
    reason: 'is a disk or the memory of this machine',
    from: 'read',
    paths: listed(`
      /dev/sd*, /dev/hd*, /dev/vd*, /dev/xvd*, /dev/nvme*, /dev/mmcblk*, /dev/disk*, /dev/rdisk*, /dev/dm-*, /dev/md*,
      /dev/mapper, /dev/loop*, /dev/zvol, /dev/block, /dev/sg*, /dev/raw, /dev/mem, /dev/kmem, /dev/port, /dev/nvram,
      /proc/kcore
    `),
  },
  // Input, screen, camera, microphone, and attached devices.
  {
    code: 'device',
    reason: 'is a device of this machine or one that is attached to it',
    from: 'read',
    paths: listed(`
      /dev/input, /dev/uinput, /dev/hidraw*, /dev/tpm*, /dev/fb*, /dev/vcs*, /dev/video*, /dev/snd, /dev/bpf*,
      /dev/ttyacm*, /dev/ttyusb*, /dev/rfcomm*, /dev/cu.*
    `),
  },
  {
    code: 'ssh',
    reason: 'gives access to other machines or this one (SSH keys and settings)',
    from: 'read',
    paths: ['**/.ssh'],
  },
  {
    code: 'personal',
    reason: 'holds messages, mail, photos or what programs may see of them',
    from: 'read',
    paths: listed(`
      **/library/messages, **/library/mail, **/library/safari, **/library/calendars, **/*.photoslibrary,
      **/library/application support/addressbook, **/library/application support/com.apple.tcc
    `),
  },
  {
    code: 'private-key',
    reason: 'is named like a private key or a key store',
    from: 'read',
    paths: listed(`
      **/id_rsa, **/id_dsa, **/id_ecdsa, **/id_ed25519, **/id_ecdsa_sk, **/id_ed25519_sk, **/*_rsa, **/*_ed25519,
      **/*.ppk, **/*.pfx, **/*.p12, **/*.jks, **/*.keystore, **/*.kdbx, **/*.key, **/key.pem, **/*-key.pem,
      **/*_key.pem, **/privkey*.pem, **/private*.pem, **/.gnupg, **/.password-store, **/.local/share/keyrings,
      **/library/keychains, /etc/ssl/private, /etc/ssh/*_key
    `),
  },
  // Where programs store passwords, tokens and keys.
  {
    code: 'credentials',
    reason: 'holds passwords, tokens or keys',
    from: 'read',
    paths: listed(`
      **/.env, **/.env.*, **/.env-*, **/.env_*, **/*secrets.yaml, **/*secrets.yml, **/secret*.tfvars,
      **/*.secrets.auto.tfvars, **/.npmrc, **/.pypirc, **/.netrc, **/_netrc, **/.git-credentials,
      **/.config/git/credentials, **/.config/gh, **/.config/hub, **/.config/glab-cli, **/.aws, **/.azure,
      **/.config/gcloud, **/.boto, **/.s3cfg, **/.config/doctl, **/.config/rclone, **/.oci, **/.kube,
      **/.docker/config.json, **/.dockercfg, **/.dockerconfigjson, **/.config/containers/auth.json, **/.vault-token,
      **/.terraformrc, **/.terraform.d/credentials.tfrc.json, **/.pgpass, **/.my.cnf, **/.mylogin.cnf, **/.htpasswd,
      **/.gem/credentials, **/.cargo/credentials, **/.cargo/credentials.toml, **/.m2/settings.xml,
      **/.m2/settings-security.xml, **/.gradle/gradle.properties, **/.composer/auth.json,
      **/.config/composer/auth.json, **/.kaggle/kaggle.json, **/.cache/huggingface/token, **/.huggingface/token,
      **/.cache/huggingface/stored_tokens, **/.databrickscfg, **/.snowsql/config, **/.snowflake/connections.toml,
      **/.config/snowflake/connections.toml, **/.fly/config.yml, **/.config/.wrangler/config, **/.wrangler/config,
      **/.cloudflared, **/.config/netlify, **/.local/share/com.vercel.cli/auth.json, **/.supabase/access-token,
      **/.railway/config.json, **/.config/configstore, **/.clasprc.json, **/.config/stripe/config.toml,
      **/.sentryclirc, **/.config/ngrok, **/.ngrok2, **/.config/op, **/.config/sops/age, **/.config/hcloud,
      **/.config/linode-cli, **/.config/pypoetry/auth.toml, **/.config/helm/registry/config.json,
      **/.config/nuget/nuget.config, **/.nuget/nuget/nuget.config, **/.local/share/gem/credentials,
      **/.circleci/cli.yml, **/.travis/config.yml, **/.subversion/auth, **/.authinfo, **/.authinfo.gpg, **/.msmtprc,
      **/key.properties, **/keystore.properties, **/authkey_*.p8, **/.appstoreconnect, **/.pause, **/.dput.cf, **/.oscrc,
      **/.config/osc, **/.config/copr, **/.hex/hex.config, **/.sbt/.credentials, **/.ivy2/.credentials, **/.renviron,
      **/vault_pass, **/.vault_pass, **/vault_pass.txt, **/.vault_pass.txt, **/vault-pass.txt, **/.vault-pass, **/vault_password, **/.vault_password, **/vault_password.txt, **/.vault_password.txt, **/.dbt/profiles.yml,
      **/.mc/config.json, **/.transifexrc, **/.sfdx, **/.ngc/config, **/.config/solana, **/.foundry/keystores,
      **/.ethereum/keystore, **/.electrum/wallets, **/.bitcoin/wallet.dat, **/.monero,
      **/.fetchmailrc, **/.android/adbkey, **/.claude.json, **/.claude/.credentials.json, **/.codex/auth.json,
      **/.gemini/oauth_creds.json, **/.qwen/oauth_creds.json, **/.gemini/mcp-oauth-tokens*.json,
      **/.local/share/opencode/auth.json, **/.local/share/opencode/mcp-auth.json, **/.local/share/kilo/auth.json,
      **/.local/share/kilo/mcp-auth.json, **/.pi/agent/auth.json, **/.config/github-copilot,
      **/.config/cursor/auth.json, **/.codeium/config.json, **/.cline/data/secrets.json, **/.config/goose/secrets.yaml,
      **/.mcp-auth
      # What was kept of other projects, and of this one.
      **/permesso/kept
      # Leads into the console, which answers for the person.
      **/permesso/way-in, **/.mozilla/firefox, **/.config/google-chrome, **/.config/chromium,
      **/library/application support/google/chrome, **/library/cookies, **/credentials.json, **/client_secret*.json,
      **/service-account*.json, **/service_account*.json, /run/secrets, /var/run/secrets, /etc/shadow, /etc/gshadow,
      /etc/sudoers, /etc/sudoers.d, /proc/*/environ, /proc/*/mem, /proc/*/task/*/environ, /proc/*/task/*/mem
    `),
    except: listed(`
      .env.example, .env.*.example, .env.example.*, .env.sample, .env.*.sample, .env.template, .env.*.template,
      .env.dist, .env.defaults, .env.schema, .env.d.ts
    `),
  },
  {
    code: 'history',
    reason: 'records what was typed, which may include passwords',
    from: 'read',
    paths: listed(`
      **/.bash_history, **/.zsh_history, **/.sh_history, **/.psql_history, **/.mysql_history, **/.rediscli_history,
      **/.python_history, **/.node_repl_history
    `),
  },
];

/** Reading these is harmless, although their neighbours are protected. */
export const readableNames: readonly string[] = ['*.pub', 'known_hosts', 'known_hosts.old'];
