/**
 * Programs that load neither code nor settings from their working directory: they concern the machine, remote systems, or the
 * given files. Any other program that only reads, according to its manual, may still run code of the project first: `bundle
 * list` evaluates the Gemfile, `mix help` compiles mix.exs, `vagrant status` runs the Vagrantfile.
 */
export const standalonePrograms = `
git git-lfs hg svn p4 jj gt fossil npm pip pip3 pipx rustup go gem kubectl oc helm kind minikube k3d docker podman nerdctl
buildah colima limactl multipass orb apt apt-get dnf yum apk pacman zypper snap flatpak brew port nix-env nix-store guix choco winget scoop
tlmgr dpkg-deb systemctl service launchctl crontab at batch journalctl coredumpctl resolvectl log defaults softwareupdate sw_vers
system_profiler vmmap footprint mdfind otool lipo sips plutil codesign xcode-select jar jmap jfr jarsigner apksigner keytool
openssl gpg gpg2 sops step certbot mkcert cosign bw op vault aws-vault ffmpeg ffprobe mediainfo soxi identify pdfimages aspell hunspell
pg_restore tcpdump tshark dumpcap ngrep ccache sccache direnv conda mamba micromamba nvm fnm volta rbenv pyenv nodenv goenv jenv
juliaup ghcup sdkmanager avdmanager adb emulator fastboot esptool esptool.py esptool-py picotool st-info nrfutil probe-rs ollama
lychee gh glab aws gcloud az bq gsutil doctl hcloud linode-cli oci scw ibmcloud exo vultr-cli upctl civo cf heroku flyctl fly railway
render surge vercel netlify firebase supabase pscale databricks stripe twilio slack kaggle hf huggingface-cli wandb rclone amtool promtool
logcli mimirtool cortextool stern kubectx kubens k9s kail kubetail kubecolor argocd argo flux istioctl cilium linkerd kubeseal velero
tkn eksctl skopeo crane gcrane regctl oras syft grype dive dockle consul nomad doppler tailscale cloudflared influx ngrok
sentry-cli datadog-ci grpcurl virsh fc-list fc-match fc-query fc-scan fc-pattern fc-cat kpsewhich units security
dig nslookup host drill kdig getent whois mtr traceroute tracepath ping ping6 fping dog doggo hoogle ghc-pkg elan plenv perlbrew cast solana near
etcdctl hdfs kafka-topics kafka-consumer-groups kcat kafkacat rpk nats rabbitmqctl rabbitmqadmin pulsar-admin mysqladmin neon neonctl turso
boundary kops talosctl ctr iftop nethogs arp sar pidstat dmesg blkid ncal dust duf ncdu qemu-img ideviceinfo idevicesyslog idevice_id tea
mcli s3cmd scutil networksetup spctl pbcopy notarytool sgdisk mdadm efibootmgr fwupdmgr nvme atrm
`;
