import type { TestQuestion } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

const question = (some: Partial<TestQuestion>): TestQuestion => ({
  id: 1,
  datasourceId: 1,
  q: 'Why?',
  expected: null,
  userId: 1,
  created: '2026-03-01T00:00:00.000Z',
  modified: '2026-03-01T00:00:00.000Z',
  now: null,
  before: null,
  change: null,
  ...some,
})

test('escapes formulas and writes ranks as numbers', () => {
  const csv = csvOf(
    [
      question({
        q: '=HYPERLINK("http://x")',
        expected: { mediaId: null, name: '@gone.txt', quote: '+1, two' },
        before: { rank: 3 },
        now: { rank: null },
        change: 'worse',
      }),
      question({}),
    ],
    ['No.', 'Question'],
  )
  expect(csv.split('\r\n')).toEqual([
    '\ufeffNo.,Question',
    `1,"'=HYPERLINK(""http://x"")",'@gone.txt,"'+1, two",true,3,0,worse,2026-03-01T00:00:00.000Z`,
    '2,Why?,,,false,,,,2026-03-01T00:00:00.000Z',
    '',
  ])
})
