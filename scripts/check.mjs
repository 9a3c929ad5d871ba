// `npm run check`            every check, up to four at a time, one line each
// `npm run check -- lint`    the named ones (a name can also be a group: `types`, `code`)
// `npm run check -- --write` first formats, and writes what is generated
import { availableParallelism } from 'node:os'
import { onProductNode } from './enter.mjs'

await onProductNode(import.meta.url)
const { checks } = await import('./check/checks.mjs')

const write = process.argv.includes('--write')
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unknown = named.filter((name) => !checks.some((check) => check.groups.includes(name)))
if (unknown.length > 0) {
  const names = [...new Set(checks.flatMap((check) => check.groups))].join(', ')
  process.stderr.write(`There is no check "${unknown[0]}". There are: ${names}.\n`)
  process.exit(2)
}

const isFull = process.env.TEST_FULL === '1'
const chosen = checks.filter((check) =>
  named.length === 0 ? isFull || !check.repeats : check.groups.some((group) => named.includes(group)),
)
// Checks that write run first and alone: the others must see the result.
const first = write ? chosen.filter((check) => check.writes) : []
const failed = []
for (const check of first) await show(check)
await inParallel(chosen.filter((check) => !first.includes(check)))

const sum = `${chosen.length - failed.length} of ${chosen.length} checks passed`
process.stdout.write(failed.length === 0 ? `${sum}\n` : `${sum}; not: ${failed.join(', ')}\n`)
process.exit(failed.length === 0 ? 0 : 1)

async function inParallel(waiting) {
  const next = async () => {
    const check = waiting.shift()
    if (!check) return
    await show(check)
    await next()
  }
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, next))
}

async function show(check) {
  const start = performance.now()
  const {
    ok,
    output = '',
    note = '',
  } = await check.run({ write }).catch((error) => ({ ok: false, output: error.stack }))
  if (!ok) failed.push(check.name)
  const time = `${((performance.now() - start) / 1000).toFixed(1)} s`
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'}  ${check.name.padEnd(16)} ${time.padStart(7)}  ${note}\n`)
  if (!ok) process.stdout.write(`${output.trimEnd().replace(/^/gm, '    ')}\n`)
}
