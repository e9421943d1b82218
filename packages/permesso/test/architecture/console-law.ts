import type { PackageLaw } from './law-shape.ts';

export const pages: PackageLaw = {
  folder: 'console',
  name: '@permesso/console',
  about: 'the pages of the console, built into `permesso` and served by it and by the server',
  browser: true,
  uses: ['@permesso/engine', '@permesso/protocol'],
  stages: [
    { name: 'format', owns: 'durations, moments, names and subjects as a person reads them' },
    { name: 'texts', owns: 'texts that several pages show; a page has its own in its `texts.ts`' },
    { name: 'api', owns: 'requests to the server of the page, and its problems' },
    {
      name: 'live',
      owns: 'the approval requests that wait, as they come and go; the clock',
      packages: ['react'],
    },
    {
      name: 'ui',
      owns: 'components without data: buttons, fields, menus, sheets, tables, charts',
      packages: ['react', '@base-ui/react', 'lucide-react'],
    },
    {
      name: 'session',
      owns: 'who sits at the page, for which project, and what several pages ask the server',
      packages: ['react', '@tanstack/react-query', '@tanstack/react-router'],
    },
    {
      name: 'pending',
      owns: 'changes that wait for another person, and acts that may become one',
      packages: ['react', '@tanstack/react-query', '@tanstack/react-router', 'lucide-react'],
    },
    {
      name: 'plugin',
      owns: "the contract of the server's plug-ins with the pages: places, sheets, names",
      packages: ['react'],
    },
    {
      name: 'plugins',
      owns: 'their parts of pages, each in a folder that one line names',
      packages: ['react', '@tanstack/react-query', '@tanstack/react-router', 'lucide-react'],
    },
    {
      name: 'plugin-parts',
      owns: 'what the plug-ins that run add to a page, wherever it has a place for them',
      packages: ['react'],
    },
    {
      name: 'grants',
      owns: 'rules for a whole team, proposed and voted about',
      packages: ['react', '@tanstack/react-query', 'lucide-react'],
    },
    {
      name: 'activity',
      owns: 'the page Activity, of a machine and of a team',
      packages: [
        'react',
        '@base-ui/react',
        '@tanstack/react-query',
        '@tanstack/react-router',
        'lucide-react',
      ],
    },
    {
      name: 'rules',
      owns: 'the page Rules, of a machine and of a team: profiles, previews, exchange',
      packages: ['react', '@tanstack/react-query', '@tanstack/react-router', 'lucide-react'],
    },
    {
      name: 'policy',
      owns: 'the page Policy of a team: versions, review, rollout',
      packages: ['react', '@tanstack/react-query', '@tanstack/react-router', 'lucide-react'],
    },
    {
      name: 'approvals',
      owns: 'the page Approvals',
      packages: [
        'react',
        '@base-ui/react',
        '@tanstack/react-query',
        '@tanstack/react-router',
        'lucide-react',
      ],
    },
    { name: 'agents', owns: 'the page Agents', packages: ['@tanstack/react-query', 'lucide-react'] },
    {
      name: 'overview',
      owns: 'the page Overview, of a machine and of a team',
      packages: ['react', '@tanstack/react-query', '@tanstack/react-router', 'lucide-react'],
    },
    {
      name: 'machines',
      owns: 'the page Machines of a team',
      packages: ['react', '@tanstack/react-query', '@tanstack/react-router', 'lucide-react'],
    },
    {
      name: 'notifications',
      owns: 'the page Notifications: where and when a person is told',
      packages: ['react', '@tanstack/react-query', '@tanstack/react-router', 'lucide-react'],
    },
    {
      name: 'admin',
      owns: 'the pages People, Integrations, Audit and Settings',
      packages: ['react', '@tanstack/react-query', '@tanstack/react-router', 'lucide-react'],
    },
    {
      name: 'account',
      owns: 'what the signed-in person keeps; joining a machine',
      packages: ['react', '@tanstack/react-query', 'lucide-react'],
    },
    {
      name: 'playground',
      owns: 'the page Playground',
      packages: [
        'react',
        '@base-ui/react',
        '@tanstack/react-query',
        '@tanstack/react-router',
        'lucide-react',
      ],
    },
    {
      name: 'app',
      owns: 'the application: sign-in, frame, navigation, router, palette',
      packages: [
        'react',
        'react-dom',
        '@base-ui/react',
        '@tanstack/react-query',
        '@tanstack/react-router',
        'cmdk',
        'lucide-react',
      ],
    },
  ],
};
