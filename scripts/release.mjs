// `npm run release -- minor` makes a release of what is committed: its version in every package, its part of the changelog, a
// commit and a tag with the notes. `release/` gets the notes and the list of components (SBOM) to publish with it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './child.mjs'
import { onProductNode } from './enter.mjs'
import { withCurrentPictures } from './pictures-of.mjs'
import { advisoriesOf, nextVersion, notesOf, released } from './release-texts.mjs'
import { inRoot, root } from './root.mjs'

const PACKAGES = [
  '',
  'apps/server',
  'apps/web',
  'packages/client',
  'packages/contract',
  'packages/retrieval',
  'e2e',
]
const RELEASE_NOTES = ['', '.de', '.bg'].map(
  (language) => `apps/server/static/data/RELEASE-NOTES${language}.md`,
)

await onProductNode(import.meta.url)
await release(process.argv[2]).catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(2)
})

async function release(wanted) {
  if ((await git('status', '--porcelain')) !== '') throw new Error('Commit or stash your changes first.')
  const { version: before } = JSON.parse(read('package.json'))
  const version = nextVersion(before, wanted)
  for (const file of RELEASE_NOTES)
    if (!read(file).includes(`\n## ${version}\n`))
      throw new Error(
        `${file} has no section “## ${version}”. People read there what is new: write it first.`,
      )
  await withCurrentPictures()
  await withoutAdvisories()
  const date = new Date().toISOString().slice(0, 10)
  const changelog = released(read('CHANGELOG.md'), version, date)
  writeFileSync(inRoot('CHANGELOG.md'), changelog)
  for (const place of PACKAGES)
    change(join(place, 'package.json'), (manifest) => setVersion(manifest, version))
  change('package-lock.json', (lock) => {
    lock.version = version
    for (const place of PACKAGES) setVersion(lock.packages[place], version)
  })
  replaceIn('compose.yaml', `polylogue:${before}`, `polylogue:${version}`)
  await run(process.execPath, inRoot('scripts/check.mjs'), 'openapi', '--write')
  await publishable(version, notesOf(changelog, version))
  await git('commit', '--all', '--message', `Release ${version}`)
  await git(
    'tag',
    '--annotate',
    `v${version}`,
    '--cleanup=whitespace',
    '--file',
    inRoot('release', `${version}.md`),
  )
  process.stdout.write(
    `Version ${version} is committed and tagged v${version}. Push both: git push --follow-tags\n`,
  )
}

/** Asks the registry for advisories about the product's packages. Not every registry answers. */
async function withoutAdvisories() {
  const { output } = await runQuietly('npm', ['audit', '--omit=dev', '--json'], { cwd: root })
  const named = advisoriesOf(output)
  if (named === undefined)
    process.stdout.write(
      'The registry does not answer npm audit. Look through the advisories by hand: scripts/check/banned-packages.json says how.\n',
    )
  else if (named.length > 0)
    throw new Error(`There are advisories about ${named.join(', ')}. Update these packages first.`)
}

/** Writes the files that are published with a release. */
async function publishable(version, notes) {
  mkdirSync(inRoot('release'), { recursive: true })
  writeFileSync(inRoot('release', `${version}.md`), `Polylogue ${version}\n\n${notes}\n`)
  await run(process.execPath, inRoot('scripts/sbom.mjs'), inRoot('release', `${version}.cdx.json`))
}

function change(file, edit) {
  const content = JSON.parse(read(file))
  edit(content)
  writeFileSync(inRoot(file), `${JSON.stringify(content, null, 2)}\n`)
}

// The packages name each other with their exact version.
function setVersion(manifest, version) {
  manifest.version = version
  for (const dependencies of [manifest.dependencies, manifest.devDependencies])
    for (const name of Object.keys(dependencies ?? {}))
      if (name.startsWith('@polylogue/')) dependencies[name] = version
}

function replaceIn(file, before, after) {
  writeFileSync(inRoot(file), read(file).replace(before, after))
}

function read(file) {
  return readFileSync(inRoot(file), 'utf8')
}

const git = (...args) => run('git', ...args)

async function run(command, ...args) {
  const { code, output } = await runQuietly(command, args, { cwd: root })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`)
  return output.trim()
}
