/** Programs that only report, with the options and subcommands for which that holds. Unknown ones count as changes. */
const looks =
  /^(?:sudo (?:-n )?)?(?:tail|head|cat|z?grep|zcat|df|du|free|uptime|ps|ls|stat|wc|uname|ss|netstat|dmesg|date|hostname|id|who|last|lsof|lsblk|vmstat|iostat|getent|cut|sort|uniq|file|md5sum|sha256sum|mailq|postqueue -p|nginx -[tTvV]|sshd -T|crontab -l|dpkg -[lLsS]|rpm -q\S*|redis-cli info|systemctl (?:status|show|cat|is-\w+|list-\S+)|journalctl(?! .*--(?:vacuum|rotate|flush))|(?:docker|podman)(?: compose)? (?:ps|logs|stats|images|inspect|top)|kubectl (?:get|describe|logs|top))(?![\w./-])[^;&|<>`$\n]*$/u;

/** Commands that bring in foreign code, remove something or grant access. */
const weighs =
  /https?:|[<>`$]|\|\s*(?:sudo )?(?:\w*sh|python\S*|perl|node)\b|\b(?:curl|wget|install|add|pip\S*|npm|npx|eval|base64|source|rm|rmdir|shred|dd|mkfs\S*|fdisk|drop|delete|truncate|purge|prune|remove|uninstall|destroy|stop|down|kill|halt|poweroff|reboot|shutdown|disable|mask|chmod|chown|\w+del|\w+add|usermod|passwd|visudo|authorized_keys|crontab|iptables|ufw|nft)\b|\b\w*sh -c\b/iu;

/** Whether a command line for another machine only reads there: reporting commands in sequence. */
export function isLookElsewhere(line: string): boolean {
  return line !== '' && line.split(/\s*(?:\|\|?|&&|;)\s*/u).every((command) => looks.test(command));
}

/** A command that existed on the other machine before, and that destroys nothing. */
export function isPlainElsewhere(command: string): boolean {
  return looks.test(command) || !weighs.test(command);
}
