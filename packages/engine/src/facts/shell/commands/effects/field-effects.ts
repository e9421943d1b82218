/** Business software, content, medicine, the sky, proofs and backups; in the notation of `program-effects.ts`. */
export const fieldEffects = (): string => `
ui5
  run: build, versions, tree, config
  serve: serve
  install: init, use, add, remove
cds
  run: build, compile, lint, test, watch, serve, run, version, debug, repl --help, export
  install: init, add, import
  secret: env
  run-other: repl, eval, -e
  remote-change: deploy, undeploy, bind
  publish: up, subscribe
  sign-in: login, logout
odoo odoo-bin
  serve: .
  run: scaffold, cloc, --version, --help
  run-other: shell
  lose: db drop, db load, --reinit
  remote-change: --db_host
dx cargo-leptos wails newman bru hurl httpyac oasdiff autorest thrift flatc capnp asn1c avrogen shellspec serverspec ecs kahlan composer-unused cbuild csolution armclang armlink iccarm xc8-cc xc16-gcc xc32-gcc mbed-tools spike simavr gem5.opt cbmc goto-cc goto-instrument esbmc frama-c spin NuSMV nusmv nuXmv prism storm klee fstar.exe verifyta alloy recon-all snarkjs circom openpose
  run: .
dx wails
  install: new, init, create
  machine: self-update, update
bru newman
  run-other: --plugins, --externalModules
dcmdump dcm2niix dcmodify dcmconv dcmdjpeg dcmj2pnm gdcmdump gdcmconv gdcminfo fslmaths fslinfo fslstats fslroi fslmerge bet flirt fnirt fast mrconvert mrinfo mrcat mrcalc dwidenoise mrdegibbs tckgen antsRegistration antsApplyTransforms N4BiasFieldCorrection plastimatch mri_convert fitsinfo fitsheader fitsdiff fitscheck solve-field source-extractor sextractor scamp swarp psfex stilts xtb crest espeak-ng piper whisper whisper-cli elf2uf2-rs uf2conv.py jadx apktool aapt aapt2 dex2jar d2j-dex2jar frida-ps jo hred qtpaths
  edit: .
dcmdump dcm2niix fslinfo fslmaths mrinfo mrconvert fitsinfo fitsheader jadx apktool jo aapt aapt2
  standalone
storescu dcmsend
  send: .
findscu echoscu mosquitto_sub
  remote-read: .
movescu getscu
  remote-change: .
restic borg kopia rustic
  remote-read: snapshots, ls, stats, check, find, diff, list, info, snapshot list, snapshot verify, repository status, policy list, version, cache
  secret: dump, cat, key export
  edit: restore, extract, mount, snapshot restore
  send: backup, create, snapshot create, copy
  remote-destroy: forget, prune, delete, compact, key remove, snapshot delete, snapshot expire, repair, rebuild-index, recreate, tag
  sign-in: key, repository connect, repository disconnect
  remote-change: .
pgbackrest wal-g barman
  remote-read: info, check, version, backup-list, backup-show, wal-show, list-backup, list-backups, list-server, show-backup, status, wal-verify
  remote-destroy: delete, expire, stanza-delete, delete-backup
  lose: restore, backup-fetch, recover
  remote-change: .
arc spr ghstack rbt git-review
  read: --version, version, help, branch, which, status, list
  publish: diff, land, .
ddev lando
  read: list, describe, version, status, info, config --show
  serve: start, stop, restart, rebuild, logs, poweroff, launch, xdebug, snapshot, export-db, db-export, exec, drush, php, composer, wp, artisan, npm, yarn, node
  lose: delete, destroy, clean, import-db, db-import, snapshot restore, snapshot --cleanup
  fetch edit: pull
  publish: push
  remote-run: ssh, mysql, psql
  sign-in: auth
  machine: self-upgrade, hostname, utility, config global
  edit: config
rebar3
  run: release, tar
minisign
  read!: -V, -v
  sign-in: .
`;
