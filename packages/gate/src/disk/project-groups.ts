/** What a file in a project says about its kind. */
interface ProjectKind {
  readonly name: string;
  /** Any of these files, anywhere in the project; `*.tf` is any file with that extension. */
  readonly files: readonly string[];
}

export const projectKinds: readonly ProjectKind[] = [
  { name: 'Node.js', files: ['package.json', 'deno.json', 'deno.jsonc'] },
  {
    name: 'Python',
    files: [
      'pyproject.toml',
      'setup.py',
      'setup.cfg',
      'requirements.txt',
      'Pipfile',
      'uv.lock',
      'tox.ini',
      'environment.yml',
      'environment.yaml',
      'pixi.toml',
      'dvc.yaml',
      'manage.py',
      '*.ipynb',
    ],
  },
  { name: 'Rust', files: ['Cargo.toml'] },
  { name: 'Go', files: ['go.mod', 'go.work'] },
  {
    name: 'JVM',
    files: [
      'build.gradle',
      'build.gradle.kts',
      'settings.gradle',
      'settings.gradle.kts',
      'pom.xml',
      'build.sbt',
    ],
  },
  {
    name: 'C or C++',
    files: [
      'CMakeLists.txt',
      'meson.build',
      'platformio.ini',
      'west.yml',
      'configure.ac',
      'BUILD.bazel',
      'build.zig',
    ],
  },
  { name: 'Ruby', files: ['Gemfile'] },
  { name: 'PHP', files: ['composer.json'] },
  {
    name: '.NET',
    files: ['global.json', 'Directory.Build.props', '*.sln', '*.slnx', '*.csproj', '*.fsproj'],
  },
  { name: 'Elixir', files: ['mix.exs', 'rebar.config', 'gleam.toml'] },
  { name: 'Dart', files: ['pubspec.yaml'] },
  { name: 'Swift', files: ['Package.swift'] },
  {
    name: 'make',
    files: ['Makefile', 'GNUmakefile', 'makefile', 'justfile', 'Justfile', 'Taskfile.yml'],
  },
  { name: 'Perl', files: ['cpanfile', 'Makefile.PL', 'Build.PL', 'dist.ini', '*.pm'] },
  { name: 'R', files: ['DESCRIPTION', 'renv.lock', '*.Rproj', '*.Rmd'] },
  { name: 'Julia', files: ['Project.toml'] },
  { name: 'Haskell', files: ['stack.yaml', 'cabal.project', 'package.yaml', '*.cabal'] },
  { name: 'OCaml', files: ['dune-project', '*.opam'] },
  { name: 'Clojure', files: ['project.clj', 'deps.edn', 'bb.edn', 'shadow-cljs.edn'] },
  { name: 'Lua', files: ['*.rockspec', '.luarc.json', '.busted'] },
  { name: 'Fortran', files: ['fpm.toml', '*.f90', '*.f'] },
  {
    name: 'Ada, D, Nim, Crystal or V',
    files: ['alire.toml', '*.gpr', 'dub.json', 'dub.sdl', '*.nimble', 'shard.yml', 'v.mod'],
  },
  {
    name: 'packages',
    files: [
      'debian/control',
      'PKGBUILD',
      'APKBUILD',
      '*.spec',
      'flake.nix',
      'default.nix',
      'shell.nix',
      'snapcraft.yaml',
    ],
  },
  {
    name: 'contracts',
    files: [
      'foundry.toml',
      'Anchor.toml',
      'Move.toml',
      'Scarb.toml',
      'hardhat.config.js',
      'hardhat.config.ts',
    ],
  },
  {
    name: 'games',
    files: ['project.godot', '*.uproject', 'ProjectSettings.asset', 'game.project', 'default.project.json'],
  },
  { name: 'hardware', files: ['*.sv', '*.v', '*.vhd', '*.vhdl', '*.core', '*.kicad_pro', '*.ino'] },
  {
    name: 'pipelines',
    files: ['Snakefile', 'nextflow.config', 'dbt_project.yml', 'dagster.yaml', '*.cwl', '*.wdl', 'MLproject'],
  },
  {
    name: 'documents',
    files: [
      'mkdocs.yml',
      'book.toml',
      '_quarto.yml',
      'hugo.toml',
      '_config.yml',
      'antora.yml',
      '*.tex',
      'conf.py',
    ],
  },
  {
    name: 'builds',
    files: [
      'MODULE.bazel',
      'WORKSPACE',
      'BUCK',
      'pants.toml',
      'SConstruct',
      'wscript',
      'xmake.lua',
      'premake5.lua',
      'Earthfile',
      'Rakefile',
      'Kbuild',
      'Kconfig',
      'sqitch.conf',
      'Brewfile',
      'Vagrantfile',
    ],
  },
  {
    name: 'Docker',
    files: ['compose.yaml', 'compose.yml', 'docker-compose.yml', 'docker-compose.yaml', 'Dockerfile'],
  },
  {
    name: 'infrastructure',
    files: [
      '*.tf',
      'terragrunt.hcl',
      'Chart.yaml',
      'helmfile.yaml',
      'kustomization.yaml',
      'skaffold.yaml',
      'ansible.cfg',
      'Pulumi.yaml',
      'cdk.json',
    ],
  },
];

/** Groups that trust in a project's code adds to its policy. */
export const projectGroups: readonly string[] = ['project-code'];

export interface ProjectGroups {
  readonly kinds: readonly string[];
  readonly groups: readonly string[];
}

/** The groups for a project that contains these files. */
export function groupsFor(files: ReadonlySet<string>): ProjectGroups {
  const names = new Set(
    Array.from(files, (file) => file.slice(file.lastIndexOf('/') + 1)).concat([...files]),
  );
  const endings = new Set(Array.from(names, (name) => `*${name.slice(name.lastIndexOf('.'))}`));
  const found = projectKinds.filter((kind) =>
    kind.files.some((file) => names.has(file) || (file.startsWith('*') && endings.has(file))),
  );
  return { kinds: found.map(({ name }) => name), groups: found.length === 0 ? [] : projectGroups };
}
