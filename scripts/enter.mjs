// The common start of every command: installs dependencies, selects the right Node, builds.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInPlace, startedByThis, stopWithParent } from './child.mjs'
import { ensureInstalled } from './install.mjs'
import { hasPinnedNode, pinnedNode, refuseOldNode, runsProduct } from './node-version.mjs'
import { cache, inRoot } from './root.mjs'

/**
 * Returns on a supported Node with the dependencies installed. On an older one it runs the script at `url` again with the
 * pinned Node and exits with its exit code.
 * - `isBuilt`: nothing has to be built
 */
export async function onProductNode(url, { isBuilt = false } = {}) {
  const fits = runsProduct(process.version)
  if (!fits && !hasPinnedNode) refuseOldNode()
  await ensureInstalled({ isBuilt })
  stopWithParent()
  if (fits) return
  const node = pinnedNode() ?? refuseOldNode()
  try {
    process.exit(
      await runInPlace(node, [fileURLToPath(url), ...process.argv.slice(2)], { env: startedByThis() }),
    )
  } catch {
    // The file exists but cannot be executed, for example on a Linux without glibc.
    refuseOldNode()
  }
}

/**
 * Builds what is stale, runs the built server or one of its commands with `args`, and exits with its exit code. `through` is a
 * program that gets this command as its arguments.
 */
export async function runBuilt(args, through = []) {
  const { build } = await import('./parts.mjs')
  await build()
  const env = { ...startedByThis(), NODE_COMPILE_CACHE: path.join(cache, 'compiled') }
  const command = [...through, inRoot('apps/server/dist/start.js'), ...args]
  process.exit(await runInPlace(process.execPath, command, { env }))
}
