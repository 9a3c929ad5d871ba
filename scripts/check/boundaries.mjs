// The rules are in .dependency-cruiser.mjs. A broken configuration that sees only part of the tree fails: nearly every source file
// must be among the modules that were seen.
import { existsSync } from 'node:fs'
import { runQuietly } from '../child.mjs'
import { inRoot, root } from '../root.mjs'
import { filesIn } from './files.mjs'
import { tool } from './tool.mjs'

/** The share of the source files that must be seen; declarations and generated files may be left out. */
const SHARE = 0.95

export async function boundaries() {
  const places = ['packages', 'apps', 'e2e'].filter((place) => existsSync(inRoot(place)))
  const arguments_ = [
    tool('depcruise'),
    ...places,
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'json',
  ]
  // Its exit code is the number of violations; only unparsable output is a failure of the tool.
  const { output } = await runQuietly(process.execPath, arguments_, { cwd: root })
  const report = parse(output)
  if (!report) return { seen: 1, problems: [output] }
  const modules = new Set(report.modules.map(({ source }) => source))
  const sources = filesIn(places, (name) => /\.tsx?$/.test(name))
  const missed = sources.filter((file) => !modules.has(file))
  const problems = report.summary.violations.map(describe)
  if (missed.length > sources.length * (1 - SHARE))
    problems.push(
      `${missed.length} of ${sources.length} source files were not seen, among them ${missed.slice(0, 3).join(', ')}.`,
    )
  return { seen: sources.length - missed.length, problems }
}

function parse(output) {
  try {
    return JSON.parse(output)
  } catch {
    return undefined
  }
}

function describe({ rule, from, to, cycle }) {
  const way = cycle?.length > 0 ? [from, ...cycle.map(({ name }) => name)].join(' → ') : `${from} → ${to}`
  return `${rule.name}: ${way}`
}
