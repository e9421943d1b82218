/**
 * What programs do, by their words. Below the programs of a block: the effects, then the words after the name that have them.
 * The longest match counts, with options anywhere: `build --push` is `build` with that option and adds its effects; `!`
 * replaces those of `build`. `.` matches everything unlisted, `()` the program without a sub-command, `*` any one word.
 */
export const programEffects = (): string => `
git
  commit edit: am, apply
  commit: add, branch, cherry-pick, commit, format-patch, gc --auto, init, maintenance run, merge, mv, notes, rebase, reset, revert, rm --cached, stash, switch, gc, remote add, remote rename, remote remove, remote rm, tag, worktree, rm, update-index, sparse-checkout, rerere, lfs track, lfs install --local, read-tree, write-tree, commit-tree, bundle create
  commit: checkout -b, checkout --detach, checkout -t, checkout --track, checkout --orphan, archive
  read: fsck, lfs ls-files, lfs status, lfs env, lfs locks --local, submodule status, stash list, stash show, worktree list, bisect log, bisect view, remote -v
  remote-read: remote show, ls-remote
  run: bisect
  commit remote-read: fetch, pull, remote update, remote prune, lfs fetch, lfs pull
  install: submodule update, submodule init, fetch *://*, pull *://*, fetch *@*:*, pull *@*:*, fetch /*, pull /*, fetch ../*, pull ../*
  lose: clean, reset --hard, reset --merge, reset --keep, stash drop, stash clear, branch -D, branch -d --force, branch --delete --force, tag -d, tag --delete, worktree remove --force, worktree remove -f, reflog expire, reflog delete, filter-branch, filter-repo, gc --prune, gc --aggressive, prune, update-ref -d, switch --discard-changes, switch -f, switch --force, checkout -f, checkout --force, restore, submodule deinit, replace, lfs prune, branch -f, branch --force, branch -M, branch -C, switch -C, checkout -B, tag -f, tag --force
  commit!: restore --staged, restore -S
  lose!: restore --staged --worktree, restore --staged -W, restore -S --worktree, restore -S -W
  machine: config --global, config --system
  publish: push, lfs push, send-email, svn dcommit, p4 submit, request-pull
  remote-destroy: push --force, push -f, push --delete, push -d, push --mirror, push --prune, push --force-with-lease, push --force-if-includes
  remote-read!: push --dry-run, push -n
  install: clone, submodule add
  read: stripspace, submodule summary, refs verify, version, help
  edit: diagnose, bugreport
  commit: stage, remote set-branches, remote set-head, remote set-url, submodule absorbgitdirs, submodule set-branch, submodule set-url, submodule sync, refs, history, backfill
  run-other: mailinfo, mailsplit, submodule foreach, for-each-repo, difftool, mergetool
  serve: daemon, instaweb, http-backend
  machine: credential, maintenance register, maintenance unregister, maintenance start, maintenance stop
  secret: credential fill
  publish: imap-send
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
bun
  run-other: -e, --eval, -p, --print, -, run -
yarn
  install: policies, upgrade-interactive
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
  machine: jupyter --install
python python3 py
  run: -m
  machine: -m ipykernel install
  serve: manage.py runserver, manage.py migrate, manage.py loaddata
  lose: manage.py flush, manage.py reset_db, manage.py migrate zero, manage.py migrate * zero, manage.py sqlflush
  run-other: manage.py shell, manage.py dbshell
  install: -m pip install, -m pip uninstall, -m pip download, -m venv, -m ensurepip, -m pipx install, -m piptools, -m pip wheel
  remote-read: -m pip index, -m pip check, -m pip list, -m pip show, -m pip freeze
  serve: -m http.server
  publish: -m twine upload
  run-other: -m timeit, -m code, -m pdb, -m idlelib, -m trace, -m runpy
pip pip3
  read: list, show, check, freeze, cache dir, cache info, debug, config list, inspect, hash, tree
  remote-read: index, search
  install: install, uninstall, download, wheel, sync, compile
  machine: config, cache, install --user, install --prefix, install --root
  read: completion, config get, config debug, cache list, help, --version
uv
  run: run, build, tree, export, version
  read: pip list, pip show, pip check, pip freeze, pip tree, cache dir, tool list, python list, python find, python dir, self version
  install: sync, add, remove, lock, pip install, pip uninstall, pip sync, pip compile, venv, init
  machine: tool install, tool uninstall, tool upgrade, python install, python uninstall, self update, cache clean, cache prune, python pin --global
  run-other: tool run, x
  publish: publish
  remote-read!: publish --dry-run, lock --dry-run, lock --check, sync --dry-run
  sign-in: auth
  read: tool dir, cache size, help
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
flutter dart fvm
  run: test, analyze, build, run, drive, format, fix, compile, doc, gen-l10n, clean, flutter test, flutter analyze, flutter build, dart format, dart test, attach, screenshot
  read: devices, doctor, info, pub deps, pub outdated, emulators, list, --version
  run: pub get
  install: pub add, pub remove, pub upgrade, pub downgrade, create, precache
  machine: pub global, upgrade, downgrade, config, channel, use, global, install
  publish: pub publish
  remote-read!: pub publish --dry-run, pub publish -n
  sign-in: pub token, pub login
ssh mosh
  remote-run: .
scp rsync sftp rclone
  send: .
psql mysql mariadb sqlite3 mongosh redis-cli duckdb
  remote-change: .
dropdb
  lose: .
createdb pg_isready
  serve: .
kill pkill killall
  machine: .
lerna
  run: .
  publish: publish, version
lefthook pre-commit husky overcommit
  run: run, --run, validate-config, validate-manifest
  install: install, autoupdate, install-hooks
  machine: uninstall
  read: version, dump, sample-config
  run: migrate-config, hook-impl, check-install, check-yaml
  machine: clean, gc, init-templatedir, init-template-dir
  run-other: try-repo
rustc
  read: --explain, --print
  run: .
java
  read: -version, --version
  run: -jar
make gmake bmake
  run!: -n, --dry-run, --just-print, --recon, -q, --question
  run: .
`;
