/** Languages and their builds, package managers and debuggers, mobile, embedded and games; in the notation of `program-effects.ts`. */
export const languageEffects = (): string => `
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
  lose: remove --all
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
  install: deps.get, deps.update, deps.clean, local.hex, local.rebar
  machine: archive.install, archive.uninstall, escript.install, escript.uninstall
  run-other: run -e, run --eval, eval, cmd, do -e, do --eval, do * cmd, do cmd, do * eval, do eval, do * * cmd, do * * eval
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
  run lose: destroy, d
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
cmake
  run: .
  lose: -E rm, -E remove, -E remove_directory
  run-other: -E *, -P /*, -P ~*, -P ../*
meson
  run: setup, compile, test, configure, introspect, init, dist, format, fmt, env2mfile, reprocess, rewrite
  install: subprojects download, subprojects update, wrap install, wrap update, wrap promote
  read: wrap list, wrap info, wrap search, wrap status, subprojects packagefiles
  lose: subprojects purge, subprojects checkout
  run-other: devenv, subprojects foreach, runpython
conan
  run: export, export-pkg, source, editable, lock, test_package, package
  read: profile path, profile detect, config home, config list, version, cache path, remote list, audit list, report
  remote-read: download, audit scan
  install: workspace
  machine: config install, config set, config clean, remote add, remote remove, remote update, remote rename, remote enable, remote disable, cache restore, cache clean
  lose: cache backup-upload
  sign-in: remote login, remote logout, remote set-user, remote auth, user
vcpkg
  read: version, help, env, depend-info, owns, find, fetch, portsdiff, hash
  install: upgrade, x-update-baseline, format-manifest, create, edit
  machine: integrate, bootstrap, activate, acquire
  run: ci, format-feature-baseline, x-add-version
  run-other: x-script
bazel bazelisk
  run: analyze-profile, canonicalize-flags, print_action, config, fetch, vendor, mod, sync, license
buck2 buck
  run: build, test, run, query, uquery, cquery, aquery, targets, audit, bxl, install, ctargets, expand-external-cell, starlark
  read: version, help, root, status, log, docs, server, profile
  delete: clean
  machine: kill, killall
  run-other: debug, rage
pants
  run: .
  publish: publish
  run-other: repl
scons waf qmake premake5 gn autotools-configure
  run: .
gdb lldb
  run-other: .
dlv
  run: debug, test, trace, core
  run-other: exec, replay, dap
  read: version
  machine: attach
  remote-run: connect
ghc runghc runhaskell ghci
  read: --version, --info, --numeric-version, --supported-extensions, --print-libdir
ghc
  run: .
  run-other: -e, * -e, -pgmF, -F, --interactive
cabal
  run: build, test, bench, run, check, haddock, haddock-project, clean, sdist, gen-bounds, configure, freeze, list-bin, path, format, v2-build, v2-test, v2-run, v2-bench, new-build, new-test, target, register, copy, hscolour, doctest, act-as-setup, exec
  run-other: repl, v2-repl, v2-exec, new-exec, script
  remote-read: outdated, list, info
  edit: init, manpage
  install: update, get, unpack, fetch, v2-update
  machine: install, user-config, v2-install, new-install
  publish: upload, report
stack
  run: build, test, bench, run, haddock, clean, purge, dot, ide, hpc, sdist, hoogle, exec
  read: path, ls, query, list, --version, --numeric-version
  run-other: ghci, repl, eval, runghc, runhaskell, ghc, script
  install: update, unpack, new, init, templates
  machine: install, setup, upgrade, config, uninstall
  publish: upload
ghcup
  read: list, whereis, tool-requirements, debug-info, check-upgrade
  run-other: run
  machine: .
hlint ormolu fourmolu stylish-haskell brittany weeder hpack haddock happy alex hie hls hspec-discover doctest cabal-fmt cabal-gild ghcid
  run: .
dune
  run: ., promote
  run-other: utop, toplevel, ocaml-index
  edit: init, promotion
  machine: install, uninstall, cache
  read: describe, show, printenv, rules, external-lib-deps, installed-libraries, --version
  install: pkg
ocamlfind ocamlc ocamlopt ocamldep ocamlformat ocp-indent odoc merlin ocamllex menhir ocamlmerlin ocamlbuild dune-release-lint
  run: .
opam
  read: list, show, info, search, var, env, tree, lint, why, switch list, switch show, switch list-available, pin list, repo list, repository list, config list, config var, admin list
  run: exec
  install: install, reinstall, update, upgrade, remove, source, lock, pin, build, fixup
  machine: init, switch, repo, repository, config, option, clean, var --global, plugin
  publish: publish
  read: admin
  machine: remote
  install: uninstall
dune-release
  run: lint, distrib, check
  publish: .
esy
  run: build, x, status, ls-builds, ls-modules, ls-libs, build-plan, test, b
  run-other: shell
  install: ()
  install: install, add, i, solve, fetch
  machine: import-dependencies, cleanup
sbt
  run-other: console, consoleQuick, eval, consoleProject
scala scala-cli
  run: compile, test, fmt, run, doc, package, config, clean, export, setup-ide, bsp, fix, dependency-update
  read: version, --version, about
  run-other: repl, shebang, --execute-script, -e, run -e, run --execute-script, test -e, --script-snippet, --scala-snippet, --java-snippet, run /*, run http*, test /*, run ../*, http*, /*
  publish: publish
  run!: publish --dummy
  run: publish local, publish setup
  machine: install, install-completions, install-home, uninstall, update
  sign-in: pgp
  secret: config --dump, github secret
mill
  run: .
cs coursier
  read: resolve, search, complete, list, version
  remote-read: fetch
  run-other: launch, bootstrap
  machine: install, uninstall, update, setup, java, java-home
  publish: publish
bloop
  run: ., compile, test, run, projects, clean
  machine: exit, server
amm scala3-repl
  run-other: .
lein
  run: .
  run-other: repl, run -m=clojure.main, update-in, with-profile --eval, exec
  install: deps, new
  read: version, help, classpath, search, show-profiles
  machine: install, upgrade, downgrade, self-install
  publish: deploy, release
clj clojure
  run: .
  read: -Stree, -Spath, -Sdescribe, --version, -version
  run-other: -e, --eval, -Sdeps, -i, --init, -r, --repl
  publish: -T:build deploy, -X:deploy, -T:deploy
  machine: -Ttools install, -T:tools install
bb
  run: ., tasks, run, test, clojure
  read: version, help, doc, describe, print-deps, prepare
  run-other: -e, --eval, repl, nrepl-server, socket-repl, -f
boot
  run: .
  publish: push
clj-kondo cljfmt zprint kibit eastwood
  run: .
R Rscript
  run: CMD check, CMD build, CMD Rd2pdf, CMD SHLIB, CMD Sweave, CMD Stangle, CMD Rdconv, CMD Rd2txt, CMD Rdiff
  run-other: CMD BATCH, CMD javareconf, -e, --args
  machine: CMD INSTALL, CMD REMOVE
  read: --version, CMD config, RHOME, --help
julia
  read: --version, -v, --help
juliaup
  read: status, st, list, info, config
  machine: .
perl
  read: -c, -v, -V
cpan cpanm cpm ppm
  machine: .
  install: -l, -L, --local-lib, --local-lib-contained
carton
  install: install, update, bundle, ()
  run: check, list, show, tree, version
  run: exec
  run-other: fatpack
prove perltidy perlcritic dzil minil podchecker pod2html yath
  run: .
dzil minil
  publish: release
dzil
  machine: install
  run: build, test, clean, nop, authordeps, listdeps, new, smoke, run
cpan-upload
  publish: .
lua luajit luac
  read: -v
  run-other: -e
luarocks
  read: list, show, search, config, which, path, doc, lint, --version, help
  install: install, remove, build, make, unpack, download, init, purge, write_rockspec, new_version
  machine: install --global, remove --global, admin
  run: test, pack
  publish: upload
stylua luacheck selene busted luacov ldoc teal tl moonc love
  run: .
zig
  run: ar, c, dll-tool, dlltool, lib, ranlib, objcopy, rc, reduce
  read: env, version, zen, targets, libc, std, help
  run-other: run /*, test /*, run ../*
  install: init-exe, init-lib
nim
  run: c, cc, cpp, js, compile, compileToC, compileToCpp, check, doc, doc2, r, test, buildIndex, genDepend, jsondoc, rst2html, e, dump
  run-other: secret, --eval, c /*, r /*, e /*, js /*, cpp /*, c ../*, r ../*, e ../*
  read: --version, -v
nimble
  run: build, test, run, c, cc, cpp, js, check, tasks, doc, ., clean
  read: list, search, path, dump, deps, --version
  install: develop, lock, setup, sync, init, add, upgrade
  machine: install, uninstall, refresh, update
  publish: publish
crystal
  run: build, run, spec, tool, docs, init, env, i, play, clear_cache
  run-other: eval, run /*, i /*, spec /*, build /*, run ../*
  read: version, --version, env
shards
  run: build, check, run, list, version
  install: install, update, init, lock, prune, outdated
dub
  run: build, test, run, generate, describe, clean, lint, dustmite, convert
  read: list, search, list-overrides
  install: add, upgrade, init, fetch
  machine: remove, add-path, add-local, add-override, remove-path, remove-local, clean-caches
v vlang
  run: ., fmt, test, vet, build, run, doc, check, watch, build-module
  read: version, doctor, list, search, show, outdated
  install: install, update, remove, init, new
  machine: up, symlink, self
  run-other: -e, repl
odin
  run: build, run, check, test, doc, strip-semicolon
  read: version, report, root
erlc dialyzer escript erlfmt elvis
  run: .
rebar3
  run: .
  read: version, help, tree, deps, state
  install: get-deps, update, upgrade, unlock, lock, new, plugins, vendor
  run-other: shell
  machine: local
  publish: hex publish, hex retire, hex cut, hex owner
  sign-in: hex user, hex organization, hex key
gleam
  run: docs, fix, lsp
  run-other: shell
  install: new
  remote-read: hex outdated
elm
  run: make, reactor
  install: install, init, bump, diff
  run-other: repl
  publish: publish
elm-test elm-format elm-review purs purs-tidy purs-backend-es psc-package elm-json elm-app
  run: .
purs
  run-other: repl
spago
  run: build, test, run, docs, sources, ls, bundle, bundle-app, bundle-module, path, graph, verify, verify-set
  install: install, init, fetch, uninstall, upgrade, upgrade-set
  run-other: repl, script
  publish: publish, bump-version
  remote-read: registry
raco
  run: make, test, fmt, exe, scribble, setup, expand, cover, docs, review
  install: pkg
  publish: distribute
  run-other: eval
sbcl ecl clisp guile racket chez scheme ros
  read: --version
swift
  run: package archive-source, package completion-tool, package compute-checksum, package dump-pif, package dump-symbol-graph, package experimental-api-diff, package generate-xcodeproj, package tools-version, package config get-mirror, package benchmark, sdk list, package show-traits, package show-executables
  edit: package unedit, package config set-mirror, package config unset-mirror, package add-target, package add-product, package migrate
  machine: package purge-cache, sdk install, sdk remove, sdk configure
  edit: package-registry set, package-registry unset
  sign-in: package-registry logout
simctl
  read: list, get_app_container, getenv, logverbose, diagnose, appinfo, listapps, help
  serve: boot, shutdown, launch, terminate, install, uninstall, openurl, io, spawn, addmedia, clone, create, install_app_data, location, pair, pair_activate, privacy, push, rename, status_bar, ui, unpair, upgrade, icloud_sync
  secret: pbcopy, pbpaste, pbsync
  machine: keychain, runtime
  read: runtime list, runtime match list
  lose: erase, delete
  run: .
xcresulttool vtool
  read: .
xccov docc xctest scntool swift-stdlib-tool swift-demangle actool ibtool metal metallib metal-ar metal-nm coremlcompiler momc
  run: .
devicectl
  read: list, device info
  machine: device install, device uninstall, device process
altool
  publish: .
pbcopy
  edit: .
scutil networksetup spctl
  machine: .
scutil
  machine!: --set, --prefs
  read!: --dns, --proxy, --nwi, --get, -r, -w
codesign
  read: -d, -dv, -dvv, -dvvv, --display, -v, --verify, -h
  sign-in: -s, --sign, -f, --remove-signature, --force
productsign productbuild pkgbuild hdiutil
  run: .
xcode-select
  read!: -p, --print-path
  machine: .
xcodes
  read: list, installed, runtimes, version
  machine: .
  sign-in: signout
tuist
  run: generate, build, test, graph, lint, dump, edit, inspect, run, scaffold, migration, hash, xcodebuild
  read: version
  install: install, init, fetch, plugin, cache
  delete: clean
  publish: share, cloud, registry, previews
  sign-in: auth, account, login, logout
  remote-change: project, organization
pod
  read: cache list, spec cat, spec which, plugins installed, search, ipc spec, repo list, repo lint
  install: deintegrate, lib create, spec create, plugins create, setup
  machine: repo add, repo add-cdn, repo remove, cache clean
  run-other: try
  edit: spec edit
  remote-read: plugins search, trunk info, trunk me
  publish: trunk add-owner, trunk remove-owner, trunk deprecate, plugins publish
  sign-in: trunk me clean-sessions
periphery xcpretty xcresultparser xcbeautify swiftgen sourcekitten jazzy mint-run slather danger
  run: .
mint
  run-other: run
  machine: install, uninstall, bootstrap
  read: list, which, outdated
textutil lipo
  run-other: .
sips
  read!: -g, --getProperty
security
  read: find-identity, list-keychains, default-keychain, login-keychain, show-keychain-info, verify-cert, find-certificate, smartcards
mdfind otool sw_vers system_profiler vmmap footprint
  read: .
ioreg vm_stat kextstat afinfo GetFileInfo leaks heap atos symbols fs_usage
  read: .
leaks
  run-other: -atExit, --atExit
  edit: -outputGraph, --outputGraph, -o
dsymutil install_name_tool SetFile ditto
  edit: .
mdutil systemsetup
  machine: .
mdutil
  read!: -s
systemsetup
  read!: -gettimezone, -getcomputername, -getdate, -gettime, -getremotelogin, -getstartupdisk, -getsleep
tmutil
  read: listbackups, latestbackup, destinationinfo, machinedirectory, status, version, isexcluded, listlocalsnapshots, listlocalsnapshotdates, uniquesize, compare, calculatedrift
  machine: enable, disable, startbackup, stopbackup, addexclusion, removeexclusion, setdestination, removedestination, setquota, snapshot, localsnapshot, inheritbackup, associatedisk
  lose: delete, deletelocalsnapshots, deleteinprogress, thinlocalsnapshots, restore
shortcuts
  read: list
  run-other: run, view
  sign-in: sign
automator
  run-other: .
dscacheutil
  read: -q, -cachedump, -configuration, -statistics
  machine: -flushcache
pkgutil
  read: --pkgs, --pkgs-plist, --files, --pkg-info, --pkg-info-plist, --pkg-groups, --groups, --file-info, --export-plist, --packages, --volumes, --check-signature, --payload-files
  edit: --expand, --expand-full, --flatten, --bom
  machine: --forget, --learn
installer
  machine: .
  read!: -pkginfo, -dominfo, -volinfo
xctrace
  read: list, version, help, symbolicate
  run: record
  run-other: record --launch
  edit: export, import
stapler
  remote-read: validate
  edit remote-read: staple
notarytool
  remote-read: history, info, log, wait
  publish: submit
  sign-in: store-credentials
mdls dwarfdump
  run: .
lipo
  read!: -info, -archs
agvtool
  read: what-version, vers, what-marketing-version, mvers
  edit: .
softwareupdate
  machine: .
  read!: --list, -l
log
  read: show, stream, stats, help
  machine: .
tsx
  run: watch
flutter dart fvm
  run: assemble, logs, symbolize, migrate, bash-completion, flutter, dart, spawn, exec, info, devtools, language-server, pub run, pub workspace, build-runner
  read: releases, pub cache list
  install: pub unpack, pub bump
  edit: flavor, remove
  machine: pub cache, custom-devices, uninstall
  publish: pub uploader, pub lish
  sign-in: pub logout
  run-other: run --eval, run /*, run ../*, /*, pub global run
  install: pub
adb
  read: devices, version, help, start-server, get-state, get-serialno, get-devpath, mdns, host-features, features
  remote-read: logcat, jdwp, bugreport, wait-for-*
  edit remote-read: pull
  secret edit: backup
  remote-run: shell, emu, exec-out, exec-in, remount
  remote-change: install, install-multiple, install-multi-package, push, sync, sideload, restore, reboot, root, unroot, forward, reverse, tcpip, usb, disable-verity, enable-verity, reconnect, connect, disconnect, pair, ppp, logcat -c, logcat --clear, attach, detach, kill-server
  read: forward --list, reverse --list
  remote-destroy: uninstall
  sign-in: keygen
  read: status-window
fastboot
  remote-read: devices, getvar
  remote-destroy: .
emulator
  read!: -list-avds, -version, -accel-check, -help
  serve: .
  lose: -wipe-data
sdkmanager avdmanager
  read: list
  read!: --list, --list_installed, --version
  machine: .
  lose: delete
apksigner
  read: verify, version
  sign-in: sign, rotate, lineage
jarsigner
  read!: -verify
  sign-in: .
zipalign aapt aapt2 apkanalyzer d8 r8 dexdump proguard ktfmt detekt-cli kotlinc-jvm kotlinc-js jlink jpackage jdeprscan jmod jinfo jol japicmp asciidoctorj
  run: .
bundletool
  run: build-apks, build-bundle, dump, extract-apks, get-size, validate, get-device-spec, print-device-targeting-config
  remote-change: install-apks
jbang
  run: build, export, info, init, edit
  run-other: ., run
  machine: app, jdk, trust, cache, alias, template, catalog, config
jshell kotlin groovy
  run-other: .
kotlin
  read: -version
quarkus
  run: build, test, dev, run, extension list
  install: create, ext, extension, update
  publish: image push, deploy
  machine: plugin, registry
spring
  run: .
  install: init
micronaut mn grails
  run: .
  install: create-app
pio platformio
  read: lib show, lib search, pkg list, pkg show, pkg search, pkg outdated, account show, project metadata, access list, org list, team list, settings get
  run: ci, home, project, remote test
  install: lib, pkg, platform, platforms, project init
  publish: pkg publish, package publish, pkg unpublish
  remote-change: remote, access, org, team
  sign-in: account
  machine: settings set, settings reset, upgrade, system completion
arduino-cli
  read: board details, board list, board listall, board search, config dump, config get, core list, core search, lib deps, lib examples, lib list, lib search, outdated, version, completion, debug check, monitor, profile
  run: compile, sketch, debug, daemon
  edit: board attach
  machine: burn-bootloader, upload, core, update, upgrade, cache, config
  install: lib, core install, core download, core update-index, core upgrade, lib download
esptool.py esptool esptool-py
  read: version, image_info, image-info, chip_id, chip-id, flash_id, flash-id, read_mac, read-mac, get_security_info, get-security-info
  edit: elf2image, merge_bin, merge-bin, make_image, read_flash, read-flash, dump_mem
  machine: .
espefuse.py espefuse espsecure.py espsecure avrdude openocd dfu-util st-flash nrfjprog JLinkExe JLink pyocd stm32flash picotool bossac teensy_loader_cli uf2conv.py dfu-programmer
  machine: .
st-info nrfutil
  read: --probe, --version, list
picotool
  read: info, version
pyocd
  read: list, json
nrfutil
  machine: .
idf.py
  run: app, bootloader, partition-table, size-components, size-files, confserver, set-target, docs, coredump-info, diag, save-defconfig, all
  install: create-project, create-component, add-dependency, update-dependencies, create-project-from-example, create-manifest
  machine: app-flash, bootloader-flash, partition-table-flash, erase-otadata, monitor, gdb, gdbgui, openocd, dfu-flash, efuse-burn, encrypted-flash
west
  run: spdx, shields, completion, zephyr-export, twister
  read: list, topdir, manifest, status, diff, config, grep, compare
  install: packages, blobs, sdk
  run-other: forall
  machine: debugserver, attach, rtt, simulate
probe-rs cargo-flash cargo-embed
  read: list, info, chip, complete
  read!: --version
  machine: .
  read: chip list, chip info
godot godot4
  run: ., --headless, --check-only, --import, --export-release, --export-debug, --export-pack, -e, --editor, --path
  read: --version, --help
unity Unity unityhub
  run: .
butler
  read: version, which, ls, validate, file, probe
  remote-read: status, diff, verify
  publish: push
  sign-in: login, logout
  fetch: fetch, dl
  machine: upgrade
rojo
  run: build, sourcemap, fmt-project, serve, init, plugin
  publish: upload
wally
  install: install, update, init
  read: search, manifest-to-json
  publish: publish
  sign-in: login, logout
aftman rokit foreman
  machine: .
  read: list
trunk
  run: build, watch, check, fmt, clean, config, tools, actions, run
  serve: serve
  machine: upgrade, install
  sign-in: login, logout
  run: init, print-config, daemon, git-hooks
  delete: cache
wasm-pack
  run: build, test, pack
  install: new
  publish: publish
  sign-in: login
  sign-in: adduser, add-user
maturin
  run: build, develop, sdist, list-python, generate-ci, generate-stubs
  install: new, init
  publish: publish, upload
cross
  run: build, test, check, run, clippy, bench, rustc, doc
wasm-bindgen wasm-opt wasm2wat wat2wasm wasm-tools twiggy cbindgen bindgen cargo-expand cargo-nextest
  run: .
wasmtime wasmer
  run-other: .
nuget
  read: list, search, help, locals -list, sources list
  install: restore, install, update
  run: pack, spec, verify
  edit: init, add
  machine: config, sources, locals
  publish: push, delete, sign
  sign-in: setapikey, setApiKey, client-certs, trusted-signers
pwsh powershell
  run-other: .
kamal
  run: config, docs, init, build dev
  remote-read: details, audit, app logs, app details, app version, app containers, app images, app stale_containers, proxy details, proxy logs, accessory details, accessory logs, lock status, version
  remote-run: app exec, server exec, accessory exec
  publish: deploy, redeploy, setup, rollback, build push, build deliver, app boot, app start, proxy boot
  remote-change: .
  remote-destroy: remove, app remove, accessory remove, proxy remove, prune, registry remove
  sign-in: registry login, registry logout, registry setup
  secret: secrets
  machine: upgrade
cap
  run: -T, -P, --tasks, --version, install
  remote-change: .
sidekiq puma unicorn resque shoryuken foreman overmind hivemind thin passenger
  serve: .
rspec cucumber standardrb ruby-lsp solargraph yard srb sorbet tapioca i18n-tasks annotate rbs typeprof
  run: .
celery
  serve: worker, beat, flower, multi, events
  run: report, inspect, status, list, result, graph
  run-other: shell
  remote-change: call, control, migrate, amqp
  lose: purge
pyinstaller cython cythonize nuitka briefcase sphinx-apidoc sphinx-autobuild sphinx-quickstart pydoc pydoc3 pyreverse stubgen dmypy pyre pytype cookiecutter-lint scalene py-spy-top papermill nbqa jupytext towncrier bump2version bumpversion bump-my-version cz
  run: .
py-spy
  run: record, dump, top
ipython bpython ptpython
  run-other: .
hatch
  install: env, dep
  machine: config set
  run: dep show, env show, status, project metadata
nest
  run: build, start, info, i, generate, g
  install: new, n, add, update, u
expo
  run: start, s, r, config, export, doctor, diagnostics, prebuild, customize, customize:web, lint, run, run:android, run:ios, web, w, start:web, install --check, url, bundle-assets, export:embed, export:web, serve, android, ios, eject, prepare-detached-build, client:install:ios, client:install:android, client:ios, ph, pd, ua
  remote-read: whoami, build:status, publish:history, publish:details, url:apk, url:ipa, webhooks, push:android:show, bs, ui, w
  install: install, init, add, i, upgrade, update, u
  publish: publish, p, pr, ps, build, build:android, build:ios, build:web, ba, bi, send, upload, upload:android, upload:ios, publish:set, publish:rollback, publish:s
  remote-change: webhooks:add, webhooks:update, push:android:upload
  remote-destroy: webhooks:remove, push:android:clear
  secret: fetch:android:keystore, fetch:ios:certs, fetch:android:hashes, fetch:android:upload-cert
  sign-in: login, logout, register, signin, credentials:manager
eas
  run: config, diagnostics, init, project:init, project:info, build:configure, update:configure, open, autocomplete, build:inspect, build --local, fingerprint:generate, fingerprint:compare, analytics, build:version:sync, metadata:lint
  remote-read: whoami, account:view, build:list, build:view, branch:list, branch:view, channel:list, channel:view, device:list, device:view, secret:list, update:list, update:view, webhook:list, webhook:view, build:version:get, metadata:pull, env:list, workflow:runs, workflow:view, submit:list
  publish: build, submit, update, build:submit, build:resign, metadata:push, deploy, update:republish, update:roll-back-to-embedded, update:rollback, channel:rollout, workflow:run, build:dev, upload
  remote-change: branch:create, branch:rename, channel:create, channel:edit, build:cancel, build:version:set, device:create, device:rename, webhook:create, webhook:update, channel:pause, channel:resume, update:edit, project:new, workflow:create
  remote-destroy: branch:delete, channel:delete, update:delete, device:delete, webhook:delete, secret:delete, build:delete, env:delete, deploy:delete
  sign-in: login, logout, account:login, account:logout, credentials, credentials:configure-build, secret:create, secret:push, env:create, env:update, env:push
  secret: env:pull, env:exec, env:get
react-native
  run: start, run-android, run-ios, bundle, build-android, build-ios, config, info, doctor, codegen, log-android, log-ios, link, unlink, ram-bundle, profile-hermes, clean, dependencies, app
  install: init, upgrade
  install: install, uninstall
capacitor cap-cli cordova ionic nativescript tns quasar meteor sencha
  run: .
  publish: deploy, publish, package
  sign-in: login, logout, link
electron electron-builder electron-forge tauri neutralino
  run: .
  publish: publish, --publish
  install: init
rush
  run: build, rebuild, test, check, list, scan, version, change, bulk-project, rushx
  install: install, update, add, remove, init, init-deploy, init-autoinstaller, update-autoinstaller, upgrade-interactive, link, unlink
  lose: purge
  publish: publish, deploy
  machine: setup, update-cloud-credentials, install-autoinstaller
  read: tab-complete
rushx
  run: .
pm2
  read: list, ls, l, ps, status, jlist, prettylist, describe, desc, show, info, logs, monit, dash, dashboard, pid, id, report, imonit, ping, conf, config, get, web
  serve: start, restart, stop, reload, gracefulReload, scale, delete, del, flush, reset, reloadLogs, startOrRestart, startOrReload, startOrGracefulReload, serve, expose, sendSignal, send, trigger, attach, init, ecosystem, gc, profile, backward, forward, pull
  machine: startup, unstartup, save, dump, resurrect, kill, update, updatePM2, deepUpdate, set, unset, multiset, install, uninstall, module:install, module:uninstall, module:generate, module:update, logrotate
  publish: deploy, publish, module:publish, package
  sign-in: link, unlink, login, logout, register, interact, monitor, unmonitor, snapshot, open, plus
serve http-server live-server browser-sync json-server nodemon sirv
  serve: .
vsce ovsx
  run: package, ls, show
  publish: publish, unpublish
  sign-in: login, logout, create-publisher, delete-publisher, verify-pat
  remote-read: search
ncu npm-check-updates npm-check taze
  remote-read: .
  edit: -u, --upgrade, -w, --write
ni nci
  install: .
nr
  run: .
git-cliff conventional-changelog auto-changelog
  run: .
wp
  remote-read: --info, cli version, cli info
  lose: db reset, db drop, db clean, site empty, post delete, user delete, db import, search-replace, plugin delete, theme delete, site delete, option delete, transient delete, term delete, comment delete, db query
  run!: search-replace --dry-run, transient delete --expired
  run: cache flush, cache type, rewrite flush, cron
  run-other: eval, eval-file, shell
  install: core download, core update, plugin install, theme install, plugin update, theme update, package install, language
  secret: config get, config list, user session, user application-password, db export, db cli
  sign-in: user create, user update, user reset-password, user set-role, super-admin, role, cap
  remote-run: --ssh
drush
  lose: sql-drop, sql:drop, site-install, site:install, si, sql-sync, sql:sync, sqlq, sql-query, sql:query, entity:delete, entity-delete, config-import, config:import, cim, sql-create, sql:create, watchdog:delete, wd-del, user:cancel, pm:uninstall, pm-uninstall, pmu
  run-other: php-eval, php:eval, ev, eval, php-script, php:script, scr, core:cli, php, sql:cli, sqlc
  secret: sql-dump, sql:dump, sql-conf, sql:conf, sql-connect, sql:connect, user:login, uli, user-login
  sign-in: user:password, upwd, user-password, user:create, user-create, user:role:add, urol, user-add-role
  remote-run: ssh, site:ssh, core:rsync, rsync
elixir-ls epmd
  serve: .
gleam
  run: shell
  read: help, --version, deps list
  edit: new
  machine: lsp
ghc-pkg
  read: list, find-module, latest, describe, field, dump, dot, check
  machine: .
hoogle
  read: search, --version, --info
  remote-read: generate
  serve: server
lake
  run: build, test, lint, exe, check-build, check-test, query, clean, env
  install: update, new, init
  publish: upload
  read: version, --version, help
elan
  read: show, which, --version, toolchain list
  machine: .
tlc coqc coqtop coqdep coqchk agda idris2 idris z3 cvc5 why3 lean alt-ergo
  run: .
gprbuild gnat alr fpc lazbuild dmd ldc2 gdc ameba nimpretty
  run: .
alr
  install: get, with, pin
  publish: publish
  machine: toolchain, index
  remote-read: search, show
shadow-cljs cljs
  run: compile, release, watch, test, info, check, pom, classpath
  serve: server, start, stop, restart
  run-other: cljs-repl, clj-repl, node-repl, browser-repl, run, clj-run
neil
  remote-read: dep search, dep versions
  install: dep, add, new
neko jet puget zprint fx gojq jaq jless jc gron jd dyff difft delta diff-so-fancy colordiff wdiff diffstat interdiff graph-easy
  run: .
dotnet-counters dotnet-trace dotnet-gcdump dotnet-stack
  run: ps, list, list-profiles, list-processes, monitor, collect, report, convert
dotnet-dump
  run: ps
  secret edit: collect
  run-other: analyze
dotnet-ef
  run: migrations, dbcontext, database update
  lose: database drop, migrations remove --force
dotnet-outdated dotnet-format dotnet-symbol csc vbc fsc fsharpc mcs ilspycmd ildasm monodis ikdasm resgen xunit.console nunit3-console paket fake libman
  run: .
paket
  install: install, add, update, remove
  publish: push
libman
  install: install, restore, update, init
  machine: cache
csi fsi dotnet-script
  run-other: .
jdb
  run-other: .
groovyc kotlinc-js scaladoc ecj aspectj
  run: .
perldoc pod2text pod2man pod2html podchecker
  run: .
plenv perlbrew
  read: versions, list, version, which, root, available
  machine: .
plackup starman hypnotoad morbo
  run: .
ri erb yard-lint packwerk stimulus_reflex importmap guard
  run: .
flit
  run: build, lint
  edit: init
  install: install
  publish: publish
cookiecutter cruft copier degit giter8 g8 yo plop hygen
  install: .
cruft
  run: check, diff
aerich
  serve: .
  lose: downgrade
sqlmesh
  run: lint, format, test, audit, render, dag, evaluate, fetchdf, info, table_diff, create_external_models, table_name, dlt_refresh
  serve: plan, run, ui
  lose: invalidate, janitor, rollback, destroy, clean
  edit: init
  install: create_test
kedro metaflow feast luigi zenml soda great_expectations datacontract
  run: .
feast
  remote-change: apply, materialize, materialize-incremental
  remote-destroy: teardown
zenml
  remote-read: * list, * describe, status
  remote-change: * register, * update, * set, * create
  remote-destroy: * delete
  sign-in: login, logout, connect
ray
  read: status, list, summary, memory, timeline
  serve: start, stop
  remote-change: up, submit, job submit
  remote-destroy: down, job stop
  remote-run: exec, attach
  remote-read: job list, job status, job logs, logs
accelerate torchrun deepspeed
  run: .
accelerate
  machine: config
memray viztracer snakeviz scalene-view pyinstrument-view
  run: .
memray
  machine: attach, detach
nsys ncu
  run: stats, analyze, export, status
  run-other: .
label-studio vllm
  serve: .
bentoml
  run: build, list, get
  serve: serve
  publish: push, deploy
  remote-read: pull
  lose: delete
samtools bedtools bwa bwa-mem2 bowtie2 hisat2 STAR salmon kallisto fastqc fastp multiqc seqkit seqtk minimap2 blastn blastp makeblastdb hmmscan hmmbuild mafft muscle iqtree raxml vcftools plink plink2 tabix bgzip cutadapt trimmomatic featureCounts stringtie diamond mmseqs
  edit: .
bcftools
  run: .
cwltool
  run: .
  run-other: http*, *://*
parcel rspack rsbuild tsdown unbuild pkgroll microbundle wmr snowpack sst-build lwc
  run: .
parcel
  serve: serve
sst
  run: version, diff, state, refresh
  serve: dev
  publish: deploy
  remote-destroy: remove
  secret: secret list
  sign-in: secret
lhci
  run: .
  fetch: http*
lhci
  send: upload
openapi-generator-cli openapi-generator redocly spectral swagger-cli swagger-codegen quicktype json2ts datamodel-codegen
  run: .
redocly
  publish: push
  sign-in: login, logout
rover
  remote-read: graph fetch, graph check, subgraph fetch, subgraph check, subgraph list, supergraph fetch
  run: supergraph compose, --version
  serve: dev
  publish: graph publish, subgraph publish
  remote-destroy: graph delete, subgraph delete
  sign-in: config auth
hardhat
  run: compile, test, clean, coverage, check, help, flatten, typechain, size-contracts
  serve: node
  publish: deploy, ignition deploy, verify, run --network
  run: run
  sign-in: vars
forge
  run: build, test, fmt, snapshot, coverage, inspect, tree, flatten, lint, doc, clean, remappings, config, geiger, selectors, bind, compiler, b, t
  install: install, update, remove, init, clone
  pay: create
  publish: verify-contract, verify-bytecode
  run-other: script
  pay: script --broadcast, create --broadcast
cast
  read: --version, to-*, from-*, abi-*, calldata*, decode-*, keccak, sig, sig-event, 4byte*, format-*, parse-*, max-*, min-*, concat-hex, pretty-calldata, index, compute-address, create2, hash-*
  remote-read: call, block*, balance, code, storage, logs, receipt, tx, chain*, gas-price, nonce, age, client, find-block, implementation, lookup-address, resolve-name, run, estimate
  pay: send, publish, mktx
  sign-in: wallet
  secret: wallet private-key
anvil ganache chisel
  serve: .
slither solc solhint surya mythril aderyn
  run: .
truffle
  run: compile, test, version
  publish: migrate, deploy
  run-other: console, develop, exec
foundryup
  machine: .
anchor
  run: build, test, clean, expand, keys list, verify
  install: init, new
  pay: deploy, upgrade, migrate
  publish: publish
  sign-in: login
solana
  read: --version, config get, address
  remote-read: balance, account, block*, cluster-*, epoch*, transaction-*, validators, slot, confirm, logs, program show, gossip
  pay: transfer, airdrop, deploy, program deploy, program close, program write-buffer
  machine: config set
near
  remote-read: state, view, keys, tx-status
  pay: send, call, deploy, create-account
  remote-destroy: delete
  sign-in: login
cargo-watch bacon tinygo gomobile
  run: .
heaptrack heaptrack_print callgrind_annotate cg_annotate cg_diff ms_print scan-build scan-view ranlib as ld gold llvm-config llvm-cxxfilt llvm-undname llvm-mca llvm-tblgen FileCheck gcc-ar llvm-ar llvm-ranlib lld ld.lld mold genhtml geninfo pahole bloaty llvm-objdump llvm-nm llvm-symbolizer llvm-readelf llvm-readobj llvm-dwarfdump llvm-strings llvm-strip llvm-dis llvm-as llvm-link llvm-mc llvm-size llvm-bcanalyzer opt llc bison yacc flex lex swig cscope global gtags rtags universal-ctags abidiff abidw abi-compliance-checker abi-dumper nasm yasm gas dtc fdtdump fdtget fdtoverlay spirv-val spirv-dis spirv-as spirv-opt spirv-cross spirv-link glslangValidator glslang glslc naga dxc fxc toktx ktx basisu texconv gltf-transform gltfpack assimp potrace autotrace lame oggenc opusenc flac vorbiscomment mp3gain normalize-audio lupdate lrelease moc uic rcc qmllint qmlformat msgfmt msgmerge msginit msgcat msgcmp msgattrib xgettext msgunfmt pdfunite pdfseparate pdftoppm pdftocairo pdffonts pdfattach ps2pdf pdf2ps eps2eps mutool pdfcrop pdfjam pdfxup ditaa xmlstarlet tidy hxselect hxnormalize saxon xsltproc jing trang rnv kramdown redcarpet commonmark cmark pod2markdown glow mdcat mdformat
  run: .
lli
  run-other: .
renode
  run-other: .
qemu-img
  read: info, check, compare, map, measure
  edit: create, convert, resize, rebase, snapshot, amend, dd
  lose: commit
qemu-system-arm qemu-system-aarch64 qemu-system-x86_64 qemu-system-riscv32 qemu-system-riscv64 qemu-system-xtensa qemu-system-mips qemu-arm qemu-aarch64 qemu-riscv64 qemu-riscv32 qemu-mips
  run: .
verilator iverilog vvp yosys nextpnr-ice40 nextpnr-ecp5 icepack ecppack ghdl nvc cocotb-config sby klayout ngspice netgen magic openroad surelog verible-verilog-lint verible-verilog-format svlint slang vunit fusesoc
  run: .
iceprog openFPGALoader
  machine: .
kicad-cli
  run: .
minicom picocom tio
  machine: .
idf_size.py idf_monitor.py
  run: .
xcodegen mint-run swiftgen sourcekitten periphery xcodeproj xchtmlreport
  run: .
carthage
  install: bootstrap, update, checkout, build
ideviceinfo idevicesyslog idevice_id ios-deploy idb
  remote-read: ., list-targets, describe, log
ios-deploy
  remote-change: --bundle, -b
idb
  remote-change: install, launch, ui, boot, shutdown, approve, push
  remote-destroy: uninstall, delete, delete-all, erase
maestro
  run: test, hierarchy, --version, studio, record, list-devices
  send: cloud, upload
detox appium
  run: .
sips
  edit: .
sample spindump
  edit: .
aseprite
  run: .
tiled tmxrasterizer terraingenerator
  run: .
gdlint gdformat gdradon gdparse gdscript-formatter
  run: .
unity-editor Unity UnrealEditor UE4Editor UnrealEditor-Cmd
  run: .
butler
  read: status
steamcmd
  publish: .
exiftool
  run: .
  lose: -overwrite_original, -overwrite_original_in_place
  run-other: -config, -execute
adb
  remote-read: exec-out screencap
`;
