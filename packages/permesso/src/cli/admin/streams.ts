import { UsageError, type Command } from '../command.ts';
import { adminCommand, sentences, table } from './admin-command.ts';
import { findNamed, minuteOf, rowsOf, shortId, textOf } from './find-named.ts';
import { privateText } from './private-file.ts';

export const streams: Command = adminCommand({
  name: 'streams',
  summary: 'Pushes entries to a SIEM: OTLP, syslog, Splunk or S3.',
  actions: [
    {
      verb: 'list',
      run: async ({ server }) => {
        const found = rowsOf(await server.ask('GET /v1/streams'), 'streams');
        return table(found, {
          head: ['ID', 'KIND', 'BATCHES BEHIND', 'LAST SENT (UTC)', 'HOST', 'LAST ERROR'],
          rows: found.map((row) => [
            shortId(textOf(row, 'id')),
            textOf(row, 'kind'),
            textOf(row, 'behind'),
            minuteOf(row, 'sentAt') || 'never',
            textOf(row, 'host'),
            textOf(row, 'error'),
          ]),
          none: 'There are no streams.',
        });
      },
    },
    {
      verb: 'add',
      takes: 'FILE',
      options: [{ name: 'from-start', help: 'also the entries that are there already' }],
      run: async ({ server, operands: [file = ''], flag }) => {
        const made = await server.ask('POST /v1/streams', {
          target: targetIn(file),
          fromStart: flag('from-start'),
        });
        return sentences(made, `Added the stream ${shortId(textOf(made, 'id'))}.`);
      },
    },
    {
      verb: 'remove',
      takes: 'ID',
      confirms: true,
      run: async ({ server, operands: [text = ''], confirm }) => {
        const rows = rowsOf(await server.ask('GET /v1/streams'), 'streams');
        const found = findNamed(rows, { what: 'stream', text });
        const shown = `${textOf(found, 'kind')} to ${textOf(found, 'host')}`;
        await confirm(`Remove the stream ${shown}? Its position is forgotten.`);
        await server.ask(`DELETE /v1/streams/${textOf(found, 'id')}`);
        return sentences({ id: found['id'], removed: true }, `Removed the stream ${shown}.`);
      },
    },
  ],
  examples: [
    [
      'permesso admin streams add splunk.json --from-start',
      'the file: { "kind": "splunk", "url": "https://...", "token": "..." }, mode 0600',
    ],
    ['permesso admin streams', 'how far behind each is, and its last error'],
  ],
});

function targetIn(file: string): unknown {
  try {
    return JSON.parse(privateText(file));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${file} is not JSON: ${error.message}`);
    throw error;
  }
}
