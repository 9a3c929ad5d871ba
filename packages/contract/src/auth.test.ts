import { expect, test } from 'vitest'
import { Email } from './auth.ts'

test.each(['\u200b', '\u202e', '\u00ad', '\ufeff', '\u2060'])('refuses %j in an e-mail address', (sign) => {
  expect(Email.safeParse('ada@uni.example').success).toBe(true)
  expect(Email.safeParse(`a${sign}da@uni.example`).success).toBe(false)
})
