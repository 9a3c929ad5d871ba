// Tabular figures are for columns and changing numbers only; a whole list of them looks uneven.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Returns the selectors of a stylesheet's rules that set tabular figures. */
function tabular(file: string): string[] {
  const css = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
  return [...css.matchAll(/(?<=^|\})([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) =>
    body.includes('tabular-nums') ? [selector.replace(/\/\*.*?\*\//gs, '').trim()] : [],
  )
}

test('only columns and changing numbers use tabular figures', () => {
  expect(tabular('ui/table.module.css')).toEqual(['.table :is(td[data-end], td time)'])
  expect(tabular('features/audit/audit.module.css')).toEqual(['.entry summary :is(time, .address)'])
  expect(tabular('features/tokens/tokens.module.css')).toEqual([])
  expect(tabular('features/models/deployment/progress.module.css')).toEqual(['.progress'])
  expect(tabular('features/models/order/order.module.css')).toEqual(['.place'])
})
