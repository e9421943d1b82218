/** Clusters, clouds, databases, releases and other occasional programs; in the notation of `program-effects.ts`. */
export const serviceEffects = (): string => `
kaggle bq
  remote-read: datasets list, competitions list, kernels list, ls, show
  remote-change: .
  fetch edit: datasets download, competitions download
jj
  commit: new, commit, describe, desc, squash, split, edit, rebase, bookmark, restore, undo, op undo, op restore, duplicate, parallelize, next, prev, resolve, tag, workspace, fix, absorb, backout, file track, file untrack, git import, git export
  read: log, diff, show, status, st, op log, file list, file show, bookmark list, evolog, config list, config get
  commit remote-read: git fetch, git clone
  lose: op abandon, util gc
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
streamlit
  run-other: run http*
streamlit fastapi litestar jekyll middleman hugo
  serve: run, dev, serve, server, --watch
  run: build, .
twine
  run: check
  publish: upload
jar
  read: tf, tvf, -tf, -tvf, --list, -t
xcodebuild
  run: ., build, test, clean, build-for-testing, test-without-building, analyze, -list, -showsdks, -showBuildSettings, -resolvePackageDependencies
  publish: archive, -exportArchive
pod
  install: install, update, repo update, init
  read: list, outdated, env, ipc, spec lint, lib lint
  publish: trunk push, repo push, trunk delete
  sign-in: trunk register
melos
  run: run, list, format, analyze
  run: exec
  install: bootstrap, bs
  publish: publish, version
bazel bazelisk buck2
  run: build, test, run, coverage, query, cquery, aquery, info, mobile-install, dump, targets, audit
  read: version, help, info
  delete: clean
  run: shutdown
  machine: kill
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
  remote-read: diff, list, ls, status, history, get manifest, get notes, get hooks, get metadata
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
  run: list_templates, init, edit
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
  remote-change: run, build, seed, snapshot, run-operation, retry, clone
  run: --version
jupyter
  run: nbconvert, execute, kernelspec list, run, trust
  read: --paths, lab list, notebook list, server list, --config-dir
  serve: lab, notebook, server, console
mlflow wandb
  remote-read: experiments list, experiments search, runs describe, runs list, status
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
shutdown reboot halt poweroff mkfs dd chsh usermod useradd userdel passwd visudo mount umount swapoff swapon sysctl modprobe iptables nft ufw timedatectl hostnamectl dscl diskutil csrutil nvram pmset update-alternatives ldconfig
  machine: .
defaults
  read: read, read-type, find, domains
  machine: .
sam
  run: local
air
  serve: .
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
sqlfluff templ sqlc swag wire ent gocritic gopls golines
  run: .
caddy nginx amtool opa conftest regal cue packer checkov trivy polaris pluto kubesec kube-linter terrascan infracost ct chart-testing skaffold tilt stern tk molecule asv
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
  secret: secretsmanager get-secret-value, secretsmanager batch-get-secret-value, ssm get-parameter, ssm get-parameters, ssm get-parameters-by-path, ssm get-parameter-history, sts get-session-token, sts get-federation-token, sts assume-role, sts assume-role-with-saml, sts assume-role-with-web-identity, kms decrypt, ecr get-login-password, ecr get-login, ecr get-authorization-token, ecr-public get-login-password, iam get-credential-report, rds generate-db-auth-token, redshift get-cluster-credentials, codeartifact get-authorization-token, sso get-role-credentials, cognito-idp get-*, lambda get-function, lambda get-function-configuration, configure export-credentials, ec2 get-password-data, lightsail get-*, eks get-token, configure get aws_secret_access_key, * get-*credential*, * get-*token*, * get-*password*, * *-auth-token, * list-api-keys, apigateway get-api-key*, elasticbeanstalk describe-configuration-settings, ec2 describe-launch-template-versions, ec2 describe-instance-attribute, gamelift get-*-access, opsworks describe-apps
  edit: s3api get-object, s3api get-object-torrent, s3api select-object-content, glacier get-job-output, apigateway get-export, apigateway get-sdk, apigatewayv2 export-api, iot-data get-thing-shadow, appconfig get-configuration, appconfigdata get-latest-configuration, ebs get-snapshot-block, codeartifact get-package-version-asset, workmailmessageflow get-raw-message-content, mediastore-data get-object, kinesis-video-media get-media, polly synthesize-speech, schemas get-code-binding-source
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
  remote-read: * * get-health, * * * get-*, * * describe-*, * check-*, * * check-*, * * * check-*, * * get-ancestors, * * read, monitor metrics list, monitor activity-log list, * list-*, * * list-*, * exists, * * exists, * * wait, * wait, * * diagnose, resource list, graph query, network list, compute instances get-serial-port-output, help, topic, feedback, cheat-sheet, find
  secret: * * show-connection-string, * connection-string, * * connection-string, * * list-credentials, * list-credentials, * * get-access-credentials, * * print-*, webapp deployment list-publishing-*, * config appsettings list, * * credential show, * credential show, * list-keys, * key list, * * key list, * admin-key show, * query-key list, * * connection-string *, * connection-string *, * * * connection-string *, * * shared-key show, * secret show, * * secret show, * secret list --show-values, webapp config appsettings list, functionapp config appsettings list, functionapp keys list, * * list-connection-strings, * kubeconfig show, kubernetes cluster kubeconfig show, databases connection, registry docker-config
  machine: components, extension, upgrade, completion
  sign-in: iam service-accounts keys create, ad sp create-for-rbac, role assignment, kubernetes cluster kubeconfig save, registry login, acr login, aks get-credentials, context
gsutil
  remote-read: ls, cat, stat, du, hash, version
  remote-destroy: rm, rb, mv, rsync -d
  send: cp, rsync
  remote-change: .
bq
  remote-read: head
  remote-destroy: rm
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
dpkg-deb
  read: -c, -I, --contents, --info, -f
jmap
  read: -histo
jfr
  read: print, summary
coredumpctl
  read: list, info
ffmpeg ffprobe
  read: .
journalctl
  read: .
  machine: --vacuum-size, --vacuum-time, --vacuum-files, --rotate, --flush, --update-catalog, --setup-keys
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
sbt
  run: .
  publish: ci-release, sonaRelease, sonatypeBundleRelease
nbstripout
  edit: .
  run!: --dry-run
  run-other: --install, --uninstall
unlink shred srm
  edit: .
fastlane
  run: ., test, tests, lint, screenshots, snapshot, scan, gym, build
  publish: beta, release, deliver, pilot, supply, upload_to_testflight, upload_to_app_store, appstore, deploy
  sign-in: match, cert, sigh, produce
gradio shiny
  serve: .
`;
