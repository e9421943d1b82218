/**
 * What programs do, by their words. Under the programs of a block: the effects, then the words behind the name that have them.
 * The longest words that fit count, options wherever they stand: `build --push` is `build` with that option, and adds to it; `!`
 * takes the place of it. `.` is whatever is not listed, `()` the program without a sub-command, `*` any one word.
 */
export const programEffects = `
git
  commit edit: am, apply
  commit: add, branch, cherry-pick, commit, format-patch, gc --auto, init, maintenance run, merge, mv, notes, rebase, reset, revert, rm --cached, stash, switch, gc, remote add, remote rename, remote remove, remote rm, tag, worktree, rm, update-index, sparse-checkout, rerere, lfs track, lfs install --local, read-tree, write-tree, commit-tree, bundle create
  commit: checkout -b, checkout --detach, checkout -t, checkout --track, checkout --orphan, archive
  read: fsck, lfs ls-files, lfs status, submodule status, stash list, stash show, worktree list, bisect log, bisect view, remote -v
  remote-read: remote show, ls-remote
  run: bisect
  commit remote-read: fetch, pull, remote update, remote prune, lfs fetch, lfs pull
  install: submodule update, submodule init
  lose: clean, reset --hard, reset --merge, reset --keep, stash drop, stash clear, branch -D, branch -d --force, branch --delete --force, tag -d, tag --delete, worktree remove --force, worktree remove -f, reflog expire, reflog delete, filter-branch, filter-repo, gc --prune, gc --aggressive, prune, update-ref -d, switch --discard-changes, switch -f, switch --force, checkout -f, checkout --force, restore, submodule deinit, replace, lfs prune, branch -f, branch --force, branch -M, branch -C, switch -C, checkout -B, tag -f, tag --force
  commit!: restore --staged, restore -S
  lose!: restore --staged --worktree, restore --staged -W, restore -S --worktree, restore -S -W
  machine: config --global, config --system
  publish: push, lfs push, send-email, svn dcommit, p4 submit, request-pull
  remote-destroy: push --force, push -f, push --delete, push -d, push --mirror, push --prune, push --force-with-lease, push --force-if-includes
  remote-read!: push --dry-run, push -n
  install: clone, submodule add
  read: stripspace, mailinfo, submodule summary, refs verify, version, help
  edit: diagnose, bugreport
  commit: stage, remote set-branches, remote set-head, remote set-url, submodule absorbgitdirs, submodule set-branch, submodule set-url, submodule sync, mailsplit, refs, history, backfill
  run-other: submodule foreach, for-each-repo, difftool, mergetool
  serve: daemon, instaweb, http-backend
  machine: credential, maintenance register, maintenance unregister, maintenance start, maintenance stop
  secret: credential fill
  publish: svn dcommit, imap-send
jj
  commit: new, commit, describe, desc, squash, split, edit, rebase, bookmark, restore, undo, op undo, op restore, duplicate, parallelize, next, prev, resolve, tag, workspace, fix, absorb, backout, file track, file untrack, git import, git export
  read: log, diff, show, status, st, op log, file list, file show, bookmark list, evolog, config list, config get
  commit remote-read: git fetch, git clone
  lose: abandon, bookmark delete, bookmark forget, op abandon, util gc
  publish: git push
hg
  commit: add, commit, ci, update, up, merge, rebase, graft, histedit, shelve, unshelve, bookmark, branch, amend, rename, mv, copy, backout, tag, import
  read: log, diff, status, st, id, summary, heads, parents, branches, bookmarks, annotate, cat, manifest, files
  commit remote-read: pull, incoming, outgoing
  lose: strip, purge, revert, rollback, forget, remove, update --clean, update -C
  publish: push
svn
  commit: add, mkdir, copy, cp, move, mv, resolve, propset, changelist
  read: status, st, info, diff, log, cat, list, ls, blame
  edit remote-read: update, up, checkout, co
  lose: revert, cleanup, delete, rm
  publish: commit, ci, import
npm
  run: run, run-script, test, t, start, exec, x, rebuild, restart, stop, explore
  read: ls, list, explain, why, query, pkg get, root, prefix, config get, config list, config ls, fund, cache verify, bin, doctor, sbom
  remote-read: view, info, show, outdated, audit, search, ping, dist-tag ls, audit signatures, org ls, team ls, access list, owner ls, whoami, profile get, docs, repo, bugs, diff
  install: install, i, add, ci, clean-install, install-test, it, update, up, upgrade, uninstall, remove, rm, dedupe, prune, link, audit fix, shrinkwrap, init, create
  machine: install -g, install --global, i -g, uninstall -g, update -g, config set, config delete, set, cache clean, link -g
  run edit: version, pack
  edit: pkg set, pkg delete
  publish: publish, unpublish, deprecate, dist-tag add, dist-tag rm, owner add, owner rm, access grant, access revoke, access set, team add, org set, stage, star
  run remote-read!: publish --dry-run, pack --dry-run
  sign-in: login, adduser, logout, token, profile set
  secret: config get //*, config get _auth*
  read: completion, help-search, get, faq, help, find-dupes
  secret: get //*, get _auth*
  remote-read: find, s, se, v, stars, home, issues
  install: cit, clean-install-test, install-ci-test, install-clean, ddp, ln, r, un, unlink, isntall
  run: rb, tst, edit, install-scripts
  edit: set-script
  machine: cache, cache add, config edit
  publish: unstar, dist-tag, owner, access, hook, org rm, team create, team destroy, team rm, trust
  sign-in: add-user, profile disable-2fa, profile enable-2fa, profile
pnpm yarn bun
  run: ., run, test, start, exec, run-script, dlx-cached, rebuild
  run: ls, list, why, root, bin, store path, store status, config get, config list, licenses, pm ls, pm cache, workspaces list, --version, info --local
  run remote-read: view, info, outdated, audit, npm info, npm audit, whoami
  install: install, i, add, remove, rm, un, uninstall, update, up, upgrade, import, dedupe, link, unlink, prune, fetch, ci, create, dlx, x, patch, patch-commit, install-test, set version, plugin import, pm trust
  machine: add -g, add --global, global, config set, config delete, env, self-update, setup, store prune, upgrade --global, cache clean
  run edit: version, pack
  publish: publish, npm publish, npm tag, deploy, npm unpublish, unpublish, deprecate, dist-tag
  run remote-read!: publish --dry-run, npm publish --dry-run
  sign-in: login, logout, npm login, npm logout
  secret: config get //*, config get _auth*
yarn bundle bundler
  install: ()
  read!: -v, --version
node
  run: --test
npx bunx
  run: .
deno
  run: run, task, test, bench, check, lint, fmt, compile, types, doc, coverage, bundle, serve, jupyter, clean
  remote-read: outdated, info
  install: install, add, remove, update, cache, vendor
  machine: install -g, install --global, upgrade, uninstall
  publish: publish, deploy
  run-other: eval, repl
  run: completions, lsp, init, approve-scripts
python python3 py
  run: -m
  machine: -m ipykernel install
  serve: manage.py runserver, manage.py migrate, manage.py loaddata
  lose: manage.py flush, manage.py reset_db, manage.py migrate zero, manage.py migrate * zero, manage.py sqlflush
  run-other: manage.py shell -c
  install: -m pip install, -m pip uninstall, -m pip download, -m venv, -m ensurepip, -m pipx install, -m piptools, -m pip wheel
  remote-read: -m pip index, -m pip check, -m pip list, -m pip show, -m pip freeze
  serve: -m http.server
  publish: -m twine upload
  run-other: -m timeit, -m code, -m pdb, -m idlelib, -m trace, -m runpy
pip pip3
  read: list, show, check, freeze, cache dir, cache info, debug, config list, inspect, hash, tree
  remote-read: index, search
  install: install, uninstall, download, wheel, sync, compile
  machine: config set, cache purge
  read: completion, config get, config debug, cache list, help, --version
  machine: config, cache
uv
  run: run, build, tree, export, version
  read: pip list, pip show, pip check, pip freeze, pip tree, cache dir, tool list, python list, python find, python dir, self version
  install: sync, add, remove, lock, pip install, pip uninstall, pip sync, pip compile, venv, init
  machine: tool install, tool uninstall, tool upgrade, python install, python uninstall, self update, cache clean, cache prune, python pin --global
  run-other: tool run, x
  publish: publish
  remote-read!: publish --dry-run, lock --dry-run, lock --check, sync --dry-run
  sign-in: auth
  read: python dir, tool dir, cache size, help
  edit: python pin, format
  machine: tool update-shell, python update-shell, python upgrade
  secret: auth token
poetry pdm rye hatch pipenv pixi
  run: run, build, check, test, fmt, version, shell
  read: show, list, info, env info, env list, env show, config --list, graph, verify, search, tree, lock --check, about
  install: install, add, remove, update, lock, sync, init, env create, import, uninstall, self add
  lose: env remove, env prune
  publish: publish
  run remote-read!: publish --dry-run
  sign-in: config
  read: cache list, debug, self show, source show, help, python list
  install: new, self install, self lock, env use, env activate, outdated, workspace, task
  machine: cache, self, global, python
  edit: source
  run: task list
kaggle bq
  remote-read: datasets list, competitions list, kernels list, ls, show
  remote-change: .
  fetch edit: datasets download, competitions download
conda mamba micromamba
  read: list, info, env list, env export, export, config --show, search
  install: install, create, update, env create, env update, remove, uninstall
  machine: update --name=base, config --set, config --add, init
  lose: env remove, clean
  run: run
  read: compare, verify, inspect, render, config --get, --version, package, doctor, notices
  run: build, convert, debug, develop, index, metapackage, skeleton
  read: activate, deactivate
  machine: config, server
  install: upgrade, rename
  lose: env remove, remove --all
pipx
  read: list, environment
  machine: install, uninstall, upgrade, inject, reinstall
  run-other: run
  read: completions, --version
  machine: ensurepath, reinstall-all, uninstall-all, upgrade-all, upgrade-shared, pin, unpin, install-all, interpreter
  run-other: runpip
cargo
  run: ., build, b, check, c, test, t, run, r, bench, clippy, fmt, doc, d, fix, rustc, rustdoc, clean, nextest, miri, expand, xtask, make, insta, llvm-cov, tarpaulin, package, metadata, tree
  run: locate-project, pkgid, read-manifest, verify-project, install --list
  run remote-read: info, search, audit, outdated, update --dry-run, owner --list
  install: add
  run-other: generate
  edit run remote-read: remove, rm, update, fetch, generate-lockfile, vendor, init, new
  machine: install, uninstall, install-update, binstall
  publish: publish, yank, owner
  run remote-read!: publish --dry-run, publish -n
  sign-in: login, logout
rustup
  read: show, which, component list, target list, toolchain list, doc
  machine: ., update, default, toolchain install, component add, target add, override, self
  run: run
go
  run-other: run *@*, run /*, run ../*
  run: build, test, vet, fmt, fix, generate, run, doc, list, tool, clean, env, version, telemetry, help
  read: mod graph, mod why, mod verify, mod edit -json, mod edit -print, work edit -json
  edit remote-read: mod download, mod tidy, mod vendor, mod init, mod edit, work init, work use, work sync
  install: get
  machine: install, env -w, env -u, clean -modcache, telemetry on, telemetry off
  edit: mod, work, work edit, work vendor
  fetch: bug
dotnet
  run: build, test, run, watch, format, clean, pack, vstest, msbuild, publish, stryker, csharpier, fantomas, coverage, reportgenerator, script, fsi, exec, ef migrations, ef dbcontext, ef database update, aspnet-codegenerator, husky, cake, nbgv, outdated, xunit, tool run
  read: list, sln list, reference list, package list, --info, --list-sdks, --list-runtimes, tool list, workload list, nuget list, nuget why, new list, new search, dev-certs https --check, help
  remote-read: package search, tool search
  edit: new, sln, reference add, reference remove, add reference, remove reference, new sln
  run: restore
  edit run: add * reference, remove * reference
  install: add package, remove package, package add, package remove, package update, tool restore, tool install
  machine: tool install -g, tool install --global, tool update -g, workload install, workload update, dev-certs, nuget add, nuget update, nuget remove, nuget enable, nuget disable, new install, nuget locals --clear, sdk
  lose: ef database drop, ef migrations remove --force
  secret: user-secrets list
  sign-in: user-secrets set, user-secrets init, user-secrets remove, user-secrets clear
  publish: nuget push, nuget delete, nuget sign
  install: add, remove, tool
  run: store, migrate
  machine: build-server, nuget
  read!: nuget locals --list, nuget locals -l
  publish: nuget trust
mix
  run: .
  read: help, deps, deps.tree, hex.info
  remote-read: hex.outdated, hex.audit, hex.search
  install: deps.get, deps.update, deps.compile, deps.unlock, deps.clean, local.hex, local.rebar
  machine: archive.install, archive.uninstall, escript.install, escript.uninstall
  run-other: run -e, run --eval, eval
  run: release, release.init
  serve: ecto.create, ecto.migrate, phx.server, ecto.setup
  lose: ecto.drop, ecto.reset, ecto.rollback, phx.gen.secret --force
  publish: hex.publish, hex.retire, hex.owner
  sign-in: hex.user
elixir iex erl
  read: --version, -version, -v
gleam
  run: run, test, build, check, format, docs build, export, dev
  install: add, remove, update, deps
  publish: publish, docs publish, hex
bundle bundler
  run!: --version, -v, --help
  run: exec, open, viz, gem
  run-other: console
  read: check, list, info, show, platform, config get, config list, doctor, env, outdated
  install: install, update, add, remove, lock, cache, package, clean, init, binstubs
  sign-in: config set
  sign-in: config
  run: plugin list, fund
  install: plugin, inject, pristine
gem
  read: list, info, environment, specification, which, contents, dependency, search, outdated
  machine: install, uninstall, update, cleanup, sources
  publish: push, yank, owner
  sign-in: signin, signout
  run: build
  read: check, query, stale, rdoc, lock, help
  serve: server
  edit: fetch, unpack, open
  machine: i, pristine, mirror, generate_index, exec, rebuild
  sign-in: cert
rails bin/rails
  run-other: runner, r, console, c, dbconsole, db
  run: ., test, spec, routes, generate, g, stats, notes, about, middleware, zeitwerk:check, assets:precompile
  lose: destroy, d
  install: new, app:update, bundle
  serve: server, s, db:create, db:migrate, db:test:prepare, db:seed, db:prepare, db:migrate:up, dbconsole --help
  secret: credentials:show, secrets:show
  sign-in: credentials:edit, encrypted:edit, secrets:edit
  lose: db:drop, db:reset, db:rollback, db:schema:load, db:truncate_all, db:seed:replant, db:setup, db:migrate:down, db:migrate:redo, db:migrate:reset, db:purge
rbenv pyenv nvm fnm volta asdf sdk nodenv goenv jenv
  read: version, versions, ls, list, current, which, where, root, list-all, ls-remote
  machine: install, uninstall, global, use, default, alias, pin, plugin, local, shell
composer
  run: ., run, run-script, exec, dump-autoload, dumpautoload
  read: show, info, outdated, licenses, validate, why, why-not, depends, prohibits, status, check-platform-reqs, diagnose, fund, audit, browse, suggests, config --list
  install: install, require, update, remove, reinstall, bump, create-project, init
  machine: global, self-update, clear-cache
  sign-in: config
php
  run: artisan, bin/console, bin/phpunit, vendor/bin/phpunit
  read: -l, -m, --ini, --ri, -i, -v
  run-other: -r, -a
  publish: -S 0.0.0.0:*
  serve: artisan serve, -S, artisan migrate, artisan queue:work, artisan db:seed
  run-other: artisan tinker
  secret: artisan config:show, artisan env:decrypt, artisan key:generate
  remote-change: artisan down, artisan up
  lose: artisan migrate --force, artisan migrate:fresh, artisan migrate:reset, artisan migrate:refresh, artisan migrate:rollback, artisan db:wipe, artisan queue:flush, artisan schema:drop, bin/console doctrine:schema:drop, bin/console doctrine:database:drop, bin/console doctrine:schema:update
sail vendor/bin/sail
  run: artisan, php, test, pest, phpunit, pint, composer dump-autoload, npm run, npm test, dusk, debug, bin, phpstan
  serve: up, stop, start, restart, ps, logs, build, down, artisan migrate, artisan db:seed, artisan queue:work
  install: composer install, composer require, composer update, npm install, npm ci, yarn
  run-other: artisan tinker, tinker, shell, root-shell, bash
  lose: down -v, down --volumes, artisan migrate --force, artisan migrate:fresh, artisan migrate:reset, artisan migrate:refresh, artisan migrate:rollback, artisan db:wipe
  publish: share
symfony
  run: console, check:requirements, composer, php, run
  serve: server:start, server:stop, server:status, serve
  publish: deploy, cloud
  run: new, check:security, check-requirements, check:req, security:check, self:version, book:check, book:check-requirements, local:check:*, local:php:list, local:check, local:run, local:new, var:export, help, completion, php:list, list, version, init, pear, pecl, phpize, php-config, local:security:check, local:php:refresh, project:init, self:help
  serve: local:server:*, server:list, server:log, server:prod, server:ca:install, proxy:*, local:proxy:*, open:local, open:local:webmail, open:local:rabbitmq, server:*
  machine: server:ca:install, server:ca:uninstall, local:server:ca:*, self:update, self-update, proxy:domain:attach
  install: book:checkout, composer
  remote-read: cloud:*:list, cloud:*:get, cloud:*:info, cloud:activities, cloud:act, cloud:backups, cloud:certs, cloud:certificates, cloud:commits, cloud:domains, cloud:logs, cloud:log, cloud:environments, cloud:projects, cloud:url, cloud:routes, cloud:services, cloud:users, cloud:docs, projects, environments
  remote-destroy: cloud:*:delete, cloud:*:deactivate
  remote-run: cloud:ssh, cloud:sql, cloud:db:sql, ssh, sql, cloud:*:ssh, cloud:scp
  remote-change: cloud:*
  sign-in: cloud:login, cloud:logout, cloud:auth:*, login, logout
  secret: cloud:db:dump, cloud:*:sql-dump, cloud:*:dump, cloud:variable*, cloud:tunnel*
  publish: cloud:deploy, cloud:push, cloud:*:push, cloud:*:merge
swift
  run: build, test, run, format, package describe, package dump-package, package show-dependencies, package plugin, package clean, package diagnose-api-breaking-changes
  run remote-read: package resolve, package update, package edit, package add-dependency
  edit: package init, package reset
  run-other: repl
  publish: package-registry publish
  sign-in: package-registry login
xcodebuild
  run: ., build, test, clean, build-for-testing, test-without-building, analyze, -list, -showsdks, -showBuildSettings, -resolvePackageDependencies
  publish: archive, -exportArchive
xcrun
  read: simctl list, --find, --show-sdk-path, --sdk, xcresulttool, devicectl list
  serve: simctl boot, simctl shutdown, simctl launch, simctl terminate, simctl install, simctl uninstall, simctl openurl, simctl io, simctl spawn
  run: swift, swiftc, clang, xctest, swift-format, llvm-cov, xccov, docc, notarytool log
  machine: devicectl device install, devicectl device uninstall, devicectl device process
  lose: simctl erase, simctl delete
  publish: altool, notarytool submit, stapler
  run: scntool, simctl, stapler validate, swift-demangle, swift-stdlib-tool, xcodebuild
pod
  install: install, update, repo update, init
  read: list, outdated, env, ipc, spec lint, lib lint
  publish: trunk push, repo push, trunk delete
  sign-in: trunk register
flutter dart fvm
  run: test, analyze, build, run, drive, format, fix, compile, doc, gen-l10n, clean, flutter test, flutter analyze, flutter build, dart format, dart test, attach, screenshot
  read: devices, doctor, info, pub deps, pub outdated, emulators, list, --version
  run: pub get
  install: pub add, pub remove, pub upgrade, pub downgrade, create, precache
  machine: pub global, upgrade, downgrade, config, channel, use, global, install
  publish: pub publish
  remote-read!: pub publish --dry-run, pub publish -n
  sign-in: pub token, pub login
melos
  run: run, list, format, analyze
  run-other: exec
  install: bootstrap, bs
  publish: publish, version
bazel bazelisk buck2
  run: build, test, run, coverage, query, cquery, aquery, info, mobile-install, dump, targets, audit
  read: version, help, info
  delete: clean
  machine: shutdown, kill
zig
  run: build, test, fmt, ast-check, run, build-exe, build-lib, build-obj, cc, c++, translate-c
  install: fetch, init
xmake
  run: ., build, run, test, config, f
  machine: install, uninstall, update
  install: require
conan vcpkg
  run: build, graph, create, test
  read: inspect, profile show, list, search, profile list, config show
  install: install, add, update, new, integrate
  publish: upload
  lose: remove
pio platformio west idf.py
  run: run, build, test, check, size, menuconfig, reconfigure, boards, list, status, clean, fullclean, manifest
  read: device list, boards, lib list, system info, project config, monitor
  install: lib install, pkg install, update, init, pkg update
  machine: flash, run upload, run -t, run --target, erase-flash, erase_flash, debug, system prune, sign
terraform tofu
  run remote-read: plan, refresh --help, show, graph, state show
  run: fmt, validate, providers, metadata, get, modules
  remote-read: state list, workspace list, workspace show, state pull, force-unlock --help
  remote-read: output
  secret: console, output -raw, output -json, show -json, state pull
  install: init, providers lock, init -upgrade
  remote-change: apply, test, import, refresh, taint, untaint, workspace new, workspace select, state mv, state push, state replace-provider, force-unlock, init -migrate-state, init -reconfigure
  remote-destroy: destroy, state rm, workspace delete, apply -destroy
  sign-in: login, logout
terragrunt
  run remote-read: plan, validate, run-all plan, run-all validate, run --all plan, graph-dependencies, output-module-groups, show
  run: hclfmt, hcl, render-json, render, find, list, dag
  secret: output, run-all output
  remote-change: apply, run-all apply, import, run
  remote-destroy: destroy, run-all destroy, run --all destroy
pulumi
  run remote-read: preview, stack ls, about, stack, config, whoami, logs, stack output, stack history
  secret: config --show-secrets, stack output --show-secrets, stack export, config get
  remote-change: up, update, refresh, import, stack init, stack select, config set, state, cancel, stack import
  remote-destroy: destroy, stack rm, state delete
  sign-in: login, logout
cdk cdk8s sam
  run: synth, diff, list, ls, doctor, build, validate, local invoke, metadata, acknowledge, docs, init
  remote-change: deploy, bootstrap, sync, import, watch
  remote-destroy: destroy, delete
helm
  run: unittest, package, create
  read: template, lint, dependency list, show, search, version, env
  remote-read: diff, list, ls, status, history, diff, get manifest, get notes, get hooks, get metadata
  secret: get values, get all
  install: dependency update, dependency build, repo add, repo update, pull, fetch, plugin
  remote-change: install, upgrade, rollback, test
  remote-destroy: uninstall, delete
  publish: push
  remote-read!: install --dry-run, upgrade --dry-run, uninstall --dry-run, rollback --dry-run, install --dry-run=client, upgrade --dry-run=client, install --dry-run=server, upgrade --dry-run=server, template --dry-run=server
  sign-in: registry
  read: completion, help, verify, inspect, dependency ls, dep list, dep ls, plugin list, plugin ls, repo list, repo ls
  remote-read: hist
  install: dep build, dep up, dep update, dependency up, repo up
  edit: repo index
  machine: repo remove, repo rm
  remote-destroy: del, un
  publish: s3 push, cm-push
  remote-change: s3
  secret: secrets
helmfile
  run remote-read: diff, lint, list, template, status, build
  remote-change: apply, sync
  remote-destroy: destroy, delete
kustomize
  run: build, cfg, edit
kubectl oc
  run: kustomize
  read!: create --dry-run=client, apply --dry-run=client, run --dry-run=client, expose --dry-run=client, delete --dry-run=client, scale --dry-run=client, set --dry-run=client
  remote-read!: create --dry-run=server, apply --dry-run=server, delete --dry-run=server, patch --dry-run=server, replace --dry-run=server
  remote-read: get, describe, logs, top, explain, api-resources, api-versions, cluster-info, version, rollout status, rollout history, auth can-i, diff, events, wait, config current-context, config get-contexts, config view
  secret: get *secret*, describe secret, get --raw, config view --raw, create token
  remote-change: apply, create, edit, patch, replace, label, annotate, scale, autoscale, rollout restart, rollout undo, rollout pause, rollout resume, set, expose, cordon, uncordon, taint, certificate, run, adm
  remote-destroy: delete, drain, replace --force
  remote-run: exec, attach, cp, debug, port-forward, proxy
  sign-in: config use-context, config set-context, config set-credentials, config set-cluster, config delete-context, login
kind minikube k3d
  read: get, status, profile list, ip, version, logs, cluster list
  serve: create, start, stop, load, image, addons, kubectl, dashboard, tunnel, cluster create, cluster start, cluster stop
  lose: delete, cluster delete
docker podman nerdctl
  read: ps, images, image ls, image list, image inspect, image history, history, inspect, port, top, stats, diff, version, info, container ls, container inspect, container logs, logs, events, network ls, network inspect, volume ls, volume inspect, buildx ls, buildx inspect, buildx version, buildx du, buildx bake --print, context ls, context show, system df, compose version, compose ps, compose ls, compose images, compose top, compose port, compose volumes, compose events, compose stats, container port, container top, container stats, scout version, plugin ls, node ls, service ls, stack ls, compose convert
  remote-read: manifest inspect
  serve: build, image build, buildx build, buildx bake, compose up, compose start, compose stop, compose restart, compose logs, compose config, compose build, compose pull, compose create, compose wait, compose pause, compose unpause, compose watch, compose attach, compose kill, compose rm, compose down, start, stop, restart, pause, unpause, wait, kill, rename, tag, image tag, network create, volume create, container start, container stop, container restart
  remote-read: search, scout, pull, image pull, compose config --images
  run-other: run, container run, create, load, import, image load
  remote-run: exec, compose exec, compose run, container exec, attach, cp, compose cp
  lose: rm, rmi, image rm, image prune, container rm, container prune, volume rm, volume prune, network rm, network prune, system prune, builder prune, buildx prune, buildx rm, compose down -v, compose down --volumes, compose rm -v, context rm
  publish: push, image push, compose push, build --push, buildx build --push, compose build --push, buildx bake --push, manifest push, compose publish
  publish: build --output, buildx build --output, buildx build -o, build -o, buildx imagetools create
  sign-in: login, logout, context use, context create, context update
  machine: swarm, node, service, stack, plugin install, plugin enable, plugin disable
  serve: builder build, buildx create, buildx use, buildx stop, commit, container create, container kill, container pause, container rename, container unpause, container update, container wait, container commit, update, network connect, network disconnect, untag, image untag, pod, init, compose export, compose commit, compose scale, buildx history, healthcheck, container init, unmount, mount, image mount
  read: buildx imagetools inspect, system events, config ls, config inspect, secret ls, secret inspect, trust inspect, sbom, machine info, machine list, machine inspect, container diff, image tree, container list, container ps, pod ps, pod ls, pod inspect, pod logs, pod stats, pod top, generate, kube generate, network exists, volume exists, image exists, container exists, container checkpoint, buildx history ls
  edit run-other: save, export, image save, container export
  secret: context export
  run-other: image import, kube play, play kube, kube, container runlabel
  remote-run: container attach, container cp, machine ssh
  machine: buildx install, buildx uninstall, plugin create, plugin rm, plugin set, plugin upgrade, config create, secret create, context import, machine, desktop, mcp, model, auto-update, farm, checkpoint
  lose: config rm, secret rm, machine rm, pod rm, pod prune, manifest rm, machine reset, system reset, kube down, buildx history rm, network disconnect --force
  publish: plugin push, trust sign, manifest create, scout push
  remote-read: manifest
  sign-in: trust key
  remote-destroy: trust revoke
gh
  remote-read: pr view, pr list, pr diff, pr checks, pr status, issue view, issue list, issue status, run view, run list, run watch, repo view, repo list, release view, release list, workflow view, workflow list, label list, search, cache list, ruleset list, ruleset view, ruleset check, extension list, extension search, variable list, project list, project view, milestone list, gist view, gist list, browse, status, org list, codespace list, secret list, attestation verify, api
  edit remote-read: run download, release download
  install: pr checkout, repo clone, co
  remote-change: pr create, pr edit, pr close, pr reopen, pr ready, issue create, issue edit, issue close, issue reopen, issue develop, issue pin, issue transfer, label create, label edit, run rerun, run cancel, workflow run, workflow enable, workflow disable, repo create, repo edit, repo fork, repo rename, repo archive, variable set, project create, project edit, project item-add, codespace create, repo set-default, api -X, api --method, api -f, api -F, api --field, api --raw-field, api --input, milestone create, repo sync
  publish: gist create, gist edit, pr comment, pr review, pr merge, issue comment, release create, release edit, release upload
  remote-destroy: repo delete, release delete, issue delete, label delete, run delete, gist delete, cache delete, variable delete, secret delete, codespace delete, release delete-asset, pr close --delete-branch, pr close -d, pr merge --delete-branch, pr merge -d, api -X=DELETE, api --method=DELETE
  sign-in: auth login, auth logout, auth refresh, auth switch, auth setup-git, secret set, ssh-key, gpg-key, config set
  machine: extension install, extension upgrade, extension remove, extension create
  secret: auth token, auth status --show-token, auth status -t
  remote-run: codespace ssh
  run-other: extension exec, alias set
  remote-read: alias list, config get, config list, completion, codespace logs, codespace ports, extensions list, project field-list, project item-list, repo deploy-key list, auth status, ssh-key list, gpg-key list, repo license, repo gitignore, attestation trusted-root, codespace view, repo autolink list, agent-task list, agent-task view, preview
  install: gist clone
  remote-change: project close, project copy, project link, project unlink, project mark-template, project field-create, project item-archive, project item-create, project item-edit, codespace edit, codespace stop, codespace rebuild, codespace ports visibility, pr lock, pr unlock, issue lock, issue unlock, pr update-branch, repo unarchive, repo autolink, label clone, pr revert, agent-task create, issue unpin
  remote-destroy: project delete, project field-delete, project item-delete, repo deploy-key delete, secret remove, variable remove
  remote-run: codespace code, codespace cp, codespace jupyter, codespace ports forward
  sign-in: repo deploy-key add, auth
  edit remote-read: attestation download
  machine: extensions install, extensions upgrade, extensions remove, extensions create, alias delete, alias import, config clear-cache, extensions
glab
  remote-read: mr view, mr list, mr diff, mr issues, mr approvers, issue view, issue list, ci status, ci list, ci view, ci get, ci trace, ci lint, pipeline list, pipeline status, repo view, repo search, repo list, release view, release list, label list, variable list, snippet list, incident list, api
  install: mr checkout, repo clone
  remote-change: mr create, mr update, mr close, mr reopen, mr approve, mr rebase, issue create, issue update, issue close, ci run, ci retry, ci cancel, label create, variable set, repo create, repo fork, api -X, api --method, api -f, api -F
  publish: mr note, mr merge, issue note, release create, release upload
  remote-destroy: mr delete, issue delete, release delete, repo delete, variable delete, ci delete, api -X=DELETE, api --method=DELETE
  sign-in: auth, ssh-key, config set
  remote-read: alias list, config get, completion, version, schedule list, user events, changelog generate, iteration list, milestone list, deploy-key list, runner list, stack list, job artifact, release download, cluster agent list, token list, securefile list, check-update
  remote-change: mr for, mr subscribe, mr unsubscribe, mr todo, issue reopen, issue subscribe, issue unsubscribe, issue board, schedule create, schedule run, schedule update, incident, snippet, repo mirror, repo transfer, repo update, repo archive, variable update, milestone, label edit, cluster, mr revoke, repo members, work-items, stack
  publish: stack sync, snippet create
  remote-destroy: schedule delete, label delete, milestone delete, securefile remove, deploy-key delete
  publish: repo publish
  sign-in: token, deploy-key, cluster agent update-kubeconfig, variable export
  secret: variable get, variable export, auth status --show-token
  machine: alias, check-update --install
  commit: stack create, stack amend, stack next, stack prev, stack save
alembic
  run: check, current, heads, history, branches, show, revision, merge, ensure_version
  serve: upgrade, stamp
  run!: upgrade --sql, downgrade --sql
  lose: downgrade
  run: list_templates, init, edit, show
django-admin manage.py
  run: .
  lose: flush, sqlflush --help, reset_db
  serve: runserver, migrate, loaddata
  run-other: shell -c
flask
  run: ., routes
  serve: run, db upgrade
  run-other: shell
  lose: db downgrade
prisma
  run: format, generate, validate, migrate diff, migrate status, init, studio, version
  serve: migrate dev
  remote-change: migrate deploy, migrate resolve, db push, db execute, db seed, db pull
  lose: migrate reset
drizzle-kit knex typeorm sequelize
  run: ., check, generate, migrate:status, migration:show, migration:generate, schema:log, introspect
  serve: migrate, migrate:latest, migration:run, db:migrate, migrate:up
  lose: drop, push, schema:drop, migrate:rollback, migration:revert, db:drop, migrate:down, schema:sync, db:migrate:undo
changeset
  run: ., status, version, add
  publish: publish, tag
wrangler vercel netlify firebase flyctl fly heroku railway render surge supabase amplify eb gcloud-app
  run: dev, build, types, check, serve, init, emulators:start
  remote-read: whoami, tail, logs, list, ls, status, deployments list, apps:list, ps, releases, env ls, projects:list, inspect, config list
  publish: deploy, publish, pages deploy, --prod, functions deploy, hosting:channel:deploy, releases:rollback, rollback, versions upload, deployments create, up, promote, alias
  remote-change: secret put, env add, env set, kv key put, d1 execute, config:set, scale, apps:create, db push, secrets set, env pull, link
  remote-destroy: delete, apps:destroy, destroy, kv key delete, d1 delete, db reset, remove, rm
  sign-in: login, logout, auth
  serve: start, stop
vercel surge
  publish: ()
dvc
  run: repro, run, exp run, dag, diff, status, stage list, metrics, params, plots, data status, list, check-ignore
  edit: add, checkout, commit, move, stage add, init
  remote-read: fetch, pull, import, get
  lose: gc, remove, destroy
  publish: push
dbt
  run: compile, parse, list, ls, docs, debug, deps, clean, source, show
  remote-change: run, build, seed, snapshot, test, run-operation, retry, clone
  run: --version
jupyter
  run: nbconvert, execute, kernelspec list, run, trust
  read: --paths, lab list, notebook list, server list, --config-dir
  serve: lab, notebook, server, console
mlflow wandb
  remote-read: experiments list, experiments search, runs describe, runs list, status, runs list
  serve: server, ui, models serve
  run: run
  sign-in: login
  publish: models build-docker, sync, artifact put
  remote-destroy: runs delete, experiments delete, gc
hf huggingface-cli
  remote-read: auth whoami, whoami, scan-cache, cache scan, cache ls, env, repo list, models list
  fetch edit: download
  publish: upload, upload-large-folder, repo create, repo tag
  remote-destroy: repo delete, delete-cache
  sign-in: login, logout, auth login, auth logout
brew
  read: list, ls, info, outdated, search, deps, uses, config, doctor, leaves, --prefix, --version, cat, desc, home, log, missing, services list, tap-info, bundle check, bundle list
  machine: ., install, uninstall, upgrade, update, tap, untap, services, link, unlink, cleanup, pin, bundle, reinstall, autoremove
apt apt-get
  read: list, show, search, policy, depends, rdepends, madison, changelog
  machine: ., install, remove, purge, update, upgrade, full-upgrade, autoremove, dist-upgrade, clean
dnf yum apk pacman zypper snap flatpak port nix-env choco winget scoop
  read: list, info, search, show, --query, -Q, -Ss, -Si
  machine: .
systemctl service launchctl
  read: status, list-units, list-unit-files, list-timers, list-sockets, is-active, is-enabled, is-failed, show, cat, list-dependencies, list, print, --version
  machine: .
crontab at batch
  read: -l
  machine: .
shutdown reboot halt poweroff mkfs dd chsh usermod useradd userdel passwd visudo mount umount swapoff swapon sysctl modprobe iptables nft ufw timedatectl hostnamectl scutil dscl diskutil csrutil spctl nvram pmset networksetup update-alternatives ldconfig
  machine: .
defaults
  read: read, read-type, find, domains
  machine: .
ssh mosh
  remote-run: .
scp rsync sftp rclone
  send: .
psql mysql mariadb sqlite3 mongosh redis-cli clickhouse-client duckdb
  remote-change: .
dropdb
  lose: .
createdb pg_isready
  serve: .
kill pkill killall
  machine: .
sam
  run: local
air
  serve: .
lerna
  run: .
  publish: publish, version
streamlit
  run-other: run http*
streamlit fastapi litestar jekyll middleman hugo
  serve: run, dev, serve, server, --watch
  run: build, .
twine
  run: check
  publish: upload
goreleaser
  run: build, check, healthcheck, changelog
  run!: release --snapshot
  publish: release, publish, announce, continue
  run: b, c, hc, init, i, jsonschema, schema, completion, man, subscribe
  run!: r --snapshot
  publish: r, mcp
buf
  run: lint, build, format, generate, breaking, dep graph, convert, curl, ls-files, export
  install: dep update, dep prune, mod update, config init
  publish: push
  sign-in: registry login
lefthook pre-commit husky overcommit
  run: run, --run, validate-config, validate-manifest
  install: install, autoupdate, install-hooks
  machine: uninstall
  read: version, dump, sample-config
  run: migrate-config, hook-impl, check-install, check-yaml
  machine: clean, gc, init-templatedir, init-template-dir
  run-other: try-repo
mise
  read: ls, list, current, tasks, env, doctor, which, where, config, settings ls
  run: run, exec, task run
  run-other: x
  machine: install, use, upgrade, uninstall, self-update, trust, settings set, plugins install
sqlfluff templ sqlc swag wire ent gocritic gopls golines
  run: .
caddy nginx amtool promtool opa conftest regal cue packer checkov trivy polaris pluto kubesec kube-linter terrascan infracost ct chart-testing skaffold tilt stern tk molecule asv
  run: check, validate, test, fmt, lint, inspect, eval, export, vet, config, fs, audit, detect, detect-files, scan, breakdown, diff, show, -t, check-config, verify, diagnose, doctor, score, build, query, adapt, list-modules
  remote-change: run, apply, deploy, dev, up
  remote-destroy: destroy, delete
ansible-playbook
  run!: --syntax-check, --list-tasks, --list-hosts, --list-tags
  remote-change: .
ansible
  remote-run: .
ansible-inventory
  read remote-read: .
aws
  remote-read: * list-*, * describe-*, * get-*, * head-*, * search-*, * lookup-*, * filter-*, * batch-get-*, * estimate-*, * validate-*, * test-*, * query, * scan, * wait, * view-*, * simulate-*, s3 ls, s3api head-*, logs tail, logs start-query, configure list, configure list-profiles, configure get, cloudformation validate-template, sts get-caller-identity, ce get-*, deploy list-*
  secret: secretsmanager get-secret-value, secretsmanager batch-get-secret-value, ssm get-parameter, ssm get-parameters, ssm get-parameters-by-path, ssm get-parameter-history, sts get-session-token, sts get-federation-token, sts assume-role, sts assume-role-with-saml, sts assume-role-with-web-identity, kms decrypt, ecr get-login-password, ecr get-login, ecr get-authorization-token, ecr-public get-login-password, iam get-credential-report, rds generate-db-auth-token, redshift get-cluster-credentials, codeartifact get-authorization-token, sso get-role-credentials, cognito-idp get-*, lambda get-function, lambda get-function-configuration, configure export-credentials, ec2 get-password-data, lightsail get-*, eks get-token, configure get aws_secret_access_key
  remote-destroy: * delete-*, * terminate-*, * remove-*, * deregister-*, * purge-*, * batch-delete-*, s3 rm, s3 rb, s3 mv, * cancel-*, * release-*, * detach-*, * disassociate-*
  remote-destroy: s3 sync --delete
  send: s3 cp, s3 sync
  publish: sns publish, sns publish-batch, ses send-*, sesv2 send-*, pinpoint send-*
  pay: * purchase-*, route53domains register-domain, route53domains renew-domain, savingsplans create-savings-plan
  secret sign-in: iam create-access-key, iam create-service-specific-credential
  sign-in: iam create-login-profile, iam update-login-profile, iam update-access-key, configure set, configure sso, configure import, sso login, sso logout, configure, configure add-model
  remote-run: ssm start-session, ssm send-command, ecs execute-command, ec2-instance-connect ssh
  remote-change: .
gcloud az doctl hcloud
  remote-read: * list, * * list, * * * list, * describe, * * describe, * * * describe, * show, * * show, * * * show, * get, * * get, * * get-iam-policy, account show, info, version, config list, config get-value, logging read, * * tail, * get-value
  secret: secrets versions access, auth print-access-token, auth print-identity-token, auth application-default print-access-token, keyvault secret show, account get-access-token, * keys list, * * keys list, * show-connection-string, * * list-keys, storage account keys list, * credential list, sql connect
  remote-destroy: * delete, * * delete, * * * delete, * * * * delete, * purge, * * purge, * remove, * * remove, storage rm
  send: storage cp, storage rsync, storage mv
  sign-in: auth, login, logout, config set, account set, account clear, ad, * get-credentials, * * get-credentials, init
  remote-run: * ssh, compute ssh, compute scp, ssh
  remote-change: .
  remote-read: * * get-health, * * * get-*, * * describe-*, * check-*, * * check-*, * * * check-*, * * get-ancestors, * * read, monitor metrics list, monitor activity-log list, * list-*, * * list-*, * exists, * * exists, * * wait, * wait, * * diagnose, resource list, graph query, network list, compute instances get-serial-port-output, help, topic, feedback, cheat-sheet, find, version
  secret: * * show-connection-string, * connection-string, * * connection-string, * * list-credentials, * list-credentials, * * get-access-credentials, * * print-*, webapp deployment list-publishing-*, * config appsettings list, webapp config appsettings list, functionapp config appsettings list, functionapp keys list, * * list-connection-strings, * kubeconfig show, kubernetes cluster kubeconfig show, databases connection, registry docker-config
  machine: components, extension, upgrade, completion
  sign-in: iam service-accounts keys create, ad sp create-for-rbac, role assignment, kubernetes cluster kubeconfig save, registry login, acr login, aks get-credentials, auth, context
gsutil
  remote-read: ls, cat, stat, du, hash, version
  remote-destroy: rm, rb, mv, rsync -d
  send: cp, rsync
  remote-change: .
bq
  remote-read: ls, show, head
  remote-destroy: rm
  remote-change: .
stripe
  remote-read: * list, * retrieve, * search, logs tail, status, get
  serve: listen
  sign-in: login, logout
  pay: charges create, charges capture, payment_intents create, payment_intents confirm, payment_intents capture, refunds create, payouts create, transfers create, topups create, invoices pay, subscriptions create
  remote-destroy: * delete, delete
  remote-change: .
op
  remote-read: item list, vault list, account list, user list, whoami
  secret: read, item get, document get, inject, run, item share
  sign-in: signin, signout, account add
vault
  remote-read: status, list, kv list, policy list
  secret: read, kv get, token create, unwrap
  remote-change: write, kv put, kv patch, policy write
  remote-destroy: delete, kv delete, kv destroy, kv metadata delete
  sign-in: login
pass gopass security keyring secret-tool pbpaste xclip xsel wl-paste
  secret: .
sops age
  secret: -d, --decrypt, decrypt, exec-env, exec-file
ssh-keygen ssh-add
  sign-in: .
jar
  read: tf, tvf, -tf, -tvf, --list, -t
dpkg-deb
  read: -c, -I, --contents, --info, -f
jmap
  read: -histo
jfr
  read: print, summary
rustc
  read: --explain, --print
  run: .
java
  read: -version, --version
  run: -jar
coredumpctl
  read: list, info
ffmpeg ffprobe
  read: .
journalctl
  read: .
ccache sccache
  read: -s, --show-stats, -p, --show-config
  delete: -C, -c, --clear, --cleanup, --zero-stats, -z
snakemake nextflow
  run: .
quarto typst pandoc mdbook vitepress docusaurus eleventy gatsby hexo zola
  run: ., render, build, compile, check, preview
  publish: publish, deploy
earthly dagger ko
  run: ., ls, build --local
  publish: --push, build, publish
valet
  read: links, paths
  machine: .
make gmake bmake
  run!: -n, --dry-run, --just-print, --recon, -q, --question
  run: .
sbt
  run: .
  publish: ci-release, sonaRelease, sonatypeBundleRelease
nbstripout
  lose: .
  run!: --dry-run
fastlane
  run: ., test, tests, lint, screenshots, snapshot, scan, gym, build
  publish: beta, release, deliver, pilot, supply, upload_to_testflight, upload_to_app_store, appstore, deploy
  sign-in: match, cert, sigh, produce
gradio shiny
  serve: .
`;
