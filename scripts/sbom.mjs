// node scripts/sbom.mjs FILE: writes the software bill of materials of a release (CycloneDX 1.5 as JSON): every package of the
// lockfile that the product needs to run, with version, licence, checksum and dependencies. Needs no installation.
// `npm sbom` leaves out packages that a development tool needs as well: 63 of 571.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inRoot } from './root.mjs'

/** Returns the bill of materials of the lockfile. */
export function sbom({ lockfile = inRoot('package-lock.json'), now = new Date() } = {}) {
  const text = readFileSync(lockfile, 'utf8')
  const { packages } = JSON.parse(text)
  const { name, version, license } = packages['']
  const shipped = Object.entries(packages).filter(
    ([place, entry]) => place.includes('node_modules/') && !entry.dev && !entry.devOptional && !entry.link,
  )
  const root = { type: 'application', 'bom-ref': `${name}@${version}`, name, version, ...licensed(license) }
  const places = new Set(shipped.map(([place]) => place))
  const own = Object.keys(packages).filter((place) => !place.includes('node_modules/'))
  const ofRoot = own.flatMap((place) => dependenciesOf(packages, place, places))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuidOf(text)}`,
    version: 1,
    metadata: { timestamp: now.toISOString(), component: { ...root, purl: `pkg:npm/${name}@${version}` } },
    components: shipped.map(([place, entry]) => toComponent(place, entry)),
    dependencies: [
      { ref: root['bom-ref'], dependsOn: [...new Set(ofRoot)] },
      ...shipped.map(([place]) => ({
        ref: refOf(place),
        dependsOn: [...new Set(dependenciesOf(packages, place, places))],
      })),
    ],
  }
}

const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
/** Unique: a package may be there twice. */
const refOf = (place) => place
const licensed = (license) => (license ? { licenses: [{ expression: license }] } : {})

function toComponent(place, { version, license, integrity, optional, resolved }) {
  const name = nameOf(place)
  return {
    type: 'library',
    'bom-ref': refOf(place),
    name,
    version,
    scope: optional ? 'optional' : 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...licensed(license),
    ...(integrity ? { hashes: hashesOf(integrity) } : {}),
    ...(resolved ? { externalReferences: [{ type: 'distribution', url: resolved }] } : {}),
  }
}

/** Converts the checksums of npm, such as `sha512-…` in base64. */
function hashesOf(integrity) {
  return integrity.split(/\s+/).map((one) => {
    const [alg, content] = one.split(/-(.*)/)
    return {
      alg: alg.toUpperCase().replace('SHA', 'SHA-'),
      content: Buffer.from(content, 'base64').toString('hex'),
    }
  })
}

/** Returns the shipped packages that a package finds by Node's search through the folders above it. */
function dependenciesOf(packages, place, places) {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = packages[place]
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
  return names
    .map((name) => found(place, name, places))
    .filter(Boolean)
    .map(refOf)
}

function found(place, name, places) {
  for (let folder = place; ; folder = folder.replace(/(^|\/)[^/]*$/, '')) {
    const candidate = `${folder}${folder ? '/' : ''}node_modules/${name}`
    if (places.has(candidate)) return candidate
    if (!folder) return undefined
  }
}

/** Returns an identifier that stays the same for the same lockfile. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [file, ...more] = process.argv.slice(2)
  if (!file || more.length > 0) {
    process.stderr.write('Use it so: node scripts/sbom.mjs FILE\n')
    process.exit(2)
  }
  const bill = sbom()
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
  process.stdout.write(`${file}: ${bill.components.length} packages\n`)
}
