import { expect, test } from 'vitest'
import { joined } from './words.ts'

test('cut words are joined, and prefixes that are written with a hyphen keep it', () => {
  expect(
    joined(['в библио-', 'теката са по-', 'старите и Най-', 'новите томове, и спо-', 'рът'], () => false),
  ).toBe('в библиотеката са по-старите и Най-новите томове, и спорът')
})
