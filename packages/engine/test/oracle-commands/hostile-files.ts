export const project = '/home/dev/project';
/** A file of this name is made by whatever plant runs. */
export const mark = '/tmp/ran-';

/** A file of the tree: its path, what it says, and whether it may be run. */
export type HostileFile = readonly [path: string, text: string, kind?: 'run' | 'file'];

const sh = (name: string): string => `#!/bin/sh\n: > ${mark}${name}\n`;
const py = (name: string): string => `open('${mark}${name}', 'w').close()\n`;
const js = (name: string): string => `require('fs').writeFileSync('${mark}${name}', '');\n`;
const rb = (name: string): string => `File.write('${mark}${name}', '')\n`;
const touch = (name: string): string => `touch ${mark}${name}`;

/** Places that an agent writes without being asked. */
export const writable: readonly HostileFile[] = [
  ['conftest.py', py('conftest.py')],
  ['pytest.ini', '[pytest]\npythonpath = .\n'],
  ['setup.cfg', '[flake8:local-plugins]\nextension =\n    X = planted_flake8:check\npaths = .\n'],
  ['.flake8', '[flake8:local-plugins]\nextension =\n    X = planted_flake8:check\npaths = .\n'],
  ['planted_flake8.py', `${py('flake8-plugin')}\ndef check(tree):\n    return []\n`],
  [
    'tox.ini',
    `[tox]\nenvlist = py\n[testenv]\ncommands = sh -c '${touch('tox.ini')}'\nallowlist_externals = sh\n`,
  ],
  ['toxfile.py', py('toxfile.py')],
  ['noxfile.py', `${py('noxfile.py')}import nox\n`],
  ['tasks.py', py('tasks.py')],
  ['fabfile.py', py('fabfile.py')],
  ['manage.py', py('manage.py')],
  ['setup.py', `${py('setup.py')}from setuptools import setup\nsetup(name='x', version='1')\n`],
  ['sitecustomize.py', py('sitecustomize.py')],
  ['usercustomize.py', py('usercustomize.py')],
  ['json.py', py('json.py')],
  ['mypy.ini', '[mypy]\nplugins = planted_mypy.py\n'],
  [
    'planted_mypy.py',
    `${py('mypy-plugin')}\ndef plugin(version):\n    from mypy.plugin import Plugin\n    return Plugin\n`,
  ],
  ['.pylintrc', `[MASTER]\ninit-hook='${py('pylintrc').trim().replaceAll("'", '"')}'\n`],
  ['.coveragerc', '[run]\nplugins = planted_coverage\n'],
  ['planted_coverage.py', `${py('coverage-plugin')}\ndef coverage_init(reg, options):\n    pass\n`],
  ['SConstruct', py('SConstruct')],
  ['site_scons/site_init.py', py('site_scons')],
  ['gunicorn.conf.py', py('gunicorn.conf.py')],
  ['alembic.ini', '[alembic]\nscript_location = .\n'],
  ['env.py', py('alembic-env')],
  [
    'ansible.cfg',
    '[defaults]\ncallback_plugins = ./plugins\nstdout_callback = planted\ncallbacks_enabled = planted\nbin_ansible_callbacks = True\n',
  ],
  ['plugins/planted.py', py('ansible-callback')],
  ['jupyter_config.py', py('jupyter_config')],
  ['ipython_config.py', py('ipython_config')],
  ['.mvn/jvm.config', '-XX:OnOutOfMemoryError=x -Xlog:class+load=off:file=/tmp/ran-jvm.config\n'],
  ['.mvn/maven.config', '--log-file\n/tmp/ran-maven.config\n'],
  [
    'pom.xml',
    '<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>a</artifactId><version>1</version></project>\n',
  ],
  ['build.gradle', `new File('${mark}build.gradle').createNewFile()\n`],
  ['settings.gradle', `new File('${mark}settings.gradle').createNewFile()\n`],
  ['gradle.properties', 'org.gradle.jvmargs=-Xlog:class+load=off:file=/tmp/ran-gradle.properties\n'],
  ['gradlew', sh('gradlew'), 'run'],
  ['mvnw', sh('mvnw'), 'run'],
  ['.sbtopts', '-J-Xlog:class+load=off:file=/tmp/ran-sbtopts\n'],
  ['build.sbt', `new java.io.File("${mark}build.sbt").createNewFile()\n`],
  ['build.xml', `<project default="x"><touch file="${mark}build.xml"/><target name="x"/></project>\n`],
  ['project.clj', `(spit "${mark}project.clj" "")\n(defproject x "1")\n`],
  ['deps.edn', '{:deps {}}\n'],
  ['rust-toolchain.toml', '[toolchain]\npath = "/proc/self/cwd/tc"\n'],
  ['tc/bin/cargo', sh('rust-toolchain'), 'run'],
  ['tc/bin/rustc', sh('rust-toolchain'), 'run'],
  [
    '.cargo/config.toml',
    `[build]\nrustc-wrapper = "./tc/bin/rustc"\n[alias]\nversion = "planted"\n[target.x86_64-unknown-linux-gnu]\nrunner = "./tc/bin/runner"\nlinker = "./tc/bin/linker"\n`,
  ],
  ['tc/bin/runner', sh('cargo-runner'), 'run'],
  ['tc/bin/linker', sh('cargo-linker'), 'run'],
  [
    'Cargo.toml',
    '[package]\nname = "x"\nversion = "0.1.0"\nedition = "2021"\n[[bin]]\nname = "x"\npath = "src/main.rs"\n',
  ],
  ['build.rs', `fn main() { std::fs::write("${mark}build.rs", "").unwrap(); }\n`],
  ['src/main.rs', 'fn main() {}\n'],
  ['go.mod', 'module example.test/x\n\ngo 1.21\n\ntoolchain go1.21.1\n'],
  ['go.work', 'go 1.21\n\nuse .\n'],
  ['main.go', 'package main\n\nfunc main() {}\n'],
  [
    'package.json',
    JSON.stringify(
      {
        name: 'x',
        version: '1.0.0',
        main: 'index.js',
        packageManager: 'pnpm@9.0.0',
        workspaces: ['w/*'],
        prettier: './planted-prettier.cjs',
        scripts: Object.fromEntries(
          [
            'preinstall',
            'install',
            'postinstall',
            'prepare',
            'test',
            'build',
            'version',
            'start',
            'dependencies',
            'prepack',
            'x',
          ].map((name) => [name, touch(`script-${name}`)]),
        ),
        'lint-staged': { '*': touch('lint-staged') },
        devDependencies: { dep: '1.0.0' },
      },
      undefined,
      1,
    ) + '\n',
  ],
  ['w/one/package.json', '{"name": "one", "version": "1.0.0"}\n'],
  ['node_modules/dep/package.json', '{"name": "dep", "version": "1.0.0", "main": "index.js"}\n'],
  ['node_modules/dep/index.js', js('dep')],
  ...[
    'tsc',
    'eslint',
    'prettier',
    'vitest',
    'jest',
    'ls',
    'git',
    'node',
    'x',
    'turbo',
    'nx',
    'lerna',
    'mocha',
    'vite',
  ].map((name) => [`node_modules/.bin/${name}`, sh(`bin-${name}`), 'run'] as const),
  ...[
    'eslint',
    'prettier',
    'jest',
    'typescript',
    'turbo',
    'nx',
    'lerna',
    'mocha',
    'vite',
    'vitest',
    'webpack',
    'pyright',
  ].flatMap((name): readonly (readonly [string, string])[] => [
    [
      `node_modules/${name}/package.json`,
      `{"name": "${name}", "version": "9.9.9", "main": "index.js", "bin": "index.js"}\n`,
    ],
    [`node_modules/${name}/index.js`, js(`local-${name}`)],
  ]),
  [
    '.npmrc',
    'git=./x\nscript-shell=./x\nnode-options=--require ./planted-node.cjs\neditor=./x\nviewer=./x\n',
  ],
  ['planted-node.cjs', js('node-options')],
  ['.yarnrc.yml', 'yarnPath: ./planted-yarn.cjs\n'],
  ['.yarnrc', 'yarn-path "./planted-yarn.cjs"\n'],
  ['planted-yarn.cjs', js('yarnPath')],
  ['.pnpmfile.cjs', `${js('pnpmfile')}module.exports = { hooks: { readPackage: (p) => p } };\n`],
  ['pnpm-workspace.yaml', 'packages:\n  - w/*\n'],
  ['.eslintrc.js', `${js('eslintrc')}module.exports = {};\n`],
  ['eslint.config.js', `${js('eslint.config')}module.exports = [];\n`],
  ['planted-prettier.cjs', `${js('prettier-config')}module.exports = {};\n`],
  ['.prettierrc.cjs', `${js('prettierrc')}module.exports = {};\n`],
  [
    'tsconfig.json',
    '{"compilerOptions": {"plugins": [{"name": "./planted-node.cjs"}], "outDir": "out"}, "include": ["src"]}\n',
  ],
  ['vite.config.js', `${js('vite.config')}module.exports = {};\n`],
  ['vitest.config.js', `${js('vitest.config')}module.exports = {};\n`],
  ['jest.config.js', `${js('jest.config')}module.exports = {};\n`],
  ['babel.config.js', `${js('babel.config')}module.exports = {};\n`],
  ['webpack.config.js', `${js('webpack.config')}module.exports = {};\n`],
  ['rollup.config.js', `${js('rollup.config')}module.exports = {};\n`],
  ['.mocharc.js', `${js('mocharc')}module.exports = {};\n`],
  ['.babelrc.js', `${js('babelrc')}module.exports = {};\n`],
  ['nx.json', '{"plugins": ["./planted-node.cjs"]}\n'],
  ['lerna.json', '{"version": "1.0.0", "packages": ["w/*"]}\n'],
  ['turbo.json', '{"tasks": {}}\n'],
  ['knexfile.js', `${js('knexfile')}module.exports = {};\n`],
  ['serverless.js', `${js('serverless')}module.exports = { service: "x", provider: { name: "aws" } };\n`],
  ['prisma.config.js', js('prisma.config')],
  ['index.js', js('index.js')],
  ['deno.json', '{"tasks": {"x": "touch /tmp/ran-deno"}}\n'],
  ['Makefile', `X := $(shell ${touch('Makefile')})\nall:\n\t${touch('make-all')}\n`],
  [
    'CMakeLists.txt',
    `file(WRITE ${mark}CMakeLists "")\ncmake_minimum_required(VERSION 3.10)\nproject(x NONE)\n`,
  ],
  ['CMakePresets.json', '{"version": 3}\n'],
  ['meson.build', `project('x')\nrun_command('touch', '${mark}meson.build')\n`],
  ['build.ninja', `rule r\n command = ${touch('build.ninja')}\nbuild x: r\n`],
  ['CTestTestfile.cmake', `file(WRITE ${mark}CTestTestfile "")\nadd_test(x touch ${mark}ctest)\n`],
  ['.bazelrc', 'startup --output_user_root=/tmp/ran-bazelrc\n'],
  ['tools/bazel', sh('tools-bazel'), 'run'],
  ['WORKSPACE', ''],
  ['MODULE.bazel', ''],
  ['Rakefile', rb('Rakefile')],
  ['Gemfile', rb('Gemfile')],
  ['.rspec', `--require ./planted\n<% File.write("${mark}rspec-erb", "") %>\n`],
  ['planted.rb', rb('rspec')],
  ['bin/rails', `#!/usr/bin/env ruby\n${rb('bin-rails')}`, 'run'],
  ['config/application.rb', rb('rails-application')],
  ['config/boot.rb', rb('rails-boot')],
  [
    'composer.json',
    JSON.stringify({
      scripts: { x: touch('composer-script'), 'pre-command-run': touch('composer-pre') },
      autoload: { files: ['planted.php'] },
    }) + '\n',
  ],
  ['planted.php', `<?php touch('${mark}php');\n`],
  ['phpunit.xml', '<phpunit bootstrap="planted.php"/>\n'],
  ['artisan', `<?php touch('${mark}artisan');\n`],
  [
    'mix.exs',
    `File.write!("${mark}mix.exs", "")\ndefmodule X.MixProject do\n  use Mix.Project\n  def project, do: [app: :x, version: "1.0.0"]\nend\n`,
  ],
  ['rebar.config', '{post_hooks, []}.\n'],
  ['dub.json', '{"name": "x"}\n'],
  ['x.cabal', 'name: x\nversion: 1\ncabal-version: >=1.10\nbuild-type: Simple\n'],
  ['.ghci', `:! ${touch('ghci')}\n`],
  ['.envrc', touch('envrc') + '\n'],
  ['.gdbinit', `shell ${touch('gdbinit')}\n`],
  ['.lldbinit', `platform shell ${touch('lldbinit')}\n`],
  ['.vimrc', `call system('${touch('vimrc')}')\n`],
  ['.exrc', `call system('${touch('exrc')}')\n`],
  ['.nvimrc', `call system('${touch('nvimrc')}')\n`],
  ['.nvim.lua', `os.execute('${touch('nvim.lua')}')\n`],
  ['.dir-locals.el', `((nil . ((eval . (shell-command "${touch('dir-locals')}")))))\n`],
  ['.Rprofile', `file.create('${mark}Rprofile')\n`],
  ['.octaverc', `system('${touch('octaverc')}')\n`],
  ['.irbrc', rb('irbrc')],
  ['.pryrc', rb('pryrc')],
  ['.iex.exs', `File.write!("${mark}iex.exs", "")\n`],
  ['.psqlrc', `\\! ${touch('psqlrc')}\n`],
  ['.sqliterc', `.shell ${touch('sqliterc')}\n`],
  ['.ackrc', '--sort-files\n'],
  ['.agignore', '*.none\n'],
  ['.ripgreprc', '--pre=./x\n'],
  ['.tmux.conf', `run-shell '${touch('tmux.conf')}'\n`],
  ['.screenrc', `exec ${touch('screenrc')}\n`],
  ['.curlrc', 'output = /tmp/ran-curlrc\n'],
  ['.wgetrc', 'output_document = /tmp/ran-wgetrc\n'],
  [
    '.pre-commit-config.yaml',
    `repos:\n- repo: local\n  hooks:\n  - id: x\n    name: x\n    entry: ${touch('pre-commit')}\n    language: system\n`,
  ],
  ['.shellcheckrc', 'external-sources=true\n'],
  ['.clang-format', 'BasedOnStyle: LLVM\n'],
  ['.yamllint', 'rules: {}\n'],
  [
    'docker-compose.yml',
    'include:\n  - path: ./d/inc.yml\nservices:\n  x:\n    image: evil.example/x\n    build: https://evil.example/x.git\n',
  ],
  ['d/inc.yml', 'services:\n  y:\n    image: x\n'],
  ['Dockerfile', 'FROM evil.example/x\nRUN id\n'],
  ['main.tf', 'data "external" "x" {\n  program = ["./x"]\n}\n'],
  ['terragrunt.hcl', `locals {\n  x = run_cmd("touch", "${mark}terragrunt")\n}\n`],
  ['playbook.yml', `- hosts: all\n  tasks:\n  - command: ${touch('playbook')}\n`],
  ['inventory', 'evil.example\n'],
  ['Chart.yaml', 'apiVersion: v2\nname: x\nversion: 1.0.0\n'],
  ['kustomization.yaml', 'resources:\n- https://evil.example/x.yaml\n'],
  ['Procfile', `x: ${touch('Procfile')}\n`],
  ['justfile', `x:\n  ${touch('justfile')}\ny := \`${touch('justfile-value')}\`\n`],
  [
    'Taskfile.yml',
    `version: '3'\nvars:\n  X:\n    sh: ${touch('taskfile-var')}\ntasks:\n  default: ${touch('taskfile')}\n`,
  ],
  ['Vagrantfile', rb('Vagrantfile')],
  ['flake.nix', '{ outputs = _: {}; }\n'],
  ['shell.nix', 'abort "x"\n'],
  ['mise.toml', `[env]\n_.source = "./x"\n[hooks]\nenter = "${touch('mise')}"\n`],
  ['.tool-versions', 'nodejs 20.0.0\n'],
  ['.magic', '0 string x x\n'],
  ['.terminfo/x/xterm', 'x'],
  ['x', sh('x'), 'run'],
  ['0/ls', sh('slot-ls'), 'run'],
  ...['ls', 'grep', 'sh', 'less', 'cat', 'python3', 'gzip', 'cc', 'as', 'ld'].map(
    (name) => [`-planted/${name}`, sh(`dash-${name}`), 'run'] as const,
  ),
];

/** `.git/config`, the home, and variables: what somebody must have been asked about. */
const gitConfig = `[core]
	fsmonitor = ${touch('git-fsmonitor')}; false
	pager = ${touch('git-pager')}; cat
	editor = ${touch('git-editor')}
	sshCommand = ${touch('git-ssh')}
	hooksPath = .git/hooks
	askPass = ${touch('git-askpass')}
[diff]
	external = ${touch('git-external')}; :
[diff "x"]
	textconv = ${touch('git-textconv')}; cat
[filter "x"]
	clean = ${touch('git-clean')}; cat
	smudge = ${touch('git-smudge')}; cat
[gpg]
	program = ${touch('git-gpg')}
[alias]
	st = "!${touch('git-alias')}"
[credential]
	helper = "!${touch('git-credential')}"
[uploadpack]
	packObjectsHook = ${touch('git-pack')}
[interactive]
	diffFilter = ${touch('git-filter')}; cat
`;

export const protectedFiles: readonly HostileFile[] = [
  [`${project}/.git/config`, gitConfig],
  [`${project}/.git/info/attributes`, '* diff=x filter=x\n'],
  ...['pre-commit', 'post-checkout', 'post-index-change', 'reference-transaction', 'fsmonitor-watchman'].map(
    (name) => [`${project}/.git/hooks/${name}`, sh(`hook-${name}`), 'run'] as const,
  ),
  ['/home/dev/.curlrc', 'output = /tmp/ran-home-curlrc\n'],
  ['/home/dev/.wgetrc', 'output_document = /tmp/ran-home-wgetrc\n'],
  ['/home/dev/.gdbinit', `shell ${touch('home-gdbinit')}\n`],
  ['/home/dev/.lesskey', '#env\nLESSOPEN=|/home/dev/project/x %s\n'],
  ['/home/dev/.psqlrc', `\\! ${touch('home-psqlrc')}\n`],
  ['/home/dev/.sqliterc', `.shell ${touch('home-sqliterc')}\n`],
  ['/home/dev/.vimrc', `call system('${touch('home-vimrc')}')\n`],
  ['/home/dev/.tmux.conf', `run-shell '${touch('home-tmux')}'\n`],
  ['/home/dev/.Rprofile', `file.create('${mark}home-Rprofile')\n`],
  ['/home/dev/.ackrc', '--pager=/home/dev/project/x\n'],
  [
    '/home/dev/.ansible.cfg',
    '[defaults]\ncallback_plugins = /home/dev/project/plugins\nstdout_callback = planted\n',
  ],
  [
    '/home/dev/.kube/config',
    `apiVersion: v1\nkind: Config\ncurrent-context: x\ncontexts:\n- name: x\n  context: {cluster: x, user: x}\nclusters:\n- name: x\n  cluster: {server: "http://127.0.0.1:8080"}\nusers:\n- name: x\n  user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: /home/dev/project/x, interactiveMode: Never}}\n`,
  ],
];

/** Variables that choose programs. */
export const hostileEnvironment: Readonly<Record<string, string>> = {
  PATH: ':.:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/opt/npm/bin:/home/dev/project/-planted',
  LESSOPEN: '|/home/dev/project/x %s',
  MANPAGER: '/home/dev/project/x',
  PAGER: '/home/dev/project/x',
  EDITOR: '/home/dev/project/x',
};
