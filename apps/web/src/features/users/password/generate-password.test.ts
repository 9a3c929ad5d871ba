import { expect, test } from 'vitest'
import { generatePassword } from './generate-password.ts'

test('a generated password has 12 letters and digits, of both cases, and differs each time', () => {
  const made = Array.from({ length: 500 }, generatePassword)
  for (const password of made) {
    expect(password).toMatch(/^[a-zA-Z\d]{12}$/)
    expect(password).toMatch(/[a-z]/)
    expect(password).toMatch(/[A-Z]/)
    expect(password).toMatch(/\d/)
  }
  expect(new Set(made).size).toBe(made.length)
})
