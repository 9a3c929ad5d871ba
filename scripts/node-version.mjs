// Selects the Node that runs the product. The pinned one is an ordinary dependency (docs/decisions/0003), so these files
// themselves must run on any Node from version 20 on.
import { existsSync } from 'node:fs'
import { inRoot } from './root.mjs'

// 22.18 is the first version that runs TypeScript without a flag; package.json "engines" says the same.
const minimum = [22, 18]

/** Returns whether a version such as `v24.1.0` can run the product. */
export function runsProduct(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  return major > minimum[0] || (major === minimum[0] && minor >= minimum[1])
}

/** Returns the path of the pinned Node, or undefined when its package is not installed. */
export function pinnedNode() {
  const file = inRoot('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  return existsSync(file) ? file : undefined
}

/** Whether a pinned Node is published for this platform; decided before anything is installed. */
export const hasPinnedNode = ['linux-x64', 'linux-arm64'].includes(`${process.platform}-${process.arch}`)

/** Prints one sentence for a machine that cannot run the product, and exits with code 2. */
export function refuseOldNode() {
  const here = `${process.platform}-${process.arch}`
  process.stderr.write(
    `Polylogue needs Node ${minimum.join('.')} or newer; this is ${process.version} on ${here}. ` +
      'Install a newer Node from https://nodejs.org and try again.\n',
  )
  process.exit(2)
}
