import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cache, inRoot } from './root.mjs'

/**
 * Returns `{ stale, done }`: whether a build is older than its inputs; call `done()` after a successful build. Compares times
 * and sizes first, and reads the files only when those differ: a fresh checkout or a touched file causes no rebuild.
 *
 * - `name`: cache key of the last state
 * - `inputs`: files and folders, relative to the root; missing ones are skipped
 * - `outputs`: files that must exist
 */
export function staleness({ name, inputs, outputs, ignore = () => false }) {
  const files = inputs.flatMap((input) => filesUnder(inRoot(input), ignore)).sort()
  const memory = path.join(cache, 'build', `${name}.json`)
  const before = existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')) : {}
  const times = hashOf(files, (file) => {
    const { size, mtimeMs } = statSync(file)
    return `${size}:${mtimeMs}`
  })
  const remember = (contents) => {
    mkdirSync(path.dirname(memory), { recursive: true })
    writeFileSync(memory, JSON.stringify({ times, contents }))
  }
  const built = outputs.every((output) => existsSync(inRoot(output)))
  if (built && before.times === times) return { stale: false, done: () => {} }
  const contents = hashOf(files, (file) => readFileSync(file))
  if (built && before.contents === contents) {
    remember(contents)
    return { stale: false, done: () => {} }
  }
  return { stale: true, done: () => remember(contents) }
}

function filesUnder(place, ignore) {
  if (!existsSync(place)) return []
  if (statSync(place).isFile()) return [place]
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(place, entry.name)
    if (ignore(full) || entry.name === 'node_modules' || entry.name === 'dist') return []
    return entry.isDirectory() ? filesUnder(full, ignore) : [full]
  })
}

function hashOf(files, facts) {
  const hash = createHash('sha256')
  for (const file of files)
    hash.update(path.relative(inRoot(), file)).update('\0').update(facts(file)).update('\0')
  return hash.digest('hex')
}
