/** What a file in a project says about it: which groups of commands belong to it. */
interface ProjectKind {
  readonly name: string;
  /** Any of these files, anywhere in the project. */
  readonly files: readonly string[];
  readonly groups: readonly string[];
}

export const projectKinds: readonly ProjectKind[] = [
  { name: 'Node.js', files: ['package.json', 'deno.json'], groups: ['node-project'] },
  {
    name: 'Python',
    files: ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt', 'Pipfile', 'uv.lock', 'tox.ini'],
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
    files: ['CMakeLists.txt', 'meson.build', 'platformio.ini', 'west.yml', 'configure.ac', 'BUILD.bazel'],
    groups: ['cpp-project'],
  },
  { name: 'Ruby', files: ['Gemfile'], groups: ['ruby-project'] },
  { name: 'PHP', files: ['composer.json'], groups: ['php-project'] },
  { name: '.NET', files: ['global.json', 'Directory.Build.props'], groups: ['dotnet-project'] },
  {
    name: 'make',
    files: ['Makefile', 'GNUmakefile', 'makefile', 'justfile', 'Justfile', 'Taskfile.yml'],
    groups: ['make-project'],
  },
  {
    name: 'Docker Compose',
    files: ['compose.yaml', 'compose.yml', 'docker-compose.yml', 'docker-compose.yaml'],
    groups: ['compose-project'],
  },
  {
    name: 'infrastructure',
    files: ['main.tf', 'terragrunt.hcl', 'Chart.yaml', 'kustomization.yaml', 'ansible.cfg', 'Pulumi.yaml'],
    groups: ['infrastructure-project'],
  },
];

export const projectGroups: readonly string[] = [...new Set(projectKinds.flatMap(({ groups }) => groups))];

export interface ProjectGroups {
  readonly kinds: readonly string[];
  readonly groups: readonly string[];
}

/** The groups for a project in which these files stand. */
export function groupsFor(files: ReadonlySet<string>): ProjectGroups {
  const names = new Set(Array.from(files, (file) => file.slice(file.lastIndexOf('/') + 1)));
  const found = projectKinds.filter((kind) => kind.files.some((file) => names.has(file)));
  return {
    kinds: found.map(({ name }) => name),
    groups: [...new Set(found.flatMap(({ groups }) => groups))],
  };
}
