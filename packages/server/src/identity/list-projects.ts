import { queries } from '../database/query.ts';

export const listProjects = queries(import.meta.dirname)<
  { readonly id: string; readonly name: string; readonly frozen: string | null },
  { readonly projects: readonly string[] | null }
>('list-projects.sql');
