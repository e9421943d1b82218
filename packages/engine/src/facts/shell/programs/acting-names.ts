import { nameWords } from '../../name-words.ts';
import { wordSet } from '../../word-set.ts';
import { riskInName } from '../risks/risk-words.ts';

/**
 * Whether a name in a program suggests that it changes something, sends it, reveals a secret, or runs its argument: `git_push`,
 * `savefig`, `evalCpp`, `os.environ`. In any language: the functions of most libraries are not listed, and these few words
 * occur in most of them.
 */
export function mayAct(name: string): boolean {
  if (onlyComputes(name)) return false;
  return (
    stems.test(name) || riskInName(name) !== undefined || nameWords(name).some((word) => acting.has(word))
  );
}

/** Names of tables, arrays and clocks that only sound as if they acted. */
export function onlyComputes(name: string): boolean {
  return harmless.has(name);
}

/** Packages for reaching machines, accounts and devices, or for running text, whatever their functions are called. */
export function reachesOthers(name: string): boolean {
  return reaching.test(name);
}

const reaching =
  /request|http|curl|sock|ssh|ftp|smtp|imap|slack|telegr|twitter|tweepy|twilio|discord|serial|usb|bluetooth|bleak|boto|aws|azure|gcloud|google|firebase|kube|docker|stripe|openai|anthropic|selenium|playwright|pyautogui|pynput|keyboard|keyring|clip|psutil|redis|mongo|kafka|pika|amqp|celery|mqtt|nats|zmq|grpc|rpyc|execnet|ansible|fabric|paramiko|plumbum|pexpect|scapy|pip$|setuptools|virtualenv|ipython|cffi|frida|web3|ccxt|broker|ib_insync|alpaca|dotenv|smbus|gpio|wmi|win32|dbus|gi$|hub$/iu;

const stems =
  /^_|^import(?!ance|_errors$)|^(?:full)?loader$|writ(?:e|ing)|save|exec|eval(?!uation_|uated$)|system|shell|spawn|popen|fork|subproc|unlink|remov|delet|install|environ|env$|getenv|setenv|putenv|socket|upload|download|pickle|marshal|ctypes|ccall|syscall|chmod|chown|rename|symlink|kill|connect|unsafe|builtin|globals|importlib|dlopen|passw|secret|credential|clipboard|sendkey|keylog|passthru|intern(?:al)?$|unseriali|dofile|loadlib|loadstring/iu;

const acting = wordSet(
  `run call cmd command os sys posix pty dos unix perl python bash sh env token auth login logout send sent post put mail email sms commit flush submit deliver dispatch enqueue perform
  place buy sell trade pay charge refund transfer withdraw mint cancel approve start stop terminate shutdown reboot restart halt serve listen
  create insert update upsert attach detach mount touch mkdir mkdtemp mv rm cp rmdir move copyfile copytree link output getoutput dump tofile dll
  invoke trigger notify publish apply require source include compile template sink pipe getattr setattr assign register hook trap signal
  trust ssh ftp http https url request requests session subprocess process`,
);

const harmless = wordSet(
  'renv drop drop_duplicates drop_nulls drop_nans drop_vars drop_sel dropna reset_index apply apply_ufunc assign assign_coords sign signal truncate flush_left update_layout update_traces system_info process_info Sys.time Sys.Date Sys.sleep system.file system.time proc.time set_index sessionInfo runif runmed runtime createDataPartition pipe_frame',
);
