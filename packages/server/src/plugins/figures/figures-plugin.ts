import { machineStandards } from '../../machines/index.ts';
import type { Plugin } from '../../plugin.ts';
import { numberIn, type SettingsPart } from '../../settings.ts';
import { figureGauges, figuresOf, type Figures } from './figures.ts';

const figureSettings = {
  variables: [['PERMESSO_FIGURES_SECONDS', 'seconds between updates of the Prometheus figures', '30']],
  read: (env) => numberIn(env, 'PERMESSO_FIGURES_SECONDS', { absent: 30, least: 1, most: 3600 }),
} satisfies SettingsPart;

/** Prometheus gauges for operators: refreshed periodically, never during a scrape. */
export const figuresPlugin: Plugin = {
  name: 'figures',
  settings: figureSettings,
  open: ({ settings: { metricsPort, env } }) => {
    if (metricsPort === undefined) return {};
    const byCell = new Map<string, { readonly figures: readonly Figures[]; readonly at: number }>();
    const begun = performance.now();
    const known = (): { readonly figures: readonly Figures[]; readonly ageSeconds: number } => {
      const cells = [...byCell.values()];
      const oldest = Math.min(...cells.map(({ at }) => at), performance.now());
      return {
        figures: cells.flatMap(({ figures }) => figures),
        ageSeconds: (performance.now() - (cells.length === 0 ? begun : oldest)) / 1000,
      };
    };
    return {
      gauges: (registry) => figureGauges(known, registry),
      jobs: (context, { name, database }) => [
        {
          everyMs: figureSettings.read(env) * 1000,
          work: async () => {
            const figures = await figuresOf(database, machineStandards(context));
            byCell.set(name, { figures, at: performance.now() });
          },
        },
      ],
    };
  },
};
