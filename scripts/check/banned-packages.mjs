// Packages and versions that must never be in the lockfile, not even as development tools: versions below one of `unsafeBelow` have
// a vulnerability that untrusted files or requests can reach, versions of `takenOver` were published with foreign code (`*`: all of
// them). banned-packages.json says where they come from, when they were looked through and how they are renewed.
import { readFileSync } from 'node:fs'
import { inRoot } from '../root.mjs'

const { checked, unsafeBelow, takenOver } = JSON.parse(
  readFileSync(inRoot('scripts/check/banned-packages.json'), 'utf8'),
)

const REMEDY = 'Choose another version, then create the lockfile again.'

/** Checks a lockfile; the product's own by default. */
export function bannedPackages({ lockfile = inRoot('package-lock.json') } = {}) {
  const packages = Object.entries(JSON.parse(readFileSync(lockfile, 'utf8')).packages)
    .filter(([place, { link }]) => place.includes('node_modules/') && !link)
    // An alias (`npm:other@1`) is at its own path and has the real name in `name`.
    .map(([place, { name, version }]) => ({ name: name ?? place.replace(/^.*node_modules\//, ''), version }))
  const problems = packages.flatMap(({ name, version }) => {
    const why = reasonAgainst(name, version)
    return why ? [`${name} ${version} ${why}. ${REMEDY}`] : []
  })
  return {
    seen: packages.length,
    problems: [...new Set(problems)],
    note: `${packages.length} packages, advisories of ${checked}`,
  }
}

function reasonAgainst(name, version) {
  if (Object.hasOwn(unsafeBelow, name) && isBelow(version, unsafeBelow[name]))
    return `has a known hole; it is mended in ${unsafeBelow[name]}`
  const versions = Object.hasOwn(takenOver, name) ? takenOver[name] : []
  return versions.some((one) => one === '*' || one === version)
    ? 'was published with foreign code in it'
    : undefined
}

/** A pre-release is below its release. */
function isBelow(version, limit) {
  const [numbers, preRelease] = version.split(/[-+](.*)/)
  const [own, wanted] = [numbers, limit].map((text) => text.split('.').map(Number))
  const at = wanted.findIndex((number, place) => own[place] !== number)
  return at < 0 ? preRelease !== undefined && version.includes('-') : own[at] < wanted[at]
}
