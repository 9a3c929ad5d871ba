// The way into every command: dependencies installed, the right Node running, everything built.
import { existsSync } from 'node:fs'
import module from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { runInPlace, stopWithParent } from './child.mjs'
import { ensureInstalled } from './install.mjs'
import { hasPinnedNode, pinnedNode, refuseOldNode, runsProduct } from './node-version.mjs'
import { cache, inRoot } from './root.mjs'

/**
 * Returns on a Node that runs the product, with the dependencies installed. On an older one it runs
 * the script at `url` again on the pinned Node and ends with that one's exit code.
 */
export async function onProductNode(url) {
  const fits = runsProduct(process.version)
  if (!fits && !hasPinnedNode) refuseOldNode()
  await ensureInstalled()
  stopWithParent()
  if (fits) return
  const node = pinnedNode() ?? refuseOldNode()
  try {
    process.exit(await runInPlace(node, [fileURLToPath(url), ...process.argv.slice(2)]))
  } catch {
    // The file is there but cannot be executed, as on a Linux without glibc.
    refuseOldNode()
  }
}

/** Builds what is stale, then runs apps/server/dist/`name`.js inside this process with `args`. */
export async function runBuilt(name, args) {
  const { build } = await import('./parts.mjs')
  await build()
  const file = inRoot('apps/server/dist', `${name}.js`)
  if (!existsSync(file)) {
    process.stderr.write(`There is no command "${name}".\n`)
    process.exit(2)
  }
  module.enableCompileCache(path.join(cache, 'compiled'))
  process.setSourceMapsEnabled(true)
  process.argv.splice(1, Infinity, file, ...args)
  await import(pathToFileURL(file).href)
}
