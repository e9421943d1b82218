/** Containers, clusters, clouds, data, documents, media, networks and secrets; in the notation of `program-effects.ts`. */
export const platformEffects = (): string => `
fossil
  commit: add, addremove, commit, ci, branch, merge, mv, rename, rm, delete, stash, tag, new, init, open, undo, redo, bisect, cherrypick, import, settings, forget, amend, attachment, wiki, ticket
  read: status, changes, diff, gdiff, timeline, finfo, annotate, blame, cat, ls, info, extras, version, export, remote-url, leaves, descendants, branch list, stash list, artifact, grep, json, whatis
  commit remote-read: pull, update, checkout, co, clone
  lose: clean, revert, stash drop, purge, scrub, rebuild, shun, checkout --force
  run-other: sqlite3, sql, all
  serve: server, ui
  publish: push, sync, uv
  sign-in: user, login-group
git-lfs
  read: ls-files, status, env, locks, version, logs, pointer
  commit: track, untrack, migrate info, checkout, install --local, dedup, merge-driver
  commit remote-read: fetch, pull, clone
  machine: install, uninstall, update
  publish: push
  remote-change: lock, unlock
  lose: prune, migrate
gt
  commit: create, c, modify, m, checkout, co, up, u, down, d, top, t, bottom, b, fold, f, split, sp, squash, sq, move, rename, rn, reorder, restack, r, track, tr, untrack, utr, continue, cont, absorb, init, i, pop, trunk, revert, freeze, unfreeze
  read: log, ls, ll, info, parent, children, aliases, changelog, docs, fish, feedback, completion, config
  commit remote-read: sync, get
  lose: delete, dl, abort
  publish: submit, s, ss, merge
  remote-read: pr, dash
  sign-in: auth
p4
  read: info, opened, status, diff, have, where, files, fstat, describe, changes, annotate, filelog, print, sizes, users, clients, branches, labels, tickets, counters, diff2, grep, help, set, jobs, dirs, depots, interchanges, cstat
  commit: add, edit, move, rename, copy, reopen, resolve, shelve, unshelve, change, changelist, integrate, merge, client, workspace, label, tag, reconcile, rec, lock, unlock, populate
  edit remote-read: sync, update, flush, switch
  lose: revert, delete, clean, shelve -d
  publish: submit
  remote-destroy: obliterate, archive, client -d, label -d
  sign-in: login, logout, passwd, protect, user, trust
darcs pijul
  commit: add, record, rec, amend, move, mv, remove, tag, unrecord, rebase, resolve, init, initialize, apply, fork, channel
  read: log, changes, diff, whatsnew, show, annotate, status, credit, test, remote
  commit remote-read: pull, clone, get, fetch
  lose: revert, obliterate, reset, unrevert, optimize, unpull
  publish: push, send
direnv
  read: status, version, show_dump, fetchurl
  run: export
  machine: allow, permit, grant, deny, block, revoke, edit, prune, reload
  read: current, stdlib, hook, watch, watch-dir, watch-list, dotenv, apply_dump
  secret: dump
  run-other: exec
buildah
  read: images, containers, inspect, info, version, ps, ls
  serve: from, bud, build, build-using-dockerfile, commit, config, copy, add, mount, umount, unmount, tag, rename, manifest create, manifest add, manifest inspect, source
  remote-read: pull
  run-other: run, unshare
  lose: rm, rmi, delete, prune, manifest rm
  publish: push, manifest push
  sign-in: login, logout
skopeo
  remote-read: inspect, list-tags, manifest-digest, standalone-verify
  edit remote-read: generate-sigstore-key, layers
  publish: copy, sync
  remote-destroy: delete
  sign-in: login, logout, standalone-sign
crane gcrane regctl oras
  remote-read: catalog, config, digest, ls, manifest, validate, version, blob, image inspect, image manifest, image digest, tag ls, repo ls, repo tags, manifest fetch, discover
  edit remote-read: export, pull
  publish: append, copy, cp, push, tag, mutate, rebase, flatten, index, attach, image copy, image mod
  remote-destroy: delete, tag delete, manifest delete, repo delete
  sign-in: auth, login, logout, registry login, registry logout
cosign
  remote-read: verify, verify-attestation, verify-blob, verify-blob-attestation, tree, triangulate, download, dockerfile verify, manifest verify, version, env, save, public-key, completion, trusted-root
  publish: sign, attest, attach, upload, copy, load, policy
  sign-in: generate-key-pair, import-key-pair, login, sign-blob, attest-blob, initialize, piv-tool, pkcs11-tool
  read: generate
  remote-destroy: clean
syft grype dive dockle
  remote-read: .
colima limactl multipass vagrant orb
  read: list, ls, status, version, info, find, get, networks, aliases, box list, port, global-status, plugin list, snapshot list, ssh-config, validate, show-ssh, winrm-config, template list, list --json, disk list, snapshot ls
  serve: start, stop, restart, up, halt, reload, suspend, resume, launch, provision, recover, snapshot, kubernetes, init, pause, unpause, edit, clone, mount, umount
  remote-run: ssh, shell, exec, copy, transfer, scp, upload, rsync, rsync-auto, winrm, rdp, powershell
  lose: delete, destroy, purge, remove, rm, prune, factory-reset, snapshot delete, box remove, box prune, snapshot restore, restore, disk delete
  machine: alias, unalias, set, authenticate, nerdctl, template, update, plugin, sudoers, completion, box, autostart, start-at-login, version --update, disk, tunnel
  run: validate, package
  publish: cloud publish, push, share
  sign-in: login, cloud
  remote-run: cp
packer
  run: console, version, hcl2_upgrade, fix
  install: init, plugins
  remote-change: build
argocd
  remote-read: app list, app get, app diff, app history, app manifests, app resources, app logs, app wait, app actions list, cluster list, cluster get, repo list, repo get, proj list, proj get, proj role list, proj windows list, account list, account get, account can-i, account get-user-info, appset list, appset get, cert list, gpg list, gpg get, repocreds list, version, context, admin settings validate, admin app diff-reconcile-results
  publish: app sync, app rollback
  remote-destroy: app delete, app delete-resource, app terminate-op, cluster rm, repo rm, proj delete, appset delete, cert rm, gpg rm, repocreds rm, proj role delete, account delete-token, context --delete
  sign-in: login, logout, relogin, account update-password, account generate-token, proj role create-token, admin initial-password, account session-token
  secret: admin initial-password, admin export, cluster get --show-secrets
  remote-run: app actions run
  remote-change: .
argo
  remote-read: list, get, logs, watch, wait, archive get, archive list, archive list-label-keys, archive list-label-values, cron get, cron list, template get, template list, cluster-template get, cluster-template list, version
  run: lint, cron lint, template lint, cluster-template lint, completion, executor-plugin
  remote-change: submit, resubmit, resume, retry, stop, suspend, terminate, node, archive resubmit, archive retry, cron create, cron resume, cron suspend, cron update, template create, template update, cluster-template create, cluster-template update
  edit remote-read: cp
  remote-destroy: delete, archive delete, cron delete, template delete, cluster-template delete
  serve: server
  secret: auth token
flux
  remote-read: get, logs, events, trace, tree, stats, check, version, diff, envsubst, debug
  run: build, completion
  edit remote-read: pull, export
  remote-change: bootstrap, create, install, reconcile, resume, suspend, migrate
  read!: create --export, install --export
  publish: push, tag
  remote-destroy: delete, uninstall
  secret: export secret, create secret, debug helmrelease --show-values
hubble
  remote-read: observe, list, status, version
istioctl cilium linkerd
  remote-read: version, proxy-status, ps, proxy-config, pc, analyze, verify-install, status, check, stat, tap, top, edges, routes, describe, ztunnel-config, hubble list, sysdump, diagnostics, viz stat, viz top, viz tap, viz edges, viz check, viz routes, config view, encrypt status, features, endpoint list, bgp, validate, authz, precheck, tag list, multicluster check, clustermesh status
  run: manifest, profile, kube-inject, completion, inject, uninject, operator dump
  remote-change: install, upgrade, tag, dashboard, bug-report, admin, hubble, config set, connectivity, clustermesh, operator, multicluster, viz, jaeger, waypoint, remote-clusters, create-remote-secret, workload, x, experimental
  remote-destroy: uninstall, uninstall --purge, tag remove, config delete, prune, operator remove
kubeseal
  run: ., --version
  secret: --recovery-unseal
  remote-read: --fetch-cert
velero
  remote-read: get, describe, version, backup get, backup describe, backup logs, restore get, restore describe, restore logs, schedule get, schedule describe, backup-location get, snapshot-location get, plugin get, repo get
  edit remote-read: backup download
  remote-destroy: backup delete, restore delete, schedule delete, uninstall, backup-location delete, delete
  remote-change: .
tkn
  remote-read: * list, * ls, * describe, * desc, * logs, * get, hub info, hub search, hub check-upgrade, version, chains payload, chains signature, * export, completion
  run: * verify, bundle list, tkb list
  remote-destroy: * delete, * rm
  sign-in: * sign
  publish: bundle push, tkb push
  remote-change: .
eksctl
  remote-read: get, info, version, utils describe-*
  run: completion, anywhere
  remote-destroy: delete, drain
  sign-in: utils write-kubeconfig, create iamidentitymapping
  remote-change: .
kubectx kubens
  remote-read: ()
  remote-read!: --current
  remote-destroy: -d
  sign-in: .
k9s
  remote-change: .
  remote-read: version, info
infracost
  remote-read: breakdown, diff, output, configure get, completion
  run: generate, completion
  publish: comment, upload
  sign-in: configure, register, auth
stern kail kubetail kubecolor kubent popeye nova kubescape kube-bench kubespy rakkess
  remote-read: .
kubecolor
  remote-change: .
kind
  secret: get kubeconfig
  read: export logs, completion
  serve: build, Build
  sign-in: export kubeconfig
minikube
  read: completion, config view, config get, config defaults, cache list, options, service list, update-check, ssh-key, ssh-host, docker-env, podman-env, node list, image ls, addons list
  serve: cache, node, unpause, pause, mount, cp, service, license, config set, config unset
  remote-run: ssh
  lose: node delete, cache delete, image rm
  sign-in: update-context
k3d
  read: cluster get, cluster ls, node get, node ls, registry get, registry ls, completion, config, node list, registry list, kubeconfig
  serve: cluster, node, registry, cluster edit, cluster update
  secret: kubeconfig get, kubeconfig print, kubeconfig show
  sign-in: kubeconfig merge, kubeconfig write
  lose: cluster del, cluster rm, node delete, node del, registry del, registry delete, registry rm
  edit: config init, config create, config migrate, config update
kubectl-argo-rollouts
  remote-read: get, list, status, version, lint, dashboard
  remote-change: .
kubectl oc
  remote-read: convert, completion, plugin, plugin list, options, tree, neat, who-can, access-matrix, ns, ctx, whoami, status, projects, adm top, adm node-logs, adm inspect, adm policy who-can, argo rollouts get, argo rollouts list, argo rollouts status, cost, resource-capacity, stern, images, df-pv, score, get-all
  remote-change: auth reconcile, argo, cert-manager, cnpg, new-app, new-project, start-build, import-image, tag, policy, rollback, cancel-build, ns *
  remote-read: cert-manager status, cert-manager check, cnpg status, process
  machine: krew
  remote-read: krew list, krew search, krew info, krew version
  remote-run: alpha debug, node-shell, rsh, rsync, iexec, sniff
  sign-in: config rename-context, config set, config unset, config delete-cluster, config delete-user, ctx *, project, logout, view-serviceaccount-kubeconfig
  secret: view-secret, modify-secret, extract, whoami -t, whoami --show-token, oidc-login
helmfile
  run remote-read: test, version, show-dag, print-env, completion, cache, write-values
  install: deps, fetch, repos, init
  remote-change: charts
  secret: secrets
serverless sls
  run: package, print, offline, invoke local, plugin list, plugin search, generate-event, doctor, create, slstats, support
  remote-read: info, logs, metrics, deploy list, deploy list functions
  remote-run: invoke, dev
  install: install, plugin install, plugin uninstall
  publish: deploy, rollback
  remote-destroy: remove
  sign-in: login, logout, config, dashboard
  secret: param get, param list
  remote-change: test, studio
  run: output, plugin
  secret: param
sam
  remote-read: logs, traces, list, remote test-event list, remote test-event get
  run: pipeline init, local generate-event, local start-api
  publish: publish, package
  remote-change: pipeline bootstrap, remote test-event put
  remote-run: remote invoke
cdk
  run: ack, context, doc, notices, synthesize, migrate, refactor --dry-run, flags, drift
  remote-change: rollback, refactor
  remote-destroy: gc
terragrunt
  run: fmt, providers, terragrunt-info, info, validate-inputs, graph, aws-provider-patch, scaffold, catalog, run --all validate, hcl fmt, hcl validate
  install: init, get
  remote-read: workspace list, workspace show, state list
  secret: console, state pull, state show, stack output
  remote-change: force-unlock, refresh, taint, untaint, workspace, state, run-all, stack run, test, backend bootstrap, backend migrate
  remote-destroy: state rm, workspace delete, backend delete
  run-other: exec
  run: stack generate, stack clean
  sign-in: login, logout
terraform tofu
  run remote-read: state identities, query
  remote-change: state, workspace, stacks, rpcapi
  run: version, metadata functions, completion
pulumi
  run: new, schema, package, plugin ls, version, gen-completion, convert, install, console, org get-default, policy ls, policy new, policy validate-config, env ls, env version, env diff, stack graph, deployment settings, about env, preview --diff, stack tag ls, config refresh, refresh --preview-only
  secret: env get, env open, env run
  machine: plugin
  install: plugin install
  publish: policy publish
  remote-change: policy, org, watch, env, deployment, stack rename, stack change-secrets-provider, stack tag, stack, do
  remote-destroy: policy rm, env rm
ansible-galaxy
  read: list, collection list, role list, collection verify, role info, info
  remote-read: search, role search, collection download
  install: install, collection install, role install
  edit: init, collection init, role init, collection build
  delete: remove, role remove, delete
  publish: collection publish, role import, import, role setup, setup
  remote-destroy: role delete
  sign-in: login
ansible-vault
  secret: view, decrypt, edit, rekey
  edit: encrypt, encrypt_string, create
ansible-config ansible-doc ansible-lint ansible-navigator ansible-test ansible-builder
  run: .
ansible-navigator
  remote-change: run, exec
ansible-pull
  machine: .
ansible-console
  remote-run: .
atlas
  run: migrate lint, migrate hash, migrate new, migrate validate, migrate import, schema fmt, migrate diff, version, license, completion, schema test, migrate test, whoami
  remote-read: * list, * ls, * describe, * get, * * list, * * ls, * * describe, * * get, * * * list, * * * ls, schema inspect, schema diff, migrate status, schema plan, processes list, logs download
  serve: migrate apply, migrate set
  lose: schema clean, schema apply, migrate down, migrate rm
  publish: migrate push, schema push
  remote-destroy: * delete, * rm, * * delete, * * rm, * * * delete, * * * rm
  sign-in: auth, login, logout, config, * apikeys create, * * apikeys create, quickstart, setup, register
  remote-change: .
consul nomad
  remote-read: members, catalog, info, monitor, version, status, kv get, kv export, operator raft list-peers, operator autopilot get-config, node status, job status, job inspect, job history, job plan, alloc status, alloc logs, alloc fs, deployment list, deployment status, eval list, eval status, server members, namespace list, namespace status, service list, service info, volume status, acl policy list, acl policy read, intention check, intention get, intention list, intention match, config list, config read, rtt, peering list, peering read, plan, logs, inspect, ui, job deployments, job allocs, node pool list, quota list, quota status, scaling policy
  run: validate, job validate, fmt, tls, job init, init, keygen, completion
  publish: job run, run, job start, job promote, deployment promote, job dispatch, job revert, job restart, job scale
  remote-run: exec, alloc exec, alloc signal, action, job action
  remote-destroy: kv delete, job stop, stop, node purge, system gc, namespace delete, volume delete, volume deregister, config delete, intention delete, services deregister, acl token delete, acl policy delete, force-leave, leave, operator raft remove-peer, var purge, service delete, alloc stop, snapshot restore, operator snapshot restore, peering delete, deployment fail, quota delete
  sign-in: login, logout, acl bootstrap, acl token create, acl auth-method, acl binding-rule, acl role, acl set-agent-token, keyring
  secret: acl token read, acl token list, acl token self, var get, operator gossip, snapshot save, operator snapshot save
  serve: agent
  remote-change: .
vault
  remote-read: policy read, audit list, auth list, secrets list, namespace list, namespace lookup, lease lookup, operator members, operator key-status, operator usage, operator raft list-peers, operator diagnose, plugin list, plugin info, path-help, version, version-history, token capabilities, token lookup, kv metadata get, monitor, plugin reload-status, hcp, auth help
  run: policy fmt
  remote-change: kv undelete, kv rollback, kv enable-versioning, kv metadata put, kv metadata patch, audit enable, auth enable, auth tune, secrets enable, secrets tune, secrets move, namespace create, namespace patch, namespace lock, namespace unlock, plugin register, plugin reload, lease renew, token renew, transit, patch, operator, debug, proxy, transform, auth move
  remote-destroy: audit disable, auth disable, secrets disable, namespace delete, lease revoke, token revoke, plugin deregister, policy delete, operator seal, operator step-down, operator raft remove-peer, operator raft snapshot restore
  secret: operator init, operator generate-root, operator rekey, operator unseal, print token, operator raft snapshot, pki, agent, operator rotate
  secret sign-in: token create
  serve: server
  remote-run: ssh
bws bw infisical doppler chamber lpass dcli keepassxc-cli aws-vault
  secret: .
bw
  read: completion, --version, encode, status, sync, update, config, generate, lock, device-approval list, device-approval help
  secret remote-change: create, edit, confirm, import, move, share, restore, receive, device-approval
  publish: send
  remote-destroy: delete, send delete
  sign-in: login, logout, unlock
  serve secret: serve
doppler
  remote-read: activity, changelog, projects get, projects list, environments get, configs get, configs logs, configs list, configs, projects, environments, open, feedback, me, --version
  remote-change: projects create, projects update, environments create, environments rename, configs create, configs clone, configs update, configs lock, configs unlock, settings, import, secrets set, secrets upload, configs logs rollback
  remote-destroy: projects delete, environments delete, configs delete, secrets delete, configs tokens revoke
  sign-in: login, logout, configure, setup, configs tokens create
  machine: update, completion
infisical
  run: scan
  sign-in: login, user
aws-vault
  read: list
  sign-in: add, remove, login, rotate, clear
op
  remote-read: item template, item ls, vault ls, vault get, vault user list, vault user ls, vault group list, vault group ls, user ls, user get, group list, group ls, group get, group user list, group user ls, account ls, account get, document list, document ls, events-api, connect server list, connect server ls, connect server get, connect token list, connect token ls, connect group, completion
  remote-change: item create, item edit, item move, vault create, vault edit, vault group, vault user, user edit, user confirm, user provision, user invite, user reactivate, group create, group edit, group user, document create, document edit, connect, plugin
  remote-destroy: item delete, item rm, vault delete, vault rm, vault remove, user delete, user remove, user rm, user suspend, group delete, group rm, group remove, document delete, document rm, connect server delete, connect token delete, connect vault revoke
  sign-in: account, connect token create, service-account
  machine: update
  secret: environment
  remote-destroy: document remove, item remove
sops
  secret: edit, ()
  edit: -e, --encrypt, encrypt, set, unset, updatekeys, rotate, -r, --rotate, groups
  publish: publish
  serve: keyservice
  read: filestatus
  read: h
age
  edit: -e, -r, -R, --encrypt, --recipient
age-keygen mkcert
  sign-in: .
mkcert
  read: -CAROOT
gpg gpg2
  read: --list-keys, -k, --fingerprint, --verify, --list-packets, --version, --list-secret-keys, -K, --show-keys, --check-signatures, --list-sigs
  secret: -d, --decrypt, --export-secret-keys, --export-secret-subkeys
  sign-in: --gen-key, --full-generate-key, --quick-generate-key, --generate-key, --import, --edit-key, --delete-keys, --delete-secret-keys, --sign-key, --lsign-key, --quick-add-key, -s, --sign, --clearsign, --clear-sign, -b, --detach-sign, --passwd, --change-pin, --card-edit, --gen-revoke
  publish: --send-keys, --refresh-keys
  sign-in: --recv-keys, --receive-keys, --fetch-keys
  edit: -c, --symmetric, -e, --encrypt, --export, --armor, --dearmor, --enarmor
step
  read: certificate inspect, certificate verify, certificate lint, certificate fingerprint, certificate format, crypto jwt inspect, version, path, crypto hash, base64, certificate needs-renewal
  sign-in: .
  machine: certificate install, certificate uninstall
certbot
  read: certificates, plugins, show_account
  machine: .
  remote-destroy: revoke, delete
keytool
  read: -list, -printcert, -printcertreq, -printcrl, -showinfo
  sign-in: -genkeypair, -genkey, -importcert, -import, -importkeystore, -delete, -storepasswd, -keypasswd, -changealias, -genseckey, -gencert, -certreq, -importpass
  secret: -exportcert, -export
openssl
  read: version, ciphers, list, errstr, x509, req -text, verify, crl, asn1parse, dgst, md5, sha1, sha256, sha512, prime, speed, sha384, sha3-256, crl2pkcs7, ocsp -respin, ts -verify, info, help, storeutl -certs, nseq, sess_id
  read: rand, base64
  remote-read: s_client, ocsp, s_time
  secret: rsa, ec, pkey, pkcs12, pkcs8, rsautl, pkeyutl, enc, cms, smime, dsa, storeutl, kdf, passwd, spkac, mac
  sign-in: genrsa, genpkey, ecparam, dsaparam, dhparam, req, ca, gendsa, rehash, ts, engine, srp
  serve: s_server
  read: md2, md4, sha, sha224, rmd160, pkeyparam, pkcs7
  secret: aes-*, bf*, camellia-*, cast*, des*, rc2*, rc4*, rc5*, aria*, sm4*, idea*, seed*, chacha20
  sign-in: dh, gendh
linode-cli oci scw ibmcloud exo vultr-cli upctl civo
  remote-read: * list, * ls, * view, * get, * describe, * * list, * * get, * * view, * * * list, * * * get, version, help, completion, regions, account view, os ns get
  remote-destroy: * delete, * rm, * * delete, * * * delete, * terminate, * * terminate, * remove, * * remove, * * * terminate
  sign-in: configure, login, logout, init, setup, session, * api-key create, iam, config, obj, target, profiles
  send: * object put, os object put, os object bulk-upload, obj put
  remote-run: * ssh, * * ssh, instance server console
  secret: secrets, k8s kubeconfig get, * * get-secret-bundle, * kubeconfig-view
  remote-change: .
flyctl fly
  remote-read: apps list, apps releases, apps errors, info, regions list, volumes list, volumes show, volumes snapshots list, ips list, certs list, certs show, certs check, checks list, config show, config validate, image show, machine list, machine status, m list, m status, orgs list, orgs show, platform, postgres list, postgres events list, redis list, redis status, secrets list, services list, scale show, history, version, doctor, docs, dashboard, wireguard list, wireguard status, ping, dig, auth whoami, auth docs, jobs, curl, tokens list, storage list, registry, incidents, mpg list, mpg status, extensions list
  publish: launch, machine run, m run, image update, machine update, machine clone
  remote-change: apps, autoscale, certs, checks, config save, config env, image, ips, machine, m, orgs, postgres, redis, regions, resume, restart, secrets, services, suspend, move, volumes, vol, turboku, monitor, create, open, storage, extensions, mpg, lfsc, synthetics, consul
  remote-destroy: apps destroy, certs remove, certs delete, ips release, machine destroy, m destroy, orgs delete, orgs remove, redis destroy, secrets unset, volumes destroy, volumes delete, vol destroy, wireguard remove, postgres detach, storage destroy, machine stop, machine kill
  remote-run: ssh, console, sftp, proxy, machine exec, postgres connect, pg connect, redis connect, mysql connect, agent, mpg connect
  sign-in: tokens, wireguard, ssh issue, ssh establish
  machine: settings, version update, version upgrade
  secret: auth token, config env
  remote-read: builds list, config display, dash, dns-records list, dns-records export, domains list, domains show, completion, image-details, jobs open, apps open, open, secrets digest
  remote-change: dns-records import, domains add, dns-records
  pay: domains register
  remote-read: img show, machines list, machines status, pg list, pg db list, pg users list, vm status, vm list, wg list, wg status
  remote-change: img, machines, pg, vm
  remote-destroy: machines remove, machines rm, machines destroy, machines kill, machines stop, pg detach, vm stop, vm remove, wg remove
  publish: machines run, machines clone, machines update, img update
  remote-run: machines exec
  sign-in: wg
heroku
  remote-read: apps, apps:info, info, addons, addons:info, addons:plans, addons:services, addons:docs, access, buildpacks, buildpacks:info, buildpacks:search, buildpacks:versions, certs, certs:info, ci, ci:info, ci:last, clients, clients:info, container, domains, domains:info, drains, features, features:info, keys, labs, labs:info, maintenance, members, notifications, orgs, pg, pg:info, pg:backups, pg:ps, pg:locks, pg:outliers, pg:blocking, pg:bloat, pg:diagnose, pg:settings, pg:wait, pg:maintenance, pg:links, pg:vacuum-stats, pipelines, pipelines:info, pipelines:list, pipelines:diff, ps:type, ps:wait, redis, redis:info, regions, releases:info, releases:output, reviewapps, sessions, spaces, spaces:info, stack, teams, webhooks, webhooks:info, webhooks:events, auth:whoami, version, which, help, commands, dashboard, plugins, autocomplete, apps:stacks, apps:errors, addons:open, apps:open, docs, trusted-ips, usage, usage:addons, pg:upgrade:wait, pg:credentials
  secret: config, config:get, config:edit, pg:credentials:url, redis:credentials, auth:token, authorizations, authorizations:info, pg:backups:url, ci:config, ci:config:get, pg:backups:download, certs:key
  serve: local, local:start, local:run, local:version
  remote-run: run, run:detached, run:inside, ps:exec, pg:psql, psql, redis:cli, ps:socks, ps:forward, ps:copy, ci:debug, ci:rerun, pg:pull
  publish: container:push, container:release, pipelines:promote, builds:create, releases:retry, ci:run, create, apps:create
  remote-destroy: addons:destroy, addons:detach, certs:remove, domains:remove, domains:clear, drains:remove, pg:reset, pg:backups:delete, pg:credentials:destroy, pipelines:destroy, pipelines:remove, keys:remove, keys:clear, config:unset, unset, ps:stop, ps:kill, ps:restart, container:rm, members:remove, access:remove, webhooks:remove, spaces:destroy, buildpacks:clear, buildpacks:remove, labs:disable, reviewapps:disable, clients:destroy, sessions:destroy, authorizations:revoke, pg:kill, pg:killall, pg:backups:restore, pg:push, pg:copy
  sign-in: auth:login, auth:logout, auth:2fa, auth:2fa:disable, keys:add, authorizations:create, authorizations:rotate, authorizations:update, clients:create, clients:rotate, 2fa, twofactor, container:login, container:logout
  machine: update, plugins:install, plugins:uninstall, plugins:link, plugins:update, autocomplete:create
  remote-change: .
vercel
  remote-read: billing ls, certs ls, dns ls, domains ls, domains inspect, secrets list, secrets ls, teams list, teams ls, project ls, project inspect, target ls, integration list, redirects ls, blob list, bisect, curl, httpstat, help, telemetry status, git ls, webhooks ls, guidance
  pay: domains buy, buy, billing add, domains transfer-in
  remote-change: billing, certs issue, certs add, dns add, dns import, domains add, domains move, domains verify, teams add, teams invite, project add, integration add, git connect, git disconnect, certs, dns, domains, teams, project, integration, redirects, target, webhooks, cache, rolling-release, blob
  remote-destroy: billing rm, certs rm, dns rm, domains rm, env rm, secrets remove, secrets rm, project rm, integration remove, alias rm, cache purge, blob del
  sign-in: secrets add, secrets rename, switch, teams switch
  secret: env pull, pull
  publish: redeploy, blob put, rolling-release complete
  run: telemetry, guidance
  send: blob put
netlify
  run: functions:build, functions:serve, functions:create, functions:invoke, functions:list, recipes, status, link, unlink, completion, edge-functions
  remote-read: sites:list, status:hooks, addons:list, lm:info, logs:function, logs:deploy, open, open:admin, open:site, watch, teams:list, blobs:list, blobs:get, api --list, env:list, env:get
  remote-change: sites:create, env:set, env:import, env:clone, addons:config, addons:create, addons:auth, lm:setup, lm:install, init, api, blobs:set, unlink, database, db
  remote-destroy: sites:delete, env:unset, addons:delete, lm:uninstall, blobs:delete
  secret: env:list, env:get
  sign-in: switch
  run-other: dev:exec
  machine: completion:install
  remote-read: addon:list, completion:generate, completion:generate:alias, dev:trace, lm, env
  remote-change: addon:auth, addon:config, addon:create, lm:init
  remote-destroy: addon:delete, env:delete, env:remove
  run: function:build, function:create, function:list, function:server, function:trigger
firebase
  run: emulators:exec, ext:dev:init, setup:emulators, use, target, help, emulators:export
  remote-read: apps:sdkconfig, functions:list, functions:log, hosting:channel:list, hosting:sites:list, hosting:sites:get, ext:list, ext:info, firestore:indexes, firestore:databases:list, firestore:databases:get, remoteconfig:get, remoteconfig:versions:list, database:get, database:instances:list, database:profile, login:list, appdistribution:testers:list, open, experiments:list, apphosting:backends:list, apphosting:backends:get, dataconnect:services:list, target
  secret: functions:config:get, functions:secrets:access, functions:secrets:get, auth:export, apphosting:secrets:access, functions:config:export
  sign-in: login:ci, login:add, login:use, functions:secrets:set, functions:config:set, apps:android:sha:create, apphosting:secrets:set
  remote-change: projects:create, projects:addfirebase, database:set, database:update, database:push, database:import, functions:config:clone, ext:install, ext:configure, ext:update, firestore:databases:create, hosting:sites:create, hosting:channel:create, hosting:channel:open, remoteconfig:rollback, auth:import, database:settings:set, firestore:restore
  publish: hosting:clone, appdistribution:distribute, ext:dev:publish, ext:dev:upload, crashlytics:symbols:upload, apphosting:rollouts:create
  remote-destroy: functions:delete, hosting:disable, hosting:channel:delete, hosting:sites:delete, firestore:delete, database:remove, ext:uninstall, functions:secrets:destroy, functions:secrets:prune, functions:config:unset, firestore:databases:delete, apphosting:backends:delete, functions:artifacts:setpolicy
  run-other: functions:shell
  run: setup:emulators:database, setup:emulators:firestore, setup:emulators:pubsub, setup:emulators:ui, target:apply, target:clear, target:remove, setup:emulators:storage
  remote-read: database:settings:get, apps:android:sha:list
  remote-change: database:instances:create
  remote-destroy: apps:android:sha:delete
  run-other: experimental:functions:shell
wrangler
  run: setup, docs, generate, pages dev, pages functions, d1 migrations create, d1 migrations list --local, dev --local, telemetry, complete
  serve: d1 execute --local, d1 migrations apply --local, kv key put --local
  remote-read: deployments, versions list, versions view, kv namespace list, kv key list, kv key get, kv:key get, kv:key list, kv:namespace list, r2 bucket list, r2 bucket info, r2 object get, d1 list, d1 info, d1 insights, d1 migrations list, queues list, queues info, pages project list, pages deployment list, pages deployment tail, secret list, pages secret list, dispatch-namespace list, hyperdrive list, hyperdrive get, vectorize list, vectorize get, workflows list, workflows describe, ai models, route list, cert list, pipelines list
  secret: d1 export
  publish: versions deploy, pages publish, triggers deploy, deployments rollback, preview
  sign-in: secret put, secret bulk, secret:bulk, pages secret put, pages secret bulk, versions secret, mtls-certificate, cert upload, secrets-store, config
  remote-change: kv, kv:key, kv:bulk, kv:namespace, d1, r2, queues, pages, hyperdrive, vectorize, workflows, dispatch-namespace, pubsub, route, subdomain, tunnel, pipelines, containers
  send: r2 object put, report
  remote-destroy: kv:key delete, kv:bulk delete, kv bulk delete, kv namespace delete, kv:namespace delete, r2 bucket delete, r2 object delete, queues delete, pages project delete, pages deployment delete, secret delete, pages secret delete, route delete, hyperdrive delete, vectorize delete, workflows delete, queues purge, d1 time-travel restore, secret:delete, dispatch-namespace delete, pipelines delete
supabase
  run: functions new, functions serve, migration new, gen, db diff, db lint, test, completion, bootstrap, services, seed, db start, migration squash
  serve: db start, status, migration up, db reset, seed buckets
  lose: db reset, stop --no-backup
  remote-read: projects list, orgs list, functions list, migration list, branches list, branches get, db branch list, secrets list, domains get, ssl-enforcement get, network-bans get, network-restrictions get, postgres-config get, sso list, sso info, sso show, vanity-subdomains get, backups list, encryption get-root-key, snippets, db remote changes, storage ls
  secret: db dump, projects api-keys, encryption get-root-key, gen keys, gen signing-key, gen bearer-jwt
  edit remote-read: db pull, functions download, migration fetch, config pull
  remote-change: projects create, orgs create, branches, config push, migration repair, db remote commit, db branch, domains, ssl-enforcement, network-bans, network-restrictions, postgres-config, sso, vanity-subdomains, storage, unlink, encryption
  remote-destroy: projects delete, functions delete, secrets unset, branches delete, db branch delete, domains delete, db reset --linked, db reset --db-url, storage rm, sso remove, vanity-subdomains delete, migration down
  sign-in: secrets set
railway
  remote-read: docs, open, version, completion, deployment list
  secret: variables, variables get, run, shell, variable
  remote-change: add, environment, unlink, service, domain, volume, variables set, init, function
  publish: redeploy, restart, deployment
  remote-destroy: down, variables delete, environment delete, volume delete
  remote-run: connect, ssh
amplify
  run: mock, codegen, status, function build, api gql-compile, version, help, diagnose, diff, hosting configure, add, remove, update, override, analytics add, api add, auth add, function add, hosting add, interactions add, notifications add, predictions add, storage add, xr add, geo add, analytics update, api update, auth update, function update, hosting update, interactions update, notifications update, predictions update, storage update, xr update, api migrate, api override, api rebuild, auth override, storage override, custom
  remote-read: env list, env get, console, * console
  edit remote-read: pull, env checkout, env pull, env import
  publish: push, * push, hosting publish
  remote-change: env update, serve, studio
  remote-destroy: env remove, * remove
  machine: upgrade, uninstall, plugin
  sign-in: configure, import, auth import
eb
  remote-read: health, events, printenv, platform list, platform show, platform events, console, open, tags --list
  publish: create, clone, swap, codesource, restore, upgrade, platform create
  remote-change: abort, config, setenv, use, init, tags, appversion, platform, migrate
  serve: local
  remote-run: ssh
  remote-destroy: terminate, appversion --delete, config delete, platform delete
  secret: printenv
cf
  remote-read: apps, a, app, services, s, service, marketplace, m, routes, r, domains, orgs, o, org, spaces, space, target, t, logs, events, buildpacks, stacks, stack, quotas, quota, version, feature-flags, plugins, org-users, space-users, security-groups, help, api, tasks, service-keys, revisions, packages, droplets, info
  secret: env, e, service-key, oauth-token, ssh-code
  publish: push, p, cancel-deployment, rollback, continue-deployment, copy-source
  remote-run: ssh, run-task
  remote-destroy: delete, d, delete-*, purge-*, stop, sp, unmap-route, unbind-*, remove-*
  sign-in: login, l, logout, lo, auth, passwd, create-user, set-org-role, set-space-role, create-service-key, set-env
  remote-change: .
tailscale
  remote-read: status, ip, netcheck, version, whois, ping, metrics, dns status, exit-node list, licenses, completion, drive list, bugreport
  machine: up, down, set, update, configure, syspolicy, systray, lock, exit-node, dns
  remote-run: ssh, nc
  publish: funnel, serve
  send: file cp, drive share
  edit: file get
  sign-in: login, logout, switch, cert, web
cloudflared
  remote-read: tunnel list, tunnel info, tunnel diag, version, tunnel vnet list, tunnel ready, access curl, tunnel route ip show
  publish: tunnel, tunnel run, access tcp, proxy-dns
  sign-in: login, tunnel login, access login, access token, access ssh-gen, tunnel token
  remote-change: tunnel create, tunnel route, tunnel vnet
  remote-destroy: tunnel delete, tunnel cleanup, tunnel vnet delete
  machine: service, update
  remote-run: access ssh, access rdp, access smb, access ssh-config, access
ngrok localtunnel lt bore zrok expose devtunnel
  publish: .
  read: version, diagnose, config check
  sign-in: config add-authtoken, authtoken, login, logout, config
  remote-read: api, list
  remote-change: api * create, api * update, service
  remote-destroy: api * delete
pg_dump pg_dumpall mysqldump mariadb-dump mongodump mongoexport
  edit secret: .
pg_restore mongorestore mongoimport mysqlimport
  lose: .
pg_restore
  read!: --list, -l
pg_ctl pg_ctlcluster initdb mysqld mongod redis-server postgres valkey-server
  serve: .
pgbench sysbench
  serve: .
pgcli mycli litecli usql sqlcmd cqlsh snowsql snow bsql isql
  remote-change: .
influx
  remote-read: ping, version, bucket list, org list, config list, task list, v1 dbrp list, query, dashboards, bucket-schema list, scripts list, stacks, telegrafs, user list, remote list, replication list, config ls, task log, task run list, org members list
  remote-change: write, bucket create, bucket update, task create, task update, apply, org create, template, setup, restore, bucket-schema, scripts, v1, user, remote, replication, export, task, org, server-config, stacks update
  secret: auth list, secret list, backup
  remote-destroy: delete, bucket delete, org delete, task delete, user delete, stacks rm, stacks remove, scripts delete, remote delete
  sign-in: auth, config, secret, user password
liquibase
  run: validate, init, generate-changelog, generateChangeLog, diff, diff-changelog, diffChangeLog, checks, update-sql, updateSQL, rollback-sql, future-rollback-sql, db-doc, snapshot, snapshot-reference, changelog-sync-sql
  remote-read: status, history, list-locks, listLocks, unexpected-change-sets, connect, calculate-checksum
  serve: update, update-count, update-to-tag, updateCount, tag, tag-exists, changelog-sync, mark-next-changeset-ran, clear-checksums, release-locks, releaseLocks, register-changelog
  lose: drop-all, dropAll, rollback, rollback-count, rollback-to-date, rollbackCount, update-testing-rollback, rollback-one-changeset, rollback-one-update
  remote-change: execute-sql, executeSql, sync-hub, flow
flyway
  run remote-read: info, validate, version, check, diff, model, generate, prepare, list-engines
  serve: migrate, baseline, deploy
  lose: clean, undo, repair
  sign-in: auth
  machine: add
sqitch
  run remote-read: status, log, plan, show, help, verify, target, engine
  edit: add, init, tag, bundle, rework, config
  serve: deploy, checkout
  lose: revert, rebase
dbmate goose migrate golang-migrate migrate-mongo atlas-migrate dbmigrate refinery diesel sqlx sea-orm-cli tern
  run remote-read: status, version, validate, dump, wait, list, prepare, print-schema, migration list, migrate info, migrate status, migration info, generate, fix
  edit: new, create, init, migration generate, migrate add, migration add, migrate generate, migrate init
  serve: up, migrate, up-by-one, up-to, load, migration run, setup, database create, database setup, migrate run, migrate up, goto
  lose: drop, down, rollback, redo, reset, down-to, force, migration revert, migration redo, database reset, database drop, migrate revert, migrate fresh, migrate reset, migrate refresh, migrate down
pscale
  remote-read: audit-log, backup list, backup ls, backup show, branch list, branch ls, branch show, branch diff, branch schema, database list, database ls, database show, deploy-request list, deploy-request ls, deploy-request show, deploy-request diff, org list, org ls, org show, password list, password ls, region, service-token list, service-token show-access, completion, version, ping, workflow list, workflow show, keyspace list, keyspace show, data-imports list, data-imports get
  secret: database dump
  serve: connect
  remote-run: shell, sql
  publish: deploy-request deploy, branch promote, deploy-request apply
  remote-destroy: backup delete, backup rm, branch delete, branch rm, database delete, database rm, deploy-request close, deploy-request revert, data-imports cancel, branch demote
  sign-in: auth, login, logout, password, password create, password delete, password rm, service-token, signup, sign-up, register, org switch
  remote-change: .
airflow
  run: dags list, dags show, dags show-dependencies, dags list-import-errors, dags list-jobs, dags list-runs, dags next-execution, dags report, dags state, dags test, dags details, tasks list, tasks test, tasks render, tasks state, tasks failed-deps, tasks states-for-dag-run, info, version, providers, plugins, jobs, cheat-sheet, db check, db check-migrations, config list, config lint, pools list, pools get, users list, roles list, kubernetes generate-dag-yaml, assets list, assets details, dags reserialize, config get-value
  secret: connections list, connections get, connections export, variables get, variables export, users export
  serve: standalone, scheduler, webserver, triggerer, dag-processor, api-server, celery, db init, db upgrade, db migrate, sync-perm, kerberos, flower, worker
  remote-change: dags trigger, dags pause, dags unpause, dags backfill, backfill, tasks run, tasks clear, pools set, pools import, variables set, variables import, connections add, connections import, connections create-default-connections, roles, rotate-fernet-key, kubernetes, assets materialize
  remote-destroy: dags delete, connections delete, variables delete, pools delete, roles delete, users delete
  sign-in: users
  lose: db reset, db clean, db downgrade, db drop-archived, dags delete --yes
  run-other: db shell
  run: pools export
dagster dagster-dg dg
  run: asset list, job list, definitions validate, project, schedule list, sensor list, run list, schedule preview, sensor preview, check, list, scaffold, docs, utils, instance info, job print
  serve: dev, job execute, asset materialize, job launch, asset wipe-cache, sensor start, sensor stop, schedule start, schedule stop, job backfill, launch, api, code-server
  lose: run wipe, run delete, asset wipe, schedule wipe, instance reindex, debug import
  publish: plus deploy, cloud
prefect
  remote-read: * ls, * inspect, version, config view, profile ls, profile inspect, work-pool preview, flow-run logs, dashboard, * read, * list
  serve: server, flow serve, worker, agent, dev, shell
  publish: deploy, deployment apply, deployment build
  remote-change: .
  remote-destroy: * delete, server database reset, flow-run cancel, * delete-*
  sign-in: cloud, profile, config set, config unset
  secret: variable get, block inspect, config view --show-secrets
spark-submit spark-shell pyspark spark-sql sparkR beeline
  run-other: .
databricks
  remote-read: * list, * get, * * list, * * get, fs ls, fs cat, clusters list-*, clusters events, bundle summary, bundle schema, jobs list-runs, jobs get-run, jobs get-run-output, workspace list, workspace get-status, current-user me, version, auth profiles, auth describe, catalogs list, schemas list, tables list, warehouses list, pipelines list-*, experiments list-*, completion
  run: bundle validate, bundle init, bundle generate, labs
  secret: secrets get-secret, auth token, auth env, tokens list
  publish: bundle deploy, bundle run, apps deploy
  send: fs cp, workspace import, workspace import-dir
  edit remote-read: workspace export, workspace export-dir
  remote-destroy: * delete, * delete-*, * permanent-delete, fs rm, bundle destroy, * * delete, * uninstall, * remove-*
  sign-in: auth, configure, tokens, token-management, secrets, permissions, grants, service-principals, users, groups
  remote-run: jobs run-now, jobs submit, command-execution, ssh
  remote-change: .
mlflow
  run: doctor, version, experiments csv, models prepare-env, models predict, recipes
  remote-read: artifacts list, experiments get
  edit remote-read: artifacts download
  send: artifacts log-artifact, artifacts log-artifacts
  remote-change: experiments create, experiments rename, experiments restore, runs restore, runs create, deployments create, deployments update, sagemaker, deployments, db, runs link-traces
  publish: deployments create, sagemaker deploy
  remote-destroy: deployments delete, sagemaker delete
  serve: gateway, deployments start-server
wandb
  run: init, offline, online, disabled, enabled, verify
  serve: local, docker
  edit remote-read: pull, restore, artifact get
  remote-read: artifact ls, beta, artifact list
  remote-change: sweep, launch, launch-sweep, scheduler, job, projects, beta sync
  run-other: agent, launch-agent, docker-run
  delete: sync --clean, artifact cache
  sign-in: logout
hf huggingface-cli
  remote-read: version, auth list, jobs ps, jobs logs, jobs inspect, jobs stats, jobs hardware, cache verify, cache list, tag -l, tag --list, papers, datasets, models, collections list, collections info, endpoints list, endpoints describe, endpoints catalog, buckets list, buckets info
  lose: cache delete, cache rm, cache prune
  publish: repo, repo move, repo-files, tag, discussions, collections
  remote-destroy: repo-files delete, repo-files, repo branch delete, tag -d, tag --delete, jobs cancel, endpoints delete, repos delete, buckets delete
  remote-run: jobs run, jobs uv, jobs scheduled
  remote-change: endpoints, buckets, repos
  sign-in: auth switch
kaggle
  remote-read: competitions submissions, competitions leaderboard, competitions files, datasets files, datasets status, datasets metadata, kernels status, kernels files, models list, models get, config view, models instances, c list, d list, k list, --version
  fetch edit: kernels pull, kernels output, models instances versions download
  edit: datasets init, kernels init, models init
  publish: competitions submit, datasets create, datasets version, kernels push, models create, models update
  remote-destroy: models delete, datasets delete, kernels delete
  sign-in: config set, config unset
dvc
  run: stage, freeze, unfreeze, config --list, root, version, doctor, experiments run, exp show, exp diff, exp list, exp ls, exp apply, experiments show, experiments diff, queue, exp branch, artifacts, ls, ls-url, list-url, du, completion, remote list, cache dir, repro --dry, plots show, plots diff, exp save, exp rename, exp init
  edit: install, unprotect, mv, rename, config, cache, exp clean, remote add, remote modify, remote default, remote rename, remote remove, import-url, update
  remote-read: update, import-db, get-url, exp pull, experiments pull, import-url
  lose: exp remove, exp rm, experiments remove, experiments gc, exp gc, queue remove, queue kill, queue stop, cache migrate
  publish: exp push, experiments push
  sign-in: studio, remote modify --local
jupyter
  run: notebook stop, lab build, lab clean, lab workspaces, labextension list, labextension check, nbextension list, serverextension list, server extension list, troubleshoot, migrate, bundlerextension list, book, events, nbextensions_configurator, dejavu, contrib, --version, --data-dir, --runtime-dir
  serve: kernel, qtconsole, nbclassic, run --kernel
  machine: kernelspec, labextension, nbextension, serverextension, server extension, bundlerextension, lab extension
  lose: kernelspec remove, kernelspec uninstall
  sign-in: notebook password, server password, lab password
ollama
  read: list, ls, ps, show, --version
  serve: serve, run, stop, start
  machine: pull, create, cp
  lose: rm
  publish: push
  sign-in: signin, signout
dbt
  run: init, rpc, environment, lint, format
  remote-change: rpc, cloud, invocation
nextflow
  run: run, config, lint, inspect, view, log, list, info, console
  install: pull, clone
  lose: clean, drop
  sign-in: auth, secrets
  run-other: run http*
  publish: kuberun, launch
latexmk
  run: .
  delete: -c, -C
tlmgr
  read: list, info, search, show, version, conf, check, print-platform, key list
  machine: .
lychee htmltest linkchecker linkinator muffet
  fetch: .
lychee
  read!: --offline, --dump-inputs
asciidoctor asciidoctor-pdf rst2html rst2man rst2latex markdown marp mermaid mmdc plantuml d2 slidev reveal-md remark textlint alex write-good proselint markdown-link-check doctoc makeindex makeglossaries texcount chktex lacheck latexindent latexdiff tectonic context arara pdftex tex latex dvips lilypond groff scdoc ronn cmark mdformat mdl rumdl typstyle tinymist antora lektor pelican nikola hakyll
  run: .
mdbook zola hugo hexo
  serve: serve, watch, server
  run: init, new, clean, test, check, config, gen, list, env, convert, mod graph, mod verify, import
  install: mod
mkdocs
  run: build, new, get-deps
  serve: serve
  publish: gh-deploy
mike
  run: list
  serve: serve
  commit: deploy, delete, alias, retitle, set-default, props
  publish: deploy --push, delete --push, alias --push, set-default --push
quarto
  read: check, list, --version, --paths, inspect
  install: add, update, use, create, create-project
  machine: install, uninstall, remove, tools
  run-other: run
typst
  serve: watch
  run: init, query, fonts, info, eval
  machine: update
magick convert mogrify montage composite gm
  edit: .
  fetch run-other: *:*
ffmpeg ffplay
  send: *://*
identify
  read: .
fc-list fc-match fc-query fc-scan fc-pattern fc-cat fc-validate fc-conflist
  read: .
fc-cache
  machine: .
kpsewhich kpsepath kpsexpand kpsestat texdoc
  read: .
kpsewhich
  run: --mktex
units
  read: .
  run-other: -L, --log
magick
  read: identify
xsv qsv csvsql csvjson csvgrep csvsort in2csv miller mlr dasel gron htmlq pup xq yj tomlq hledger ledger
  run: .
aspell hunspell
  read: list, dump
pdfimages
  run-other: .
  read!: -list
bibtex-tidy pdfcrop
  run: .
inkscape dot neato fdp sfdp twopi circo gvpr ffplay rsvg-convert cairosvg svgo optipng pngquant oxipng jpegoptim gifsicle cwebp dwebp avifenc sox blender openscad freecad gs qpdf pdftk img2pdf ocrmypdf tesseract exiv2 jpegtran zopflipng vips gnuplot
  run: .
gvpr freecad gnuplot openscad
  run-other: .
mediainfo soxi
  read: .
yt-dlp youtube-dl gallery-dl
  fetch edit: .
  secret: --cookies-from-browser
  run-other: --exec, --downloader, --external-downloader
promtool
  run: check, test rules, test, format, tsdb analyze, tsdb list, tsdb dump, tsdb bench, promql format
  remote-read: query, debug
  send: push
  serve: tsdb create-blocks-from
molecule
  run: syntax, list, matrix, drivers, dependency
  serve: create, prepare, converge, idempotence, side-effect, verify, check, test, destroy, cleanup, reset, login
  run: init
goose
  run: create, fix
  read: validate, -version
  serve: * * status, * * version
  serve: * * up, * * up-by-one, * * up-to, * * redo
  lose: * * down, * * down-to, * * reset
amtool
  run: config routes test, template render, --version
  remote-read: alert, alert query, silence query, silence, config show, config routes, config, cluster show, cluster
  remote-change: silence add, silence update, silence import, alert add
  remote-destroy: silence expire
logcli
  remote-read: query, labels, series, instant-query, fmt, stats, volume, volume_range, detected-fields, index-stats
  remote-change: delete
mimirtool cortextool
  run: rules lint, rules check, rules prepare, alertmanager verify, analyze, bucket-validation, config
  remote-read: rules list, rules print, rules get, rules diff, alertmanager get, remote-read
  remote-change: rules load, rules sync, alertmanager load, backfill
  remote-destroy: rules delete, alertmanager delete, rules delete-namespace
grafana-cli grafanactl grizzly grr
  read: plugins ls, plugins list-remote, plugins list-versions, --version, config view, config check
  remote-read: resources get, resources list, get, list, diff, resources pull, pull, show
  machine: plugins
  remote-change: resources push, resources edit, apply, push, watch
  remote-destroy: resources delete
  sign-in: admin, config
  run: resources validate, resources serve, serve, export
k6
  run: inspect, archive, new, version, stats
  run-other: run
  send: cloud, cloud run, cloud upload
  sign-in: login, cloud login
  remote-change: pause, resume, scale, status
  run: convert, completion, deps
locust artillery jmeter gatling wrk hey ab vegeta oha siege
  run-other: .
sentry-cli
  remote-read: info, projects list, organizations list, releases list, releases info, issues list, events list, monitors list, repos list, deploys list, --version, logs list, releases propose-version
  read: difutil, sourcemaps explain, sourcemaps resolve, debug-files check, debug-files find, debug-files print-sources, debug-files bundle-sources
  edit: sourcemaps inject
  publish: releases new, releases finalize, releases set-commits, releases deploys, sourcemaps upload, debug-files upload, upload-dif, upload-proguard, send-event, send-envelope, deploys new, build upload, releases files, releases, upload-dsym, react-native, dart-symbol-map upload
  remote-change: issues mute, issues resolve, issues unresolve, monitors run, releases archive, releases restore
  remote-destroy: releases delete, releases files delete
  sign-in: login
  machine: update, uninstall
  run-other: monitors run
datadog-ci newrelic honeycomb-cli coveralls codecov codecovcli codeclimate snyk sonar-scanner
  send: .
  read: version
snyk
  remote-read: test, iac test, code test, container test, policy, config get
  sign-in: auth, config
  run: fix, ignore
trivy
  remote-read: image, i, fs, filesystem, repo, repository, rootfs, vm, version, sbom, plugin list, plugin search
  run: conf, convert, module list
  remote-read: kubernetes, k8s
  serve: server
  machine: plugin, module
  delete: clean
  sign-in: registry
  remote-read: h
dig nslookup host drill kdig getent whois mtr traceroute tracepath ping ping6 fping resolvectl dog doggo
  remote-read: .
resolvectl
  machine: dns, domain, flush-caches, revert, default-route, llmnr, mdns, dnssec, dnsovertls, ntas, reset-statistics, log-level
  read: status, statistics
nmap masscan zmap nping arping iperf3 iperf nikto sqlmap ffuf gobuster
  send: .
nmap
  run-other: --script, -sC, -A
tcpdump
  run-other!: -z
tshark
  run-other!: -X, -o
tcpdump tshark dumpcap ngrep wireshark
  secret machine: .
  run-other!: -w
  read!: -D, --list-interfaces, --version, -r
capinfos editcap mergecap
  run: .
nc ncat netcat socat websocat wscat telnet
  send: .
grpcurl grpcui evans
  remote-change: .
  remote-read: * list, * describe, list, describe
  read: help
http https httpie xh curlie
  send: .
rclone
  remote-read: ls, lsl, lsd, lsf, lsjson, size, check, cat, about, version, listremotes, md5sum, sha1sum, hashsum, tree, ncdu, config show, config paths, config file, config providers, help, cryptcheck, checksum, features, test
  secret: config show, config dump, reveal
  remote-destroy: delete, deletefile, purge, rmdir, rmdirs, sync, move, moveto, dedupe, cleanup, bisync
  sign-in: config, authorize, obscure
  publish: link
  serve: mount, serve, nfsmount, rcd, gui
  machine: selfupdate, completion, genautocomplete
  remote-change: mkdir, touch, settier, rc, backend
  run-other: * :*, * * :*, * *ssh=*, * * *ssh=*, * *_command=*, * * *_command=*, --sftp-ssh, --password-command, --metadata-mapper, --webdav-bearer-token-command
earthly
  run: +*, doc, build
  sign-in: account, org, login, secret, registry
  lose: prune
  machine: bootstrap, config
  secret: secret get
dagger
  run: call, functions, develop, query, run, version, config, core, check
  install: init, install, update, uninstall, toolchain
  publish: call publish
  sign-in: login, logout
  run-other: shell, listen
act
  run: ., -l, --list, -n, --dryrun, -g, --graph
tilt skaffold devspace garden okteto
  run: verify-install, render, inspect, fix, schema, version, diagnose, doctor, list, print, config, survey, filter, analytics, docs, completion, validate
  serve: ci
  remote-read: get, describe, logs, dump, status, wait, inspect
  remote-change: up, run, dev, debug, deploy, apply, create, edit, patch, enable, disable, trigger, args, test, verify, exec, init, set
  remote-destroy: down, delete, purge, cleanup, destroy
  publish: build, push, preview deploy
  remote-run: enter, ssh, sync, attach
  sign-in: login, logout, use, context, kubeconfig
  run!: build --dry-run, build --push=false
devbox devenv
  run: run, info, list, search, version, test, build, print-dev-env, cache info
  install: add, rm, update, install, init, create, generate, gc, inputs
  run-other: shell
  serve: services, up, processes
  machine: global, setup, cache, version update
  sign-in: auth, secrets
  publish: push
  edit remote-read: pull
nix
  read: --version, flake show, flake metadata, flake info, show-config, config show, config check, hash, path-info, why-depends, log, store ls, store cat, derivation show, show-derivation, registry list, profile list, profile history, search, store diff-closures, nar, profile diff-closures, store verify, doctor, store ping, store info, to-base64, to-base32, realisation
  run: build, eval, fmt, flake check, print-dev-env, formatter, flake archive, bundle
  install: flake update, flake lock, flake init, flake new, flake clone, flake prefetch, store prefetch-file
  run-other: repl, run, shell, eval --expr, build --expr, build *:*, eval *:*
  machine: profile, registry, upgrade-nix, daemon, channel, store optimise, store repair, store sign, key generate-secret, store add, store add-path, store add-file, store make-content-addressed
  lose: store gc, store delete, profile wipe-history, profile remove
  publish: copy, store copy-log, store copy-sigs
nix-build nix-instantiate nix-hash nix-prefetch-url nix-prefetch-git nixfmt alejandra statix deadnix nixpkgs-fmt nix-diff nix-tree nvd nix-eval-jobs treefmt
  run: .
nix-store
  read!: -q, --query, --print-env, --verify, -l, --read-log
  lose: --gc, --delete
  machine: .
nix-collect-garbage
  lose: .
nix-channel nix-env nixos-rebuild darwin-rebuild home-manager nixos-install nixos-generate-config guix
  machine: .
nixos-rebuild darwin-rebuild
  run: build, dry-build, build-vm, list-generations
home-manager
  run: build, generations, news, packages, option
  lose: expire-generations, remove-generations
nix-env
  read: -q, --list-generations
guix
  read: search, show, size, graph, describe, lint, weather, package --list-installed, package -I, package -A
  run: build
  run-other: shell, environment, repl, time-machine, container
  lose: gc, system delete-generations
moon
  run: run, check, ci, query, project, task, docker, sync, generate, action-graph, project-graph, task-graph, mcp, exec, tasks, projects, hash
  run-other: ext, bin
  machine: setup, teardown, upgrade, toolchain
  delete: clean
nx
  run: run, run-many, affected, build, test, lint, serve, e2e, format, format:check, format:write, graph, show, list, report, daemon, print-affected, affected:test, affected:build, affected:lint, affected:e2e, affected:graph, affected:apps, affected:libs, workspace-lint, dep-graph, sync, sync:check, watch, view-logs, reset, generate, g, workspace-generator, help, repair, migrate --run-migrations, fix-ci, mcp, start-ci-run, stop-all-agents
  run-other: exec
  install: add, init, migrate, import, connect
  publish: release, connect-to-nx-cloud
  sign-in: login, logout
turbo
  run: run, build, test, lint, dev, ls, query, daemon, scan, watch, info, prune, gen, generate, boundaries, config, bin, devtools
  sign-in: login, logout, link, unlink
  machine: telemetry, completion
mise rtx
  read: version, ls, list, current, doctor, which, where, tasks, config, alias ls, backends ls, bin-paths, cache path, completion, fmt --check, latest, ls-remote, outdated, plugins ls, registry, search, settings ls, settings get, tool
  read!: trust --show
  secret: env, hook-env
  run: run, exec, task run, tasks run, watch, fmt, en, test-tool, prepare
  run-other: x
  edit: tasks add, generate, set, unset, tasks edit, lock
  machine: install, use, uninstall, trust, activate, alias, backends, cache, config set, deactivate, implode, install-into, link, plugins, prune, reshim, self-update, settings, shell, sync, unuse, upgrade, tool-alias, config generate --global, oci, shell-alias
asdf
  read: info, latest, env, shim-versions, shim versions, plugin list, plugin-list, plugin-list-all, plugin list all, cmd, help
  run-other: exec
  machine: plugin-add, plugin-remove, plugin-update, reshim, update, set, plugin add, plugin remove, plugin update
rbenv pyenv nodenv goenv jenv
  read: commands, completions, hooks, prefix, shims, version-file, version-file-read, version-name, version-origin, whence, latest, help
  run-other: exec
  machine: rehash, init, add, remove, enable-plugin, disable-plugin, update, virtualenv, virtualenv-delete, activate, deactivate
just
  run: .
  run!: --list, -l, --summary, --show, --dry-run, -n, --evaluate, --dump, --fmt
task
  run!: --list, -l, --list-all, -a, --dry, -n, --status, --summary
  run: .
virsh
  remote-read: list, dominfo, domstate, domblklist, domiflist, net-list, net-info, pool-list, pool-info, vol-list, vol-info, nodeinfo, capabilities, version, dumpxml, net-dumpxml, pool-dumpxml, snapshot-list, snapshot-info, uri, hostname, vcpuinfo, cpu-stats, dommemstat, domstats, iface-list, net-dhcp-leases, help, sysinfo, domifaddr
  remote-destroy: destroy, undefine, snapshot-delete, snapshot-revert, vol-delete, vol-wipe, pool-delete, pool-destroy, pool-undefine, net-destroy, net-undefine, detach-disk, detach-device, detach-interface, managedsave-remove, secret-undefine, checkpoint-delete, iface-destroy, iface-undefine, nwfilter-undefine
  remote-run: console, qemu-monitor-command, qemu-agent-command, qemu-attach
  secret: secret-get-value, secret-list
  remote-change: .
twilio
  remote-read: profiles:list, phone-numbers:list, api:*:list, api:*:fetch, debugger:logs:list, help
  pay: phone-numbers:buy:*
  sign-in: login, profiles:create, profiles:remove, profiles:use
  publish: serverless:deploy, email:send, api:core:messages:create, flex:plugins:deploy
  remote-change: .
slack
  run: run, doctor, version, manifest validate, create, platform run
  remote-read: app list, auth list, activity, trigger list, datastore query, collaborators list, env list
  publish: deploy, platform deploy
  sign-in: login, logout, auth
  remote-change: .
  remote-destroy: app delete, trigger delete, datastore delete, app uninstall, delete, uninstall
stripe
  remote-read: events, resources, open, samples list, config --list, version, community, help, reporting list
  remote-change: trigger, fixtures, post, events resend, samples
  install: samples create
  serve: serve
  sign-in: config
  publish: apps upload
boundary
  remote-read: * list, * read, * search
  remote-run: connect
  sign-in: authenticate, logout
  remote-change: .
kops
  remote-read: get, validate, version, toolbox dump
  run: update cluster
  remote-change: create, replace, edit, rolling-update, update cluster --yes
  remote-destroy: delete
  secret: export, get secrets
rke talosctl clusterctl
  remote-read: version, get, health, dmesg, logs, describe, containers, processes, services, members, list, read, stats, time, validate
  run: generate
  secret: kubeconfig, get kubeconfig
  remote-change: up, apply, apply-config, patch, upgrade, upgrade-k8s, rotate, init, move, edit, reboot, service
  remote-destroy: remove, delete, reset, wipe, rollback, shutdown
ctr
  read: version, images ls, image ls, containers ls, container ls, tasks ls, task ls, namespaces ls, snapshots ls, info
  serve: .
  run-other: run, tasks exec, task exec
  lose: images rm, image rm, containers rm, container rm, tasks kill, task kill, snapshots rm
gator kyverno jb dhall dhall-to-json dhall-to-yaml ytt kbld kpt cdk8s vendir kubeconform-helm kube-linter pluto-detect nova-find polaris-audit
  run: .
kbld kpt
  remote-change: live apply, live init, live migrate
  remote-destroy: live destroy
  publish: relocate, package
jb vendir
  install: install, sync, update
kyverno
  run: test, apply, jp, version
kapp
  remote-read: list, ls, inspect, logs, diff
  remote-change: deploy, deploy-config, label, rename
  remote-destroy: delete, app-group delete
awslocal
  serve: .
saml2aws
  sign-in: .
copilot
  run: svc package, job package, app show, env show, svc show
  remote-read: svc status, svc logs, app ls, env ls, svc ls, job ls, pipeline status
  publish: deploy, svc deploy, job deploy, env deploy, pipeline deploy
  remote-change: init, app init, env init, svc init, pipeline init
  remote-destroy: app delete, env delete, svc delete, job delete
  remote-run: svc exec, task run, task exec
  sign-in: secret
azd
  read: version, config show, env list
  run: package, build, show, hooks run
  remote-read: monitor
  publish: up, deploy, publish
  remote-change: provision, env set, env new, env select, env refresh, pipeline config
  remote-destroy: down
  sign-in: auth
  secret: env get-values
  install: init, template
func
  run: build, new, init, start, templates, extensions, durable get-history
  publish: azure functionapp publish, deploy
  secret: settings list, azure functionapp fetch-app-settings
  remote-read: azure functionapp list-functions, azure functionapp logstream
neon neonctl turso planetscale
  remote-read: * list, * get, * show, db list, db show, group list, org list, plan show, me, --version
  secret: connection-string, cs, db tokens, auth token
  remote-change: * create, * update, * set-*, * add, branches restore, db replicate
  remote-destroy: * delete, * destroy, * reset
  sign-in: auth, login, logout, config
  remote-run: db shell
vacuumdb reindexdb clusterdb analyze-db
  serve: .
mysqladmin
  remote-read: status, ping, version, processlist, extended-status, variables
  remote-change: create, flush-*, refresh, reload, start-slave, stop-slave
  remote-destroy: drop, kill, shutdown
  sign-in: password
sqlfmt pgformatter pg_format sql-formatter sqruff pgspot squawk sqlcheck atlas-lint
  run: .
etcdctl
  remote-read: endpoint, member list, version, alarm list, check, get
  remote-change: put, compaction, defrag, lease, txn, move-leader, member add, member update, member promote, alarm disarm, watch
  remote-destroy: del, member remove
  sign-in: user, role, auth
  edit: snapshot save, snapshot status
  lose: snapshot restore
cypher-shell neo4j-admin trino presto hive beeline hbase sqlcmd bcp
  remote-change: .
neo4j-admin
  read: server report, database check, --version
hdfs
  remote-read: dfs -ls, dfs -cat, dfs -du, dfs -df, dfs -count, dfs -stat, dfs -tail, dfs -test, dfs -find, dfsadmin -report, fsck, version, getconf
  remote-destroy: dfs -rm, dfs -rmr, dfs -expunge, namenode -format
  send: dfs -put, dfs -copyFromLocal, dfs -appendToFile
  remote-change: dfs -mkdir, dfs -mv, dfs -cp, dfs -chmod, dfs -chown, dfs -setrep, dfs -touchz, dfsadmin
  edit remote-read: dfs -get, dfs -copyToLocal, dfs -getmerge
kafka-topics kafka-topics.sh
  remote-read: --list, --describe, --version
  remote-change: --create, --alter
  remote-destroy: --delete
kafka-console-consumer kafka-console-consumer.sh kafka-dump-log kafka-dump-log.sh kafka-broker-api-versions kafka-broker-api-versions.sh kafka-get-offsets kafka-get-offsets.sh kafka-log-dirs kafka-log-dirs.sh
  remote-read: .
kafka-consumer-groups kafka-consumer-groups.sh kafka-configs kafka-configs.sh kafka-acls kafka-acls.sh
  remote-read: --list, --describe, --version
  remote-change: --reset-offsets, --alter, --add
  remote-destroy: --delete, --delete-offsets, --remove
kafka-console-producer kafka-console-producer.sh
  send: .
kcat kafkacat
  remote-read: -C, -L, -Q, -V
  send: -P
rpk
  remote-read: topic list, topic describe, topic consume, cluster info, cluster health, cluster status, group list, group describe, version, cluster metadata
  remote-change: topic create, topic alter-config, topic add-partitions, cluster config set, group seek
  remote-destroy: topic delete, group delete, topic trim-prefix
  send: topic produce
  serve: container
  sign-in: cloud login, security, profile
nats
  remote-read: server, stream ls, stream info, stream report, stream view, consumer ls, consumer info, kv ls, kv get, sub, rtt, account info, object ls
  remote-change: stream add, stream edit, consumer add, kv put, kv add, object put, request
  remote-destroy: stream rm, stream purge, consumer rm, kv del, kv purge, object del
  send: pub
  sign-in: context
rabbitmqctl rabbitmqadmin
  remote-read: list_*, status, cluster_status, environment, report, list, show, ping, diagnose
  remote-change: declare, set_*, publish, add_*, enable_feature_flag, import, export, trace_on
  remote-destroy: delete*, purge*, reset, force_reset, clear_*, close_*, forget_cluster_node, stop_app, stop
  sign-in: add_user, change_password, set_permissions, set_user_tags
pulsar-admin
  remote-read: * list, * get*, * stats*, * list-*
  remote-destroy: * delete*, * clear-*, * unload
  remote-change: .
gh-ost pt-online-schema-change skeema
  remote-change: .
skeema
  run: lint, format, diff
otel-cli
  send: .
vector fluent-bit
  run: validate, test, vrl, list, graph, --version, --dry-run
  serve: .
ghz bombardier
  send: .
iftop nethogs arp sar pidstat dmesg blkid ncal dust duf ncdu broot viu chafa timg tldr cheat
  read: .
codeql
  run: database create, database analyze, query run, query compile, test run, pack ls, resolve, version, bqrs, database interpret-results, database finalize, query format
  install: pack download, pack install
  publish: pack publish
  send: github upload-results
semgrep opengrep comby gitleaks trufflehog detect-secrets zizmor poutine languagetool htmlproofer codespell-lint
  run: .
semgrep
  sign-in: login, logout
  send: ci
  publish: publish
tea
  remote-read: issues ls, issues list, pulls ls, pulls list, repos ls, releases ls, labels ls, whoami, notifications
  remote-change: issues create, pulls create, pulls merge, comment, labels create, pulls close, issues close
  publish: releases create
  remote-destroy: releases delete, repos delete
  sign-in: login, logout
git-absorb git-cliff git-branchless ghstack sl
  commit: .
ghstack
  publish: submit, land
sl
  read: status, log, diff, show, smartlog, sl, annotate, cat, files, root
  lose: clean, purge, hide
  publish: push, pr, ghstack
  commit remote-read: pull
git-filter-repo
  lose: .
gitui lazygit tig
  run-other: .
release-please auto release-plz cargo-release
  publish: .
reno towncrier scriv
  run: .
dagger
  run-other: call, run, query
earthly
  run-other: .
gazelle ibazel please plz
  run: .
spack easybuild
  read: list, info, find, spec, location, arch, --version, versions, dependencies, graph
  install: install, env, concretize, add, remove
  machine: uninstall, compiler, external, config, gc, mirror
screencapture
  machine: .
mc mcli
  remote-read: ls, stat, du, find, cat, head, tree, diff, version, ping, ready, alias list, admin info, tag list
  remote-destroy: rm, rb, mirror --remove, admin user remove, admin policy remove, ilm rule remove, undo
  send remote-change: cp, put, pipe, mirror
  sign-in: alias set, alias remove, admin accesskey
  remote-change: .
s3cmd
  remote-read: ls, la, info, du
  edit remote-read: get
  remote-destroy: del, rm, rb, sync --delete-removed
  send remote-change: put, sync
  remote-change: .
mkfs mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkswap wipefs blkdiscard flashrom atrm
  machine: .
sgdisk
  machine: --zap-all, -Z, --clear, -o, --new, -n, --delete, -d
mdadm
  machine: --zero-superblock, --create, --stop, --fail, --remove, --grow, --assemble
efibootmgr
  machine: -B, -o, -c, -n, --delete-bootnum, --bootorder, --create
fwupdmgr
  read: get-devices, get-updates, get-history, get-remotes
  machine: .
nvme
  read: list, smart-log, id-ctrl, id-ns, list-subsys
  machine: .
nsupdate
  remote-change: .
pg_dropcluster tarsnap
  lose: .
`;
