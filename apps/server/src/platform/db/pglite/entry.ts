/**
 * Where a file that runs as its own thread or process lies: beside this one in the sources, beside main.js when bundled
 * (entries keep their names there).
 */
export function entry(name: 'pglite-worker' | 'pglite-init'): URL {
  return new URL(`./${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
}
