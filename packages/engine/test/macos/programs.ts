/**
 * Programs of macOS that are the same project's as one that Debian has, so what the oracle ran is what runs there, in another
 * version: macOS's name, and Debian's where it is another one.
 */
export const sameProject = `
awk=original-awk tar=bsdtar bash dash zsh tcsh csh=tcsh sh=bash curl git perl python3 ruby gem bundle rake prove shasum less more=less jq sqlite3
ssh scp sftp ssh-keygen ssh-add bzip2 bunzip2 bzcat zip unzip zipinfo xxd make lsof dig host nslookup tclsh expect screen file m4
sudo cal clang clang++ lldb tput clear reset tset tcpdump
`;

/** macOS's own, from Apple's manuals. What they do stands in the rows of effects, unless a family has a row. */
export const ownPrograms = `
open osascript security defaults launchctl plutil PlistBuddy pbcopy pbpaste mdfind mdls mdutil diskutil hdiutil codesign spctl csrutil xcrun xcodebuild
xcode-select simctl brew softwareupdate networksetup scutil systemsetup tmutil sips screencapture shortcuts automator sw_vers system_profiler
ditto xattr dscl dscacheutil nvram pmset ioreg pkgutil installer productbuild productsign pkgbuild say afplay afinfo textutil qlmanage
log sample spindump leaks heap vmmap footprint atos symbols dsymutil lipo otool install_name_tool dwarfdump iconutil GetFileInfo SetFile
vm_stat kextstat fs_usage stapler notarytool swift swiftc agvtool xctrace
`;
