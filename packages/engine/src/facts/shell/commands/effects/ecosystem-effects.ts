/** Monorepos, data platforms, the JVM, web tools and boards, each as a whole; in the notation of `program-effects.ts`. */
export const ecosystemEffects = (): string => `
jj
  read: file annotate, bookmark l, b l, b list, branch list, root, version, help, config path, sparse list, git remote list, git root, file search, op show, op diff, operation log, operation show, operation diff, obslog, interdiff, tag list, tag l, workspace list, workspace root, util completion, util config-schema, util markdown-help, resolve --list
  commit: revert, simplify-parents, metaedit, b, redo, op revert, operation undo, operation restore, operation revert, git init, git remote add, git remote remove, git remote rename, git remote set-url, git colocation, git submodule, sparse set, sparse reset, sparse edit, file chmod, abandon, bookmark delete, bookmark forget, config set --repo, config unset --repo, diffedit, touchup, unsquash, move, checkout, co, ci, sign, unsign, init, bisect
  machine: config set, config edit, config unset, config set --user
  run: fix
  run-other: util exec, bisect run
  lose: operation abandon
  publish: gerrit upload
buildozer buildifier gazelle unused_deps bazel-diff bazel-watcher autoninja siso ninja samu gomplate protolint prototool api-linter protoc-gen-go protoc-gen-doc protoc-gen-validate
  run: .
buf
  run: config ls-modules, config ls-lint-rules, config ls-breaking-rules, config migrate, config init, mod ls-lint-rules, mod ls-breaking-rules, mod init, stats, lsp, source, policy, beta lsp, beta price, beta stats, plugin prune
  publish: beta registry, registry plugin, registry organization, registry module, registry commit, registry label, registry policy, plugin push, policy push
  sign-in: registry logout, registry cc
grpcui
  serve: .
copybara
  run: info, validate, help, version, regenerate
  publish: .
earthly
  serve: .
  read: ls, doc, --version, --help
  machine: account, org, secrets, satellite
lage wireit beachball
  run: .
  publish: publish
gt
  read: status, st, trunk
dotnet
  read: sdk check, workload search, nuget config get
  run: build-server shutdown, build-server, jb, nswag, kiota, swagger, roslynator, gitversion, fake, paket, refitter, svcutil, run-script, ef, ef dbcontext optimize, ef migrations bundle, dotnet-coverage merge, sourcelink, depends, affected, grate, mgcb, playwright, sonarscanner begin, ilverify, crossgen, dotnet-format, tool list
  publish: sonarscanner end, gallery
  install: paket install, paket add, paket update, paket remove, paket init, kiota add, nbgv install
  publish: paket push, nbgv tag, * /t:PublishContainer, * /target:PublishContainer, * -t:PublishContainer, -t:PublishContainer, -target:PublishContainer, --target:PublishContainer
roslynator csharpier nbgv dotnet-gitversion gitversion nswag kiota swagger jb inspectcode cleanupcode dotnet-stryker stryker ilverify xstyler ilrepack upgrade-assistant fantomas fsharplint dotnet-fsharplint altcover
  run: .
nbgv
  publish: tag, cloud, prepare-release
mix
  run: deps.compile, assets.deploy, phx.digest, app.tree, xref
  edit: deps.unlock
  publish: coveralls.github, coveralls.post, coveralls.travis, coveralls.circle, coveralls.gitlab, coveralls.semaphore, coveralls.drone, sentry.package_source_code, hex.package publish, fly.launch, fly.deploy, firmware.push, upload, upload.hotswap, hex.registry
  machine: firmware.burn, burn, firmware, local.phx, local.nerves, phx.gen.cert
  run: firmware.image, firmware.unpack, firmware.patch
elixir
  run: -S mix
elixirc elvis erlfmt livebook
  run: .
livebook
  serve: server
nix
  run: develop
  run-other: develop *:*, develop *#*, develop /*, develop ~*, develop ../*
  run!: develop .#*, develop ./*
nix-shell
  run: .
  run-other: -p, * -p, --packages, -E, --expr, -I, *:*, /*, ~*, ../*
guix
  run: size, style, import, hash, refresh --list-updaters
  read: --version, help, package --list-generations, package --search, package --show
udevadm
  read: info, monitor, verify, --version, test-builtin
  machine: .
dbt
  run: test, deps --lock, docs generate, source freshness, retry --help
  remote-change: test --target=prod, test --target=production, test --target=prd, test --target=live, test -t=prod, test -t=production, test -t=prd, test -t=live
dbt-score dbt-checkpoint dbt-coves dbt-osmosis recce edr elementary sqlfmt sqlglot evidence
  run: .
edr
  publish: send-report, monitor
  run: report, monitor report
sqlmesh
  run: diff, environments, prompt, --version, state
  remote-change: run, restate, unpause
airflow
  run: variables list, jobs check
  secret: config list
prefect
  remote-read: deployment ls, deployment inspect, deployment schedule ls, work-queue ls, variable ls, automation ls, artifact ls, task-run ls, event stream
spark-submit spark-shell pyspark spark-sql
  read!: --version
snow
  remote-read: * list, * describe, object list, object describe, connection list, connection test, stage list, stage describe, warehouse list, spcs service list, spcs service logs, spcs service status, cortex models, git list-branches, git list-tags, git list-files, app version list, streamlit list, logs, helper check-snowsql-env-vars
  read: --info, --version, init --help, connection list
  remote-destroy: object drop, stage remove, app teardown, spcs service drop, spcs compute-pool drop, git drop
  publish: app run, app deploy, app publish, streamlit deploy, snowpark deploy, notebook deploy, dcm deploy, project deploy
  send: stage copy, spcs image-registry login
  run: app bundle, app validate, snowpark build, snowpark package, init
  sign-in: connection add, connection set-default, auth, connection generate-jwt, secret
bq
  remote-read: version, get-iam-policy, wait, info
trino presto clickhouse-client
  remote-change: .
kafka-topics kafka-topics.sh kafka-consumer-groups kafka-consumer-groups.sh kafka-configs kafka-configs.sh kafka-acls kafka-acls.sh
  remote-read: --list --bootstrap-server, --describe --bootstrap-server
  serve: --create --bootstrap-server=localhost:9092
s5cmd
  remote-read: ls, cat, du, head, bucket-version, version, select
  send: cp, sync, mv, pipe, run
  remote-destroy: rm, rb, --delete
  remote-change: mb
meltano
  run: config list, config, schedule list, schedule, invoke, test, docs, dragon, job list, environment list, select, compile, --version, state list
  install: install, add, lock, remove, init
  serve: ui, schema
  remote-change: run, el, elt, schedule run, state set, state clear, state copy, state merge, state move
  run-other: invoke --commands
dlt
  run: pipeline, schema, --version, telemetry
  publish: deploy
  lose: pipeline drop
  edit: init
lightdash
  run: lint, compile, validate, generate, --version, preview
  publish: deploy, upload, start-preview
  sign-in: login
superset
  run: version, fab list-perms
  serve: run
  remote-change: db, init, import-dashboards, import_dashboards, load_examples, fab
marimo frictionless vd visidata csvclean csvformat csvgrep csvjoin csvjson csvsort csvstack in2csv xan pqrs parquet2json orc-tools avro-tools parquet-tools parquet datamash hexyl tv csvlens pigz unpigz recsel recinf recfmt rec2csv csv2rec pydoclint jupytext nbqa nbdime nbval sqllineage
  run: .
marimo
  serve: run, new, tutorial, edit
  machine: config
jupytext
  run: --sync, --to, --test, --update, --set-formats, --pipe-fmt
  run-other: --pipe, --check
nbdime
  machine: config-git, extensions, reg-extensions
  serve: diff-web, merge-web, diffweb, mergeweb
parquet-tools avro-tools
  run-other: totrevni
pip-compile pip-sync
  install: .
steampipe powerpipe
  remote-read: query, plugin list, check, --version
  machine: plugin, service
cargo
  machine run: embed, flash
cargo-size cargo-nm cargo-objdump cargo-objcopy cargo-readobj cargo-strip cargo-profdata rust-size rust-nm rust-objdump rust-objcopy rustfilt svd2rust svdtools form defmt-print crc32 bloaty arm-none-eabi-readelf arm-none-eabi-strip arm-none-eabi-strings arm-none-eabi-addr2line riscv64-unknown-elf-objdump riscv64-unknown-elf-size riscv32-esp-elf-size xtensa-esp32-elf-size xtensa-esp32-elf-addr2line avr-size avr-objdump avr-nm avr-objcopy dtc fdtdump fdtget fdtoverlay dtdiff imgtool zlint svlint sv2v verible-verilog-lint verible-verilog-format verilator iverilog vvp yosys nextpnr-ice40 nextpnr-ecp5 icepack ecppack ghdl nvc sigrok-cli srec_cat srec_info srec_cmp binwalk
  run: .
imgtool
  sign-in: sign, keygen, getpriv
svdtools
  remote-read: makedeps
sigrok-cli
  machine: --driver, -d, --scan
probe-rs
  machine: run, attach, download, erase, reset, debug, dap-server, gdb, serve, trace, read, write, benchmark, itm, profile, verify
espflash
  read: --help, --version, board-info --help, completions
  run: save-image, partition-table
  machine: flash, write-bin, erase-flash, erase-parts, erase-region, monitor, reset, board-info, read-flash, checksum-md5, hold-in-reset
  machine: .
scala-cli
  run: doctor, publish --dummy
  read: doctor, directories, default-file
cs coursier
  read: complete-dep, java-home, channel, about, spawn --help, bootstrap --help
scalac scala3-compiler dotc scaladoc scala3-doc scalastyle wartremover smithy metals standard-clj groovyc npm-groovy-lint codenarc ktfmt diktat konsist jfrconv
  run: .
smithy
  run: validate, ast, build, diff, format, select, init
  publish: publish
lein
  read: deps :tree, deps :tree-data, deps :why, deps :plugin-tree, deps :query
clojure clj
  read: -Sverbose, -P
java
  read: --list-modules, -XshowSettings, -XshowSettings:all, -XshowSettings:vm, --describe-module, --validate-modules, -d
jfr
  run: print, summary, metadata, view, scrub, assemble, disassemble, query, configure
asprof profiler.sh
  run: .
  run-other: load, --libpath, --begin
jcmd
  machine: * VM.set_flag, * ManagementAgent.start, * ManagementAgent.start_local, * ManagementAgent.stop, * VM.unified_jvm_locking, * VM.log
  run-other: * JVMTI.agent_load, * Compiler.directives_add, -f, * -f
jshell
  run: --version
bloop
  run: about, configure
sbt
  run: shutdown
mvn mvnw
  secret: help:effective-settings, help:evaluate -Dexpression=settings.servers, help:evaluate -Dexpression=settings
  run-other: *:*:*
  run!: org.apache.maven.plugins:*:*, org.codehaus.mojo:*:*, org.springframework.boot:*:*, io.quarkus*:*:*, org.jacoco:*:*, com.diffplug.spotless:*:*, org.openrewrite.maven:*:*, org.owasp:*:*, org.sonarsource*:*:*
  run: spotless:apply, license:format, sortpom:sort, fmt:format, formatter:format, rewrite:run, rewrite:dryRun, impsort:sort
svelte-kit
  run: sync, package
astro
  run: sync
  install: add
ng expo react-native lerna svelte ember
  install: add, bootstrap
playwright
  install: install, install-deps
cucumber
  publish: --publish
stripe
  secret: listen --print-secret
php bin/console console
  secret: bin/console secrets:list --reveal, bin/console secrets:decrypt-to-local, bin/console debug:dotenv, bin/console debug:container --env-vars
  publish: bin/console mailer:test
console
  secret: secrets:list --reveal, secrets:decrypt-to-local, debug:dotenv, debug:container --env-vars
  publish: mailer:test
scala-cli
  run-other: --dep, --dependency, --repository
mix
  install: igniter.install
  publish: edeliver
  run-other: profile.eprof -e, profile.fprof -e, profile.cprof -e, profile.tprof -e, profile.eprof --eval, profile.fprof --eval, profile.cprof --eval, profile.tprof --eval
  sign-in: hex.organization, hex.config
dub
  run-other: run *
  run!: run :*
zig
  run-other: --test-cmd
dotnet
  run-other: script eval
netlify
  secret: env list, env get, env
databricks
  secret: --sensitive
vault
  secret: token lookup
rclone
  run-other: check --combined, check --differ, check --match, check --error, check --missing-on-src, check --missing-on-dst
helm
  fetch: template *://*, show * *://*, upgrade *://*
wandb
  lose: sync --clean
danger
  publish: .
cypress
  publish: run --record
  install: install
coverage
  install: run -m pip, run -m ensurepip, run -m venv
  serve: run -m http.server
nyc c8
  run-other: sh -c, bash -c, zsh -c, dash -c, -- sh, -- bash, -- zsh, -- dash, env, curl, wget
chromatic percy
  publish: .
web-ext
  publish: sign
salt salt-call salt-ssh salt-run
  remote-run: .
gradle gradlew
  publish: --scan
nx
  run-other: record
  send: fix-ci
rimraf del-cli del trash-cli shx
  lose: .
cap
  run: sync, copy, open, doctor, ls, update
  edit: add, init, migrate
semantic-release release-it
  publish run-other: .
deno
  run: transpile, help, why
  remote-read: audit
  run!: publish --dry-run
  sign-in: login, logout
wrangler
  run!: deploy --dry-run, versions upload --dry-run, publish --dry-run
  serve!: d1 execute --local, d1 migrations apply --local, kv key put --local, kv key get --local, kv key list --local, r2 object put --local, r2 object get --local
lhci
  run: autorun, collect, assert, healthcheck, open, wizard
  publish: upload, autorun --upload.target=temporary-public-storage, autorun --upload.target=lhci
pa11y pa11y-ci axe lighthouse unlighthouse wait-on autocannon loadtest start-server-and-test
  run: .
tsgo oxfmt dprint ls-lint jscpd dpdm skott ts-unused-exports type-coverage are-the-types-wrong arethetypeswrong source-map-explorer vite-bundle-analyzer vite-bundle-visualizer lightningcss i18next i18next-parser lingui formatjs paraglide-js svelte-package tsr nuxi solid-start qwik test-storybook histoire ladle mikro-orm zenstack pgtyped gql.tada relay-compiler orval kubb openapi-ts tsp rslib rsbuild rspack rstest ncu npm-check-updates wdio stryker wxt plasmo jscodeshift codemod sv ember ember-template-lint glint gts xo standard htmlhint linthtml eslint-config-inspector node-modules-inspector tsdx microbundle tshy zshy pkgroll bunchee unbuild ncc esno jiti vavite vike waku analog nitro nitropack esbuild-visualizer rollup-plugin-visualizer license-report typed-scss-modules typed-css-modules svgr svg-sprite pug ejs mustache handlebars eleventy vitepress vuepress docusaurus gatsby typedoc-plugin documentation jsdoc esdoc api-documenter json-schema-to-typescript json2ts quicktype quicktype-core zod-to-ts ts-to-zod graphql-inspector get-graphql-schema sort-package-json fixpack npmPkgJsonLint npmpkgjsonlint lockfile-lint bundle-phobia bundlewatch statoscope vrt reg-cli backstop loki storycap
  run: .
ncu npm-check-updates
  install: -u, --upgrade
  machine: -g, --global
nuxi
  install: module, add, upgrade, init
  machine: devtools
  run: typecheck, prepare, analyze, build, generate, dev, info, cleanup, preview, test
sv
  install: add, create, migrate
codemod
  publish: publish
  sign-in: login
nitro nitropack
  publish: deploy
  run: build, dev, prepare
fastlane
  publish: * beta, * release, * deploy, * alpha, * internal, * production, * upload, * submit, upload_to_play_store
pg_dump mysqldump
  remote-read!: --schema-only, --no-data, -s
`;
