import { expect, test } from 'vitest'
import { isEmail, isReserved } from './names.ts'

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
