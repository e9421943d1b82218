import { lazily } from '../../../lazily.ts';
import { notRead, type Call, type Expression } from './syntax.ts';

/** A list of names, which is read by the first program that asks. */
interface Names {
  readonly has: (name: string) => boolean;
}

function names(text: string): Names {
  const list = lazily((): ReadonlySet<string> => new Set(text.trim().split(/\s+/u)));
  return { has: (name) => list().has(name) };
}

/** Of packages that are installed nearly everywhere where data is looked at: what computes. What reads files stands in `file-functions.ts`. */
export const packages: ReadonlyMap<string, Names> = new Map([
  [
    'pandas',
    names(
      `DataFrame Series Index Timestamp Timedelta Categorical to_datetime to_numeric to_timedelta concat merge cut qcut crosstab pivot_table
      date_range isna notna isnull notnull unique factorize get_dummies set_option option_context NA NaT
      read_csv read_parquet read_json read_excel read_feather read_table read_orc`,
    ),
  ],
  [
    'numpy',
    names(
      `array asarray arange linspace logspace zeros ones full eye identity mean median average std var sum min max amin amax argmin argmax argsort sort
      quantile percentile histogram bincount unique round around floor ceil sqrt exp log log2 log10 log1p expm1 abs sign power mod clip where isnan isinf
      isfinite any all cumsum cumprod diff dot matmul cross outer corrcoef cov concatenate stack vstack hstack reshape transpose sin cos tan
      arcsin arccos arctan pi e nan inf int32 int64 float32 float64 bool_ random allclose isclose nanmean nanmedian nanstd nansum nanmin nanmax
      nanpercentile nanquantile count_nonzero nonzero flatnonzero searchsorted interp polyfit polyval meshgrid random`,
    ),
  ],
  [
    'numpy.random',
    names(
      'default_rng seed rand randn randint normal uniform choice random permutation shuffle poisson exponential binomial',
    ),
  ],
  ['yaml', names('safe_load safe_load_all safe_dump dump YAMLError')],
]);

/** What may be called on a table, a column or an array. Those whose arguments decide stand below. */
const methods: Names = names(
  `head tail sample describe info value_counts nunique unique isna isnull notna notnull dropna fillna sort_values sort_index groupby size count mean median
  std var sum min max first last nth prod mode quantile rank abs round cumsum cumprod cummax cummin diff pct_change shift rolling expanding resample
  idxmax idxmin argmax argmin any all corr cov skew kurt nlargest nsmallest drop drop_duplicates duplicated rename reset_index set_index reindex astype
  copy merge join stack unstack pivot pivot_table melt explode between isin clip where mask iloc loc items iterrows itertuples
  keys get between_time memory_usage select_dtypes to_period to_timestamp to_frame to_numpy to_list tolist to_dict to_pydatetime
  contains startswith endswith lower upper strip len split extract findall match strftime day_name month_name normalize floor ceil total_seconds
  reshape ravel flatten transpose squeeze item argsort nonzero searchsorted dot
  normal uniform integers random choice permutation standard_normal poisson exponential binomial lognormal beta gamma
  combine_first tz_localize tz_convert ffill bfill interpolate`,
);

/** Without arguments they give text; with one they write a file. */
const texts: Names = names('to_string to_markdown to_json to_csv to_html to_latex');
const layouts: Names = names('index header orient indent lines float_format max_rows columns na_rep');

/** Ways to sum up, by name. Any other name is a method that is called, `to_csv` too. */
const sums: Names = names(
  'mean median sum min max count std var first last size nunique prod sem skew quantile any all idxmax idxmin',
);

/** Names under which more than a column is found: what writes, and what runs text or functions. */
const closed =
  /^_|^to_|^(?:query|eval|pipe|apply|applymap|map|transform|agg|aggregate|plot|hist|boxplot|style|dump|dumps|tofile|data|ctypes|base)$/u;

/** Whether a call of a method of a table only computes. */
export function isFrameCall(name: string, { given, named }: Call): boolean {
  if (texts.has(name)) return given.length === 0 && [...named.keys()].every((each) => layouts.has(each));
  if (name === 'agg' || name === 'aggregate')
    return named.size === 0 && given.length === 1 && given.every(isSum);
  if (name === 'info') return given.length + named.size === 0;
  return methods.has(name);
}

function isSum(expression: Expression): boolean {
  if (expression.is === 'list') return expression.items.every(isSum);
  return expression.is === 'text' && sums.has(expression.text ?? '');
}

/** `df.price`: a column, or something that only computes. */
export function isFrameMember(name: string): boolean {
  return !closed.test(name);
}

/** Arguments of the functions that read tables, none of which names another file or a function. */
export const readingArguments =
  'sep delimiter header names index_col usecols dtype engine skiprows nrows na_values parse_dates encoding columns sheet_name orient lines low_memory comment thousands decimal quotechar skipfooter';

export function checkAddress(file: string): string {
  return /:\/\/|^[a-z][a-z\d+.-]+:/iu.test(file) ? notRead('an address') : file;
}
