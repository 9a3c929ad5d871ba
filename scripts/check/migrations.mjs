// Migrations never change: databases keep the hash of each, and the server does not start with another one.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { inRoot } from '../root.mjs'
import { filesIn } from './files.mjs'

const FOLDER = 'apps/server/migrations'
const HASHES = 'scripts/check/migration-hashes.txt'

const readHashes = () => (existsSync(inRoot(HASHES)) ? readFileSync(inRoot(HASHES), 'utf8') : '')

/**
 * Compares the migrations with their hashes. With `write` those of new ones are added; a known one is never replaced.
 *
 * @returns how many migrations there are, and a line for each that changed, is gone or is not listed
 */
export function migrations({
  write = false,
  files = filesIn([FOLDER], (name) => name.endsWith('.sql')),
  read = (file) => readFileSync(inRoot(file), 'utf8'),
  hashes = readHashes(),
  store = (text) => writeFileSync(inRoot(HASHES), text),
} = {}) {
  const known = new Map(hashes.split('\n').flatMap((line) => (line ? [line.split('  ').toReversed()] : [])))
  const problems = [...known.keys()]
    .filter((name) => !files.includes(`${FOLDER}/${name}`))
    .map((name) => `${FOLDER}/${name} is gone: databases that have it do not start.`)
  for (const file of files.toSorted()) {
    const name = file.slice(FOLDER.length + 1)
    const hash = createHash('sha256').update(read(file)).digest('hex')
    if (write && !known.has(name)) known.set(name, hash)
    if (!known.has(name))
      problems.push(`${HASHES} lacks ${name}; npm run check -- migrations --write adds it.`)
    else if (known.get(name) !== hash)
      problems.push(
        `${file} changed: databases that have it do not start. Restore it, and add a new migration.`,
      )
  }
  if (write) store([...known].map(([name, hash]) => `${hash}  ${name}\n`).join(''))
  return { seen: files.length, problems }
}
