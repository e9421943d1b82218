import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Cell } from '../../database/cell.ts';
import { OperatorError } from '../../operator-command.ts';
import { copyOrganisation } from './copy-organisation.ts';
import { movedTables } from './moved-tables.ts';

/** Shown to the operator. */
export class MoveError extends OperatorError {
  constructor(message: string) {
    super(message);
    this.name = 'MoveError';
  }
}

export interface Move {
  readonly organisation: string;
  readonly source: Pick<Cell, 'name' | 'url'>;
  readonly target: Pick<Cell, 'name' | 'url'>;
}

/** Steps after which a mover may die. */
export const moveSteps = ['locked', 'departing', 'copied', 'arrived', 'removed'] as const;
export type MoveStep = (typeof moveSteps)[number];

export interface MoveOptions {
  readonly onStep?: (step: MoveStep) => Promise<void> | void;
}

/** How long running transactions may take to end, while new ones wait. */
const trafficTimeout = '20s';

/**
 * Moves an organisation to another database. The source refuses its transactions before the first row is read; the
 * organisation is at the target from the commit that adds all of its rows; then they are removed from the source. If
 * a mover dies in between, `settleMove` completes the move: the target's commit alone decides where the organisation
 * is.
 */
export async function moveOrganisation(
  move: Move,
  { onStep }: MoveOptions = {},
): Promise<{ readonly rows: number }> {
  const { organisation } = move;
  const source = await connectAsMover(move.source.url, organisation);
  try {
    const target = await connectAsMover(move.target.url, organisation);
    try {
      await checkBoth({ source, target, move });
      if (!(await tryMoveLock(source, organisation)))
        throw new MoveError('the organisation is being moved already: wait until that has ended');
      await onStep?.('locked');
      const id = await depart(source, move);
      await onStep?.('departing');
      const rows = await arrive({ source, target, id, organisation, onStep }).catch(
        async (error: unknown) => {
          await endMove({ source, target, organisation });
          throw error;
        },
      );
      await onStep?.('arrived');
      await removeDeparted(source, organisation);
      await onStep?.('removed');
      return { rows };
    } finally {
      await target.end();
    }
  } finally {
    await source.end();
  }
}

/**
 * Completes a move whose mover is gone; does nothing while it is alive. Returns whether the organisation is served
 * again.
 */
export async function settleMove({ organisation, source: from, target: to }: Move): Promise<boolean> {
  const source = await connectAsMover(from.url, organisation);
  try {
    if (!(await tryMoveLock(source, organisation))) return false;
    const target = await connectAsMover(to.url, organisation);
    try {
      await endMove({ source, target, organisation });
      return true;
    } finally {
      await target.end();
    }
  } finally {
    await source.end();
  }
}

interface Both {
  readonly source: pg.Client;
  readonly target: pg.Client;
}

/** Called with the source's lock held. */
async function endMove({
  source,
  target,
  organisation,
}: Both & { readonly organisation: string }): Promise<void> {
  await rollBack(source);
  await rollBack(target);
  await target.query('begin');
  // A mover with a commit in flight holds this lock: the state seen after it is final.
  await target.query('select pg_advisory_xact_lock(permesso.move_lock($1))', [organisation]);
  const hasArrived = await livesAt(target, organisation);
  await target.query('commit');
  if (hasArrived) await removeDeparted(source, organisation);
  else
    await source.query('delete from departures where organisation = $1 and moved_at is null', [organisation]);
}

async function livesAt(client: pg.Client, organisation: string): Promise<boolean> {
  const { rows } = await client.query(
    'select from organisations where id = $1 and not exists (select from departures where organisation = $1)',
    [organisation],
  );
  return rows.length > 0;
}

async function checkBoth({ source, target, move }: Both & { readonly move: Move }): Promise<void> {
  const schema = "select string_agg(name, ' ' order by name) as names from migrations";
  const [here, there] = [await source.query(schema), await target.query(schema)];
  if (here.rows[0]?.names !== there.rows[0]?.names)
    throw new MoveError(
      'the two databases have different schemas: start a server of this version with both of them first',
    );
  if (!(await livesAt(source, move.organisation)))
    throw new MoveError(
      `the organisation does not live in the cell ${move.source.name}, or is about to leave it`,
    );
  const { rows } = await target.query('select from organisations where id = $1', [move.organisation]);
  if (rows.length > 0)
    throw new MoveError(`the cell ${move.target.name} has rows of the organisation already`);
}

async function depart(source: pg.Client, { organisation, target }: Move): Promise<string> {
  const id = randomUUID();
  await source.query('begin');
  try {
    await source.query(`set local lock_timeout = '${trafficTimeout}'`);
    await source.query('select pg_advisory_xact_lock(permesso.traffic_lock($1))', [organisation]);
    await source.query('insert into departures (organisation, goes_to, move) values ($1, $2, $3)', [
      organisation,
      target.name,
      id,
    ]);
    await source.query('commit');
    return id;
  } catch (error) {
    await rollBack(source);
    throw error;
  }
}

interface Arrival extends Both {
  readonly id: string;
  readonly organisation: string;
  readonly onStep: MoveOptions['onStep'];
}

async function arrive({ source, target, id, organisation, onStep }: Arrival): Promise<number> {
  await source.query('begin isolation level repeatable read read only');
  await target.query('begin; set constraints all deferred');
  await target.query('select pg_advisory_xact_lock(permesso.move_lock($1))', [organisation]);
  // It may have left this cell earlier.
  await target.query('delete from departures where organisation = $1', [organisation]);
  const tables = await movedTables(target);
  const rows = await copyOrganisation({ source, target, tables });
  await onStep?.('copied');
  await source.query('commit');
  // A server that took this mover for dead has completed the move; it could do so only after this connection was
  // gone.
  const { rows: own } = await source.query('select from departures where organisation = $1 and move = $2', [
    organisation,
    id,
  ]);
  if (own.length === 0) throw new MoveError('the move was given up by a server meanwhile: nothing was moved');
  await target.query('commit');
  return rows;
}

async function removeDeparted(source: pg.Client, organisation: string): Promise<void> {
  await source.query('begin; set constraints all deferred');
  try {
    for (const { name } of (await movedTables(source)).toReversed())
      await source.query(`delete from ${name}`);
    await source.query('update departures set moved_at = now() where organisation = $1', [organisation]);
    await source.query('commit');
  } catch (error) {
    await rollBack(source);
    throw error;
  }
}

async function rollBack(client: pg.Client): Promise<void> {
  await client.query('rollback');
}

async function tryMoveLock(client: pg.Client, organisation: string): Promise<boolean> {
  const { rows } = await client.query<{ readonly taken: boolean }>(
    'select pg_try_advisory_lock(permesso.move_lock($1)) as taken',
    [organisation],
  );
  return rows[0]?.taken === true;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Can see this organisation's rows only. */
async function connectAsMover(url: string, organisation: string): Promise<pg.Client> {
  if (!uuid.test(organisation)) throw new TypeError('an organisation is named by a UUID');
  const client = new pg.Client({
    connectionString: url,
    application_name: 'permesso move',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: `-c search_path=permesso -c timezone=UTC -c role=permesso_mover -c permesso.organisation=${organisation}`,
  });
  // Errors are reported to the callers of a statement.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
