// One width system: columns of pages have the widths of the tokens, and one component draws what chooses between contents.
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
