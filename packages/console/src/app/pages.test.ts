import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TeamWho } from '@permesso/protocol/console';
import { isOfOrganisation } from '../session/organisation-role.ts';
import { pages, pagesFor } from './pages.ts';

function member(...roles: readonly (readonly [role: string, project: string | null])[]): TeamWho {
  return {
    mode: 'team',
    organisation: 'acme',
    frozen: null,
    person: 'p',
    email: null,
    roles: roles.map(([role, project]) => ({ role, project })),
    plugins: [],
    projects: [],
  };
}

const titles = (who: TeamWho | { readonly mode: 'local' }, list: string): readonly string[] =>
  pagesFor(who).flatMap((page) => (page.in === list ? [page.title] : []));
const shared = ['Overview', 'Approvals', 'Activity'];

test('a machine and a team have the pages that they have data for', () => {
  expect(titles({ mode: 'local' }, 'main')).toEqual([...shared, 'Rules', 'Playground', 'Agents']);
  expect(titles({ mode: 'local' }, 'administration')).toEqual([]);
  expect(titles(member(), 'main')).toEqual([...shared, 'Policy', 'Rules', 'Playground', 'Machines']);
  expect(titles(member(), 'own')).toEqual(['Notifications']);
});

test.each([
  [member(['viewer', null]), []],
  [member(['approver', 'shop']), []],
  [member(['approver', null]), ['Pending changes']],
  [member(['admin', 'shop']), ['People', 'Settings']],
  [member(['admin', null]), ['People', 'Integrations', 'Audit', 'Pending changes', 'Settings']],
])('administration is listed by role, case %#', (who, wanted) => {
  expect(titles(who, 'administration')).toEqual(wanted);
});

test('the overview of an organisation is for those with a role in all of it', () => {
  expect([isOfOrganisation(member(['viewer', null])), isOfOrganisation(member(['admin', 'shop']))]).toEqual([
    true,
    false,
  ]);
});

test('no two pages share an address, and each is loaded from a folder of its own area', () => {
  expect(new Set(pages.map(({ to }) => to)).size).toBe(pages.length);
  const source = readFileSync(join(import.meta.dirname, 'pages.ts'), 'utf8');
  const files = [...source.matchAll(/import\('(\.\.\/[^']+)'\)/g)].map(([, file = '']) => file);
  expect(files).toHaveLength(pages.length);
  expect(files.filter((file) => !existsSync(join(import.meta.dirname, file)))).toEqual([]);
});
