/**
 * Programs that only load the code and settings of a project, whatever their words: compilers, checkers, formatters, test
 * runners, bundlers, development servers. Words that publish or destroy are recognised separately.
 */
export const projectTools = `
aclocal actionlint addr2line air ansible-doc ansible-lint api-extractor arm-none-eabi-g++ arm-none-eabi-gcc arm-none-eabi-nm
arm-none-eabi-objcopy arm-none-eabi-objdump arm-none-eabi-size ast-grep astro astyle attw autoconf autoflake automake autopep8
autoreconf ava babel bandit basedpyright bats bear behave benchstat biome black brakeman buildifier bundle-audit bundler-audit
bundlesize c++ c++filt c8 cc cfn-lint cfn_nag_scan checkov checkstyle clang clang++ clang-check clang-format clang-query clang-tidy
cloc codespell commitlint cosmic-ray coverage cpack cppcheck cpplint csharpier cspell csvcut csvlook csvstat ctags ctest
cucumber cucumber-js cypress deadcode depcheck depcruise deptrac deptry detekt djlint docformatter dotnet-coverage doxygen
editorconfig-checker erb_lint erblint errcheck esbuild eslint expo-doctor flake8 flawfinder flog g++ gcc gci gcov gcovr ginkgo
go-licenses gocyclo godoc gofmt gofumpt goimports golangci-lint golines gomarkdoc google-java-format gosec gotestsum govulncheck
gradio graphql-codegen gunicorn hadolint haml-lint helm-docs hypercorn import-linter include-what-you-use indent ineffassign
infection interrogate isort iwyu_tool.py javac javadoc javap jcmd jdeps jest jps jsonnet jsonnetfmt jstack jstat karma kernprof
knip kotlinc ktlint kube-capacity kube-score kubeconform kubeval lcov ldd lessc libtoolize license-checker lint-imports lint-staged
llvm-cov llvm-profdata madge manypkg markdownlint markdownlint-cli2 minitest mkdocs mocha mockery mockgen moq mutmut
mypy nbdiff next ng nilaway nuxt nyc oapi-codegen objcopy objdump openapi-typescript oxlint paratest pest php-cs-fixer phpcbf
phpcpd phpcs phpmd phpstan phpunit pint pip-audit pkg-config playwright pmd postcss premake5 prettier protoc psalm publint pycodestyle
pydocstyle pyflakes pyinstrument pylint pyright pytest pyupgrade radon rdoc react-router react-scripts rector reek remix
reportgenerator revive rolldown rollup rspec rubocop ruff run-clang-tidy rustfmt sass scalafix scalafmt scc sherif
shellcheck shfmt size-limit slim-lint sourcery sphinx-build spotbugs st-info standardrb staticcheck steep storybook stringer stylelint
svelte-check swc swift-format swiftformat swiftlint syncpack tailwindcss tap taplo terraform-docs tflint tfsec tokei ts-prune
tsc tsc-files tsd tsoa tsup twig-cs-fixer ty typedoc typos uncrustify uvicorn vale vinxi vite vitest vue-cli-service vue-tsc
vulture web-test-runner webpack wtr xcbeautify xenon xmllint yamllint yapf latexmk pdflatex xelatex lualatex bibtex biber
make gmake bmake just task rake gradle mvn sbt mill ninja samu scons ant tox nox meson muon cmake grunt gulp mage invoke inv fab
thor msbuild turbo nx lerna moon wireit artisan drush wp phinx gradlew mvnw mill rebar3 lein clj stack cabal dune
`;
