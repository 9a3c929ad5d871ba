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
  const problems = [...report.summary.violations.map(describe), ...report.modules.flatMap(wronglyWritten)]
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

/**
 * A file imports its own feature, or its own folder of `src`, by a relative path, and all else of its app from `#`: such an
 * address stays the same when the file moves.
 */
function wronglyWritten({ source, dependencies }) {
  const place = home(source)
  if (!place) return []
  return dependencies
    .filter(({ module, resolved }) => {
      const isOwn = home(resolved) === place
      return module.startsWith('#') ? isOwn : module.startsWith('../') && home(resolved) && !isOwn
    })
    .map(({ module, resolved }) => {
      const right = module.startsWith('#') ? 'a relative path' : `#${resolved.split('/src/')[1]}`
      return `${source} imports ${module}; write ${right}.`
    })
}

/** The feature of a source file of an app, or its folder of `src`. */
const home = (file) => /^apps\/[^/]+\/src\/(?:features\/[^/]+|[^/]+)(?=\/)/.exec(file)?.[0]

function describe({ rule, from, to, cycle }) {
  const way = cycle?.length > 0 ? [from, ...cycle.map(({ name }) => name)].join(' → ') : `${from} → ${to}`
  return `${rule.name}: ${way}`
}
