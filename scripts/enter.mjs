// The way into every command: dependencies installed, the right Node running, everything built.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
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

/** Builds what is stale, then runs the built server, or one of its commands, with `args` and ends with its exit code. */
export async function runBuilt(args) {
  const { build } = await import('./parts.mjs')
  await build()
  const env = { ...process.env, NODE_COMPILE_CACHE: path.join(cache, 'compiled') }
  process.exit(await runInPlace(process.execPath, [inRoot('apps/server/dist/start.js'), ...args], { env }))
}
