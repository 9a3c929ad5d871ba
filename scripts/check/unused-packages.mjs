// The empty packages of packages/unused replace others (decision 5): npm links one only while its version matches the
// required one.
import { readdirSync, readFileSync } from 'node:fs'
import { inRoot } from '../root.mjs'

const folder = 'packages/unused'
const read = (file) => JSON.parse(readFileSync(inRoot(file), 'utf8'))

export function unusedPackages() {
  const { packages } = read('package-lock.json')
  const names = readdirSync(inRoot(folder)).map((name) => read(`${folder}/${name}/package.json`).name)
  return { seen: names.length, problems: names.flatMap((name) => problemsOf(name, packages)) }
}

/** Returns the problems of one of these names in the lockfile's packages. */
export function problemsOf(name, packages) {
  const places = Object.keys(packages).filter((place) => place.endsWith(`node_modules/${name}`))
  const real = places.filter((place) => !packages[place].link)
  if (places.length === 0) return [`Nothing asks for ${name} any more: remove its folder from ${folder}.`]
  return real.map(
    (place) => `${place} is the real package: give the one in ${folder} the version that is asked for.`,
  )
}
