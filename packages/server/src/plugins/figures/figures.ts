import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../database/database.ts';
import { only, queries } from '../../database/query.ts';
import { stayingOrganisations } from '../../identity/index.ts';

export interface Figures {
  readonly organisation: string;
  readonly open: number;
  readonly oldestOpenSeconds: number | null;
  readonly answerHalf: number | null;
  readonly answerMost: number | null;
  readonly deliveriesWaiting: number;
  readonly deliveriesDead: number;
  readonly oldestDeliverySeconds: number | null;
  readonly streamsBehind: number;
  readonly streamsFailing: number;
  readonly unsealedSeconds: number | null;
  readonly checkpointSeconds: number | null;
  readonly bundleSeconds: number | null;
  readonly unwrittenDays: number;
  readonly findingsOpen: number;
  readonly pendingActs: number;
  readonly scimTokenSeconds: number | null;
  readonly fleetTokenSeconds: number | null;
  readonly apiTokenSeconds: number | null;
  readonly machines: Readonly<Record<string, number>>;
}

const loadFigures = queries(import.meta.dirname)<Figures, { silentBefore: Date; newest: readonly number[] }>(
  'load-figures.sql',
);

/** For every organisation in this database. */
export async function figuresOf(
  database: Database,
  standards: { readonly silentBefore: Date; readonly newest: readonly number[] },
): Promise<readonly Figures[]> {
  const all: Figures[] = [];
  for (const { id } of await stayingOrganisations(database.system))
    all.push(await database.asOrganisation(id, (on) => only(loadFigures(on, standards))));
  return all;
}

type Row = readonly [value: number | null, labels?: Readonly<Record<string, string>>];

interface Shown {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  readonly rows: (figures: Figures) => readonly Row[];
}

const daySeconds = 86_400;
const machineStates = ['unprotected', 'diverging', 'silent', 'unproven', 'outdated', 'frozen', 'proven'];

const shown: readonly Shown[] = [
  {
    name: 'permesso_approval_requests_open',
    help: 'Pending approval requests.',
    rows: ({ open }) => [[open]],
  },
  {
    name: 'permesso_approval_oldest_open_seconds',
    help: 'How long the oldest open approval request has waited; 0 where none is open.',
    rows: ({ oldestOpenSeconds }) => [[oldestOpenSeconds ?? 0]],
  },
  {
    name: 'permesso_approval_answer_seconds',
    help: 'Time from request to answer, for requests answered in the last hour.',
    labels: ['quantile'],
    rows: ({ answerHalf, answerMost }) => [
      [answerHalf, { quantile: '0.5' }],
      [answerMost, { quantile: '0.95' }],
    ],
  },
  {
    name: 'permesso_machines',
    help: 'Machines by state. One machine may be in several.',
    labels: ['state'],
    rows: ({ machines }) => machineStates.map((state) => [machines[state] ?? 0, { state }]),
  },
  {
    name: 'permesso_deliveries',
    help: 'Waiting messages, and those given up on in the last hour.',
    labels: ['state'],
    rows: ({ deliveriesWaiting, deliveriesDead }) => [
      [deliveriesWaiting, { state: 'waiting' }],
      [deliveriesDead, { state: 'dead' }],
    ],
  },
  {
    name: 'permesso_delivery_oldest_due_seconds',
    help: 'How long the oldest waiting message is due; below 0 where it is not yet.',
    rows: ({ oldestDeliverySeconds }) => [[oldestDeliverySeconds ?? 0]],
  },
  {
    name: 'permesso_streams_behind_leaves',
    help: 'Log leaves not yet sent by the SIEM stream furthest behind.',
    rows: ({ streamsBehind }) => [[streamsBehind]],
  },
  {
    name: 'permesso_streams_failing',
    help: 'SIEM streams whose last attempt failed.',
    rows: ({ streamsFailing }) => [[streamsFailing]],
  },
  {
    name: 'permesso_log_unsealed_seconds',
    help: 'Age of the oldest batch that no checkpoint covers; 0 where all are covered.',
    rows: ({ unsealedSeconds }) => [[unsealedSeconds ?? 0]],
  },
  {
    name: 'permesso_checkpoint_age_seconds',
    help: 'Age of the last signed checkpoint of the log. It grows while nothing happens.',
    rows: ({ checkpointSeconds }) => [[checkpointSeconds]],
  },
  {
    name: 'permesso_bundle_signature_age_seconds',
    help: 'Age of the oldest signature of a policy bundle. Agents deny everything after 72 hours.',
    rows: ({ bundleSeconds }) => [[bundleSeconds]],
  },
  {
    name: 'permesso_archive_unwritten_days',
    help: 'Days that the archive has begun and not finished.',
    rows: ({ unwrittenDays }) => [[unwrittenDays]],
  },
  {
    name: 'permesso_findings_open',
    help: 'Findings about logs and machines that nobody has acknowledged.',
    rows: ({ findingsOpen }) => [[findingsOpen]],
  },
  {
    name: 'permesso_pending_acts',
    help: 'Administrative acts awaiting a second person.',
    rows: ({ pendingActs }) => [[pendingActs]],
  },
  {
    name: 'permesso_expires_days',
    help: 'Days until the next token of a kind expires.',
    labels: ['what'],
    rows: ({ scimTokenSeconds, fleetTokenSeconds, apiTokenSeconds }) => [
      [daysIn(scimTokenSeconds), { what: 'scim-token' }],
      [daysIn(fleetTokenSeconds), { what: 'fleet-token' }],
      [daysIn(apiTokenSeconds), { what: 'api-token' }],
    ],
  },
];

function daysIn(seconds: number | null): number | null {
  return seconds === null ? null : seconds / daySeconds;
}

/** Registers the gauges; the returned function refreshes them before each scrape. */
export function figureGauges(
  known: () => { readonly figures: readonly Figures[]; readonly ageSeconds: number },
  registry: Registry,
): () => void {
  const registers = [registry];
  const gauges = shown.map(({ name, help, labels = [], rows }) => {
    const gauge = new Gauge({ name, help, labelNames: ['organisation', ...labels], registers });
    return { gauge, rows };
  });
  const age = new Gauge({
    name: 'permesso_figures_age_seconds',
    help: 'Age of the organisation figures. It grows while the database is unreachable.',
    registers,
  });
  return () => {
    const { figures, ageSeconds } = known();
    age.set(ageSeconds);
    for (const { gauge, rows } of gauges) {
      // Drops the series of organisations that have moved away.
      gauge.reset();
      for (const each of figures)
        for (const [value, labels] of rows(each))
          if (value !== null) gauge.set({ organisation: each.organisation, ...labels }, value);
    }
  };
}
