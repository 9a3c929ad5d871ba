import { expect, test } from 'vitest'
import { cutFileName, replaceHidden } from './file-names.ts'

test.each([
  ['evil\u202efdp.exe', 'evilfdp.exe'],
  ['a\u0007b\u001b[31mc\u007f.txt', 'ab[31mc.txt'],
  ['\ufeffa\u200bb\u2066c\u2069.md', 'abc.md'],
  // Joiners between letters that do not join hide a difference between two names.
  ['re\u200dport\u200c.pdf', 'report.pdf'],
  ['👨‍👩‍👧‍👦 👩🏽‍💻 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿.png', '👨‍👩‍👧‍👦 👩🏽‍💻 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿.png'],
  ['می‌خواهم.docx', 'می‌خواهم.docx'],
  ['क्‍ष.txt', 'क्‍ष.txt'],
  ['עברית \u200fא.txt', 'עברית א.txt'],
])('%j without what nobody sees is %j', (name, shown) => {
  expect(replaceHidden(name, '')).toBe(shown)
})

test('a long name keeps its ending, and never ends within a sign', () => {
  expect(cutFileName('a.pdf', 200)).toBe('a.pdf')
  expect(cutFileName(`${'a'.repeat(300)}.tar.gz`, 20)).toBe(`${'a'.repeat(17)}.gz`)
  expect(cutFileName(`${'👨‍👩‍👧‍👦'.repeat(50)}.png`, 30)).toBe('👨‍👩‍👧‍👦👨‍👩‍👧‍👦.png')
  expect(cutFileName('a'.repeat(300), 10)).toBe('a'.repeat(10))
  expect(cutFileName(`a. ${'b'.repeat(300)}`, 10)).toBe('a. bbbbbbb')
})
