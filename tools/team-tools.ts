import type { Tool } from './tool.ts';

/** What is about the team server, the console, the site and releases. */
export const teamTools: readonly Tool[] = [
  // The team server.
  {
    name: 'without-plugin',
    says: 'types, build and laws of server and console without one of the plug-ins, each by turns or those that are named',
    example: 'slack',
    starts: [['packages/permesso/test/architecture/without-plugin.ts']],
  },
  {
    name: 'admin-rows',
    says: 'writes what `permesso admin` is made from: the admin.yaml of each module, completed by the schemas of the routes',
    starts: [['packages/server/test/admin/admin-rows.ts']],
  },
  {
    name: 'rollout',
    says: 'docs/rollout.md played: people by SCIM, machines by device flow, policy, reviews, Slack, a bad version, an export that verifies',
    example: '--people 20',
    starts: [['packages/server/test/rollout/main.ts']],
    help: true,
  },
  {
    name: 'load:server',
    says: 'what the team server stores, asks and tells in a second, beside the bare database',
    example: '--json --rounds 1',
    starts: [['packages/server/test/load/main.ts']],
    help: true,
  },
  {
    name: 'load:small-batches',
    says: 'one entry of each of many agents: stored together and one by one, beside bare COPY',
    starts: [['packages/server/test/load/small-batches.ts']],
    help: true,
  },
  {
    name: 'load:jetstream',
    says: 'batches through JetStream, directly, and bare COPY, by turns',
    example: '--rounds 1',
    starts: [['packages/server/src/plugins/jetstream/test/load-jetstream.ts']],
    help: true,
  },
  {
    name: 'load:agents',
    says: 'a hundred thousand agents, and a server that is killed for a while',
    example: '--agents 1000 --seconds 60',
    starts: [['packages/server/test/load/agents.ts']],
    help: true,
  },
  {
    name: 'load:archive',
    says: 'bytes and searches of closed days, in PostgreSQL and as Parquet',
    example: '--entries 1000000',
    starts: [['packages/server/src/plugins/archive/test/load-archive.ts']],
    help: true,
  },
  {
    name: 'load:standby',
    says: 'what a synchronous standby costs, with and without one by turns',
    example: '--rounds 3',
    starts: [['packages/server/test/load/standby.ts']],
    help: true,
  },
  {
    name: 'load:policies',
    says: 'large and hostile policies, and the slowest /healthz beside them',
    example: '--ordinary 600 --hostile 300',
    starts: [['packages/server/test/load/policies.ts']],
    help: true,
  },
  {
    name: 'load:pages',
    says: 'lists and searches with 10,000 people and machines, by turns with a page that needs no database',
    example: '--people 1000',
    starts: [['packages/server/test/load/pages.ts']],
    help: true,
  },
  {
    name: 'load:counts',
    says: 'what counting entries costs while they are stored, and what it saves the pages',
    example: '--fill-seconds 600',
    starts: [['packages/server/test/load/counts.ts']],
    help: true,
  },
  {
    name: 'faults:server',
    says: 'faults of processes, disks, clocks and networks: no entry and no approval is lost or doubled',
    starts: [['packages/server/test/faults/main.ts']],
    help: true,
  },
  {
    name: 'fuzz:server',
    says: 'hostile requests to every route: none ends in a 500 or reaches what is not its own',
    example: '--requests 2000 --seed 7',
    starts: [['packages/server/test/attack/main.ts']],
    help: true,
  },
  {
    name: 'fuzz:people',
    says: 'one insider of each role does random administrative acts: nothing that takes two people happens by them alone',
    example: '--sequences 20000 --seed 1',
    starts: [['packages/server/test/people/main.ts']],
    help: true,
  },

  // The console and the site.
  {
    name: 'console:bundle',
    says: 'after a build: every file of the console with its size; fails where the first page is above 180 kB gzip',
    starts: [['packages/console/test/bundle.ts']],
  },
  {
    name: 'console:components',
    says: 'every component of the console on one page, in a browser',
    starts: [['npm', 'run', 'components', '-w', 'packages/console']],
  },
  {
    name: 'console:screens',
    says: 'the pictures of docs/console.md, and those of proof/asked',
    starts: [
      ['packages/console/test/screens.ts'],
      ['packages/console/test/init-screens.ts'],
      ['packages/console/test/server-screens.ts'],
      ['tools/asked-pictures.ts'],
    ],
  },
  {
    name: 'docs',
    says: 'pages and words of the docs for readers, with their limits; turns of phrase that read as translated',
    starts: [['tools/docs/main.ts']],
  },
  {
    name: 'site:build',
    says: 'the site as files in site/dist; installs VitePress into site/ the first time',
    starts: [['site/scripts/build.ts']],
  },
  {
    name: 'site:check',
    says: 'the built site: links, code blocks, sizes, first paint, layout shift, no other origin; Chromium',
    starts: [['site/scripts/check.ts']],
  },
  {
    name: 'site:equal',
    says: 'the playground in Chromium beside the command line on 2,000 calls of the public suite; after a build',
    starts: [['site/scripts/equal.ts']],
  },
  {
    name: 'site:screens',
    says: 'pictures of every page: desktop, phone, dark',
    example: '--out FOLDER',
    starts: [['site/scripts/screens.ts']],
  },

  // Releases.
  {
    name: 'release:check',
    says: 'builds the commit twice and compares the packages byte for byte: release/README.md',
    example: '--out FOLDER',
    starts: [['release/check.ts']],
  },
  {
    name: 'release:version',
    says: 'writes one version into every package and the changelog',
    example: '0.2.0',
    starts: [['release/version.ts']],
  },
  {
    name: 'release:addresses',
    says: 'fails while a published package lacks `repository`, `homepage` or `bugs`',
    starts: [['release/addresses.ts']],
  },
  {
    name: 'release:licences',
    says: 'the licence of every dependency, by the lockfile: only permissive ones',
    starts: [['release/licences.ts']],
  },
  {
    name: 'release:sbom',
    says: 'what each published package consists of, as CycloneDX',
    example: 'FOLDER',
    starts: [['release/sbom.ts']],
  },
  {
    name: 'release:schema',
    says: 'the JSON Schema of policy files as SchemaStore takes it',
    starts: [['release/schema-store.ts']],
  },
  {
    name: 'first-minute',
    says: 'what a new user types, from `npx permesso look` to a denied canary in the real Claude Code, with the packed packages on Node 22 and 24; at most five commands and 60 s',
    example: '--packed FOLDER',
    starts: [['release/first-minute.ts']],
  },
  {
    name: 'deploy:clean-root',
    says: 'the steps of docs/server.md in an empty Debian, with the packed packages; root, debootstrap, 2 GB',
    example: '--packed FOLDER',
    starts: [['release/clean-root/main.ts']],
  },
  {
    name: 'deploy:chart',
    says: "docs/server/chart rendered as Helm does and held against Kubernetes' schemas; writes docs/server/kubernetes",
    example: '--check',
    starts: [['packages/server/test/deploy/main.ts']],
    help: true,
  },
  {
    name: 'deploy:image',
    says: 'the server as an OCI image without a foreign base, loaded and started once; root, mmdebstrap, buildah',
    example: '--out permesso-server.tar',
    starts: [['release/image/main.ts']],
  },
];
