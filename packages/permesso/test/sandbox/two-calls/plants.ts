/** Where the planted code leaves its marks. */
export interface MarkPlaces {
  /** Outside of the working directory: a mark here is an escape. */
  readonly outside: string;
  /** In the project: shows that planted code ran at all. */
  readonly inside: string;
}

/** A file that somebody leaves in the working directory for a later command to run. */
export interface Plant {
  readonly path: string;
  readonly text: string;
  readonly isProgram?: true;
}

/** What a file of each language does when it runs: it leaves a mark outside and one inside, named after itself. */
function markers({ outside, inside }: MarkPlaces) {
  const shell = (name: string): string => `touch ${outside}/${name}; touch ${inside}/${name}`;
  return {
    shell,
    program: (name: string): string => `#!/bin/sh\n${shell(name)}\n`,
    javascript: (name: string): string =>
      `const fs = require('node:fs');\nfor (const at of [${JSON.stringify(outside)}, ${JSON.stringify(inside)}]) try { fs.writeFileSync(\`\${at}/${name}-\${process.pid}\`, ''); } catch {}\n`,
    python: (name: string): string =>
      `import os as _o\nfor _at in (${JSON.stringify(outside)}, ${JSON.stringify(inside)}):\n    try: open(f"{_at}/${name}-{_o.getpid()}", "w").close()\n    except OSError: pass\n`,
  };
}

export interface PlantOptions {
  readonly marks: MarkPlaces;
  /** Programs that the commands name, without a directory. */
  readonly programs: readonly string[];
  /** Relative paths that the commands start. */
  readonly paths: readonly string[];
}

const scripts =
  'test build lint start dev format typecheck check ci e2e preview clean compile coverage prepare pretest posttest preinstall install postinstall preversion version prebuild postbuild prelint pack prepack'.split(
    ' ',
  );

/** The working directory and the ones that are planted in it; commands are started in each. */
export const plantedDirectories: readonly string[] = ['', 'planted', 'bare', 'linked'];

/** Everything known that makes a program run code of the directory it is started in. */
export function plants({ marks, programs, paths }: PlantOptions): readonly Plant[] {
  const { shell, program, javascript, python } = markers(marks);
  const everywhere = (directory: string): readonly Plant[] => {
    const at = (path: string): string => (directory === '' ? path : `${directory}/${path}`);
    return [
      ...Object.entries(files({ shell, javascript, python })).map(([path, text]) => ({
        path: at(path),
        text,
      })),
      ...['gradlew', 'mvnw', 'configure', 'pre-commit', 'hooks/pre-commit', 'hooks/post-checkout', 'run'].map(
        (path): Plant => ({ path: at(path), text: program(nameOf(path)), isProgram: true }),
      ),
      ...programs.flatMap((name): readonly Plant[] =>
        ['', 'node_modules/.bin/'].map((folder) => ({
          path: at(`${folder}${name}`),
          text: program(nameOf(name)),
          isProgram: true,
        })),
      ),
      ...paths.map((path): Plant => ({
        path: at(path),
        text: /\.[cm]?[jt]sx?$/.test(path)
          ? javascript(nameOf(path))
          : path.endsWith('.py')
            ? python(nameOf(path))
            : program(nameOf(path)),
        isProgram: true,
      })),
    ];
  };
  return [...plantedDirectories.flatMap(everywhere), ...repositories(shell)];
}

type Language = Pick<ReturnType<typeof markers>, 'shell' | 'javascript' | 'python'>;

function files({ shell, javascript, python }: Language): Readonly<Record<string, string>> {
  const make = `$(shell ${shell('make-read')})\n.DEFAULT all test build lint check clean install ci fmt run: ; @${shell('make')}\n`;
  const manifest = {
    name: 'planted',
    version: '1.0.0',
    scripts: Object.fromEntries(scripts.map((name) => [name, shell(`script-${name}`)])),
    packageManager: 'yarn@9.9.9',
    jest: { globalSetup: './setup.js' },
    eslintConfig: { root: true, extends: ['./setup.js'] },
    prettier: './setup.js',
  };
  return {
    'package.json': JSON.stringify(manifest),
    '.npmrc': 'script-shell=./run\nnode-options=--require ./setup.js\nonload-script=./setup.js\ngit=./run\n',
    '.yarnrc': 'yarn-path "./setup.js"\n',
    '.yarnrc.yml': 'yarnPath: ./setup.js\nplugins:\n  - ./setup.js\n',
    '.pnpmfile.cjs': javascript('pnpmfile'),
    '.pnp.cjs': javascript('pnp'),
    'setup.js': javascript('setup-js'),
    ...Object.fromEntries(
      [
        'index.js',
        'jest.config.js',
        'vitest.config.js',
        'vite.config.js',
        'eslint.config.js',
        '.eslintrc.js',
        'prettier.config.js',
        '.prettierrc.js',
        'webpack.config.js',
        'babel.config.js',
        'playwright.config.js',
        '.mocharc.js',
        'gulpfile.js',
        'Gruntfile.js',
        'node_modules/typescript/lib/tsc.js',
        'node_modules/corepack/index.js',
      ].map((path) => [path, javascript(nameOf(path))]),
    ),
    ...Object.fromEntries(
      'conftest setup sitecustomize usercustomize noxfile fabfile tasks manage json os re pathlib subprocess site encodings pytest unittest pip venv compileall tokenize http __main__ test_planted tests/test_planted tests/conftest'
        .split(' ')
        .map((name) => [`${name}.py`, python(nameOf(name))]),
    ),
    'planted.pth': python('pth').replaceAll('\n', ';'),
    'pytest.ini': '[pytest]\naddopts = -p conftest\n',
    'tox.ini': `[testenv]\ncommands = sh -c "${shell('tox')}"\n`,
    'setup.cfg': '[tool:pytest]\naddopts = -p conftest\n[flake8:local-plugins]\nextension = X = conftest:x\n',
    'pyproject.toml':
      '[build-system]\nbuild-backend = "setup"\nbackend-path = ["."]\n[tool.pytest.ini_options]\naddopts = "-p conftest"\n',
    'mypy.ini': '[mypy]\nplugins = ./conftest.py\n',
    pylintrc: '[MAIN]\ninit-hook=import conftest\nload-plugins=conftest\n',
    Makefile: make,
    GNUmakefile: make,
    'rules.mk': make,
    justfile: `x := \`${shell('just')}\`\ntest:\n  ${shell('just')}\n`,
    'Taskfile.yml': `version: '3'\ntasks:\n  default: ${JSON.stringify(shell('task'))}\n`,
    Rakefile: `system(${JSON.stringify(shell('rake'))})\n`,
    Gemfile: `system(${JSON.stringify(shell('gemfile'))})\n`,
    'CMakeLists.txt': `execute_process(COMMAND sh -c "${shell('cmake')}")\n`,
    'CMakePresets.json': '{"version":3,"configurePresets":[{"name":"d","generator":"Unix Makefiles"}]}',
    'meson.build': `run_command('sh', '-c', '${shell('meson')}')\n`,
    'build.rs': `fn main() { std::process::Command::new("sh").arg("-c").arg(${JSON.stringify(shell('build-rs'))}).status().ok(); }\n`,
    'Cargo.toml': '[package]\nname = "planted"\nversion = "0.1.0"\nbuild = "build.rs"\n',
    'src/main.rs': 'fn main() {}\n',
    '.cargo/config.toml': '[build]\nrustc = "./run"\nrustc-wrapper = "./run"\n[alias]\nb = "run"\n',
    'rust-toolchain.toml': '[toolchain]\npath = "."\n',
    'go.mod': 'module planted\ngo 1.21\n',
    'main.go': `package main\n//go:generate sh -c "${shell('go-generate')}"\nfunc main() {}\n`,
    'main_test.go': 'package main\n',
    'build.gradle': `["sh", "-c", ${JSON.stringify(shell('gradle'))}].execute().waitFor()\n`,
    'settings.gradle': `["sh", "-c", ${JSON.stringify(shell('gradle'))}].execute().waitFor()\n`,
    '.mvn/jvm.config': '-XX:OnOutOfMemoryError=./run -javaagent:planted.jar\n',
    '.mvn/maven.config': '-f\nplanted-pom.xml\n',
    ...composerPlugin(shell('composer-plugin')),
    'composer.json': JSON.stringify({
      scripts: { test: shell('composer'), 'pre-install-cmd': shell('composer') },
      config: { 'allow-plugins': true },
      require: { 'planted/plugin': '1.0.0' },
    }),
    'prisma.config.ts': javascript('prisma_config'),
    'prisma.config.js': javascript('prisma_config'),
    'terragrunt.hcl': `locals {\n  x = run_cmd("sh", "-c", ${JSON.stringify(shell('terragrunt'))})\n}\n`,
    'global.json': '{"sdk":{"paths":["./"],"version":"10.0.100"}}',
    'wrangler.toml': `name = "x"\nmain = "index.js"\n[build]\ncommand = ${JSON.stringify(shell('wrangler'))}\n`,
    '.env': 'CLOUDFLARE_API_BASE_URL=http://127.0.0.1:9/\n',
    'ansible.cfg': '[defaults]\nlibrary = ./\naction_plugins = ./\n',
    Jenkinsfile: `sh '${shell('jenkins')}'\n`,
    'docker-compose.yml': `services: { x: { image: x, command: ${JSON.stringify(shell('compose'))} } }\n`,
    ...Object.fromEntries(
      '.bashrc .profile .bash_profile .inputrc .vimrc .exrc .nvimrc .gdbinit .lldbinit .tmux.conf .screenrc .psqlrc .sqliterc .irbrc .pryrc .jq .perldb .curlrc .wgetrc .lessfilter .lesskey .rgignore .ripgreprc .hgrc .svnrc .dir-locals.el .octaverc .Rprofile .ghci'
        .split(' ')
        .map((path) => [path, `!${shell(nameOf(path))}\n${shell(nameOf(path))}\n`]),
    ),
    '.tool-versions': 'nodejs path:./bin\npython path:./bin\n',
    '.python-version': '../../bin\n',
    '.nvmrc': './bin\n',
    '.ruby-version': '../../bin\n',
    'mise.toml': `[hooks]\nenter = ${JSON.stringify(shell('mise'))}\n`,
    '.gitattributes': '* diff=planted filter=planted merge=planted\n*.py diff=planted\n',
    '.gitmodules': `[submodule "planted"]\n\tpath = planted\n\turl = ./planted\n\tupdate = !${shell('submodule')}\n`,
    'a file': 'x\n',
    '-x': 'x\n',
    '--help': 'x\n',
  };
}

/** Looks like an installed plug-in; `composer --help` loads it. */
function composerPlugin(command: string): Readonly<Record<string, string>> {
  const plugin = {
    name: 'planted/plugin',
    version: '1.0.0',
    version_normalized: '1.0.0.0',
    type: 'composer-plugin',
    require: { 'composer-plugin-api': '^2.0' },
    extra: { class: 'PlantedPlugin' },
    autoload: { classmap: ['plugin.php'] },
    'install-path': '../planted/plugin',
  };
  return {
    'vendor/composer/installed.json': JSON.stringify({ packages: [plugin] }),
    'vendor/planted/plugin/plugin.php': `<?php\nexec(${JSON.stringify(command)});\nclass PlantedPlugin {}\n`,
  };
}

/** Settings of git that start a program. A planted repository brings them. */
function gitConfig(shell: (name: string) => string): string {
  const run = (name: string): string => JSON.stringify(`${shell(`git-${name}`)}; false #`);
  return [
    '[core]',
    '\trepositoryformatversion = 0',
    `\tfsmonitor = ${run('fsmonitor')}`,
    `\tpager = ${run('pager')}`,
    `\teditor = ${run('editor')}`,
    `\tsshCommand = ${run('ssh')}`,
    `\taskPass = ${run('askpass')}`,
    '\thooksPath = hooks',
    '[diff]',
    `\texternal = ${run('diff')}`,
    '[diff "planted"]',
    `\ttextconv = ${run('textconv')}`,
    '[filter "planted"]',
    `\tclean = ${run('clean')}`,
    `\tsmudge = ${run('smudge')}`,
    '[gpg]',
    `\tprogram = ${run('gpg')}`,
    '[log]',
    '\tshowSignature = true',
    '[pager]',
    ...['log', 'diff', 'show', 'branch', 'status', 'tag'].map(
      (name) => `\t${name} = ${run(`pager-${name}`)}`,
    ),
    '[alias]',
    ...['st', 'co', 'lg', 'ci', 'br'].map((name) => `\t${name} = "!${shell(`git-alias-${name}`)}"`),
    '[remote "origin"]',
    `\turl = "ext::sh -c ${shell('git-remote').replaceAll(' ', '% ')}"`,
    '[credential]',
    `\thelper = "!${shell('git-credential')}"`,
    '',
  ].join('\n');
}

function repositories(shell: (name: string) => string): readonly Plant[] {
  const text = gitConfig(shell);
  const repository = (folder: string, config: string): readonly Plant[] => [
    { path: `${folder}HEAD`, text: 'ref: refs/heads/main\n' },
    { path: `${folder}config`, text: config },
    { path: `${folder}objects/info/x`, text: '' },
    { path: `${folder}refs/heads/x`, text: '' },
    { path: `${folder}hooks/pre-commit`, text: `#!/bin/sh\n${shell('git-hook')}\n`, isProgram: true },
    { path: `${folder}hooks/post-index-change`, text: `#!/bin/sh\n${shell('git-hook')}\n`, isProgram: true },
  ];
  return [
    ...repository('.git/', text),
    { path: '.git/hooks/post-checkout', text: `#!/bin/sh\n${shell('git-hook')}\n`, isProgram: true },
    ...repository('planted/.git/', text),
    ...repository('bare/', text.replace('[core]', '[core]\n\tworktree = .')),
    ...repository('store/', text.replace('[core]', '[core]\n\tworktree = ../linked')),
    { path: 'linked/.git', text: 'gitdir: ../store\n' },
  ];
}

function nameOf(path: string): string {
  return path.replaceAll(/[^\w]/g, '_');
}
