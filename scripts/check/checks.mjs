// Every check, slowest first. A check that finds no input fails, because it would check nothing.
import { totalmem } from 'node:os'
import path from 'node:path'
import { runQuietly } from '../child.mjs'
import { cache, inRoot, root } from '../root.mjs'
import { backupOrder } from './backup-order.mjs'
import { bannedPackages } from './banned-packages.mjs'
import { boundaries } from './boundaries.mjs'
import { budgets } from './budgets.mjs'
import { commitSubjects } from './commit-subjects.mjs'
import { excuses } from './excuses.mjs'
import { expressions } from './expressions.mjs'
import { lazyCode } from './lazy-code.mjs'
import { licences } from './licences.mjs'
import { installScripts } from './install-scripts.mjs'
import { literalText } from './literal-text.mjs'
import { migrations } from './migrations.mjs'
import { names } from './names.mjs'
import { openApi } from './openapi.mjs'
import { references } from './references.mjs'
import { sends } from './sends.mjs'
import { errorListeners } from './error-listeners.mjs'
import { sqlPlaces } from './sql-places.mjs'
import { tableOwners } from './table-owners.mjs'
import { texts } from './texts.mjs'
import { tool } from './tool.mjs'
import { unusedPackages } from './unused-packages.mjs'
import { version } from './version.mjs'

const run = (name, args, env = {}) =>
  runQuietly(process.execPath, [tool(name), ...args], { cwd: root, env: { ...process.env, ...env } })

const command = (name, args, { groups = [], note = () => '', repeats = false } = {}) => ({
  name,
  groups: [name, ...groups],
  repeats,
  async run() {
    const { code, output } = await run(...args)
    return { ok: code === 0, output, note: code === 0 ? note(output) : '' }
  },
})

/** Wraps one of our own checks: a function that returns `{ seen, problems, note }` or a promise of it. */
const own = (name, look, { what, groups = [], writes = false }) => ({
  name,
  groups: [name, ...groups],
  writes,
  async run(options) {
    const { seen, problems, note } = await look(options)
    if (seen === 0) return { ok: false, output: `This check saw no ${what}, so it guards nothing.` }
    return { ok: problems.length === 0, output: problems.join('\n'), note: note ?? `${seen} ${what}` }
  },
})

async function migrationsAndOrder(options) {
  const { seen, problems } = migrations(options)
  const order = await backupOrder()
  return { seen, problems: [...problems, ...order.problems] }
}

// `lint` parses every program anyway and reports its type errors with the compiler's native version. The compiler itself
// checks them where it is named, and in `npm run test:full`.
const types = (name, project) =>
  command(
    `types:${name}`,
    [
      'tsc',
      [
        '-p',
        inRoot(project),
        '--incremental',
        '--tsBuildInfoFile',
        path.join(cache, 'types', `${name}.tsbuildinfo`),
        '--pretty',
        'false',
      ],
    ],
    { groups: ['types'], repeats: true },
  )

const format = {
  name: 'format',
  groups: ['format', 'code'],
  writes: true,
  async run({ write }) {
    const { code, output } = await run('oxfmt', [write ? '--write' : '--list-different'])
    return { ok: code === 0, output: `${output}npm run check -- format --write formats these.` }
  },
}

// Collecting garbage each time the heap has doubled is a good part of the linter's CPU time.
const LINT_HEAP = totalmem() > 15e9 ? { GOGC: '200' } : {}

const lastLine = (output) => output.trim().split('\n').at(-1) ?? ''

export const checks = [
  command('lint', ['oxlint', ['--type-check'], LINT_HEAP], { groups: ['code'], note: lastLine }),
  format,
  types('server', 'apps/server'),
  types('web', 'apps/web'),
  types('widget', 'apps/widget'),
  types('e2e-bench-demo', '.'),
  types('contract', 'packages/contract'),
  types('client', 'packages/client'),
  types('retrieval', 'packages/retrieval'),
  command('unused', [
    'knip',
    [
      '--no-progress',
      '--cache',
      '--cache-location',
      path.join(cache, 'knip'),
      '--treat-config-hints-as-errors',
    ],
  ]),
  own('boundaries', boundaries, { what: 'source files' }),
  own('expressions', expressions, { what: 'expressions', groups: ['code'] }),
  own('openapi', openApi, { what: 'operations', writes: true }),
  own('literal-text', literalText, { what: 'components', groups: ['texts', 'code'] }),
  own('texts', texts, { what: 'texts' }),
  own('budgets', budgets, { what: 'pages' }),
  own('licences', licences, { what: 'packages' }),
  own('banned-packages', bannedPackages, { what: 'packages' }),
  own('unused-packages', unusedPackages, { what: 'packages' }),
  own('version', version, { what: 'files' }),
  own('install-scripts', installScripts, { what: 'packages' }),
  own('sql-places', sqlPlaces, { what: 'files of features', groups: ['code'] }),
  own('lazy-code', lazyCode, { what: 'files of the page', groups: ['code'] }),
  own('sends', sends, { what: 'files of the server', groups: ['code'] }),
  own('error-listeners', errorListeners, { what: 'files of the server', groups: ['code'] }),
  own('table-owners', tableOwners, { what: 'tables', groups: ['code'] }),
  own('migrations', migrationsAndOrder, { what: 'migrations', writes: true }),
  own('commit-subjects', commitSubjects, { what: 'commits' }),
  own('names', names, { what: 'files', groups: ['code'] }),
  own('excuses', excuses, { what: 'files', groups: ['code'] }),
  own('references', references, { what: 'files', groups: ['code'] }),
]
