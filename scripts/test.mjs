// `npm test`            everything, from a fresh checkout: the checks, then every test
// `npm test -- unit`    single steps: build, check, unit, postgres, browser, faults
// `npm test -- e2e/tabs.test.ts` the tests of a file or folder; what begins with `-` goes to Vitest or Playwright
// `npm run test:full`   the same, and the tests that need not run for every change (TEST_FULL=1)
// The last line is always `N passed, N failed`. It counts tests; a step that could not run counts as
// one failure, so that a skipped step does not look like success.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { onProductNode } from './enter.mjs'
import { cache } from './root.mjs'

await onProductNode(import.meta.url)
// As `npm start` does: the tests start the product about a hundred times.
process.env.NODE_COMPILE_CACHE = path.join(cache, 'compiled')
if (process.argv.includes('--full')) process.env.TEST_FULL = '1'
const { steps } = await import('./test/steps.mjs')
const { pathsIn, runPaths } = await import('./test/paths.mjs')
const { ownTemporaryFolder } = await import('../apps/server/test/temporary-folder.ts')

const named = process.argv.slice(2).filter((argument) => argument !== '--full')
const { paths, options } = pathsIn(named)
if (paths.length > 0) process.exit(await runPaths(paths, options))
const unknown = named.find((name) => !(name in steps))
if (unknown !== undefined) {
  process.stderr.write(
    `There is no step and no path "${unknown}". The steps are: ${Object.keys(steps).join(', ')}.\n`,
  )
  process.exit(2)
}

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
for (const [name, step] of Object.entries(steps)) {
  if (stopped) break
  if (named.length > 0 && !named.includes(name)) continue
  const start = performance.now()
  const before = processorSeconds()
  process.stdout.write(`\n== ${name}\n`)
  const result = await step().catch(failure)
  total.passed += result.passed
  total.failed += result.failed
  total.failures.push(...(result.failures ?? []).map((line) => `${name}: ${line}`))
  total.flaky.push(...(result.flaky ?? []).map((line) => `${name}: ${line}`))
  const time = `${((performance.now() - start) / 1000).toFixed(1)} s`
  process.stdout.write(`== ${name}: ${sentence(result)} in ${time}\n`)
  const cpu = `${(processorSeconds() - before).toFixed(0)} s CPU`
  times.push(`${name.padEnd(10)}${time.padStart(10)}${cpu.padStart(12)}\n`)
  // After a failed build the other steps would prove nothing.
  if (name === 'build' && result.failed > 0) break
}
const lines = [
  ...total.flaky.map((line) => `FLAKY   ${line.slice(0, 1_000)}\n`),
  ...total.failures.map((line) => `FAILED  ${line.slice(0, 1_000)}\n`),
]
process.stdout.write(`\n${times.join('')}\n${lines.join('')}${total.passed} passed, ${total.failed} failed\n`)
process.exit(stopped ? 130 : total.failed === 0 ? 0 : 1)

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
