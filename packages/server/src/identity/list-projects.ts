import { query } from '../database/query.ts';

export const listProjects = query<
  { readonly id: string; readonly name: string; readonly frozen: string | null },
  { readonly projects: readonly string[] | null }
>(import.meta.dirname, 'list-projects.sql');
