import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { tool } from '../check/tool.mjs'
import { runInPlace } from '../child.mjs'
import { build } from '../parts.mjs'
import { cache, inRoot, root } from '../root.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureOffice } from './office.mjs'
import { withPostgres } from './postgres.mjs'
import { speaksToDatabase } from './speaks-to-database.mjs'

// Tests wait for timers and processes, so a worker keeps half a core busy; with more of them, tests that measure times fail.
const cores = availableParallelism()
const workers = `--maxWorkers=${Math.max(3, Math.min(2 * cores, cores + 4))}`

// Set by `npm run test:full`; the tests read it too.
const isFull = process.env.TEST_FULL === '1'

/** Every step of `npm test` in order; each resolves with the number of passed and failed tests. */
export const steps = {
  build: async () => {
    await build()
    return { passed: 0, failed: 0 }
  },
  check: async () => {
    const code = await runInPlace(process.execPath, [inRoot('scripts/check.mjs')], { cwd: root, stdio })
    return code === 0
      ? { passed: 0, failed: 0 }
      : { passed: 0, failed: 1, failures: ['npm run check: see above which'] }
  },
  // On the embedded database, even when TEST_DATABASE_URL selects another for the next step.
  unit: async () => {
    if (isFull) {
      await installClients()
      await ensureOffice()
    }
    return vitest('unit', ['--project=!faults*', workers], {
      TEST_DATABASE_URL: undefined,
      TEST_LEFT_OUT: notOnEmbedded().join() || undefined,
    })
  },
  postgres: () =>
    withPostgres((url) =>
      vitest('postgres', ['--project=!faults*', workers, ...onPostgres()], { TEST_DATABASE_URL: url }),
    ),
  browser: async () => {
    await build()
    await ensureChromium()
    const report = freshReport('browser')
    const args = [tool('playwright'), 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json']
    const env = {
      ...process.env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      // Else in the temporary folder of the run, where each run compiles all test files again.
      PWTEST_CACHE_DIR: path.join(cache, 'playwright'),
    }
    const code = await runInPlace(process.execPath, args, { cwd: root, stdio, env })
    return counted(code, report, ({ stats, suites, errors }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      failures: [...suites.flatMap(unexpected), ...errors.map(({ message }) => message)],
      flaky: suites.flatMap(flakyTests),
    }))
  },
  faults: async () => {
    await build()
    const others = await vitest('faults', ['--project=faults', workers])
    const timed = await vitest('faults-timed', ['--project=faults-timed', '--no-file-parallelism'])
    return together(others, timed)
  },
}

/** Installs the clients of other projects that are tried at /v1. `npm ci` of the product does not install them. */
async function installClients() {
  const args = ['ci', '--ignore-scripts', '--workspaces=false', '--no-audit', '--no-fund', '--loglevel=error']
  const options = { cwd: inRoot('scripts/clients'), stdio, shell: process.platform === 'win32' }
  const code = await runInPlace('npm', args, options)
  if (code !== 0)
    throw new Error('The clients of scripts/clients could not be installed; see what npm said above.')
}

// Suites that test the database: through HTTP, in backups, and errors of a PostgreSQL server.
const ofDatabase = ['access', 'features', 'platform/backup', 'platform/db/postgres']

// These test where the databases differ: access as one SQL expression, backups and failures, restarts, work that leaves the
// only connection of the embedded database to others, and vectors, which a PostgreSQL may lack.
const ofBoth = [
  'src/access/',
  'src/platform/',
  'models/restart',
  'projects/importing-steps',
  'tabs/copying',
  'features/vectors/',
]

/** Returns the suites that `npm test` runs on PostgreSQL alone (decision 82), as paths from apps/server. */
function notOnEmbedded() {
  if (isFull) return []
  const files = onPostgres().filter((file) => !ofBoth.some((part) => file.includes(part)))
  return files.map((file) => path.relative('apps/server', file))
}

function onPostgres() {
  const folders = ofDatabase.map((folder) => `apps/server/src/${folder}`)
  // Models take minutes; the step `unit` runs them after all others.
  return speaksToDatabase(folders).filter((file) => isFull || !file.includes('.llama.'))
}

// Not interactive: a tool that prompts gets the end of input.
const stdio = ['ignore', 'inherit', 'inherit']

async function vitest(name, args, extra = {}) {
  const report = freshReport(name)
  const failures = freshReport(`${name}-failures`)
  const env = { ...process.env, ...extra, TEST_REPORT: report, TEST_FAILURES: failures }
  let said = ''
  const code = await runInPlace(process.execPath, [tool('vitest'), 'run', ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe'],
    env,
    hear: (text) => (said += text),
  })
  return counted(code, report, ({ numPassedTests, numFailedTests }) => {
    const listed = JSON.parse(readFileSync(failures, 'utf8'))
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      failures: [...listed.failures, ...lastWords(said)],
      flaky: listed.flaky,
    }
  })
}

/** Returns what V8 or Node printed when a process of the run crashed: the reporter only learns that it ended. */
function lastWords(said) {
  const at = said.search(/^(# Fatal |FATAL ERROR|.*Assertion failed)/m)
  return at < 0 ? [] : [`a process broke down: ${said.slice(at)}`]
}

function together(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    failures: [...one.failures, ...other.failures],
    flaky: [...one.flaky, ...other.flaky],
  }
}

const unexpected = (suite) => told(suite, ({ ok }) => !ok)
const flakyTests = (suite) =>
  told(
    suite,
    ({ ok, tests }) => ok && tests.some((test) => test.status === 'flaky' || notesOf(test).length > 0),
  )

/** Returns what a test found once and not again (the walk of `e2e/every-page.test.ts`). */
const notesOf = ({ annotations }) =>
  annotations.filter(({ type }) => type === 'flaky').map(({ description }) => description)

/** Returns the chosen browser tests of a suite, by file and title, with their errors. */
function told({ title, specs, suites = [] }, isChosen) {
  const own = specs
    .filter(isChosen)
    .map((spec) => `${spec.file}:${spec.line} › ${title} › ${spec.title}: ${why(spec)}`)
  return [...own, ...suites.flatMap((suite) => told(suite, isChosen))]
}

function why({ tests }) {
  const errors = tests.flatMap(({ results }) => results).flatMap((result) => result.errors)
  return stripVTControlCharacters(
    [...errors.map(({ message }) => message), ...tests.flatMap(notesOf)].join('\n'),
  )
}

function freshReport(name) {
  const file = path.join(cache, 'test', `${name}.json`)
  mkdirSync(path.dirname(file), { recursive: true })
  rmSync(file, { force: true })
  return file
}

// A file that does not load, an error outside any test or a crash fails the run without a failed test, and so does a run
// without tests.
function counted(code, report, read) {
  let { passed, failed, failures, flaky } = { passed: 0, failed: 0, failures: [], flaky: [] }
  try {
    ;({ passed, failed, failures, flaky = [] } = read(JSON.parse(readFileSync(report, 'utf8'))))
  } catch (error) {
    failures = [`There is no report of this run: ${error.message}`]
  }
  const unsaid = failed === 0 && (code !== 0 || passed === 0)
  if (unsaid && failures.length === 0) failures = [`It ended with ${code}, and ${passed} tests passed`]
  return { passed, failed: unsaid ? 1 : failed, failures, flaky }
}
