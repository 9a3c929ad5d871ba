import { expect, test } from 'vitest'
import { names } from './names.mjs'

const saidOf = (text, file = 'apps/server/src/features/x/store.ts') =>
  names({ files: [file], read: () => text }).problems

test('types and files are named by their nouns', () => {
  const { seen, problems } = names()
  expect(seen).toBeGreaterThan(3_000)
  expect(problems).toEqual([])
})

test.each([
  'interface Asked {',
  'export interface Wanted<Key> extends Page {',
  "  type Sent = Pick<Page, 'id'>",
  'export function Facts({ item }: FactsProps) {',
  'const Words = z.object({})',
])('“%s” is refused', (line) => {
  expect(saidOf(`\n${line}`)).toEqual([
    expect.stringMatching(/^apps\/server\/src\/features\/x\/store\.ts:2: /),
  ])
})

test.each(['interface AskedPlace {', '  type Facts,', 'const found = 1', '// interface Asked {'])(
  '“%s” is allowed',
  (line) => {
    expect(saidOf(line)).toEqual([])
  },
)

test('refuses files by what stands before the first dot', () => {
  expect(saidOf('', 'apps/web/src/features/x/facts.test.tsx')).toHaveLength(1)
  expect(saidOf('', 'apps/server/src/features/x/facts-store.ts')).toHaveLength(1)
  expect(saidOf('', 'apps/web/src/features/x/site-facts.tsx')).toEqual([])
})
