import { lazily } from '../../lazily.ts';
import { canonicalHost } from '../../urls/canonical-host.ts';

/** A value that switches a program off instead of naming one, or only harmless options: `GIT_PAGER=cat`, `GIT_EDITOR=true`. */
export function isQuietValue(name: string, value: string): boolean {
  return (
    optionValues()
      .find(({ names }) => names.test(name))
      ?.value.test(value) === true
  );
}

/**
 * A setting with a telling name and a value that names no program, file, other machine or option. Whichever program reads it,
 * `COVERAGE=1` is a switch and `TEST_DATABASE_URL=postgres://localhost/t` an address on this machine.
 */
export function isPlainSetting(name: string, value: string): boolean {
  if (lowersGuard().test(name) || optionValues().some(({ names }) => names.test(name))) return false;
  return (settingName().test(name) && switchValue().test(value)) || isOwnAddress(name, value);
}

/** Names for tests, output, speed and modes. `MYVAR` may be anything. */
const settingName = lazily(
  () =>
    /(?:^|_)(?:TESTS?|TESTING|E2E|CI|COVERAGE|COV|BENCH|DEBUG|LOG|LOGS|LOGGING|LOGLEVEL|LEVEL|TRACE|VERBOSE|QUIET|COLORS?|THREADS?|WORKERS?|JOBS|PARALLEL|PARALLELISM|CONCURRENCY|RETRIES|TIMEOUT|SEED|PORT|HEADLESS|WATCH|SNAPSHOTS?|PROFILE|PROFILES|PROFILES_ACTIVE|ENV|MODE|STAGE|GOGC|MEMLIMIT|CACHE|FAST|SLOW|SAMPLES?|ITERATIONS|LIMIT|SIZE|BATCH)$|^(?:VITE|VITEST|JEST|PYTEST|PLAYWRIGHT|CYPRESS|STORYBOOK|TURBO|NX|NEXT|REACT_APP|HYPOTHESIS|TESTCONTAINERS|GOGC|RUST)(?:_|$)/u,
);

/** A number, a switch, or a mode other than that of live systems. */
const switchValue = lazily(
  () =>
    /^(?:\d{1,9}|true|false|on|off|yes|no|test|testing|dev|development|ci|local|debug|info|warn|warning|error|trace|verbose|quiet|silent|auto|always|never)$/iu,
);

/** Switches that disable a safeguard are for a person to set. */
const lowersGuard = lazily(
  () =>
    /TLS|SSL|CERT|VERIFY|REJECT|INSECURE|UNSAFE|DANGER|CONSENT|CONFIRM|FORCE|PROD|DEPLOY|PUBLISH|RELEASE|TRUST|ALLOW|PERMI|BYPASS|OVERRIDE|WRITE|DELETE|DESTROY|DROP|RESET|PURGE|WIPE|^SKIP$|HOOK|SANDBOX|SECUR|AUTH|TOKEN|SECRET|PASS|KEY|RUN_AS|BE_BUN|PLUGIN|MODULE|PATH|FILE|CMD|COMMAND|BIN$|EXEC|WRAPPER|PROGRAM|SHELL|SCRIPT|PRELOAD|REQUIRE|IMPORT/iu,
);

/** `DATABASE_URL=postgres://dev@localhost:5432/test`; a source of programs or packages does not count. */
function isOwnAddress(name: string, value: string): boolean {
  if (!/(?:^|_)(?:URL|URI|DSN|ENDPOINT|BASE|HOST|ADDR|ADDRESS|SERVER)S?$/u.test(name)) return false;
  if (/PROXY|MIRROR|REGISTRY|INDEX|DOWNLOAD|DOCKER|KUBE|SSH|GIT|CONSOLE|PERMESSO/u.test(name)) return false;
  const url =
    /^(?:(?:https?|wss?|postgres(?:ql)?(?:\+\w+)?|mysql(?:\+\w+)?|mariadb|redis|amqp|mongodb|kafka|nats):\/\/(?:[\w.%~-]*(?::[\w.%~-]*)?@)?)?(\[::1\]|[\w.-]+)(?::\d{1,5})?(?:[/?][\w./?&=%~+:-]*)?$/u.exec(
      value,
    );
  const host = url?.[1] === undefined ? undefined : canonicalHost(url[1]);
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(host ?? '');
}

interface OptionValue {
  readonly names: RegExp;
  readonly value: RegExp;
}

/** One or more of these, separated by blanks. */
function optionsOf(...each: readonly string[]): RegExp {
  const one = `(?:${each.join('|')})`;
  return new RegExp(`^ ?${one}(?: ${one})*$`, 'u');
}

const lint = '-[DWAF] ?[a-z][\\w:-]*';
const heap = ['-Xm[sx]\\d+[kmgKMG]', '-XX:Max(?:Metaspace|Perm)Size=\\d+[mgMG]', '-XX:\\+UseG1GC', '-ea'];

/** Variables that name programs or contain options, with the values that make them harmless. */
const optionValues = lazily((): readonly OptionValue[] => [
  {
    // It changes the commands of the listed commits. `exec` would run the following text.
    names: /^GIT_SEQUENCE_EDITOR$/u,
    value:
      /^(?:true|:|sed -i(?:\.bak)?(?: -e)? ['"]?(?:(?:\d+(?:,(?:\d+|\$))?|\$)?s\/\^?pick\/(?:fixup|squash|edit|drop|reword|[fsedr])\/;? ?)+['"]?)$/u,
  },
  { names: /^(?:GIT_EDITOR|EDITOR|VISUAL|KUBE_EDITOR)$/u, value: /^(?:true|:)$/u },
  {
    names: /^(?:GIT_PAGER|PAGER|MANPAGER|GH_PAGER|SYSTEMD_PAGER|BAT_PAGER|AWS_PAGER)$/u,
    value: /^(?:cat)?$/u,
  },
  {
    names: /^NODE_OPTIONS$/u,
    value: optionsOf(
      '--max-old-space-size=\\d+',
      '--no-warnings',
      '--enable-source-maps',
      '--trace-(?:warnings|deprecation|uncaught)',
      '--unhandled-rejections=(?:strict|warn|throw)',
      '--experimental-vm-modules',
      '--stack-trace-limit=\\d+',
    ),
  },
  {
    names: /^RUST(?:DOC)?FLAGS$/u,
    value: optionsOf(
      lint,
      '--cap-lints \\w+',
      '-C ?(?:opt-level|debuginfo|target-cpu|debug-assertions|overflow-checks|codegen-units|panic|strip|force-frame-pointers)=[\\w-]+',
      '-C ?instrument-coverage',
    ),
  },
  {
    names: /^GOFLAGS$/u,
    value: optionsOf(
      // With `-mod=mod` even a listing rewrites go.mod.
      '-mod=(?:readonly|vendor)',
      '-count=\\d+',
      '-race',
      '-v',
      '-short',
      '-trimpath',
      '-tags=[\\w,]+',
      '-p=\\d+',
      '-buildvcs=(?:true|false)',
    ),
  },
  {
    names: /^GODEBUG$/u,
    value: /^(?:(?:gctrace|schedtrace|inittrace|http2debug|netdns)=\w+(?:,(?!$)|$))+$/u,
  },
  { names: /^GOTOOLCHAIN$/u, value: /^local$/u },
  { names: /^GOPROXY$/u, value: /^off$/u },
  {
    names: /^(?:CFLAGS|CXXFLAGS|CPPFLAGS)$/u,
    value: optionsOf(
      '-O[0-3sg]?',
      '-g[0-3]?',
      '-W[a-z][\\w=-]*',
      '-std=[\\w+]+',
      '-D\\w+(?:=\\w+)?',
      '-fsanitize=[a-z,]+',
      '-fno-omit-frame-pointer',
      '-fPIC',
      '-march=native',
      '-pedantic',
    ),
  },
  { names: /^(?:CC|CXX)$/u, value: /^(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+)(?:-\d{1,2})?$/u },
  { names: /^MAKEFLAGS$/u, value: optionsOf('-j ?\\d+', '-s', '-k') },
  {
    names: /^(?:GRADLE_OPTS|MAVEN_OPTS|SBT_OPTS|JAVA_OPTS|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS)$/u,
    value: optionsOf(
      ...heap,
      '-Dorg\\.gradle\\.(?:daemon|parallel|caching)=(?:true|false)',
      '-Dfile\\.encoding=UTF-8',
    ),
  },
  { names: /^PYTHONWARNINGS$/u, value: /^(?:ignore|error|default|always|once|module)$/u },
  {
    names: /^PYTEST_ADDOPTS$/u,
    value: optionsOf('-[qvx]+', '-p no:\\w+', '-n \\d+', '--tb=\\w+', '--maxfail=\\d+', '--color=\\w+'),
  },
  { names: /^PYTEST_PLUGINS$/u, value: /^$/u },
  {
    // Neither loads a library nor sets a schema in which other functions are found.
    names: /^PGOPTIONS$/u,
    value: optionsOf(
      '-c ?(?:default_transaction_(?:read_only|isolation)|(?:statement|lock|idle_in_transaction_session|transaction)_timeout|work_mem|maintenance_work_mem|jit|enable_\\w+|client_min_messages|(?:random|seq)_page_cost|max_parallel_workers\\w*|timezone|datestyle|extra_float_digits)=[\\w.,+-]+',
    ),
  },
  { names: /^MPLBACKEND$/u, value: /^(?:agg|svg|pdf|ps|cairo|template)$/iu },
  {
    names: /^[A-Z]{1,4}SAN_OPTIONS$/u,
    value:
      /^(?:(?:detect_(?:leaks|stack_use_after_return|odr_violation|container_overflow)|print_(?:stacktrace|summary|legend)|halt_on_error|abort_on_error|symbolize|strict_string_checks|check_initialization_order|allocator_may_return_null|color|verbosity|exitcode|fast_unwind_on_malloc|malloc_context_size)=\w+(?::(?!$)|$))+$/u,
  },
]);
