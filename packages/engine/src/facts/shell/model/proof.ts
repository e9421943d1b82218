import { provenPrograms } from '../commands/proven-programs.ts';

/** Why a program's help or version is more than printing: what it loads from the repository, or asks, first. */
export const loadsBeforePrinting: ReadonlyMap<string, string> = new Map([
  ['pytest', 'conftest.py'],
  ['py.test', 'conftest.py'],
  ['mvn', '.mvn/jvm.config'],
  ['mvnw', 'mvnw itself, .mvn/jvm.config'],
  ['gradlew', 'gradlew itself'],
  ['scons', 'SConstruct, site_scons'],
  ['bazel', 'tools/bazel'],
  ['rails', 'bin/rails'],
  ['yarn', '.yarnrc.yml (yarnPath)'],
  ['tox', 'toxfile.py'],
  ['flake8', 'local plugins in setup.cfg, tox.ini or .flake8'],
  ['artisan', 'artisan itself'],
  ['az', 'asks raw.githubusercontent.com for news'],
  ['bundle', 'Gemfile'],
  ['bundler', 'Gemfile'],
  ['mix', 'mix.exs'],
  ['pylint', '.pylintrc (init-hook)'],
  ['rspec', '.rspec, which may hold Ruby'],
  ['mocha', '.mocharc.js'],
  ['jest', 'the jest in node_modules'],
  ['webpack', 'the webpack-cli in node_modules'],
  ['lerna', 'the lerna in node_modules'],
  ['nx', 'the nx in node_modules'],
  ['ng', 'the Angular CLI in node_modules'],
  ['turbo', 'the turbo in node_modules'],
  ['knex', 'the knex in node_modules'],
  ['rush', 'the version that rush.json names'],
  ['pnpm', 'the pnpm that package.json names, .pnpmfile.cjs'],
  ['poetry', 'plugins in .poetry'],
  ['pdm', 'plugins in .pdm-plugins'],
  ['sbt', '.sbtopts, the build in project/'],
  ['lein', 'project.clj'],
  ['rebar3', 'rebar.config.script'],
  ['fastlane', 'Gemfile, fastlane/Pluginfile'],
  ['msbuild', 'Directory.Build.rsp'],
]);

/**
 * Programs that could not be run here, and of which their manuals say that help and version print and end. They keep what
 * the model says of them; a receipt says that it was not proven.
 */
const printersByManual = (): ReadonlySet<string> =>
  (printers ??= new Set(
    (
      'terraform tofu terragrunt pulumi helm aws gcloud gsutil packer nomad consul vault flyctl fly vercel netlify wrangler firebase ' +
      'supabase railway doctl eksctl kind minikube k3d skaffold tilt argocd flux istioctl oc k nerdctl docker-compose hub glab ' +
      'deno bun bunx pnpm uv uvx poetry pipenv pdm hatch rye conda mamba micromamba pixi brew dotnet swift swiftc dart flutter julia zig kotlin kotlinc ' +
      'scala scalac groovy sbt lein clojure clj nim crystal nvcc xcodebuild xcrun pod fastlane go-build golangci-lint hadolint mise asdf rtx op doppler ' +
      'tsc prettier eslint ffmpeg ffprobe docker podman gh php lua npm npx cmake apt apt-cache ssh objdump readelf nm ldd pdfinfo pdffonts pdftotext shellcheck kubectl systemctl journalctl ' +
      'nvim hx micro code subl duckdb mongosh redis-cli clickhouse sqlcmd bq dlv rr lldb exa eza lsd bat fd rg ag ack gsed gdate gtar gfind gxargs ' +
      'python2 pypy pypy3 python python3.8 python3.9 python3.10 python3.11 python3.12 python3.14 micropython jython pip3.11 pip3.12 nodejs ' +
      'http https xh httpie curlie wget2 hurl k6 hey grpcurl websocat rclone s3cmd yt-dlp youtube-dl cloudflared ngrok nvidia-smi buck2 stack nix nix-shell nix-build ' +
      'ninja ctest meson cabal rebar3 dub gem composer phpunit nuget msbuild turbo nx lerna rush vite webpack rollup esbuild biome oxlint vitest jest mocha playwright cypress ' +
      'pyright next astro nuxt svelte-kit ng expo prisma drizzle-kit alembic knex typeorm storybook changeset husky lint-staged pre-commit nox just task invoke ' +
      'systemd-nspawn lxc vagrant multipass pwsh hyperfine perf entr nodemon watchexec direnv firejail zellij nginx httpd postgres pg_ctl mysqld'
    ).split(' '),
  ));
let printers: ReadonlySet<string> | undefined;

/** Whether the program itself was run against what the model says of it, and with which version. */
export function provenVersion(program: string): string | undefined {
  return versions().get(program);
}

let proven: ReadonlyMap<string, string> | undefined;

const versions = (): ReadonlyMap<string, string> =>
  (proven ??= new Map(
    provenPrograms.split('\n').flatMap((line) => {
      const [version = '', names = ''] = line.split(':\t');
      return names.split(' ').map((name): [string, string] => [name, version]);
    }),
  ));

/** `--help` and `--version` print and end: shown by running it, or listed above. Anything else may load code first. */
export function onlyPrints(program: string): boolean {
  if (loadsBeforePrinting.has(program)) return false;
  return versions().has(program) || printersByManual().has(program);
}
