import { expect, test } from 'vitest'
import { cutDocument, type Block, type ChunkSettings } from './index.ts'

const settings: ChunkSettings = { size: 64, overlap: 16, contextual: true }
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const cut = (block: Block, size = 64) =>
  cutDocument({ title: 'Visits', blocks: [block] }, { ...settings, size })
const table = (head: string, rows: readonly string[]): Block => ({
  kind: 'table',
  text: [head, ...rows].filter(Boolean).join('\n'),
  ...(head ? { head } : {}),
})

test('a chunk that continues a table has all rows of its head, in lines', () => {
  const head = ' |  | Plan | Plan\n |  | North | South'
  const chunks = cut(
    table(
      head,
      MONTHS.map((month, at) => `${month} | 2024 | ${at} | ${at + 100}`),
    ),
  )
  expect(chunks.length).toBeGreaterThan(2)
  expect(chunks.map(({ context }) => context)).toEqual([
    'Visits',
    ...chunks.slice(1).map(() => `Visits\n${head}`),
  ])
})

test('a chunk that continues a table has the short text before it, such as its title and unit', () => {
  const visits = {
    ...table(
      'Month | Visits',
      MONTHS.map((month) => `${month} | a number of visits`),
    ),
    page: 2,
  }
  const contexts = (before: Block) =>
    cutDocument({ title: 'Visits', blocks: [before, visits] }, settings)
      .slice(1)
      .map(({ context }) => context)
  const caption = 'Visits to Oslo\nthousands'
  const short: Block = { kind: 'text', text: caption, page: 2 }
  expect(new Set(contexts(short))).toEqual(new Set([`Visits\n${caption}\nMonth | Visits`]))
  for (const other of [
    { ...short, page: 1 },
    { ...short, text: 'word '.repeat(50) },
  ])
    expect(contexts(other).at(-1)).toBe('Visits\nMonth | Visits')
})

test('a chunk that begins inside a group of rows names the group', () => {
  const rows = [2022, 2023].flatMap((year) =>
    MONTHS.map((month, at) => {
      const quarter = at % 3 === 0 ? `Q${at / 3 + 1}` : ''
      return `${at === 0 ? year : ''} | ${quarter} | ${month} ${year} | some visits`
    }),
  )
  const chunks = cut(table('Year | Quarter | Month | Visits', rows)).slice(1)
  expect(chunks.length).toBeGreaterThan(3)
  for (const { text, context } of chunks) {
    const [named, part, month = ''] = text.split(' | ')
    const at = MONTHS.indexOf(month.slice(0, 3))
    const names = named ? [] : [month.slice(4), ...(part ? [] : [`Q${Math.floor(at / 3) + 1}`])]
    expect(context.split('\n').slice(2)).toEqual(names.length > 0 ? [`${names.join(' | ')} | …`] : [])
  }
})

test('a missing name is not taken from the row above, and a total has no parts of the group before', () => {
  const people = MONTHS.map(
    (month, at) => `${at === 5 ? '' : month} | long enough for a chunk of its own, ${at}`,
  )
  for (const { context } of cut(table('Name | Note', people))) expect(context).not.toContain('…')
  const rows = [
    '2023 | Q4 | Oct | 1',
    ' |  | Nov | 2',
    '2024 |  | all | 3',
    ...MONTHS.map((month) => ` |  | ${month} | 4`),
  ]
  const last = cut(table('Year | Quarter | Month | Visits', rows)).at(-1)
  expect(last?.context).toBe('Visits\nYear | Quarter | Month | Visits\n2024 |  | …')
})

test(
  'of a head that is too long, the last rows are kept, and what is looked at is bounded',
  { timeout: 120_000 },
  () => {
    const head = `${'Group | '.repeat(100)}\n${'Unit | '.repeat(20)}end`
    const chunks = cut(
      table(
        head,
        MONTHS.map((month) => `${month} | 1`),
      ),
    )
    expect(chunks.at(-1)?.context).toBe(`Visits\n${'Unit | '.repeat(20)}end`)
    // Processor time: other work on the machine does not count.
    const before = process.cpuUsage()
    cut(
      table(
        'a | b | c',
        Array.from({ length: 200_000 }, (_, at) => ` |  | ${at}`),
      ),
    )
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000)
  },
)

const items = (text: string): Block => ({ kind: 'text', text })
const LIST: Block = {
  kind: 'list',
  text: MONTHS.map((month) => `- In ${month} a number of people visited the house`).join('\n'),
}

test.each([
  ['For the second fee you need:', 'For the second fee you need:'],
  ['Fees differ. For the second fee you need:', 'For the second fee you need:'],
  ['费用不同。第二种费用需要：', '第二种费用需要：'],
  ['Fees are due in May.', undefined],
  [`${'long '.repeat(60)}:`, undefined],
])('a chunk that continues a list has the line that introduces it: %s', (before, intro) => {
  const blocks = [items(before), LIST]
  const chunks = cutDocument({ title: 'Visits', blocks }, settings)
  expect(chunks.length).toBeGreaterThan(3)
  const [first, ...others] = chunks.filter(({ text }) => text.includes('- In'))
  expect(others.length).toBeGreaterThan(1)
  for (const { context } of others) expect(context).toBe(['Visits', intro].filter(Boolean).join('\n'))
  expect(first?.context.startsWith('Visits')).toBe(true)
  // Another text after the list does not get it.
  const after = cutDocument(
    { title: 'Visits', blocks: [...blocks, items('Something else. '.repeat(60))] },
    settings,
  )
  expect(after.at(-1)?.context).toBe('Visits')
})
