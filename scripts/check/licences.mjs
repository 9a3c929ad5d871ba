// Checks the licences of shipped dependencies: permissive ones, MPL (file by file), and the usual ones for fonts and data.
// Development tools are not shipped and not checked.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../root.mjs'

// Older packages write `BSD` without a number; all its forms are permissive.
const allowed = new Set(
  (
    '0BSD Apache-2.0 BlueOak-1.0.0 BSD BSD-2-Clause BSD-3-Clause CC0-1.0 CC-BY-4.0 ISC MIT MIT-0 ' +
    'MPL-2.0 OFL-1.1 PostgreSQL Python-2.0 Unlicense Zlib'
  ).split(' '),
)

export function licences() {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))
  const shipped = Object.entries(packages).filter(
    ([place, entry]) => place.includes('node_modules/') && !entry.dev && !entry.devOptional && !entry.link,
  )
  const problems = shipped.flatMap(([place, entry]) => {
    const licence = licenceOf(place, entry)
    return isAllowed(licence)
      ? []
      : [`${place.replace(/^.*node_modules\//, '')} ${entry.version}: ${licence || 'names no licence'}`]
  })
  return { seen: shipped.length, problems }
}

// Packages for other platforms are in the lockfile but not on this machine.
function licenceOf(place, entry) {
  const file = inRoot(place, 'package.json')
  if (!existsSync(file)) return entry.license ?? ''
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'))
  const named = license ?? licenses ?? entry.license ?? licenceOfText(inRoot(place))
  return [named]
    .flat()
    .map((one) => one.type ?? one)
    .join(' OR ')
}

// A few old packages only have a licence file.
function licenceOfText(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.\w+)?$/i.test(name))
  const title = file ? readFileSync(join(folder, file), 'utf8').trimStart().split('\n', 1)[0] : ''
  return /^(The )?MIT License\b/.test(title ?? '') ? 'MIT' : ''
}

function isAllowed(expression) {
  const choices = expression.replace(/[()]/g, '').split(/ OR /i)
  return choices.some((choice) => choice.split(/ AND /i).every((name) => allowed.has(name.trim())))
}
