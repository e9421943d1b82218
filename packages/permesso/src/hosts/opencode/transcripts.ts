import { constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Payload, recordIn, textIn, isPayload } from '@permesso/gate/payloads';
import {
  timeOf,
  type PastCall,
  type SessionFile,
  type TranscriptReader,
} from '../../transcripts/past-call.ts';
import { opencode } from './hook.ts';

/** All sessions are in one SQLite database. */
export const opencodeTranscripts: TranscriptReader = {
  host: opencode,
  base: { folder: '.local/share', variable: 'XDG_DATA_HOME' },
  below: 'opencode',
  isSession: (path) => path === 'opencode.db',
  read: readDatabase,
};

type SqliteModule = Pick<ReturnType<typeof process.getBuiltinModule<'node:sqlite'>>, 'DatabaseSync'>;

const query = `
  SELECT part.id AS id, part.data AS data, part.time_created AS at, session.id AS session, session.directory AS directory
  FROM part JOIN session ON session.id = part.session_id
  WHERE part.data LIKE '%"type":"tool"%' ORDER BY part.time_created`;

/**
 * Reads a copy, with the log of writes that are not in the database yet: opening the original would write files
 * beside it while OpenCode may be running.
 */
function* readDatabase({ path, skipped }: SessionFile): Iterable<PastCall> {
  // Missing before Node 22.13.
  const sqlite: SqliteModule | undefined = process.getBuiltinModule('node:sqlite');
  if (sqlite === undefined) {
    skipped.files += 1;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'permesso-look-'));
  try {
    const copy = join(folder, 'opencode.db');
    for (const ending of ['', '-wal'])
      if (existsSync(`${path}${ending}`))
        copyFileSync(`${path}${ending}`, `${copy}${ending}`, constants.COPYFILE_FICLONE);
    const database = new sqlite.DatabaseSync(copy);
    try {
      for (const row of database.prepare(query).iterate()) {
        const call = rowCall(row);
        if (call === undefined) skipped.lines += 1;
        else yield call;
      }
    } finally {
      database.close();
    }
  } catch (error) {
    // Another version's tables, or not a database.
    if (!(error instanceof Error) || !('code' in error)) throw error;
    skipped.files += 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowCall(row: Payload): PastCall | undefined {
  const data = rowData(row['data']);
  const state = recordIn(data, 'state');
  const id = textIn(row, 'id');
  if (state === undefined || id === undefined || textIn(data, 'type') !== 'tool') return undefined;
  return {
    id,
    payload: {
      tool: data['tool'],
      sessionID: row['session'],
      callID: data['callID'],
      args: state['input'],
      directory: row['directory'],
    },
    // A refusal and a failure are both `error`: neither proves that it ran.
    outcome: textIn(state, 'status') === 'completed' ? 'ran' : 'unknown',
    ...timeOf(row['at']),
  };
}

function rowData(text: unknown): Payload {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
    return isPayload(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return {};
    throw error;
  }
}
