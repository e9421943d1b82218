import { wordSet, type WordSet } from '../../word-set.ts';

/**
 * Programs whose words name files, tests, packages or text, never a task: checkers, formatters, compilers, test runners.
 * Unlisted programs are judged by their words, so a missing line costs an ask, but a wrong line is a hole.
 */
const anyWords = `
  git gh glab docker docker-compose podman kubectl helm terraform tofu terragrunt
  tsc vue-tsc tsd tsc-files vitest jest mocha ava tap playwright cypress karma web-test-runner wtr cucumber-js c8 nyc
  eslint oxlint biome prettier stylelint svelte-check knip depcheck madge publint size-limit typedoc swc babel graphql-codegen
  commitlint markdownlint markdownlint-cli2 cspell depcruise attw sherif api-extractor ts-prune license-checker bundlesize
  tailwindcss postcss sass lessc lint-staged openapi-typescript rollup rolldown esbuild webpack tsup redocly spectral
  pytest py.test ruff mypy pyright basedpyright ty black isort flake8 pylint coverage bandit sphinx-build behave deptry vulture
  csvstat csvlook csvcut nbstripout nbdiff interrogate pydocstyle pycodestyle pyflakes yapf autopep8 autoflake pyupgrade
  docformatter sqlfluff djlint radon xenon lint-imports import-linter cosmic-ray mutmut pip-audit unittest py_compile compileall
  json.tool doctest timeit pydoc tokenize dis nbconvert memory_profiler line_profiler cProfile kernprof pyinstrument uvicorn gunicorn
  hypercorn jupyter
  rustc rustfmt taplo typos gofmt gofumpt goimports golangci-lint staticcheck gotestsum govulncheck mockgen benchstat gopls
  go-licenses gosec revive errcheck ineffassign gocyclo gocritic nilaway deadcode godoc gomarkdoc golines gci oapi-codegen
  protoc ginkgo buf sqlc templ swag stringer moq mockery
  javac javap jps jcmd jstack jstat ktlint detekt xmllint jar javadoc jdeps jmap jfr kotlinc scalafmt scalafix
  google-java-format checkstyle pmd spotbugs
  ctest bear clang-format clang-tidy run-clang-tidy cppcheck include-what-you-use gcovr lcov doxygen bats shellcheck shfmt
  gcc g++ cc c++ clang clang++ arm-none-eabi-gcc arm-none-eabi-g++ arm-none-eabi-objcopy arm-none-eabi-size arm-none-eabi-nm
  arm-none-eabi-objdump objcopy objdump addr2line c++filt pkg-config cloc configure autoreconf autoconf automake libtoolize
  aclocal buildifier gcov llvm-cov llvm-profdata iwyu_tool.py clang-check clang-query cpplint flawfinder astyle uncrustify indent
  rspec rubocop standardrb steep minitest brakeman bundler-audit bundle-audit reek flog erblint erb_lint slim-lint haml-lint
  srb sorbet rdoc yard cucumber
  phpunit pest phpstan psalm php-cs-fixer pint phpcs rector codecept paratest infection deptrac phpcbf phpmd phpcpd ecs
  twig-cs-fixer
  dotnet-coverage reportgenerator csharpier hadolint actionlint yamllint dprint editorconfig-checker codespell vale tokei scc
  hlint ormolu fourmolu stylish-haskell ocamlformat ocp-indent stylua luacheck selene busted perltidy perlcritic prove podchecker
  clj-kondo cljfmt elm-format purs-tidy nimpretty ktfmt erlfmt nixfmt alejandra statix deadnix
  magick convert identify ffmpeg ffprobe dot neato fdp inkscape rsvg-convert svgo optipng pngquant exiftool mediainfo
  pdflatex xelatex lualatex latexmk bibtex biber chktex latexindent texcount mmdc plantuml asciidoctor mdformat lychee textlint
  jsonnet jsonnetfmt jsonnet-lint ytt cue nickel pkl dhall helm-docs gomplate hubble
  kubeconform kubeval kube-score kube-linter conftest opa regal tflint
  arm-none-eabi-readelf arm-none-eabi-strings arm-none-eabi-addr2line defmt-print rustfilt svd2rust svdtools bloaty dtc fdtdump crc32
  cargo-size cargo-nm cargo-objdump cargo-objcopy cargo-readobj
  buildozer gazelle protolint api-linter sqlglot sqlfmt marimo frictionless csvsql csvgrep csvjoin csvsort csvjson in2csv parquet-tools avro-tools
  jscpd dpdm skott type-coverage tsgo oxfmt ls-lint source-map-explorer jscodeshift ts-unused-exports lingui formatjs orval kubb
  roslynator inspectcode cleanupcode ilspycmd fantomas
  groovyc scalac scala3-compiler scalastyle npm-groovy-lint codenarc zprint
  ctags ast-grep sg ldd swiftlint swiftformat swift-format xcbeautify periphery sourcery
`;

/** Sub-commands to which the same applies, by program. */
const someWords: Readonly<Record<string, string>> = {
  npm: 'ls list view info outdated explain why query pack pkg search',
  pnpm: 'ls list view info outdated why audit licenses',
  yarn: 'info why constraints',
  bun: 'test build outdated pm',
  deno: 'test check lint fmt bench types coverage doc outdated',
  cargo:
    'test t check c build b clippy fmt bench doc tree metadata nextest insta expand bloat llvm-cov tarpaulin hack deny audit outdated machete udeps fetch info search semver-checks clean package fix flamegraph asm geiger vet sort criterion mutants miri rustc rustdoc zigbuild',
  go: 'test build vet fmt list generate doc fix mod work env version',
  dotnet: 'test build restore format list clean pack vstest sln add package reference new',
  mix: 'test compile format credo dialyzer docs xref coveralls',
  rebar3: 'eunit ct compile dialyzer xref tree',
  gleam: 'test build check format',
  flutter: 'test analyze build gen-l10n',
  dart: 'test analyze format fix compile doc',
  swift: 'build test format',
  xcodebuild: 'build test',
  bazel: 'build test query cquery coverage info aquery',
  bazelisk: 'build test query cquery coverage info aquery',
  zig: 'test fmt ast-check build-exe build-lib build-obj cc c++ translate-c objcopy ar',
  dbt: 'ls list parse show docs debug source clean deps init test',
  nix: 'eval build flake search log path-info why-depends hash derivation develop',
  keytool: '-printcert -list',
  jj: 'log diff show status st file op operation evolog obslog interdiff describe desc commit new squash split rebase edit abandon bookmark b',
  meson: 'setup test configure introspect',
  rails: 'test routes generate g',
  artisan: 'test route:list',
  uv: 'build tree export version lock pip python cache',
  poetry: 'check show build env version lock',
  hatch: 'test fmt',
  pio: 'test check',
  kustomize: 'build cfg',
  promtool: 'check test',
  crystal: 'spec build tool docs',
  nim: 'c cpp js check doc',
  typst: 'compile watch query fonts',
  stack: 'test build bench haddock',
  cabal: 'test build bench haddock check',
  dune: 'build test runtest fmt',
  helmfile: 'lint template',
  bundle: 'check list outdated info show platform doctor',
  composer: 'validate show outdated audit licenses why why-not depends prohibits status diagnose info',
  vite: 'build preview dev',
  next: 'build dev lint',
  nuxt: 'build dev typecheck prepare',
  astro: 'build dev check',
  'pre-commit': 'run',
  storybook: 'build dev',
};

const whole: WordSet = wordSet(anyWords);

/** Whether the words after a program name files, tests or text. `subcommand` is the first word that is not an option. */
export function namesFiles(program: string, subcommand: string | undefined): boolean {
  return (
    whole.has(program) ||
    (subcommand !== undefined &&
      Object.hasOwn(someWords, program) &&
      someWords[program]?.split(' ').includes(subcommand) === true)
  );
}
