// Figures of equal width are for figures: in columns, or where they change. A whole list in them looks spaced out.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The rules of a stylesheet that set figures of equal width, by their selectors. */
function tabular(file: string): string[] {
  const css = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
  return [...css.matchAll(/(?<=^|\})([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) =>
    body.includes('tabular-nums') ? [selector.replace(/\/\*.*?\*\//gs, '').trim()] : [],
  )
}

test('tables, audit entries and facts of tokens and tags have them for figures and times alone', () => {
  expect(tabular('ui/table.module.css')).toEqual(['.table :is(td[data-end], td time)'])
  expect(tabular('features/audit/audit.module.css')).toEqual(['.entry summary :is(time, .address)'])
  expect(tabular('features/tokens/tokens.module.css')).toEqual([])
  expect(tabular('features/models/management.module.css')).toEqual(['.progress', '.place'])
})
