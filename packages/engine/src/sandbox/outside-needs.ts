/**
 * Commands that need something a sandbox does not have. Inside they would only fail, so a person is asked, and the sandbox
 * itself enforces a deny rule about one of them. Words are written as in rules and compared from the left; `./pip` means one
 * given by a path in the project, such as `.venv/bin/pip`.
 */
export interface OutsideNeed {
  /** Completes "it needs ...". */
  readonly needs: string;
  /** Separated by commas. */
  readonly commands: string;
  /** Runs no code from the directory that it is started in, so a rule's allow suffices to run it outside. */
  readonly runsNoCode?: true;
  /** Works inside if all of these hosts are listed. */
  readonly hosts?: readonly string[];
  /** Fails only for lack of a host: if any host is listed, nothing is known about what the command can do. */
  readonly onlyHosts?: true;
  /** About processes: works if those of earlier commands run in the same sandbox. */
  readonly processes?: true;
  /** Works inside, although other uses of the program do not. */
  readonly inside?: true;
  /** Works inside, but nobody would want it without a prompt: the sandbox does not enforce a deny rule about it. */
  readonly possible?: true;
}

const npm = ['registry.npmjs.org'] as const;
const pypi = ['pypi.org', 'files.pythonhosted.org'] as const;
const crates = ['index.crates.io', 'static.crates.io'] as const;
const golang = ['proxy.golang.org', 'sum.golang.org'] as const;
const rubygems = ['rubygems.org', 'index.rubygems.org'] as const;

export const deviceNeed = 'a device of the machine';

export const outsideNeeds: readonly OutsideNeed[] = [
  {
    // They read only files of the project.
    needs: 'nothing',
    inside: true,
    commands:
      'helm lint, helm template, helm show, helm version, helm env, helm create, helm package, helm dependency list, helm unittest, terraform fmt, terraform validate, terraform graph, terraform providers, terraform version, terraform console, tofu fmt, tofu validate, tofu graph, tofu providers, tofu version, terragrunt hclfmt, terragrunt hclvalidate, ansible-playbook --syntax-check, ansible-playbook --list-tasks, ansible-playbook --list-hosts, ansible-playbook --list-tags, fastlane lanes, fastlane list, docker compose config, docker-compose config, npm publish --dry-run, pnpm publish --dry-run, pulumi version, cdk synth, cdk ls, sam validate, kamal config, brew bundle check, brew bundle list',
  },
  {
    needs: 'to look at what is installed on the machine',
    runsNoCode: true,
    commands:
      'brew list, brew info, brew outdated, brew deps, brew uses, brew leaves, brew config, brew --prefix, brew --version, brew search, brew desc, gem search, gem list --remote, gem info --remote',
  },
  {
    needs: 'the rights of another user',
    commands: 'sudo, su, doas, pkexec, runuser, run0, setpriv, chroot, newgrp, sg',
  },
  {
    needs: 'to control the machine',
    runsNoCode: true,
    commands:
      'shutdown, reboot, halt, poweroff, systemctl, service, init, telinit, loginctl, timedatectl, hostnamectl, journalctl --vacuum-size, crontab, at, batch, launchctl, mount, umount, swapon, swapoff, mkfs, fdisk, parted, losetup, insmod, modprobe, rmmod, sysctl, iptables, nft, ufw, firewall-cmd, ip, ifconfig, route, useradd, usermod, userdel, groupadd, passwd, chpasswd, visudo, update-alternatives, update-rc.d, udevadm, dmesg, setcap, nginx, apachectl, supervisorctl, pm2',
  },
  {
    needs: 'to install for the machine or the user',
    commands:
      'apt, apt-get, aptitude, dpkg, rpm, yum, dnf, zypper, pacman, apk, brew, port, snap, flatpak, nix-env, pipx install, uv tool install, uv python install, cargo install, rustup install, rustup update, rustup default, rustup toolchain, rustup target add, rustup component add, rustup self, rustup override, go install, npm install -g, npm i -g, npm install --global, npm i --global, pnpm add -g, yarn global, gem install, dotnet tool install, conda install, mamba install, conda create, nvm install, asdf install, mise install, gh extension install, playwright install, code --install-extension',
  },
  {
    needs: 'settings of the user',
    commands:
      'npm config set, npm config delete, npm login, npm adduser, npm logout, yarn config set, pip config set, cargo login, cargo logout, gh auth, docker login, aws configure, gcloud auth, az login, git config --global, chsh, defaults write, gsettings set, ssh-keygen, ssh-add, gpg, gpg2, pass, op, vault, security',
  },
  {
    needs: 'other processes of the machine',
    runsNoCode: true,
    processes: true,
    commands: 'kill, pkill, killall, skill',
  },
  {
    needs: 'other processes of the machine',
    runsNoCode: true,
    commands: 'fuser, renice, strace -p, gdb -p, tmux, screen, zellij, wall, write',
  },
  {
    needs: 'the container service of the machine',
    commands:
      'docker, docker-compose, podman, nerdctl, buildah, kind, minikube, k3d, vagrant, multipass, lxc, systemd-nspawn, tilt, skaffold, supabase start, supabase stop, supabase status, supabase db, supabase test, supabase functions serve',
  },
  {
    needs: 'the package store of the machine',
    commands:
      'nix develop, nix shell, nix run, nix build, nix profile, nix-shell, nix-build, guix, devbox, devenv',
  },
  {
    needs: deviceNeed,
    commands:
      'st-flash, openocd, west flash, dfu-util, avrdude, esptool, esptool.py, probe-rs, pyocd, JLinkExe, picotool, idf.py flash, adb, fastboot, stty -F, minicom, picocom, dd, flashrom',
  },
  {
    needs: 'another machine',
    runsNoCode: true,
    onlyHosts: true,
    commands:
      'ssh, scp, sftp, rsync, mosh, telnet, ftp, nc, ncat, netcat, socat, ping, traceroute, dig, nslookup, host, curl, wget, kubectl, oc, helm status, helm history, helm list, helm get, helm search, aws, aws configure list, aws configure list-profiles, aws configure get, gcloud, gsutil, az, doctl, gh, glab, hub, heroku, redis-cli, mysql, psql, mongosh, mongo, mail, sendmail',
  },
  {
    needs: 'another machine',
    onlyHosts: true,
    commands:
      'terraform, tofu, terragrunt, pulumi, ansible, ansible-playbook, helm, helmfile, serverless, sls, sam, cdk, vercel, netlify, flyctl, fly, wrangler, firebase, railway, supabase, kamal, capistrano, fastlane',
  },
  {
    needs: 'to publish',
    onlyHosts: true,
    commands:
      'npm publish, npm unpublish, npm deprecate, npm dist-tag, npm owner, npm access, npm token, pnpm publish, yarn publish, yarn npm publish, bun publish, uv publish, twine, poetry publish, hatch publish, flit publish, cargo publish, cargo yank, cargo owner, gem push, gem yank, dotnet nuget push, nuget push, mvn deploy, mvn release:perform, gradle publish, vsce publish, changeset publish, lerna publish, semantic-release, goreleaser',
  },
  {
    needs: 'to write the repository, which is read-only in a sandbox',
    commands:
      'pre-commit install, pre-commit uninstall, husky, lefthook install, git-lfs install, hg, svn, jj, sl, fossil, bzr',
  },
  {
    needs: 'a decision, because it deletes data',
    possible: true,
    commands:
      'alembic downgrade, prisma migrate reset, prisma db push --force-reset, rails db:drop, rails db:reset, rake db:drop, rake db:reset, knex migrate:rollback, typeorm migration:revert, typeorm schema:drop, sequelize db:drop, drizzle-kit drop, dropdb, mysqladmin drop, flyway clean, liquibase dropAll, shred, wipe, srm',
  },
  { needs: 'limits on what it uses', possible: true, commands: ':' },
  {
    needs: 'a package registry that is not listed',
    runsNoCode: true,
    hosts: npm,
    commands: 'npm audit, npm view, npm info, npm outdated, pnpm outdated, pnpm view',
  },
  {
    needs: 'a package registry that is not listed',
    hosts: npm,
    commands:
      'npm install, npm i, npm ci, npm add, npm update, npm exec -y, npm create, npm init, pnpm install, pnpm i, pnpm add, pnpm update, pnpm dlx, yarn install, yarn add, yarn up, yarn upgrade, yarn dlx, bun install, bun add, npx -y, npx --yes',
  },
  {
    needs: 'a package registry that is not listed',
    hosts: pypi,
    commands:
      'pip install, pip3 install, pip3.11 install, pip3.12 install, python -m pip install, python3 -m pip install, python3.11 -m pip install, python3.12 -m pip install, pip download, pip wheel, uv sync, uv add, uv lock, uv pip install, uv remove, uvx, uv tool run, poetry install, poetry add, poetry update, poetry lock, pipenv install, pdm install, pdm add, hatch env create',
  },
  {
    needs: 'a package registry that is not listed',
    hosts: crates,
    commands:
      'cargo add, cargo update, cargo fetch, cargo search, cargo generate-lockfile, cargo install --root, cargo publish --dry-run',
  },
  {
    needs: 'a package registry that is not listed',
    hosts: golang,
    commands: 'go get',
  },
  {
    // They fetch what the code names, verified by checksums, and run none of it.
    needs: 'a package registry that is not listed',
    runsNoCode: true,
    hosts: golang,
    commands: 'go mod download, go mod tidy, go mod vendor, go mod verify',
  },
  {
    needs: 'a package registry that is not listed',
    hosts: rubygems,
    commands: 'bundle install, bundle update, bundle add',
  },
  {
    needs: 'a package registry that is not listed',
    hosts: ['repo.packagist.org'],
    commands: 'composer install, composer require, composer update, composer create-project',
  },
  {
    needs: 'a package registry that is not listed',
    hosts: ['api.nuget.org'],
    commands: 'dotnet add, dotnet restore',
  },
];
