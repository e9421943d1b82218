/** Robots, circuits, sound and the machines that they run on; in the notation of `program-effects.ts`. */
export const deviceEffects = (): string => `
ros2
  run: launch, run, bag, pkg, interface, doctor, wtf, extensions, extension_points, daemon status, bag info, bag list
  remote-read: topic list, topic info, topic echo, topic hz, topic bw, topic delay, topic type, topic find, node list, node info, service list, service type, service find, service info, action list, action info, action type, action find, param list, param get, param describe, param dump, lifecycle list, lifecycle get, lifecycle nodes, component list, component types, control list_controllers, control list_controller_types, control list_hardware_components, control list_hardware_interfaces, control view_controller_chains, multicast receive
  remote-read edit: bag record, bag burst, param dump --output-dir
  install: pkg create
  serve: daemon, daemon start, daemon stop
  edit: bag convert, bag reindex, security
  remote-change: bag play, param set, param load, param delete, topic pub, topic echo --send, service call, service echo --send, action send_goal, lifecycle set, component load, component unload, component standalone, control load_controller, control unload_controller, control switch_controllers, control set_controller_state, control set_hardware_component_state, control cleanup_controller, control reload_controller_libraries
  send: multicast send, multicast
colcon
  run: build, test, test-result, list, graph, info, extensions, extension-points, version-check, mixin list, mixin show, metadata list, environment, clean, helper
  machine: mixin add, mixin remove, mixin update, metadata add, metadata remove, metadata update
ament ament_black ament_clang_format ament_clang_tidy ament_copyright ament_cppcheck ament_cpplint ament_flake8 ament_lint_cmake ament_mypy ament_pclint ament_pep257 ament_pep8 ament_pycodestyle ament_pyflakes ament_uncrustify ament_xmllint xacro rviz rviz2 rqt rqt_bag rqt_console rqt_graph rqt_image_view rqt_plot rqt_reconfigure rqt_tf_tree catkin catkin_make catkin_make_isolated catkin_lint catkin_test_results catkin_create_pkg roslaunch rosrun roscore rosmaster rostest rosbridge foxglove-studio plotjuggler mavproxy.py ardupilot_sitl webots
  run: .
rosdep
  standalone
  read: keys, resolve, check, db, what-needs, where-defined, --version, --all-versions, --help
  machine: install, init, fix-permissions
  fetch: update
  read!: install --simulate, install -s
vcs vcs-status vcs-diff vcs-log vcs-branch vcs-export vcs-pull vcs-push vcs-custom vcs-import
  standalone
vcs
  read: status, diff, log, branch, export, remotes, help, --version, --clients, --commands
  remote-read: validate
  install: import, pull
  lose: import --force, delete
  publish: push
  run-other: custom
vcs-status vcs-diff vcs-log vcs-branch vcs-export
  read: .
vcs-import vcs-pull
  install: .
  lose: --force
vcs-push bloom-release catkin_prepare_release
  publish: .
vcs-custom
  run-other: .
catkin_generate_changelog catkin_tag_changelog check_urdf urdf_to_graphviz urdf_to_graphiz
  edit: .
gz ign
  run: sdf, sim, gazebo, gui, launch, plugin, model, log, topic -l, topic -i, topic --list, topic --info, service -l, service --list, service -i, --versions, --version, --help
  serve: topic, service, param
  remote-read: fuel list, fuel meta
  fetch edit: fuel download
  publish: fuel upload
  remote-change: fuel edit
  remote-destroy: fuel delete
  machine: fuel configure, fuel cache
rostopic rosservice rosparam rosnode
  remote-read: list, info, echo, hz, bw, delay, type, find, args, uri, get, dump, ping, machine
  remote-change: pub, call, set, load, delete, kill, cleanup
rosmsg rossrv rospack rosstack rosversion rosls roswtf rosclean
  read: .
  lose: purge
rosbag
  run: info, check, compress, decompress, fix, reindex, help
  remote-read edit: record
  remote-change: play
  run-other: filter
mcap
  standalone
  read: info, list, cat, doctor, du, get, version, help
  edit: convert, filter, merge, sort, recover, compress, decompress, add
candump cansniffer canbusload isotpdump isotpsniffer asc2log log2asc log2long aseqdump speaker-test gpiodetect gpioinfo gpiofind i2cdetect
  standalone
candump cansniffer canbusload isotpdump isotpsniffer asc2log log2asc log2long aseqdump speaker-test gpiodetect gpioinfo gpiofind
  read: .
candump
  edit: -l, -f
  machine: -b, -B
i2cdetect
  read!: -l
  machine: .
cansend
  serve: vcan*
  machine: .
cangen canplayer cangw isotpsend isotprecv slcand slcan_attach canfdtest bcmserver canlogserver gpioset i2cset i2cget i2cdump i2ctransfer spidev_test minicom
  machine: .
v4l2-ctl media-ctl
  standalone
v4l2-ctl
  read: .
  edit: --stream-to, --stream-to-hdr
  machine: -c, --set-ctrl, -v, --set-fmt-video, --try-fmt-video, -i, --set-input, -o, --set-output, -s, --set-standard, -p, --set-parm, -f, --set-freq, -t, --set-tuner, -x, --set-fmt-overlay, --set-edid, --clear-edid, --set-dv-bt-timings, --set-output-parm, --set-audio-input, --set-audio-output, --set-crop, --set-selection, --set-priority, --overlay, --set-fmt-video-out, --set-fmt-vbi, --set-fmt-sliced-vbi, --set-fmt-sdr, --set-fmt-meta, --set-modulator, --set-jpeg-comp, --set-cropcap, --set-subdev-fmt, --set-subdev-selection, --set-subdev-fps, --streamoff, --streamon, --stream-from, --decoder-cmd, --encoder-cmd
media-ctl
  read: .
  machine: -l, --links, -r, --reset, -V, --set-v4l2, -i, --interactive, --set-dv, -R, --set-routes
gtkwave surfer pulseview
  run: .
  run-other: -S, --script, -T, --tcl_init, --command-file, -W, --wish
vivado vitis_hls vivado_hls
  run: .
  run-other: -mode=tcl, -i
xvlog xvhdl xelab xsim quartus_map quartus_syn quartus_fit quartus_asm quartus_sta quartus_eda quartus_cpf quartus_ipgenerate quartus_pow qsys-generate gw_sh nextpnr-himbaechel nextpnr-nexus nextpnr-gowin nextpnr-xilinx nextpnr-machxo2 icetime icepll icebram icemulti iceunpack ecpbram ecppll ecpunpack ecpmulti gowin_pack vlib vmap vcom vlog vopt vcover dsim slang surelog symbiyosys sby eqy mcy yosys-smtbmc yosys-config openlane librelane sta Xyce xyce qucsator gnucap vpr netlistsvg wavedrom-cli peakrdl corsair rggen svls verible-verilog-syntax verible-verilog-project verible-verilog-diff bsc firtool circt-opt clash litex_sim hdlmake cocotb-clean
  run: .
vsim
  run: .
  run-other: -do
quartus_sh
  run: .
  run-other: -s, --shell, --tcl_eval
quartus_pgm ecpprog iceburn fujprog xc3sprog tinyprog papilio-prog xsct xsdb hw_server jtagconfig openFPGALoader iceprog teensy_loader_cli
  machine: .
fusesoc
  run: run, build, list-cores, core list, core show, core info, gen, library list, tool, list-paths, core-info
  install: fetch, init, library add, library update, update
Projucer
  run: .
  machine: --set-global-search-path
  commit edit: --git-tag-version
pluginval clap-validator clap-info lv2lint lv2_validate lv2apply lv2bench auval auvaltool juceaide BinaryBuilder faust rubberband rubberband-r3 soundstretch aubioonset aubionotes aubiopitch aubiotrack aubiocut aubioquiet aubiomfcc sfizz_render sord_validate serdi ecasound shntool wavpack wvunpack wvgain loudgain mp3gain rnbo2juce sonic-annotator sox_ng essentia_streaming_extractor_music jalv
  run: .
jack_lsp jack_cpu_load jack_samplerate jack_iodelay jack_midi_dump jack_evmon jack_showtime pw-top pw-dump pw-mon pw-profiler lv2ls lv2info aplay pw-cli pactl wpctl amixer arecord amidi aconnect aplaymidi jack_control jack_bufsize pw-link pw-metadata
  standalone
jack_lsp jack_cpu_load jack_samplerate jack_iodelay jack_midi_dump jack_evmon jack_showtime pw-top pw-dump pw-mon pw-profiler lv2ls lv2info aplay
  read: .
pw-cli
  read: ls, list-objects, info, i, dump, enum-params, e, list-remotes, lr, help
  machine: .
pactl
  read: list, info, stat, get-*, subscribe, --version
  machine: .
wpctl
  read: status, inspect, get-volume
  machine: .
amixer
  read: (), scontrols, scontents, controls, contents, info, sget, get, cget
  machine: .
jack_control
  read: status, dl, dp, ep, el
  machine: .
jack_bufsize pw-metadata
  read: ()
  machine: .
arecord amidi aplaymidi
  read!: -l, -L, --list-devices, --list-pcms, --list
  machine: .
aconnect pw-link
  read: ()
  machine: -x, --removeall, -d, --disconnect, .
jack_connect jack_disconnect jack_load jack_unload jack_transport jack_freewheel alsactl pasuspender
  machine: .
wraptool azuresigntool AzureSignTool rcodesign
  publish: .
  read: verify, print-signature-info, diff-signatures, analyze-certificate, extract
bowtie2-build hisat2-build trim_galore blastdbcmd hmmsearch hmmpress gmt
  edit: .
mpirun mpiexec mpirun.openmpi mpiexec.hydra orterun
  remote-run: -H, --host, --hostfile, -hostfile, -machinefile, --machinefile, -f, -hosts, -host
zowe
  remote-read: zos-files list, files list, zos-files view, files view, zos-files search, zos-files compare, zos-jobs list, jobs list, zos-jobs view, jobs view, zosmf check, zosmf list, zos-logs list, plugins list, config list, config schema, --version
  fetch edit: zos-files download, files download, zos-jobs download, jobs download
  remote-run: zos-jobs submit, jobs submit, zos-tso, tso, zos-console, console, zos-uss, uss, zos-ssh, ssh, zos-workflows
  send: zos-files upload, files upload
  remote-destroy: zos-files delete, files delete, zos-jobs delete, jobs delete, zos-jobs cancel, jobs cancel, zos-files migrate
  sign-in: auth, config secure, config set, config init, profiles
  machine: plugins, daemon
  remote-change: .
UnrealBuildTool RunUAT RunUAT.sh RunUBT.sh UnrealEditor-Cmd UnrealEditor GenerateProjectFiles.sh UnrealPak dotnet-mgcb mgcb
  run: .
RunUAT RunUAT.sh
  machine: -deploy
  publish: -submit, -CreateReleaseVersion
nuclei
  send: .
  machine: -update, -ut, -update-templates
telepresence
  remote-read: status, list, version
  machine: connect, quit, login
  remote-change: .
calicoctl
  remote-read: get, version, node status, ipam show, ipam check, node checksystem
  remote-change: .
  remote-destroy: delete, ipam release
tempo-cli
  remote-read: query, list, view, analyse
  remote-change: .
otelcol-contrib rocq tup redo redo-ifchange bjam abaplint
  run: .
isabelle
  run: build, document, mkroot, export, log, getenv, version, dump, options, build_log, update
  machine: components
  run-other: .
b2
  run: (), *=*, headers, stage
  machine: install, * install, * * install, * * * install, * * * * install
  remote-read: ls, bucket list, bucket get, file info, account get, list-buckets, get-bucket, get-file-info
  remote-destroy: rm, bucket delete, delete-bucket, delete-file-version, file delete, file hide
  send: sync, file upload, file copy-by-id, upload-file, upload-unbound-stream
  sign-in: account, authorize-account, clear-account, key
  remote-change: bucket create, bucket update, create-bucket, update-bucket
  run-other: .
swipl
  run-other: .
gambit
  run: mutate, summary
grpc_health_probe
  remote-read: .
sf sfdx
  run remote-read!: project deploy start --dry-run
  run remote-read: project deploy validate, apex run test, apex tail log, org list, project list
  remote-read edit: project retrieve start
  lose: project retrieve start --ignore-conflicts, project retrieve start -c
drush
  run: cr, cache:rebuild, cache-rebuild, cc, cache:clear, status, st, core:status, updb, updatedb, updatedb:status, updbst, watchdog:show, ws, pm:list, pml, config:get, cget, config:status, cst, config:export, cex, state:get, cron, core:cron, deploy:hook-status, requirements, rq, locale:check, queue:list, route
  remote-run: @*
magento bin/magento n98-magerun2
  run: cache:flush, cache:clean, cache:status, indexer:reindex, indexer:status, indexer:reset, setup:di:compile, setup:static-content:deploy, setup:db:status, module:status, deploy:mode:show, cron:run, dev:tests:run
n98-magerun2
  run: .
  lose: db:drop, db:import, customer:delete, admin:user:delete
  secret: db:dump, config:store:get, config:env:show
  run-other: dev:console, script
nft
  read: list
  machine: list *;*, list * *;*, list * * *;*, list * * * *;*, list * * * * *;*
conda mamba micromamba
  remote-read: repoquery, repoquery search, repoquery depends, repoquery whoneeds
cast
  read: selectors, disassemble, da
blender
  run-other: --python, -P, --python-text, --python-expr, --python-console, -y, --enable-autoexec, --addons, --command, -c
`;
