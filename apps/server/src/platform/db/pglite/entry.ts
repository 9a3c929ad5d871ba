/**
 * Returns the file of a worker or child process: beside this file in the sources, beside main.js when bundled (bundled
 * entries keep their names).
 */
export function entry(name: 'pglite-worker' | 'pglite-init'): URL {
  return new URL(`./${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
}
