import { provenPrograms } from '../commands/proven-programs.ts';

/** Programs that do more than print for help or version: what each loads from the repository, or contacts, first. */
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
  ['prisma', 'prisma.config.ts'],
  ['husky', 'sets core.hooksPath, whatever it is asked'],
  ['dotnet', 'the SDK that global.json names (sdk.paths)'],
]);

/** Plugins of the repository extend its help; its version is printed before they load. */
const loadsForHelp: ReadonlySet<string> = new Set(['composer']);

/**
 * Programs that were not run against a hostile repository, but are known to print help and version before they read any file of
 * the directory: most are a single native program. A receipt says that this is not proven, and if a sandbox is on they run in
 * it. Programs that the project's own files load (commands of node_modules, plugins) are not listed.
 */
const printersByManual = (): ReadonlySet<string> =>
  (printers ??= new Set(
    (
      'terraform tofu pulumi helm aws gcloud gsutil packer nomad consul vault flyctl fly railway doctl eksctl kind minikube k3d skaffold tilt ' +
      'argocd flux istioctl oc k nerdctl hub glab docker podman buildah crictl gh deno bun uv uvx ruff rye pixi micromamba conda mamba brew swift swiftc dart flutter ' +
      'julia zig kotlin kotlinc scala scalac groovy clojure clj nim nvcc xcodebuild xcrun golangci-lint hadolint asdf op doppler ' +
      'tsc prettier esbuild biome oxlint rollup vite vitest wrangler lint-staged changeset drizzle-kit nodemon playwright php lua ssh systemctl hx micro code subl duckdb mongosh clickhouse sqlcmd bq dlv rr bat fd ' +
      'gsed gdate gtar gfind gxargs python2 pypy pypy3 python python3.8 python3.9 python3.10 python3.11 python3.12 python3.14 micropython jython pip3.11 pip3.12 ' +
      'xh curlie wget2 hurl k6 hey grpcurl websocat youtube-dl cloudflared ngrok nvidia-smi buck2 stack dub nuget task lxc vagrant multipass pwsh ' +
      'entr watchexec firejail zellij nginx httpd postgres pg_ctl mysqld'
    ).split(' '),
  ));
let printers: ReadonlySet<string> | undefined;

/** Whether the model's description was verified by running the program itself. */
export function isProvenProgram(program: string): boolean {
  return provenPrograms.has(program);
}

/** `--help` and `--version` print and exit: verified by running, or listed above. Other programs may load code first. */
export function onlyPrints(program: string, option = '--version'): boolean {
  if (loadsBeforePrinting.has(program)) return false;
  if (option !== '--version' && loadsForHelp.has(program)) return false;
  return provenPrograms.has(program) || printersByManual().has(program);
}
