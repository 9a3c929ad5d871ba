// Runs the test files under some paths with the tool of each, after what they need: a build, a browser.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { tool } from '../check/tool.mjs'
import { runInPlace } from '../child.mjs'
import { build } from '../parts.mjs'
import { inRoot, root } from '../root.mjs'
import { ensureChromium } from './chromium.mjs'

const BROWSER = 'e2e'
/** Against the built product, as the browser tests. */
const FAULTS = 'apps/server/test/faults'

/** Splits the arguments into paths of this repository and, from the first that begins with `-`, the options of the tool. */
export function pathsIn(args, exists = existsSync) {
  const first = args.findIndex((argument) => argument.startsWith('-'))
  const end = first < 0 ? args.length : first
  const paths = args.slice(0, end).map((argument) => path.relative(root, path.resolve(root, argument)))
  return { paths: paths.every((one) => exists(inRoot(one))) ? paths : [], options: args.slice(end) }
}

/**
 * Runs the tests at these paths; `options` go to the tool: Playwright for those of `e2e`, else Vitest, which keeps running and
 * repeats what changes with `--watch`.
 *
 * @returns the exit code
 */
export async function runPaths(paths, options) {
  const ofBrowser = paths.filter((one) => isIn(one, BROWSER))
  const others = paths.filter((one) => !isIn(one, BROWSER))
  if (ofBrowser.length > 0 || others.some((one) => isIn(one, FAULTS))) await build()
  let code = 0
  if (others.length > 0) {
    const once = options.includes('--watch') ? [] : ['--run']
    code = await run('vitest', [...once, ...others, ...options])
  }
  if (code !== 0 || ofBrowser.length === 0) return code
  await ensureChromium()
  return run('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...ofBrowser, ...options])
}

const isIn = (one, folder) => one === folder || one.startsWith(`${folder}${path.sep}`)

const run = (name, args) => runInPlace(process.execPath, [tool(name), ...args], { cwd: root })
