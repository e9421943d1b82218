import { spaceOf } from '@permesso/engine/call';
import type { Approval } from '@permesso/protocol/approval';
import {
  aDay,
  changeOf,
  firstSettled,
  splitId,
  type ApprovalStore,
} from '../approval/stores/approval-store.ts';
import { approvalFrom, awaitedApprovals } from '../approval/stores/awaited-approvals.ts';
import { spaceKey, type RunSql, type SqlValue, type Tables } from './sql.ts';

/**
 * One row per turn of a request. A change applies only if the row is unchanged since it was read: each is one
 * statement.
 */
export function sqlApprovals(
  run: RunSql,
  { approvals: table }: Tables,
  { keepFor = aDay }: { readonly keepFor?: number } = {},
): ApprovalStore {
  return awaitedApprovals({
    turns: async (name) => {
      const [row] = await run(`select max(turn) as turns from ${table} where name = $1`, [name]);
      return Number(row?.['turns'] ?? 0);
    },
    read: async (id) => {
      const [row] = await run(`select body from ${table} where id = $1`, [id]);
      return approvalFrom(row?.['body'], id);
    },
    list: async ({ owner, tenant, pending }) => {
      const values: SqlValue[] = [];
      const wanted = ['1 = 1'];
      if (pending === true) wanted.push(`change < ${firstSettled}`);
      if (owner !== undefined) {
        values.push(spaceKey(owner === 'nobody' ? undefined : owner));
        wanted.push(`space = $${values.length}`);
      }
      if (tenant !== undefined) {
        values.push(tenant);
        wanted.push(`tenant = $${values.length}`);
      }
      const rows = await run(
        `select body from ${table} where ${wanted.join(' and ')} order by asked_at, id`,
        values,
      );
      return rows.flatMap(({ body }) => approvalFrom(body) ?? []);
    },
    replace: async (before, after) => {
      const rows =
        before === undefined
          ? await run(
              `insert into ${table} (id, name, turn, change, tenant, space, asked_at, over_at, body)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`,
              rowOf(after),
            )
          : await run(
              `update ${table} set change = $2, over_at = $3, body = $4
                where id = $1 and change = $5 and change < $2 returning id`,
              [after.id, changeOf(after), overAt(after), JSON.stringify(after), changeOf(before)],
            );
      return rows.length === 1;
    },
    dropSettled: async (now) => {
      await run(`delete from ${table} where over_at < $1`, [now - keepFor]);
    },
  });
}

function rowOf(approval: Approval): readonly SqlValue[] {
  const { id, askedAt, request } = approval;
  const { owner } = request.call;
  const [name, turn] = splitId(id);
  const space = spaceKey(spaceOf(owner).owner);
  const about = [id, name, turn, changeOf(approval), owner?.tenant ?? null, space];
  return [...about, askedAt, overAt(approval), JSON.stringify(approval)];
}

/** When it no longer matters: a request whose expiry nobody saw is over as well. */
function overAt({ settledAt, expiresAt }: Approval): number | null {
  return settledAt ?? expiresAt ?? null;
}
