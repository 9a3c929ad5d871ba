import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '..')

/** Returns the classes that a component names and its style sheet does not have: they style nothing. */
function missingIn(file: string): string[] {
  const code = readFileSync(join(SRC, file), 'utf8')
  return [...code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, name, from = '']) => {
    const sheet = from.startsWith('#') ? join(SRC, from.slice(1)) : join(SRC, dirname(file), from)
    const classes = new Set(readFileSync(sheet, 'utf8').match(/(?<=\.)[a-z]\w*/gi))
    const used = [...code.matchAll(/\b(\w+)\.([a-z]\w*)(?!\.)\b/gi)].filter(([, of]) => of === name)
    return used.flatMap(([, , named = '']) => (classes.has(named) ? [] : [`${file}: ${named}`]))
  })
}

test('every class that a component names is in its style sheet', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  )
  expect(files.length).toBeGreaterThan(400)
  expect(files.flatMap(missingIn).filter((one) => !one.endsWith(': module'))).toEqual([])
})
