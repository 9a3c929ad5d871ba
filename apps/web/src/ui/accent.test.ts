// The accent means "this acts", "this is chosen" or "this happens now". As a background it is for what is dragged over, what is
// chosen in a list, marked words, a source under the pointer, and for two seconds for what was just edited: never for a row that
// was found, or that is new.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = new URL('../', import.meta.url)

const ALLOWED = [
  /^\.\w+\[data-(?:dragged|over|held)\]$/,
  /^\.drop$/,
  /^\.option(?:\[aria-selected='true'\])?$/,
  /\bmark(?:\.repeated)?$/,
  /\.cite:hover$/,
  /^\.item\[data-edited\]$/,
]

test('no row has a background of the accent because it was found or is new', () => {
  const styles = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.module.css'),
  )
  const selectors = styles.flatMap((name) =>
    [
      ...readFileSync(new URL(name, source), 'utf8').matchAll(
        /([^{}]+)\{[^{}]*background(?:-color)?: var\(--pl-accent-(?:soft|line)\)/g,
      ),
    ].flatMap(([, all = '']) =>
      all
        .replaceAll(/\/\*.*?\*\//gs, '')
        .split(',\n')
        .map((selector) => selector.trim()),
    ),
  )
  expect(selectors.length).toBeGreaterThan(5)
  expect(selectors.filter((selector) => !ALLOWED.some((allowed) => allowed.test(selector)))).toEqual([])
})
