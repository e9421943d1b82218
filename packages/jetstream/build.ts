/** `node build.ts`: builds the published package. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildPlainPackage } from '../server/build-plain-package.ts';

rmSync(join(import.meta.dirname, 'dist'), { recursive: true, force: true });
buildPlainPackage(import.meta.dirname);
