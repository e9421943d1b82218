import { csvHeader, csvRow, type EntryStanding, ocsfEvent, otlpRequest } from '@permesso/protocol/export';
import { type LogEntry, parseEntry } from '@permesso/protocol/entry';
import type { Database } from '../database/database.ts';
import { type AgentNames, agentNames } from './agent-names.ts';
import type { EntryCursor } from './entry-cursor.ts';
import type { StandingsOf } from './entry-standings.ts';
import type { EntrySearch, EntrySpan } from './search-entries.ts';

export const exportFormats = ['jsonl', 'csv', 'ocsf', 'otlp'] as const;

export type ExportFormat = (typeof exportFormats)[number];

const pageSize = 1000;

export interface ExportSource {
  readonly database: Database;
  readonly search: EntrySearch;
  readonly standingsOf: StandingsOf;
}

/** Page by page in the export format: memory use does not grow with the export. */
export async function* exportEntries(
  { database, search: entrySearch, standingsOf }: ExportSource,
  organisation: string,
  { search, format }: { readonly search: EntrySpan; readonly format: ExportFormat },
): AsyncGenerator<string> {
  // Sent with the first page, so that an export that fails at once has not begun.
  let header = format === 'csv' ? `agent_id,by_is,far,${csvHeader}\n` : '';
  for (let cursor: EntryCursor | undefined; ;) {
    const page = await entrySearch.oldest(organisation, search, { cursor, most: pageSize });
    const read = page.rows.flatMap(({ agent, line, receivedAt }) => {
      const entry = parseEntry(line);
      return entry === undefined ? [] : [{ agent, line, entry, receivedAt }];
    });
    const standings = await standingsOf(organisation, read);
    const agents = format === 'ocsf' ? [...new Set(read.map(({ agent }) => agent))] : [];
    const names =
      agents.length === 0
        ? []
        : await database.asOrganisation(organisation, (on) => agentNames(on, { agents }));
    const namesOf = new Map(names.map((each) => [each.agent, each]));
    const entries = read.map((each, at) => ({
      ...each,
      standing: standings[at] ?? {},
      names: namesOf.get(each.agent),
    }));
    yield header + (entries.length > 0 ? print(entries, format) : '');
    header = '';
    if (page.next === undefined) return;
    cursor = page.next;
  }
}

interface Stored {
  readonly agent: string;
  readonly line: string;
  readonly entry: LogEntry;
  readonly standing: EntryStanding;
  readonly names: AgentNames | undefined;
}

function print(stored: readonly Stored[], format: ExportFormat): string {
  switch (format) {
    case 'jsonl':
      return stored.map(({ line }) => `${line}\n`).join('');
    case 'csv':
      return stored
        .map(
          ({ agent, entry, standing: { by = '', isFar } }) =>
            `${agent},${by},${isFar === true ? 'far' : ''},${csvRow(entry)}\n`,
        )
        .join('');
    case 'ocsf':
      return stored
        .flatMap(({ agent, entry, standing, names }) => {
          const event = ocsfEvent(entry, standing);
          return event === undefined ? [] : { ...event, device: deviceOf(agent, names) };
        })
        .map((event) => `${JSON.stringify(event)}\n`)
        .join('');
    case 'otlp':
      return `${JSON.stringify(
        otlpRequest(
          stored.map(({ entry }) => entry),
          stored.map(({ standing }) => standing),
        ),
      )}\n`;
  }
}

/** OCSF's term for a project is an organisational unit. */
function deviceOf(agent: string, names: AgentNames | undefined): object {
  const device = { uid: agent, type_id: 0 };
  if (names === undefined) return device;
  const { machine, owner, organisation, project } = names;
  return {
    ...device,
    name: machine,
    ...(owner === null ? {} : { owner: { email_addr: owner } }),
    org: { name: organisation, ou_name: project },
  };
}
