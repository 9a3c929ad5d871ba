// Every link to a topic of the help leads to one: in the topics of each language and in the page's code (PAGE-10).
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLUGIN_IDS } from '@polylogue/contract'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../..')
const files = join(source, '../../server/static')
const { topics } = JSON.parse(readFileSync(join(files, 'data/help-routes.json'), 'utf8')) as {
  topics: { name: string; plugin?: string }[]
}
const names = new Set(topics.map(({ name }) => name))

/** Returns the links to topics in files, as `file: topic`. */
const linksIn = (folder: string, pattern: string, link: RegExp) =>
  globSync(pattern, { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(link)].map(([, topic = '']) => ({ file, topic })),
  )

test.each([
  ['the topics', files, 'md/**/*.md', /\]\(\/help\/([^)#\s]*)/g],
  ['the code', source, '**/*.{ts,tsx}', /["'`]\/help\/([a-z-]+)(?=["'`#])/g],
])('links of %s lead to a topic', (_, folder, pattern, link) => {
  const links = linksIn(folder, pattern, link).filter(({ file }) => !file.includes('.test.'))
  expect(links.length).toBeGreaterThan(4)
  expect(links.filter(({ topic }) => !names.has(topic))).toEqual([])
})

test('topics of plugins name one of the product, and only texts about the same plugin link to them (PLUGIN-1)', () => {
  const plugins = new Map(
    topics.flatMap(({ name, plugin }) => (plugin === undefined ? [] : [[name, plugin]])),
  )
  expect(
    [...new Set(plugins.values())].filter((id) => !(PLUGIN_IDS as readonly string[]).includes(id)),
  ).toEqual([])
  const links = linksIn(files, 'md/**/*.md', /\]\(\/help\/([^)#\s]*)/g)
  const pluginOf = (file: string) => plugins.get(/([^/]+)\.md$/.exec(file)?.[1] ?? '')
  expect(
    links.filter(({ file, topic }) => plugins.has(topic) && pluginOf(file) !== plugins.get(topic)),
  ).toEqual([])
})
