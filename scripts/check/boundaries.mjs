// The rules are in .dependency-cruiser.mjs, the minimum number of modules in modules-floor.json: it catches a broken
// configuration that sees half the tree. It is too low below 60 % of the tree; `npm run check -- boundaries --write` raises
// it to 80 % and never lowers it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { runQuietly } from '../child.mjs'
import { inRoot, root } from '../root.mjs'
import { tool } from './tool.mjs'

const floorFile = inRoot('scripts/check/modules-floor.json')

export async function boundaries({ write }) {
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
  const seen = report.modules.filter(({ source }) => /^(packages|apps|e2e)\//.test(source)).length
  let { modules: floor } = JSON.parse(readFileSync(floorFile, 'utf8'))
  if (write && seen * 0.8 > floor) {
    floor = Math.floor(seen * 0.8)
    // In the formatter's form: it may have run before.
    writeFileSync(floorFile, `{ "modules": ${floor} }\n`)
  }
  const problems = report.summary.violations.map(describe)
  if (seen < floor)
    problems.push(
      `Only ${seen} modules were seen, expected at least ${floor} (scripts/check/modules-floor.json).`,
    )
  if (floor < seen * 0.6)
    problems.push(
      `The floor of ${floor} modules is too low for ${seen}: raise it in scripts/check/modules-floor.json.`,
    )
  return { seen, problems }
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
