// `npm test`            everything, from a fresh checkout: the checks, then every test
// `npm test -- unit`    single steps: build, check, unit, postgres, browser, faults, timed
// `npm run test:full`   the same, and the tests that need not run for every change (TEST_FULL=1)
// The last line is always `N passed, N failed`. It counts tests; a step that could not run counts as
// one failure, so that a skipped step does not look like success.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runInPlace, startedByThis } from './child.mjs'
import { onProductNode } from './enter.mjs'
import { cache, inRoot } from './root.mjs'

await onProductNode(import.meta.url)
// As `npm start` does: the tests start the product about a hundred times.
process.env.NODE_COMPILE_CACHE = path.join(cache, 'compiled')
if (process.argv.includes('--full')) process.env.TEST_FULL = '1'
const { freshReport, stages, steps } = await import('./test/steps.mjs')
const { ownTemporaryFolder } = await import('../apps/server/test/temporary-folder.ts')

const named = process.argv.slice(2).filter((argument) => argument !== '--full')
const unknown = named.find((name) => !(name in steps))
if (unknown !== undefined) {
  process.stderr.write(`There is no step "${unknown}". There are: ${Object.keys(steps).join(', ')}.\n`)
  process.exit(2)
}
/** The file where a step that runs beside others leaves its result. */
const resultFile = process.env.TEST_RESULT
delete process.env.TEST_RESULT

const total = { passed: 0, failed: 0, failures: [], flaky: [] }
const times = []
let stopped = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    if (stopped) return
    // No exit here: the step's process receives the signal too and has to finish its cleanup.
    stopped = true
    total.failed += 1
    total.failures.push(`it was stopped (${signal})`)
  })
}

ownTemporaryFolder()
const isChosen = (name) => named.length === 0 || named.includes(name)
for (const stage of stages) {
  const lanes = stage.map((lane) => lane.filter(isChosen)).filter((lane) => lane.length > 0)
  await Promise.all(lanes.map((lane) => runLane(lane, lanes.length > 1)))
  // After a failed build the other steps would prove nothing.
  if (stopped || (stage.flat().includes('build') && total.failed > 0)) break
}
if (resultFile) writeFileSync(resultFile, JSON.stringify({ ...total, times }))
else say()
process.exit(stopped ? 130 : total.failed === 0 ? 0 : 1)

function say() {
  const lines = [
    ...total.flaky.map((line) => `FLAKY   ${line.slice(0, 1_000)}\n`),
    ...total.failures.map((line) => `FAILED  ${line.slice(0, 1_000)}\n`),
  ]
  const { passed, failed } = total
  process.stdout.write(`\n${times.join('')}\n${lines.join('')}${passed} passed, ${failed} failed\n`)
}

/** Runs steps one after the other. */
async function runLane(names, isBesideOthers) {
  for (const name of names) {
    if (stopped) return
    const result = await (isBesideOthers ? runApart(name) : runHere(name))
    total.passed += result.passed
    total.failed += result.failed
    total.failures.push(...(result.failures ?? []))
    total.flaky.push(...(result.flaky ?? []))
    times.push(...result.times)
  }
}

/** Runs a step in this process, and measures it. */
async function runHere(name) {
  const start = performance.now()
  const before = processorSeconds()
  process.stdout.write(`\n== ${name}\n`)
  const result = await steps[name]().catch(failure)
  const time = `${((performance.now() - start) / 1000).toFixed(1)} s`
  process.stdout.write(`== ${name}: ${sentence(result)} in ${time}\n`)
  const cpu = `${(processorSeconds() - before).toFixed(0)} s CPU`
  const ofStep = (line) => `${name}: ${line}`
  return {
    ...result,
    failures: result.failures?.map(ofStep),
    flaky: result.flaky?.map(ofStep),
    times: [`${name.padEnd(10)}${time.padStart(10)}${cpu.padStart(12)}\n`],
  }
}

/** Runs a step in a process of its own, beside others: each line of its output begins with its name. */
async function runApart(name) {
  const result = freshReport(`${name}-result`)
  const code = await runInPlace(process.execPath, [inRoot('scripts/test.mjs'), name], {
    env: { ...startedByThis(), TEST_RESULT: result },
    label: `${name.padEnd(8)} | `,
  })
  if (existsSync(result)) return JSON.parse(readFileSync(result, 'utf8'))
  return { ...failure(new Error(`${name}: it ended with ${code}, without a result`)), times: [] }
}

/**
 * Returns the CPU seconds of all processes that have ended under this one: unlike the time, they hardly depend on what else
 * the machine does. 0 where the system does not say.
 */
function processorSeconds() {
  const file = '/proc/self/stat'
  if (!existsSync(file)) return 0
  // The name of the process, in brackets, may contain spaces. The times are in hundredths of a second.
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}

function failure(error) {
  process.stdout.write(`${error.expected ? error.message : error.stack}\n`)
  return { passed: 0, failed: 1, failures: [error.message] }
}

function sentence({ passed, failed }) {
  if (passed + failed === 0) return 'done'
  return failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} FAILED`
}
