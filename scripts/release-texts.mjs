// What a release changes in texts. Pure.

const HEADING = /^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/m
const UNRELEASED = '## [Unreleased]'

/** Returns the version of the newest release in a changelog; undefined before the first. */
export const lastRelease = (changelog) => HEADING.exec(changelog)?.[1]

/**
 * Returns the version of the next release.
 * - `wanted`: `major`, `minor`, `patch`, or a version newer than `version`
 */
export function nextVersion(version, wanted) {
  const now = version.split('.').map(Number)
  const level = ['major', 'minor', 'patch'].indexOf(wanted)
  if (level >= 0) return now.map((part, at) => (at < level ? part : at === level ? part + 1 : 0)).join('.')
  const then = /^(\d+)\.(\d+)\.(\d+)$/
    .exec(wanted ?? '')
    ?.slice(1)
    .map(Number)
  if (!then)
    throw new Error('Name the release: npm run release -- major, minor, patch, or a version such as 1.4.0')
  const at = then.findIndex((part, index) => part !== now[index])
  if (at < 0 || then[at] < now[at]) throw new Error(`${wanted} is not newer than ${version}.`)
  return wanted
}

/** Moves what is unreleased in a changelog under the heading of a release. */
export function released(changelog, version, date) {
  if (notesOf(changelog, 'Unreleased') === '')
    throw new Error('The changelog has nothing under [Unreleased].')
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## [${version}] - ${date}`)
}

/** Returns the text under a heading of the changelog; empty when there is none. */
export function notesOf(changelog, name) {
  const lines = changelog.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`## [${name}]`))
  if (start < 0) return ''
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('## '))
  return lines
    .slice(start + 1, length < 0 ? undefined : start + 1 + length)
    .join('\n')
    .trim()
}

/** Returns the packages that a report of `npm audit --json` names, or undefined when the registry gave none. */
export function advisoriesOf(output) {
  // npm writes warnings before the report.
  const report = output.slice(Math.max(0, output.indexOf('{')))
  try {
    const { vulnerabilities } = JSON.parse(report)
    return vulnerabilities && Object.keys(vulnerabilities)
  } catch {
    return undefined
  }
}
