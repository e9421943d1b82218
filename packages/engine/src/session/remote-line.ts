/** Programs that only tell, with the options and sub-commands with which they do. Unknown ones change something. */
const looks =
  /^(?:sudo (?:-n )?)?(?:tail|head|cat|z?grep|zcat|df|du|free|uptime|ps|ls|stat|wc|uname|ss|netstat|dmesg|date|hostname|id|who|last|lsof|lsblk|vmstat|iostat|getent|cut|sort|uniq|file|md5sum|sha256sum|mailq|postqueue -p|nginx -[tTvV]|sshd -T|crontab -l|dpkg -[lLsS]|rpm -q\S*|redis-cli info|systemctl (?:status|show|cat|is-\w+|list-\S+)|journalctl(?! .*--(?:vacuum|rotate|flush))|(?:docker|podman)(?: compose)? (?:ps|logs|stats|images|inspect|top)|kubectl (?:get|describe|logs|top))(?![\w./-])[^;&|<>`$\n]*$/u;

const serves =
  /^(?:sudo (?:-n )?)?(?:systemctl (?:re)?(?:start|load)|systemctl reload-or-restart|service [\w.@-]+ (?:re)?(?:start|load)|supervisorctl restart|pm2 (?:restart|reload)|(?:docker|podman)(?: compose)? restart)(?: [\w.@-]+)*$/u;

/** A line for another machine that only looks there: commands that tell, one after the other. */
export function isLookElsewhere(line: string): boolean {
  return line !== '' && line.split(/\s*(?:\|\|?|&&|;)\s*/u).every((command) => looks.test(command));
}

/** A command on another machine that looks, or restarts a service of it: no code that came from elsewhere, nothing lost. */
export function isPlainElsewhere(command: string): boolean {
  return looks.test(command) || serves.test(command);
}
