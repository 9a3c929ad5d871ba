import { expect, test } from 'vitest'
import { accountNames, isEmail, isReserved } from './names.ts'

test.each([
  ['superuser', true],
  [' SuperUser ', true],
  ['Superuserin', false],
  ['Anna', false],
])('%j is reserved: %j', (name, reserved) => expect(isReserved(name)).toBe(reserved))

test.each([
  ['anna@example.org', true],
  ['anna.bäcker@münchen.example', true],
  ['anna@example', false],
  ['anna example@example.org', false],
  ['@example.org', false],
  ['anna@example.', false],
])('%j is an e-mail address: %j', (text, email) => expect(isEmail(text)).toBe(email))

test.each([
  ['ben', 'ben@lindenau.example', ['ben@lindenau.example']],
  ['Ben@lindenau.example', 'ben@lindenau.example', ['ben@lindenau.example']],
  ['be', 'ben@lindenau.example', ['be', 'ben@lindenau.example']],
  ['ben', '', ['ben']],
])('%j with the address %j is shown as %j', (username, email, shown) =>
  expect(accountNames({ username, email })).toEqual(shown),
)
