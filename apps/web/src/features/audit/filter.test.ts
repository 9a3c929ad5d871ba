import { describe, expect, test } from 'vitest'
import { filterFrom, isFiltered, queryOf } from './filter.ts'

const read = (address: string) => {
  const params = new URLSearchParams(address)
  return filterFrom((name) => params.get(name) ?? '')
}

describe('the filter of the audit log', () => {
  test('is read from the address', () => {
    expect(
      read('q=Vogt&action=user.deleted&outcome=refused&person=7&from=2026-11-01&until=2026-11-09'),
    ).toEqual({
      q: 'Vogt',
      action: 'user.deleted',
      outcome: 'refused',
      person: 7,
      from: '2026-11-01',
      until: '2026-11-09',
    })
  })

  test.each([
    'action=user.praised',
    'outcome=maybe',
    'person=-1',
    'person=x',
    'from=yesterday',
    'until=2026-99-01',
    '',
  ])('is empty for the address “%s”', (address) => {
    expect(isFiltered(read(address))).toBe(false)
    expect(queryOf(read(address))).toEqual({})
  })

  test('includes the whole first and last day', () => {
    const { from, until } = queryOf(read('from=2026-11-09&until=2026-11-09'))
    expect(Date.parse(String(until)) - Date.parse(String(from))).toBe(86_400_000 - 1)
    expect(new Date(String(from)).getHours()).toBe(0)
  })
})
