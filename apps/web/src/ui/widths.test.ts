// One width system and one style of tabs: columns of pages have the widths of the tokens, and what chooses between contents looks
// the same wherever it is drawn.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = new URL('../', import.meta.url)
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
const read = (name: string) => readFileSync(new URL(name, source), 'utf8')

/** From here on a width is that of a column; smaller ones belong to controls and cells. */
const COLUMN = 500

test('no column has a width of its own', () => {
  const own = files
    .filter((name) => name.endsWith('.module.css'))
    .flatMap((name) =>
      [...read(name).matchAll(/^\s*(?:max-)?width: (\d+)px;/gm)]
        .filter(([, width]) => Number(width) >= COLUMN)
        .map(([line]) => `${name}: ${line.trim()}`),
    )
  expect(own, 'use --pl-w-text, --pl-w-chat or --pl-w-page').toEqual([])
})

/** Draws the chosen tab, by file of what has tabs; the others use `Segments`, with `asTabs`. */
const TABS: Readonly<Record<string, string>> = {
  'ui/segments.tsx': 'ui/segments.module.css',
  'features/admin/admin-tabs.tsx': 'features/admin/admin-tabs.module.css',
  'features/tabs/tab-row.tsx': 'features/tabs/tab-row.module.css',
  'features/compare/lanes.tsx': 'features/compare/lanes.module.css',
  'features/shares/page/share-header.tsx': 'features/shares/page/shared-page.module.css',
}
const LINE =
  "content: ''; position: absolute; inset: auto 8px 0; height: 2px; border-radius: 1px; background: var(--pl-accent);"

test('every row of tabs has one style', () => {
  const drawn = files
    .filter((name) => name.endsWith('.tsx') && !name.includes('.test.'))
    .filter((name) => /role="tablist"|\sdata-tabs\b/.test(read(name)))
  expect(drawn.toSorted()).toEqual(Object.keys(TABS).toSorted())
  for (const style of Object.values(TABS)) {
    const text = read(style).replaceAll(/\s+/g, ' ')
    const chosen = String.raw`(?:\[aria-selected='true'\]|\[aria-current\]|:has\(input:checked\))`
    const [, line] = new RegExp(`${chosen}::after { (content: '';.*?) }`).exec(text) ?? []
    expect(line, style).toBe(LINE)
    expect(text, style).toMatch(new RegExp(`${chosen} { font-weight: 500;`))
  }
})
