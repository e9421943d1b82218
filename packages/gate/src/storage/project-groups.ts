/** What a file in a project says about it: which groups of commands belong to it. */
interface ProjectKind {
  readonly name: string;
  /** Any of these files, anywhere in the project; `*.tf` is any file with that ending. */
  readonly files: readonly string[];
  readonly groups: readonly string[];
}

export const projectKinds: readonly ProjectKind[] = [
  { name: 'Node.js', files: ['package.json', 'deno.json', 'deno.jsonc'], groups: ['node-project'] },
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
    groups: ['python-project'],
  },
  { name: 'Rust', files: ['Cargo.toml'], groups: ['rust-project'] },
  { name: 'Go', files: ['go.mod', 'go.work'], groups: ['go-project'] },
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
    groups: ['jvm-project'],
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
    groups: ['cpp-project'],
  },
  { name: 'Ruby', files: ['Gemfile'], groups: ['ruby-project'] },
  { name: 'PHP', files: ['composer.json'], groups: ['php-project'] },
  {
    name: '.NET',
    files: ['global.json', 'Directory.Build.props', '*.sln', '*.slnx', '*.csproj', '*.fsproj'],
    groups: ['dotnet-project'],
  },
  { name: 'Elixir', files: ['mix.exs', 'rebar.config', 'gleam.toml'], groups: ['elixir-project'] },
  { name: 'Dart', files: ['pubspec.yaml'], groups: ['dart-project'] },
  { name: 'Swift', files: ['Package.swift'], groups: ['swift-project'] },
  {
    name: 'make',
    files: ['Makefile', 'GNUmakefile', 'makefile', 'justfile', 'Justfile', 'Taskfile.yml'],
    groups: ['make-project'],
  },
  {
    name: 'Docker',
    files: ['compose.yaml', 'compose.yml', 'docker-compose.yml', 'docker-compose.yaml', 'Dockerfile'],
    groups: ['compose-project'],
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
    groups: ['infrastructure-project'],
  },
];

/** Proposed as soon as anything is known of a project. */
const anyProject = 'any-project';

export const projectGroups: readonly string[] = [
  anyProject,
  ...new Set(projectKinds.flatMap(({ groups }) => groups)),
];

export interface ProjectGroups {
  readonly kinds: readonly string[];
  readonly groups: readonly string[];
}

/** The groups for a project in which these files stand. */
export function groupsFor(files: ReadonlySet<string>): ProjectGroups {
  const names = new Set(Array.from(files, (file) => file.slice(file.lastIndexOf('/') + 1)));
  const endings = new Set(Array.from(names, (name) => `*${name.slice(name.lastIndexOf('.'))}`));
  const found = projectKinds.filter((kind) =>
    kind.files.some((file) => names.has(file) || (file.startsWith('*') && endings.has(file))),
  );
  const groups = [...new Set(found.flatMap((kind) => kind.groups))];
  return {
    kinds: found.map(({ name }) => name),
    groups: groups.length === 0 ? [] : [anyProject, ...groups],
  };
}
