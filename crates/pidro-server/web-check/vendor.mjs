// Bundles ../web/vendor/fluent-bundle.js from the published package: `npm run vendor`. Its eight
// modules, with comments, would be three times as large.
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
// The package `esbuild` depends on binaries for platforms that some registries lack, so
// package.json lists only those for Linux.
const esbuild = `${here}node_modules/@esbuild/linux-${process.arch}/bin/esbuild`;

/** Fluent as one module, or null if there is no esbuild binary for this machine. */
export function fluentBundle() {
  if (!existsSync(esbuild)) return null;
  const input = "export { FluentBundle, FluentResource } from '@fluent/bundle';";
  const options = ['--bundle', '--minify', '--format=esm', '--target=es2022'];
  return execFileSync(esbuild, options, { cwd: here, input, encoding: 'utf8' });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(`${here}../web/vendor/fluent-bundle.js`, fluentBundle());
