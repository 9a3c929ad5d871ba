// The version that the product shows is the last release of the changelog, in every package and for people who read what is new.
import { readFileSync } from 'node:fs'
import { lastRelease } from '../release-texts.mjs'
import { inRoot } from '../root.mjs'

const PLACES = [
  '',
  'apps/server/',
  'apps/web/',
  'packages/client/',
  'packages/contract/',
  'packages/retrieval/',
]
const NOTES = ['', '.de', '.bg'].map((language) => `apps/server/static/data/RELEASE-NOTES${language}.md`)

const read = (file) => readFileSync(inRoot(file), 'utf8')

export function version() {
  const last = lastRelease(read('CHANGELOG.md'))
  if (!last) return { seen: 1, problems: ['CHANGELOG.md has no release such as “## [1.0.0] - 2026-11-26”.'] }
  const packages = PLACES.map((place) => `${place}package.json`)
  const differing = packages.filter((file) => JSON.parse(read(file)).version !== last)
  const silent = NOTES.filter((file) => !read(file).includes(`\n## ${last}\n`))
  return {
    seen: packages.length + NOTES.length,
    problems: [
      ...differing.map(
        (file) => `${file} has another version than the last release ${last}: npm run release sets it`,
      ),
      ...silent.map((file) => `${file} has no section “## ${last}”`),
      ...(read('compose.yaml').includes(`image: polylogue:${last}\n`)
        ? []
        : [`compose.yaml names another version than ${last}`]),
    ],
  }
}
