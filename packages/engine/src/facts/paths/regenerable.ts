/**
 * Directories that a build, a test run or an installation regenerates, by ecosystem. A name alone proves nothing: the
 * repository must ignore it as well. Directories that people fill by hand (`.env`, `.venv`, `data`, `tmp`) are not included.
 */
const rows: readonly { readonly of: string; readonly names: string; readonly patterns?: RegExp }[] = [
  {
    of: 'JavaScript and TypeScript',
    names:
      'node_modules dist build out coverage .next .nuxt .output .svelte-kit .astro .turbo .parcel-cache .vite .angular .nyc_output storybook-static playwright-report test-results .eslintcache .stylelintcache',
    patterns: /^[\w.-]+\.tsbuildinfo$/u,
  },
  {
    of: 'Python',
    names:
      '__pycache__ .pytest_cache .mypy_cache .ruff_cache .hypothesis .tox .nox .pytype htmlcov .coverage coverage.xml .eggs .ipynb_checkpoints',
    patterns: /^[\w.-]+\.(?:pyc|pyo|egg-info)$/u,
  },
  { of: 'Rust', names: 'target' },
  { of: 'Go', names: 'coverage.out cover.out' },
  { of: 'Java and Kotlin', names: 'target build out .gradle .kotlin', patterns: /^[\w$.-]+\.class$/u },
  {
    of: 'C and C++',
    names: 'build CMakeFiles CMakeCache.txt compile_commands.json .ccls-cache .clangd',
    patterns: /^(?:build|cmake-build)[-_][\w.-]+$|^[\w.-]+\.(?:o|obj|gcda|gcno|gcov)$/u,
  },
  {
    of: 'LaTeX',
    names: '_minted',
    patterns:
      /^[\w.-]+\.(?:aux|bbl|bcf|blg|fdb_latexmk|fls|idx|ilg|ind|lof|lot|nav|snm|toc|vrb|xdv|run\.xml|synctex(?:\.gz)?)$/u,
  },
  { of: 'Xcode', names: 'DerivedData', patterns: /^[\w.-]+\.xcresult$/u },
  { of: 'Terraform', names: '.terraform', patterns: /^[\w.-]+\.tfplan$/u },
  { of: '.NET', names: 'bin obj' },
  {
    of: 'Elixir, OCaml, Haskell, Zig, Swift, Dart, Scala, Clojure, Ruby, PHP, Nim, Julia, games',
    names:
      '_build dist-newstyle .stack-work zig-cache .zig-cache zig-out .build .dart_tool cover erl_crash.dump .elixir_ls .bloop .metals .bsp .cpcache .shadow-cljs .rubocop_cache .phpunit.cache .phpunit.result.cache .php-cs-fixer.cache nimcache .godot .cxx .expo TestResults bazel-bin bazel-out bazel-testlogs .ipynb_checkpoints dbt_packages .nf-test',
    patterns: /^[\w.-]+\.(?:beam|hi|cm[aioxt]|cmxa|annot|prof|hp|tix|fasl|jl\.cov)$|^bazel-[\w.-]+$/u,
  },
];

const names: ReadonlySet<string> = new Set(rows.flatMap((row) => row.names.split(' ')));

export function isRegenerable(name: string): boolean {
  return names.has(name) || rows.some(({ patterns }) => patterns?.test(name) === true);
}

/** Data that may have been placed beside build output. */
const data = /\.(?:sqlite3?|db|db3|mdb|realm|dump|bak|sql|pem|key|p12|pfx|jks|keystore|kdbx)$/iu;

/** Data that is maintained by hand although its directory is regenerated. */
export function isData(name: string): boolean {
  return data.test(name) || /^\.env(?:\.|$)/iu.test(name);
}
