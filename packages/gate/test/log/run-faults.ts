import { killWriters } from './faults.ts';

const kills = Number(process.argv[2] ?? 200);
const report = await killWriters({ kills });
process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
if (report.broken.length + report.lost.length > 0) process.exitCode = 1;
