import { expect, test } from 'vitest'
import { Email } from './auth.ts'

test.each(['\u200b', '\u202e', '\u00ad', '\ufeff', '\u2060'])('an e-mail address has no %j in it', (sign) => {
  expect(Email.safeParse('ada@uni.example').success).toBe(true)
  expect(Email.safeParse(`a${sign}da@uni.example`).success).toBe(false)
})
