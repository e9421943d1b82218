import { lazily } from '../../../lazily.ts';

/** A list of words, split when a program first uses it. */
export interface Words {
  readonly has: (word: string) => boolean;
}

function words(text: string): Words {
  const list = lazily((): ReadonlySet<string> => new Set(text.trim().split(/\s+/u)));
  return { has: (word) => list().has(word) };
}

/** Words of the language that start nothing themselves. */
export const keywords: Words = words(
  `const let var return if else for of in while do break continue function async await new typeof instanceof null true false
  undefined NaN Infinity switch case default throw try catch finally void delete`,
);

/** Globals, and those of them that may be constructed with `new`. */
export const globals: Words = words(
  `console JSON Math Object Array Number String Boolean Date Map Set BigInt parseInt parseFloat isNaN isFinite encodeURIComponent
  decodeURIComponent encodeURI decodeURI Intl URL URLSearchParams RegExp Error TypeError RangeError Promise performance structuredClone
  Buffer process require fetch atob btoa TextEncoder TextDecoder`,
);

/** May be called as a member of any value. None of them runs text, whatever the value. */
export const members: Words = words(
  `length map filter reduce reduceRight forEach some every find findIndex findLast findLastIndex flat flatMap includes indexOf lastIndexOf join slice
  splice concat push pop shift unshift reverse sort fill keys values entries at with toSorted toReversed toSpliced from of isArray groupBy
  split replace replaceAll match matchAll test exec trim trimStart trimEnd toUpperCase toLowerCase padStart padEnd repeat startsWith endsWith charAt
  charCodeAt codePointAt fromCharCode fromCodePoint normalize localeCompare substring substr search raw at index input groups source flags
  toString toFixed toPrecision toLocaleString toLocaleDateString toLocaleTimeString toISOString toJSON toUTCString toDateString valueOf
  parse stringify isInteger isFinite isNaN isSafeInteger parseInt parseFloat EPSILON MAX_SAFE_INTEGER MIN_SAFE_INTEGER MAX_VALUE MIN_VALUE
  abs ceil floor round trunc sign sqrt cbrt pow exp log log2 log10 min max hypot sin cos tan asin acos atan atan2 PI E LN2 LN10 random clz32 fround imul
  assign fromEntries freeze hasOwn is has get set add delete clear size union intersection difference
  now getTime getFullYear getMonth getDate getDay getHours getMinutes getSeconds getMilliseconds getUTCFullYear getUTCMonth getUTCDate getUTCDay
  getUTCHours getUTCMinutes getUTCSeconds getTimezoneOffset setDate setMonth setFullYear setHours setMinutes setSeconds setUTCDate setUTCHours UTC
  then catch finally all allSettled race any resolve reject json text ok status statusText headers body
  href origin protocol host hostname port pathname search hash searchParams getAll append
  DateTimeFormat NumberFormat RelativeTimeFormat Collator PluralRules ListFormat Segmenter supportedValuesOf format formatToParts formatRange resolvedOptions select segment
  error info warn debug table dir group groupEnd time timeEnd count assert write message name cause version stdout stderr
  byteLength byteOffset encode decode digest update inspect isBuffer byteLength subarray readUInt8 readUInt16LE readUInt16BE readUInt32LE readUInt32BE readInt32LE readInt32BE`,
);

const callFirst = words(
  'map filter reduce reduceRight forEach some every find findIndex findLast findLastIndex flatMap sort toSorted then catch finally',
);
const callSecond = words('from groupBy replace replaceAll parse stringify then');

export function callsArgument(member: string, place: number): boolean {
  return (place === 0 && callFirst.has(member)) || (place === 1 && callSecond.has(member));
}

/** Harmless members of `process`. */
export const processMembers: Words = words(
  'version versions platform arch argv cwd uptime memoryUsage exit exitCode stdout stderr hrtime pid release execPath cpuUsage',
);

export const consoleMembers: Words = words(
  'log error info warn debug table dir group groupEnd time timeEnd count assert',
);

/** Node modules, with their members that only compute. Those that read files are in `readers`. */
export const modules: ReadonlyMap<string, Words> = new Map(
  Object.entries({
    fs: 'readFileSync existsSync statSync readdirSync lstatSync',
    path: 'join basename dirname extname resolve relative sep parse normalize isAbsolute posix delimiter',
    os: 'cpus totalmem freemem platform arch EOL release type loadavg uptime endianness availableParallelism',
    util: 'inspect format isDeepStrictEqual',
    url: 'fileURLToPath pathToFileURL',
    crypto: 'createHash randomUUID getHashes',
    zlib: 'gzipSync gunzipSync deflateSync inflateSync brotliCompressSync brotliDecompressSync',
    querystring: 'parse stringify escape unescape',
  }).map(([name, list]) => [name, words(list)]),
);

/** Functions that read the file which their first argument names. */
export const readers: Words = words('readFileSync existsSync statSync readdirSync lstatSync');

/** Names with a meaning outside the program: it must not rebind them, so that they mean the same everywhere in it. */
export const taken: Words = words(
  `eval Function arguments globalThis global self window module exports __dirname __filename import this super constructor prototype __proto__ caller callee
 setTimeout setInterval setImmediate queueMicrotask clearTimeout WebAssembly Reflect Proxy Symbol Atomics SharedArrayBuffer WebSocket EventSource
 Worker navigator localStorage sessionStorage caches crypto subtle Request Response Headers FormData Blob File Navigator Iterator AsyncFunction
 GeneratorFunction FinalizationRegistry WeakRef Storage CustomEvent Event EventTarget MessageChannel BroadcastChannel
 assert async_hooks child_process cluster dgram diagnostics_channel dns fs http http2 https inspector net os
 perf_hooks process querystring readline repl sea sqlite string_decoder sys timers tls trace_events tty util v8 vm
 wasi worker_threads zlib Bun Deno`,
);
