import { wordSet, type WordSet } from '../../../word-set.ts';

/** Names in Python that only compute and reveal nothing but their arguments. Nothing is proven about unlisted names. */

/** Functions available without an import. Those that name files are handled separately. */
export const builtins: WordSet = wordSet(
  `print len range sorted sum min max abs round int float str bool list dict set tuple frozenset bytes bytearray complex
  enumerate zip map filter any all reversed repr hex oct bin chr ord divmod pow isinstance type iter next hash id callable ascii
  format slice exit quit object hasattr dir
  Exception ValueError KeyError IndexError TypeError AttributeError FileNotFoundError OSError ZeroDivisionError StopIteration
  RuntimeError UnicodeDecodeError UnicodeError AssertionError SystemExit KeyboardInterrupt NotImplementedError ArithmeticError
  OverflowError LookupError ImportError ModuleNotFoundError PermissionError IsADirectoryError EOFError BaseException`,
);

/** Members of the standard modules. Those that name files are in `file-functions.ts`. */
export const modules: ReadonlyMap<string, WordSet> = new Map(
  Object.entries({
    ast: 'parse walk dump literal_eval unparse get_docstring iter_child_nodes iter_fields AST Module FunctionDef AsyncFunctionDef ClassDef Return Assign AnnAssign AugAssign For While If With Raise Try Assert Import ImportFrom Expr Call Name Attribute Constant Subscript List Tuple Dict Set Lambda arg keyword Str Num',
    base64:
      'b64encode b64decode urlsafe_b64encode urlsafe_b64decode b32encode b32decode b16encode b16decode b85encode b85decode standard_b64encode standard_b64decode',
    binascii: 'hexlify unhexlify crc32',
    bisect: 'bisect bisect_left bisect_right insort insort_left insort_right',
    bz2: 'compress decompress',
    calendar: 'monthrange isleap month_name day_name month_abbr day_abbr monthcalendar timegm',
    cmath: 'sqrt exp phase polar rect pi',
    collections: 'Counter defaultdict deque OrderedDict ChainMap',
    copy: 'copy deepcopy',
    csv: 'reader writer DictReader DictWriter QUOTE_ALL QUOTE_MINIMAL QUOTE_NONE QUOTE_NONNUMERIC field_size_limit Error',
    datetime: 'datetime date time timedelta timezone UTC',
    decimal:
      'Decimal getcontext ROUND_HALF_UP ROUND_HALF_EVEN ROUND_DOWN ROUND_UP ROUND_CEILING ROUND_FLOOR ROUND_HALF_DOWN InvalidOperation',
    difflib: 'unified_diff ndiff context_diff SequenceMatcher get_close_matches',
    fnmatch: 'fnmatch fnmatchcase filter translate',
    fractions: 'Fraction',
    functools: 'reduce cmp_to_key',
    glob: 'escape',
    gzip: 'compress decompress',
    hashlib: 'md5 sha1 sha224 sha256 sha384 sha512 blake2b blake2s sha3_256 sha3_512 new file_digest',
    heapq: 'heappush heappop heapify nlargest nsmallest merge heappushpop heapreplace',
    hmac: 'new digest compare_digest',
    html: 'escape unescape',
    importlib: 'metadata',
    'importlib.metadata': 'version distribution distributions requires metadata packages_distributions',
    inspect: 'signature getsource getdoc getfile isclass isfunction ismethod iscoroutinefunction Parameter',
    dataclasses: 'asdict astuple fields is_dataclass',
    platform: 'python_version python_implementation platform machine system release',
    traceback: 'print_exc format_exc',
    typing: 'get_type_hints get_args get_origin Any Optional',
    warnings: 'filterwarnings simplefilter',
    io: 'StringIO BytesIO',
    ipaddress: 'ip_address ip_network ip_interface IPv4Address IPv4Network IPv6Address IPv6Network',
    itertools:
      'count cycle repeat accumulate chain compress dropwhile filterfalse groupby islice pairwise starmap takewhile tee zip_longest product permutations combinations combinations_with_replacement batched',
    json: 'load loads dump dumps JSONDecodeError',
    keyword: 'kwlist iskeyword',
    math: 'ceil floor sqrt exp log log2 log10 pow sin cos tan asin acos atan atan2 sinh cosh tanh pi e tau inf nan isnan isinf isfinite isclose gcd lcm comb perm factorial fsum prod hypot degrees radians trunc fabs fmod modf isqrt copysign dist erf gamma',
    operator:
      'itemgetter add sub mul truediv floordiv mod neg pow and_ or_ xor lt le eq ne ge gt not_ contains getitem concat',
    os: 'path sep linesep getcwd cpu_count name getpid pathsep curdir extsep',
    'os.path': 'basename dirname splitext split normpath commonpath commonprefix isabs sep relpath abspath',
    pathlib: 'PurePath PurePosixPath',
    pstats: 'SortKey',
    pprint: 'pprint pformat pp',
    random:
      'random randint randrange choice choices sample shuffle uniform seed gauss normalvariate getrandbits',
    re: 'compile search match fullmatch split findall finditer sub subn escape I IGNORECASE M MULTILINE S DOTALL X VERBOSE A ASCII U',
    secrets: 'token_hex token_urlsafe token_bytes randbelow choice',
    shlex: 'quote split join',
    statistics:
      'mean fmean median median_low median_high mode multimode stdev pstdev variance pvariance quantiles harmonic_mean geometric_mean correlation linear_regression NormalDist',
    string:
      'ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits punctuation printable whitespace capwords',
    struct: 'pack unpack calcsize unpack_from iter_unpack',
    sys: 'argv stdin stdout stderr exit version version_info prefix base_prefix exec_prefix executable platform maxsize byteorder getsizeof getrecursionlimit float_info maxunicode getdefaultencoding hexversion',
    sysconfig: 'get_paths get_path get_python_version get_platform',
    textwrap: 'dedent indent fill wrap shorten',
    time: 'time time_ns perf_counter monotonic process_time strftime gmtime localtime strptime mktime sleep ctime',
    tomllib: 'load loads TOMLDecodeError',
    unicodedata: 'name normalize category lookup combining east_asian_width',
    urllib: 'parse',
    'urllib.parse':
      'quote quote_plus unquote unquote_plus urlparse urlsplit urlunparse urlunsplit parse_qs parse_qsl urlencode urljoin',
    uuid: 'uuid4 uuid5 UUID NAMESPACE_DNS NAMESPACE_URL',
    xml: 'etree',
    'xml.etree': 'ElementTree',
    'xml.etree.ElementTree': 'fromstring tostring ParseError Element SubElement indent',
    zlib: 'crc32 adler32 compress decompress',
    zoneinfo: 'ZoneInfo',
  }).map(([module, members]) => [module, wordSet(members)]),
);

/** Methods of their results: none of these takes a file name. */
export const methods: WordSet = wordSet(
  `append extend insert pop popleft appendleft clear remove discard add update setdefault get items keys values sort reverse index count
  union intersection difference symmetric_difference issubset issuperset fromkeys move_to_end most_common elements total subtract rotate
  strip lstrip rstrip lower upper title capitalize swapcase casefold join split rsplit splitlines partition rpartition startswith endswith
  find rfind rindex isdigit isalpha isalnum isspace isupper islower isnumeric isdecimal isidentifier istitle isprintable isascii zfill ljust rjust center
  encode decode removeprefix removesuffix expandtabs translate maketrans hex fromhex
  group groups groupdict span start end search match fullmatch findall finditer sub subn expand
  now today utcnow fromtimestamp utcfromtimestamp fromisoformat isoformat strftime strptime date time timetuple weekday isoweekday isocalendar
  timestamp total_seconds astimezone utcoffset toordinal combine
  hexdigest digest quantize as_tuple normalize to_integral_value sqrt ln log10 copy_abs as_integer_ratio limit_denominator is_integer bit_length bit_count to_bytes from_bytes conjugate
  read readline readlines close flush seek tell getvalue writerow writerows writeheader
  getroot iter iterfind findtext itertext
  as_posix is_absolute is_relative_to relative_to with_suffix with_name with_stem joinpath
  sort_stats strip_dirs print_stats print_callers print_callees
  ratio get_matching_blocks get_opcodes hosts subnets supernet overlaps`,
);

/** Attributes that are read without a call. */
export const attributes: WordSet = wordSet(
  `name stem suffix suffixes parent parents parts anchor text tail tag attrib year month day hour minute second microsecond days seconds tzinfo utc min max
  st_size st_mtime st_mode real imag numerator denominator scheme netloc path query params fragment hostname port fieldnames line_num
  major minor micro releaselevel string pos lastindex buffer
  id attr value args body returns lineno end_lineno col_offset func keywords arg targets target module names asname orelse test decorator_list bases elts level annotation ops left right op comparators
  version num_addresses network_address broadcast_address netmask prefixlen is_private maxlen default_factory prec
  __name__ __version__ __doc__`,
);

/** Methods that return text, whatever the value. */
export const givesText: WordSet = wordSet(
  `read readline strip lstrip rstrip lower upper title capitalize swapcase casefold join zfill ljust rjust center encode decode
  removeprefix removesuffix expandtabs translate group sub isoformat strftime hexdigest getvalue findtext as_posix hex`,
);

/** Methods and functions that return lists of texts. */
export const givesTexts: WordSet = wordSet('split rsplit splitlines partition rpartition readlines');

/** Names of the standard library: a file with such a name beside the program is loaded instead. */
export const standardNames: WordSet = wordSet(
  `abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall compression concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site sitecustomize smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest urllib usercustomize uu uuid venv warnings wave weakref webbrowser wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo
  org commands cPickle StringIO cStringIO new sets UserDict UserList UserString strop`,
);
