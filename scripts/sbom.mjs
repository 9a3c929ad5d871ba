// node scripts/sbom.mjs FILE: writes the software bill of materials of a release (CycloneDX as JSON): every package of the
// lockfile that the product needs to run, with version, licence and checksum. Needs no installation and no network.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { inRoot, root } from './root.mjs'

const ARGUMENTS = ['sbom', '--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']

/** Returns the bill of materials of the lockfile. */
export async function sbom() {
  const windows = process.platform === 'win32'
  const { stdout } = await promisify(execFile)('npm', ARGUMENTS, { cwd: root, maxBuffer: 100_000_000, shell: windows })
  const bill = JSON.parse(stdout)
  const { name, version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  // npm names the product by its folder.
  const component = { ...bill.metadata.component, 'bom-ref': `${name}@${version}`, name, version, purl: `pkg:npm/${name}@${version}` }
  const before = bill.metadata.component['bom-ref']
  const renamed = (ref) => (ref === before ? component['bom-ref'] : ref)
  const dependencies = bill.dependencies.map(({ ref, dependsOn = [] }) => ({
    ref: renamed(ref),
    dependsOn: dependsOn.map(renamed),
  }))
  return { ...bill, metadata: { ...bill.metadata, component }, dependencies }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [file, ...more] = process.argv.slice(2)
  if (!file || more.length > 0) {
    process.stderr.write('Use it so: node scripts/sbom.mjs FILE\n')
    process.exit(2)
  }
  const bill = await sbom()
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
  process.stdout.write(`${file}: ${bill.components.length} packages\n`)
}
