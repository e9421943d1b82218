/** Written by `packages/engine/test/oracle-commands/page.ts`: programs that were run, by version. Text: it is read at its first use. */
export const provenPrograms = `of bash:\t. : alias bg bind break cd compgen complete compopt continue declare dirs disown enable eval ex exit export fc fg getopts hash help history jobs let mapfile pushd readarray readonly set shopt source suspend times trap type typeset ulimit umask unalias unset view vimdiff wait
7zip 25.01+dfsg-1~deb13u2:\t7z 7za
r-base-core 4.5.0-3:\tR Rscript
coreutils 9.7-3:\t[ arch b2sum base32 base64 basename basenc cat chcon chgrp chmod chown chroot cksum comm cp csplit cut date dd df dir dirname du echo env expand expr factor fmt fold groups head hostid id install join link ln logname ls md5sum mkdir mkfifo mknod mktemp mv nice nl nohup nproc numfmt od paste pathchk pr printenv printf pwd readlink realpath rm rmdir seq sha1sum sha224sum sha256sum sha384sum sha512sum shred shuf sleep sort split stat stdbuf sum tac tail tee test timeout touch tr true truncate tsort tty uname unexpand uniq unlink users vdir wc who whoami yes
ack 3.8.1-1:\tack
adduser 3.152:\tadduser deluser
silversearcher-ag 2.2.0+git20200805-1.2:\tag
age 1.2.1-1+b5:\tage
alembic 1.13.2-4:\talembic
ansible-core 2.19.11-0+deb13u1:\tansible ansible-playbook
ant 1.10.15-1:\tant
man-db 2.13.1-1:\tapropos man whatis
apt 3.0.3:\tapt apt-cache apt-get
binutils 2.44-3:\tar as ld nm objcopy objdump readelf size strings strip
aria2 1.37.0+debian-3:\taria2c
gawk 1:5.2.1-2+b1:\tawk gawk nawk
axel 2.17.14-2:\taxel
azure-cli 2.74.0-1:\taz
bash 5.2.37-2+b10:\tbash rbash
bat 0.25.0-2+b2:\tbatcat
bc 1.07.1-4:\tbc
black 25.1.0-3+deb13u1:\tblack
util-linux 2.41.5-0+deb13u1:\tblkdiscard blockdev chrt findmnt flock fsck fstrim ionice ipcs linux32 linux64 lsblk lscpu lsipc lsmem lsns mkfs mkswap more namei nsenter prlimit rev runuser setarch setpriv setsid su taskset unshare whereis wipefs
bmake 20200710-17:\tbmake
brotli 1.1.0-2+b7:\tbrotli
libarchive-tools 3.7.4-4+deb13u1:\tbsdtar
btop 1.3.2-0.1:\tbtop
ruby-bundler 2.6.7-2:\tbundle bundler
bzip2 1.0.8-6:\tbunzip2 bzcat bzip2
busybox 1:1.37.0-6+b9:\tbusybox
bubblewrap 0.12.0-1~deb13u1:\tbwrap
g++-14-x86-64-linux-gnu 14.2.0-19:\tc++
cabal-install 3.10.3.0-1+b1:\tcabal
ncal 12.1.8:\tcal
libcap2-bin 1:2.75-10+deb13u1+b3:\tcapsh
rustup 1.27.1-3+b1:\tcargo rustc rustup
gcc-14-x86-64-linux-gnu 14.2.0-19:\tcc
celery 5.5.2-2:\tcelery
fdisk 2.41.5-0+deb13u1:\tcfdisk fdisk sfdisk
e2fsprogs 1.47.2-3+b12:\tchattr debugfs lsattr mkfs.ext2 mkfs.ext3 mkfs.ext4
passwd 1:4.17.4-2:\tchfn chpasswd chsh groupadd groupdel passwd useradd userdel usermod vipw
clang 1:19.0-63:\tclang clang++
clang-format 1:19.0-63:\tclang-format
ncurses-bin 6.5+20250216-2:\tclear tput
clisp 1:2.49.20241228.gitc3ec11b-2:\tclisp
cmake 3.31.6-2:\tcmake ctest
diffutils 1:3.10-4:\tcmp diff sdiff
bsdextrautils 2.41.5-0+deb13u1:\tcol colrm column hd hexdump look
composer 2.8.8-1+deb13u3:\tcomposer
cpio 2.15+dfsg-2:\tcpio
postgresql-client-common 278:\tcreatedb dropdb pg_dump pg_restore psql
cryptsetup-bin 2:2.7.5-2:\tcryptsetup
crystal 1.14.0+dfsg-1:\tcrystal
curl 8.14.1-2+deb13u5:\tcurl
cvs 2:1.12.13+real-30:\tcvs
dash 0.5.12-12:\tdash sh
dbus-daemon 1.16.2-2:\tdbus-run-session
dc 1.07.1-4:\tdc
kmod 34.2-2:\tdepmod insmod lsmod modprobe rmmod
dialog 1.3-20250116-1:\tdialog
direnv 2.32.1-2+b16:\tdirenv
python3-django 3:4.2.28-0+deb13u2:\tdjango-admin
dnf 4.23.0-1:\tdnf
docker-compose 2.26.1-4:\tdocker-compose
dos2unix 7.5.2-1:\tdos2unix mac2unix unix2dos unix2mac
dpkg 1.22.22:\tdpkg dpkg-query update-alternatives
dtach 0.9-7:\tdtach
dumb-init 1.2.5-3:\tdumb-init
ed 1.21.1-1:\ted
grep 3.11-4:\tegrep fgrep grep
elixir 1.18.3.dfsg-1:\telixir iex mix
elvish 0.21.0-2+b7:\telvish
parallel 20240222+ds-2:\tenv_parallel parallel sem
erlang-base 1:27.3.4.1+dfsg-1+deb13u3:\terl
eslint 6.4.0~dfsg+~6.1.9-12:\teslint
ethtool 1:6.14.2-1:\tethtool
eza 0.21.0-1+b1:\texa eza
fakeroot 1.37.1.1-1:\tfakeroot
faketime 0.9.10+2024-06-05+gba9ed5b2-0.6:\tfaketime
fd-find 10.2.0-1+b5:\tfdfind
ffmpeg 7:7.1.5-0+deb13u1:\tffmpeg ffprobe
file 1:5.46-5:\tfile
findutils 4.10.0-3:\tfind xargs
fish 4.0.2-1:\tfish
flake8 7.1.1-3:\tflake8
flatpak 1.16.6-1~deb13u2:\tflatpak
fossil 1:2.26-2:\tfossil
fping 5.1-1:\tfping
procps 2:4.0.4-9:\tfree kill pgrep pidwait ps skill sysctl top uptime vmstat w watch
psmisc 23.7-2:\tfuser killall pstree
fzf 0.60.3-1+b2:\tfzf
g++ 4:14.2.0-1:\tg++
gcc 4:14.2.0-1:\tgcc
gdb 16.3-1:\tgdb
gdisk 1.0.10-2:\tgdisk sgdisk
ruby-rubygems 3.6.7-2:\tgem
libc-bin 2.41-12+deb13u4:\tgetconf getent iconv ldconfig ldd locale
acl 2.3.2-2+b1:\tgetfacl setfacl
ghc 9.6.6-4:\tghci runghc
git 1:2.47.3-0+deb13u1:\tgit
make 4.4.1-2:\tgmake make
golang-go 2:1.24~2:\tgo gofmt
gosu 1.17-3+b4:\tgosu
gpg 2.4.7-21+deb13u1+b5:\tgpg
gradle 4.4.1-22:\tgradle
gunicorn 23.0.0-1:\tgunicorn
gzip 1.13-1+deb13u1:\tgunzip gzip uncompress zcat zgrep
systemd-sysv 257.13-1~deb13u1:\thalt init poweroff reboot shutdown telinit
hdparm 9.65+ds-1.1:\thdparm
mercurial 7.0.1-2:\thg
bind9-host 1:9.20.26-1~deb13u1:\thost
hostname 3.25:\thostname
htop 3.4.1-5:\thtop
httpie 3.2.4-3:\thttp httpie https
util-linux-extra 2.41.5-0+deb13u1:\thwclock
hyperfine 1.19.0-1+b3:\thyperfine
net-tools 2.10-1.3:\tifconfig netstat route
info 7.1.1-1+b1:\tinfo
python3-invoke 2.2.0-2:\tinvoke
sysstat 12.7.5-2:\tiostat mpstat
iproute2 6.15.0-1:\tip ss
isort 6.0.1-1:\tisort
iw 6.9-1:\tiw
openjdk-21-jdk-headless 21.0.12.1+1-1~deb13u1:\tjar javac jshell
openjdk-21-jre-headless 21.0.12.1+1-1~deb13u1:\tjava keytool
systemd 257.13-1~deb13u1:\tjournalctl loginctl run0 systemd-inhibit systemd-run
jq 1.7.1-6+deb13u3:\tjq
jupyter-core 5.7.2-5:\tjupyter
just 1.40.0-1+b1:\tjust
kubectl 1.32.3+ds-2:\tkubectl
less 668-1:\tless
lftp 4.9.2-3+b1:\tlftp
links 2.29-2+b3:\tlinks
lldb 1:19.0-63:\tlldb
bsdutils 1:2.41.5-0+deb13u1:\tlogger script scriptreplay wall
login 1:4.16.0-2+really2.41.5-0+deb13u1:\tlogin newgrp sg
mount 2.41.5-0+deb13u1:\tlosetup mount swapoff swapon umount
lsb-release 12.1-1:\tlsb_release
lsd 1.1.5-5+b1:\tlsd
lsof 4.99.4+dfsg-2:\tlsof
pciutils 1:3.13.0-2:\tlspci
usbutils 1:018-2:\tlsusb
ltrace 0.7.91~git20230705.8eabf68-4+b1:\tltrace
lvm2 2.03.31-2:\tlvm
lynx 2.9.2-1:\tlynx
lz4 1.10.0-4:\tlz4
xz-utils 5.8.1-1+deb13u1:\tlzma unlzma unxz xz xzcat
m4 1.4.19-8:\tm4
mariadb-client-core 1:11.8.6-0+deb13u1:\tmariadb mysql
mawk 1.3.4.20250131-1:\tmawk
mc 3:4.8.33-1+deb13u1:\tmc
mdadm 4.4-11:\tmdadm
meson 1.7.0-1:\tmeson
btrfs-progs 6.14-1:\tmkfs.btrfs
dosfstools 4.2-1.2:\tmkfs.fat mkfs.vfat
xfsprogs 6.13.0-2+deb13u1:\tmkfs.xfs
mtr-tiny 0.95-1.1+b1:\tmtr
maven 3.9.9-1:\tmvn
mypy 1.15.0-5:\tmypy
mariadb-client 1:11.8.6-0+deb13u1:\tmysqldump
nano 8.4-1+deb13u1:\tnano
ncat 7.95+dfsg-3:\tncat
nftables 1.1.3-1:\tnft
ninja-build 1.12.1-1:\tninja
nix-bin 2.26.3+dfsg-1:\tnix nix-build nix-shell
nmap 7.95+dfsg-3:\tnmap nping
nodejs 20.19.2+dfsg-1+deb13u2:\tnode nodejs
libnotify-bin 0.8.6-1:\tnotify-send
nox 2024.04.15-3:\tnox
npm 9.2.0~ds1-3:\tnpm npx
bind9-dnsutils 1:9.20.26-1~deb13u1:\tnslookup
numactl 2.0.19-1:\tnumactl
neovim 0.10.4-8:\tnvim vi vim
ocaml-interp 5.3.0-3:\tocaml
octave 9.4.0-1:\toctave
xdg-utils 1.2.1-2:\topen xdg-open
openssl 3.5.7-1~deb13u2:\topenssl
original-awk 2025-01-16-1:\toriginal-awk
pacman-package-manager 7.0.0-1+b1:\tpacman
pandoc 3.1.11.1+ds-2:\tpandoc
parted 3.6-5:\tparted
patch 2.8-2:\tpatch
poppler-utils 25.03.0-5+deb13u4:\tpdffonts pdfinfo pdftotext
linux-perf 6.12.107-1:\tperf
perl-base 5.40.1-6+deb13u1:\tperl
phpunit 11.5.19-1+deb13u1:\tphpunit
sysvinit-utils 3.14-4:\tpidof
python3-pip 25.1.1+dfsg-1:\tpip pip3
pipx 1.7.1-1:\tpipx
podman-compose 1.3.0-1:\tpodman-compose
python3-poetry 2.1.2+dfsg-1+deb13u1:\tpoetry
pre-commit 4.2.0-2:\tpre-commit
rename 2.02-1:\tprename
perl 5.40.1-6+deb13u1:\tprove shasum
pylint 3.3.4-1:\tpylint
python3-pytest 8.3.5-2:\tpytest
python3-minimal 3.13.5-1:\tpython3
python3.13-minimal 3.13.5-2+deb13u5:\tpython3.13
racket 8.16+dfsg1-3:\tracket
ruby-railties 2:7.2.2.2+dfsg-2~deb13u1:\trails
rake 13.2.1-1:\trake
rakudo 2024.09-4:\traku
rclone 1.60.1+dfsg-4:\trclone
redis-tools 5:8.0.2-3+deb13u2:\tredis-cli
ripgrep 14.1.1-1+b4:\trg
rlwrap 0.46.1-1+b1:\trlwrap
rpm 4.20.1+dfsg-3:\trpm
ruby-rspec-core 3.13.0c0e0m0s1-2:\trspec
rsync 3.4.1+ds1-5+deb13u4:\trsync
ruby 1:3.3+b1:\truby
s3cmd 2.4.0-3:\ts3cmd
sbcl 2:2.5.2-1:\tsbcl
scons 4.8.1+dfsg-1:\tscons
screen 4.9.1-3:\tscreen
sed 4.9-2+deb13u1:\tsed
init-system-helpers 1.69~deb13u1:\tservice
shellcheck 0.10.0-1:\tshellcheck
shfmt 3.8.0-1+b8:\tshfmt
siege 4.1.6-1:\tsiege
snapd 2.68.3-3+deb13u1+b7:\tsnap
moreutils 0.69-1:\tsponge
sqlite3 3.46.1-7+deb13u2:\tsqlite3
strace 6.13+ds-1:\tstrace
subversion 1.14.5-3:\tsvn
systemd-container 257.13-1~deb13u1:\tsystemd-nspawn
tcl 8.6.16:\ttclsh
tcpdump 4.99.5-2:\ttcpdump
tcsh 6.24.13-2:\ttcsh
tig 2.5.8-1+b1:\ttig
time 1.9-0.2:\ttime
tini 0.19.0-3+b8:\ttini
tox 4.25.0-1:\ttox
toybox 0.8.9+dfsg-1.1:\ttoybox
tree 2.2.1-1:\ttree
tshark 4.4.18-0+deb13u1:\ttshark
expect 5.45.4-4:\tunbuffer
unzip 6.0-29+deb13u1:\tunzip zipinfo
zstd 1.5.7+dfsg-1:\tunzstd zstd zstdcat
uuid-runtime 2.41.5-0+deb13u1:\tuuidgen
uvicorn 0.32.0-3:\tuvicorn
valgrind 1:3.24.0-3:\tvalgrind
sudo 1.9.16p2-3+deb13u2:\tvisudo
webpack 5.97.1+dfsg1+~cs11.18.27-3:\twebpack
wget 1.25.0-2:\twget
debianutils 5.23.2:\twhich
whois 5.6.3:\twhois
xclip 0.13-4:\txclip
xonsh 0.19.4+dfsg-1:\txonsh
xsel 1.2.1-1:\txsel
xvfb 2:21.1.16-1.3+deb13u3:\txvfb-run
xxd 2:9.1.1230-2:\txxd
yq 3.4.3-2:\tyq
yt-dlp 2025.04.30-1:\tyt-dlp
zip 3.0-15+deb13u1:\tzip
zsh 5.9-8+b24:\tzsh
zypper 1.14.89-1:\tzypper`;
