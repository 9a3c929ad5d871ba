// The help, the tour and the release notes use the page's own labels, and have the same content in every language.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../../..')
const data = join(root, 'apps/server/static/data')
const LANGUAGES = ['en', 'de', 'bg'] as const
type Language = (typeof LANGUAGES)[number]
/** The quotation marks around labels in each language. */
const QUOTES: Record<Language, RegExp> = { en: /“([^”]+)”/g, de: /„([^“]+)“/g, bg: /„([^“]+)“/g }
/** The help next to the administration pages sets labels in bold; bold text at the beginning of a sentence is one, too. */
const BOLD = /\*\*([^*]+)\*\*/g

/** A text of the page with its key. */
interface Label {
  readonly key: string
  readonly fits: (name: string) => boolean
}

function labelsOf(values: unknown, key: string): Label[] {
  if (typeof values === 'string') {
    const parts = values.split(/\{\{.*?\}\}/)
    if (!/\p{L}{3}/u.test(parts.join(''))) return []
    if (parts.length === 1) return [{ key, fits: (name) => name === values }]
    const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    const pattern = new RegExp(`^${escaped.join('.+')}$`)
    return [{ key, fits: (name) => pattern.test(name) }]
  }
  return Object.entries(values as Record<string, unknown>).flatMap(([name, value]) =>
    labelsOf(value, `${key}.${name}`),
  )
}

async function labelsIn(language: Language): Promise<Label[]> {
  const folder = join(root, 'apps/web/src/texts', language)
  const files = await readdir(folder)
  const labels = await Promise.all(
    files.map(async (file) => labelsOf(JSON.parse(await readFile(join(folder, file), 'utf8')), file)),
  )
  return labels.flat()
}

/** A heading with the text below it. */
interface Section {
  readonly heading: string
  readonly text: string
}

function sectionsOf(markdown: string): Section[] {
  return markdown.split(/^#+ +/m).map((part) => {
    const [heading = '', ...rest] = part.split('\n')
    return { heading, text: rest.join('\n') }
  })
}

function namesIn(text: string, file: string, language: Language): string[] {
  const marks = file.startsWith('admin/') ? [BOLD, QUOTES[language]] : [QUOTES[language]]
  return marks.flatMap((mark) => [...text.matchAll(mark)].map((match) => match[1] ?? ''))
}

async function topicsIn(language: Language): Promise<Map<string, string>> {
  const folder = join(root, 'apps/server/static/md', language)
  const entries = await readdir(folder, { recursive: true })
  const files = entries.filter((file) => file.endsWith('.md')).toSorted()
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const),
  )
  return new Map([
    ...texts,
    ['app tour', await tourIn(language)],
    [
      'release notes',
      await readFile(join(data, `RELEASE-NOTES${language === 'en' ? '' : `.${language}`}.md`), 'utf8'),
    ],
  ])
}

/** Returns the tour's text, with one section per step. */
async function tourIn(language: Language): Promise<string> {
  const file = join(data, 'app-tour-scenarios', `${language}.json`)
  const { steps } = JSON.parse(await readFile(file, 'utf8')) as { steps: { title: string; text: string }[] }
  return steps.map(({ title, text }) => `# ${title}\n\n${text}\n`).join('\n')
}

const keysOf = (name: string, labels: readonly Label[]) =>
  labels.filter(({ fits }) => fits(name)).map(({ key }) => key.replace(/_(?:zero|one|other)$/, ''))

test.each(LANGUAGES)('every label quoted in the help (%s) exists on the page', async (language) => {
  const labels = await labelsIn(language)
  const topics = await topicsIn(language)
  const names = [...topics].flatMap(([file, text]) =>
    namesIn(text, file, language).map((name) => ({ file, name })),
  )
  expect(names.length).toBeGreaterThan(150)
  expect(names.filter(({ name }) => keysOf(name, labels).length === 0)).toEqual([])
})

describe.each(['de', 'bg'] as const)('the help in %s', (language) => {
  test('has the same topics, sections, paragraphs, steps and links as the English help', async () => {
    const shapeOf = (text: string) =>
      sectionsOf(text).map((section) => ({
        blocks: section.text.split(/\n{2,}/).filter((block) => block.trim()).length,
        steps: section.text.match(/^\d+\. /gm)?.length ?? 0,
        points: section.text.match(/^- /gm)?.length ?? 0,
        links: [...section.text.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1]),
      }))
    const shapes = async (of: Language) =>
      Object.fromEntries([...(await topicsIn(of))].map(([file, text]) => [file, shapeOf(text)]))
    expect(await shapes(language)).toEqual(await shapes('en'))
  })

  test('quotes the same labels in each section as the English help', async () => {
    const [labels, english] = await Promise.all([labelsIn(language), labelsIn('en')])
    const [topics, originals] = await Promise.all([topicsIn(language), topicsIn('en')])
    const differences: string[] = []
    for (const [file, original] of originals) {
      const sections = sectionsOf(topics.get(file) ?? '')
      for (const [place, { heading, text }] of sectionsOf(original).entries()) {
        const named = namesIn(text, file, 'en').map((name) => ({ name, keys: keysOf(name, english) }))
        for (const name of namesIn(sections[place]?.text ?? '', file, language)) {
          const keys = new Set(keysOf(name, labels))
          const at = named.findIndex((one) => one.keys.some((key) => keys.has(key)))
          if (at < 0) differences.push(`${file}, ${heading}: “${name}” has no equal`)
          else named.splice(at, 1)
        }
        for (const { name } of named) differences.push(`${file}, ${heading}: “${name}” is missing`)
      }
    }
    expect(differences).toEqual([])
  })
})
