import { CUSTOMER_ID } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { customerOf } from './config-customer.ts'

test.each([
  ['stadtwerke', 'stadtwerke'],
  ['Stadtwerke GmbH', 'stadtwerke-gmbh'],
  ['  Gemeinde Großau & Söhne (2) ', 'gemeinde-grossau-sohne-2'],
  ['../../etc/passwd', 'etc-passwd'],
  ['..', ''],
  ['-x-', 'x'],
  ['Община Варна', ''],
  [`a${' b'.repeat(49)}`, `a${'-b'.repeat(29)}`],
  ['', ''],
])('“%s” becomes the id “%s”, and is shown as it is written (BRAND-1)', (customer, id) => {
  expect(customerOf({ customer })).toMatchObject({ id, name: customer })
  expect(id === '' || CUSTOMER_ID.test(id)).toBe(true)
})

test('a name of its own is shown, also an empty one', () => {
  expect(customerOf({ customer: 'werke', customerName: 'Die Werke' }).name).toBe('Die Werke')
  expect(customerOf({ customer: 'Werke', customerName: '' })).toMatchObject({ id: 'werke', name: '' })
})

test('what is no id is noted with what to write instead, and an id is not', () => {
  expect(customerOf({ customer: 'Stadtwerke GmbH' }).note).toMatch(
    /“stadtwerke-gmbh” is used instead.*customerName/,
  )
  expect(customerOf({ customer: '..' }).note).toMatch(/ignored, and the folder is “default”/)
  for (const customer of ['', 'werke-2']) expect(customerOf({ customer }).note).toBeUndefined()
})
