import { checkOptions } from '@permesso/engine/policy';
import type { OwnerSpace } from '@permesso/engine/call';
import { firstSettled } from '../approval/stores/approval-store.ts';

/** Runs one statement with `$1`, `$2` ... for its values, and returns its rows. */
export type RunSql = (text: string, values: readonly SqlValue[]) => Promise<readonly SqlRow[]>;

export type SqlValue = string | number | null;

export type SqlRow = Readonly<Record<string, unknown>>;

export interface SqlOptions {
  /** Prefix of the table names. Default: `permesso_`. */
  readonly prefix?: string;
}

export interface Tables {
  readonly approvals: string;
  readonly grants: string;
  readonly limits: string;
  readonly log: string;
  readonly sessions: string;
}

/** It becomes part of statements, so only a plain name is accepted. */
export function tablesOf(options: SqlOptions): Tables {
  checkOptions(options, ['prefix'], 'the stores');
  const { prefix = 'permesso_' } = options;
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(prefix))
    throw new TypeError(
      `\`prefix\` is ${JSON.stringify(prefix)}; write small letters, digits and _, at most 40, e.g. \`permesso_\``,
    );
  return {
    approvals: `${prefix}approvals`,
    grants: `${prefix}grants`,
    limits: `${prefix}limits`,
    log: `${prefix}log`,
    sessions: `${prefix}sessions`,
  };
}

/** A unique text per tenant and user: no name can imitate the separator between them. */
export function spaceKey(owner: OwnerSpace | undefined): string {
  return JSON.stringify([owner?.tenant ?? null, owner?.user ?? null]);
}

/**
 * Types that both PostgreSQL and SQLite support. Times are milliseconds since the epoch; `body` holds what we read
 * back.
 */
export function tableStatements(
  { approvals, grants, limits, log, sessions }: Tables,
  serial: string,
): readonly string[] {
  return [
    `create table if not exists ${approvals} (id text primary key, name text not null, turn bigint not null,
      change integer not null, tenant text, space text not null, asked_at bigint not null, over_at bigint, body text not null)`,
    `create unique index if not exists ${approvals}_turns on ${approvals} (name, turn)`,
    `create index if not exists ${approvals}_waiting on ${approvals} (space, asked_at) where change < ${firstSettled}`,
    `create index if not exists ${approvals}_tenants on ${approvals} (tenant, asked_at) where change < ${firstSettled}`,
    `create index if not exists ${approvals}_over on ${approvals} (over_at)`,
    `create table if not exists ${grants} (id text primary key, kind text not null, space text not null, at bigint not null,
      session text, expires bigint, uses bigint, used bigint not null, body text not null)`,
    `create index if not exists ${grants}_spaces on ${grants} (space)`,
    `create table if not exists ${limits} (key text primary key, used double precision not null, until bigint not null)`,
    `create index if not exists ${limits}_over on ${limits} (until)`,
    `create table if not exists ${log} (place ${serial}, at text not null, type text not null, session text,
      tenant text, space text not null, body text not null)`,
    `create index if not exists ${log}_tenants on ${log} (tenant, place)`,
    `create index if not exists ${log}_times on ${log} (at)`,
    `create table if not exists ${sessions} (place ${serial}, name text not null, at bigint not null, body text not null)`,
    `create index if not exists ${sessions}_names on ${sessions} (name, place)`,
  ];
}
