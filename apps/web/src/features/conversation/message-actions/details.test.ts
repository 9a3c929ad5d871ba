import type { Message } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { detailsOf, testOf } from './details.ts'
import { remarksOf, retryAt } from './remarks.ts'

const message = (statistics: Message['statistics']): Message =>
  ({ created: '2026-11-23T10:00:00.000Z', overallResponseTime: 2_000, statistics }) as unknown as Message

test('the retry time is the seconds the engine asked to wait, counted from the end of the answer', () => {
  expect(retryAt(message([{ key: 'retryAfter', value: 30 }]))).toBe(Date.parse('2026-11-23T10:00:32.000Z'))
  expect(retryAt(message([]))).toBeUndefined()
  expect(retryAt(message([{ key: 'retryAfter', value: 'soon' }]))).toBeUndefined()
})

test('the page and the details show how much of the attachments was used if they did not fit', () => {
  const cut = message([
    { key: 'attachmentsCut', value: 2 },
    { key: 'attachmentsUsed', value: 12_000 },
    { key: 'attachmentsWhole', value: 500_000 },
  ])
  expect(remarksOf(cut)).toEqual([{ key: 'attachmentsUsed', count: 2, used: 12_000, whole: 500_000 }])
  const { facts, statistics } = detailsOf({ ...cut, options: {} })
  expect(facts).toMatchObject([
    { name: 'asked' },
    { name: 'overallTime' },
    { name: 'attachmentsCut', value: 2 },
    { name: 'attachmentsUsed', value: 12_000 },
    { name: 'attachmentsWhole', value: 500_000 },
  ])
  expect(statistics).toEqual([])
  // Older answers store only the number.
  expect(remarksOf(message([{ key: 'attachmentsCut', value: 1 }]))).toEqual([
    { key: 'attachmentsCut', count: 1 },
  ])
  expect(remarksOf(message([]))).toEqual([])
})

test('the details show how many custom instructions were left out', () => {
  const { facts, statistics } = detailsOf({
    ...message([
      { key: 'custInstsDenied', value: 1 },
      { key: 'custInstsDropped', value: 2 },
    ]),
    options: {},
  })
  expect(facts.slice(-2)).toMatchObject([
    { name: 'custInstsDenied', value: 1 },
    { name: 'custInstsDropped', value: 2 },
  ])
  expect(statistics).toEqual([])
})

test('the page and the details show how many passages of a data source were searched and used', () => {
  const quoted = message([
    { key: 'datasourceSearched', value: 340 },
    { key: 'datasourceUsed', value: 5 },
  ])
  expect(remarksOf(quoted)).toEqual([{ key: 'passagesUsed', count: 340, used: 5, whole: 340 }])
  const { facts, statistics } = detailsOf({ ...quoted, options: {} })
  expect(facts.slice(-2)).toMatchObject([
    { name: 'datasourceSearched', value: 340 },
    { name: 'datasourceUsed', value: 5 },
  ])
  expect(statistics).toEqual([])
  // A notice says that nothing was found.
  const none = [
    { key: 'datasourceSearched', value: 340 },
    { key: 'datasourceUsed', value: 0 },
  ]
  expect(remarksOf(message(none))).toEqual([])
})

test('the link to test a question contains the translation that its answer was searched with', () => {
  const testedWith = (value: string | number) => {
    const statistics = [
      { key: 'datasourceId', value: 7 },
      { key: 'datasourceTranslated', value },
    ]
    const address = testOf({ ...message(statistics), queryText: 'When?' }, '')
    return new URL(address ?? '', 'http://x').searchParams.get('translation')
  }
  expect(testedWith('Wann?')).toBe('Wann?')
  expect(testedWith('ä'.repeat(2_000))).toHaveLength(600)
  // Older answers store only that there was one.
  expect(testedWith(1)).toBeNull()
})

test('the link to test the question of a confidential message says so, and no other link does', () => {
  const linked = (confidential: boolean) =>
    testOf({ ...message([{ key: 'datasourceId', value: 7 }]), queryText: 'When?', confidential }, '')
  expect(linked(true)).toContain('&confidential=1')
  expect(linked(false)).not.toContain('confidential')
})
