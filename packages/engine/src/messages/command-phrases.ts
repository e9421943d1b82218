/** Also used when the guard or the place makes the change more serious. */
const permissions = {
  'chmod 777, chmod a+w, chmod o+w, chmod 666': 'lets every user of this machine change {}',
  'chmod -R 777, chmod -R a+w, chmod -R o+w':
    'lets every user of this machine change {} and everything in it',
  'chmod +x, chmod a+x, chmod u+x, chmod 755': 'makes {} executable',
  chmod: 'changes the permissions of {rest}',
  'chmod -R': 'changes the permissions of {rest} and everything in it',
} as const;

/**
 * What well-known commands do, per effect, in the words of the people who type them. `{}` are the operands that follow,
 * `{words}` the same as typed, `{first}` and `{last}` one of them, `{rest}` all but the first, `{most}` all but the last,
 * `{of=}` the value after that prefix. The text after `|` is used when they are unknown. A command without an entry is
 * described by its effect alone.
 */
export const commandPhrases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  elsewhere: { 'rm, rm -f, rm -r, rm -rf, rm -fr': 'deletes {}' },
  lose: {
    'git reset, git checkout, git restore, git switch': 'discards changes that are not committed',
    'git clean': 'removes files that git does not track, which cannot be undone',
    'redis-cli flushall, redis-cli FLUSHALL': 'deletes everything in a Redis database',
    'git stash drop, git stash clear': 'removes stashed changes, which cannot be undone',
    'git branch -D': 'deletes the branch {}, whether or not it is merged | deletes a branch',
    'git tag -d, git tag --delete': 'deletes the tag {} | deletes a tag',
    'git worktree remove': 'removes the worktree {} with its changes | removes a worktree with its changes',
    'git filter-branch, git filter-repo': 'rewrites the history of this repository',
    'git reflog, git gc, git prune': 'removes old commits that git still keeps',
    'docker compose down, docker-compose down, podman compose down':
      "removes the project's containers and the data in their volumes",
    'docker volume, docker system prune, podman volume': 'removes volumes and the data in them',
    dropdb: 'drops the database {} | drops a database',
    'rails db:drop, rake db:drop, bin/rails db:drop': 'drops the database of this project',
    'rails db:reset, rake db:reset, bin/rails db:reset, prisma migrate reset':
      'drops and recreates the database of this project',
    'artisan migrate:fresh, artisan migrate:reset, artisan db:wipe, php artisan migrate:fresh, php artisan migrate:reset, php artisan db:wipe':
      'drops every table of the database',
  },
  commit: {
    'git commit': 'commits changes to the local repository',
    'git commit --amend': 'replaces the last commit',
    'git rebase': 'rewrites commits of this branch',
  },
  delete: { mv: 'moves {most} to {last}' },
  edit: {
    ...permissions,
    mv: 'moves {most} to {last}',
    'tar, bsdtar, unzip, 7z': 'packs or unpacks files',
  },
  machine: {
    ...permissions,
    'mkfs, mkfs.ext4, mkfs.xfs, mkfs.btrfs, mkfs.vfat, wipefs -a':
      'erases everything on {last} | erases a disk',
    'brew install, apt install, apt-get install, dnf install, yum install, pacman -S, apk add, snap install, port install, winget install, choco install':
      'installs {} on this machine | installs software on this machine',
    'brew uninstall, brew remove, apt remove, apt-get remove, apt purge, apt-get purge, dnf remove, yum remove, apk del':
      'removes {} from this machine | removes software from this machine',
    'npm install -g, npm install --global, npm i -g, pnpm add -g, cargo install, pipx install, uv tool install':
      'installs {} for this user | installs a program for this user',
    'kill, kill -9, kill -15, kill -KILL, kill -TERM': 'ends the process {} | ends a process',
    'pkill, killall, pkill -9, killall -9': 'ends every process called {} | ends processes by name',
    'shutdown, poweroff, halt': 'turns this machine off',
    'reboot, shutdown -r': 'restarts this machine',
    dd: 'overwrites {of=} directly | writes to a disk or a file directly',
    'crontab -r': 'removes every scheduled job of this user',
    crontab: 'changes what this machine runs on a schedule',
    'systemctl start': 'starts the service {} | starts a service',
    'systemctl stop': 'stops the service {} | stops a service',
    'systemctl restart': 'restarts the service {} | restarts a service',
    systemctl: 'changes services of this machine',
  },
  install: {
    'npm install, npm i, npm add, pnpm add, yarn add, bun add':
      'installs {} from the npm registry, which may run install scripts | installs packages from the npm registry, which may run install scripts | installs {}, which may run install scripts',
    'npm ci, pnpm install, pnpm i, yarn install, bun install':
      'installs packages from the npm registry, which may run install scripts',
    'pip install, pip3 install, python -m pip install, python3 -m pip install, uv pip install, uv add, poetry add, pdm add':
      'installs {} from PyPI, which may run its code | installs packages from PyPI, which may run their code | installs {}, which may run its code',
  },
  'run-other': {
    'docker run, podman run': 'runs code of the image {first} in a container | runs code in a new container',
    eval: 'runs the text of {} as a command',
    'sudo, doas': 'runs a command as root',
    'sudo -u, sudo --user, doas -u': 'runs a command as another user',
    'export, declare, typeset': 'sets variables that later commands read',
    'open, xdg-open': 'opens {} with another program | opens something with another program',
  },
  'remote-run': {
    'kubectl exec': 'runs a command in the pod {first} | runs a command in a pod',
    'docker exec, podman exec': 'runs a command in the container {first} | runs a command in a container',
  },
  'remote-change': {
    'gh pr create': 'opens a pull request on GitHub',
    'gh issue create': 'opens an issue on GitHub in your name',
    'psql, mysql, mariadb, mongosh, redis-cli, clickhouse-client': 'changes a database',
    'prisma migrate deploy, prisma db push, rails db:migrate, php artisan migrate, alembic upgrade, flyway migrate, knex migrate:latest':
      'changes the tables of a database',
    'terraform apply, tofu apply, pulumi up': 'changes or destroys what this configuration manages',
    'kubectl apply, kubectl create, kubectl patch, kubectl scale, kubectl rollout': 'changes the cluster',
    'helm install, helm upgrade, helm rollback': 'changes the cluster',
  },
  'remote-destroy': {
    'gh repo delete': 'deletes the repository {} on GitHub | deletes a repository on GitHub',
    'kubectl delete': 'deletes the {words} in the cluster | deletes things in the cluster',
    'helm uninstall, helm delete':
      'removes the release {} from the cluster | removes a release from the cluster',
    'terraform destroy, tofu destroy, pulumi destroy': 'destroys everything that this configuration manages',
    'aws s3 rm, aws s3 rb': 'deletes {} | deletes objects in S3',
    'aws s3 rm --recursive, aws s3 rb --force': 'deletes everything in {s3:} | deletes objects in S3',
    'aws s3 sync --delete': 'overwrites {s3:}, deleting there what is missing here | deletes objects in S3',
  },
  send: {
    'rsync --delete':
      'sends {most} to {last}, deleting there what is missing here | deletes files on another machine',
  },
  secret: {
    'gh auth token': 'prints your GitHub token',
    'aws secretsmanager': 'reads a secret from AWS Secrets Manager',
  },
  publish: {
    'npm publish, pnpm publish, yarn publish, yarn npm publish, bun publish':
      'publishes this package to the npm registry',
    'npm unpublish, npm deprecate, cargo yank': 'changes what others get of a published package',
    'cargo publish': 'publishes this package to crates.io',
    'twine upload, python -m twine upload, python3 -m twine upload, uv publish, poetry publish, pdm publish, hatch publish':
      'publishes this package to PyPI',
    'gem push': 'publishes {} to RubyGems | publishes a gem to RubyGems',
    'docker push, podman push': 'publishes the image {} | publishes an image',
    'gh pr merge': 'merges the pull request {} | merges a pull request',
    'gh pr comment, gh pr review, gh issue comment': 'writes a comment on GitHub in your name',
    'gh release create': 'publishes the release {} on GitHub | publishes a release on GitHub',
    'wrangler deploy, vercel, netlify deploy, fly deploy, flyctl deploy, firebase deploy':
      'deploys this project',
  },
  pay: {
    'bq query, snowsql, snow sql': 'runs a query billed by the data that it reads',
  },
  'sign-in': {
    'npm login, npm adduser, pnpm login, yarn npm login': 'signs you in to the npm registry',
    'npm logout, docker logout, gh auth logout': 'signs you out',
    'docker login, podman login': 'signs you in to {} | signs you in to a registry of images',
    'gh auth login': 'signs you in to GitHub',
    'aws configure, aws sso login': 'signs you in to AWS',
    'gcloud auth login': 'signs you in to Google Cloud',
  },
};
