import { expect, test } from 'vitest'
import { ACCEPT, sortFiles, typeOf } from './files.ts'

test('the file extension decides the type, in upper or lower case', () => {
  expect(typeOf('Bericht.PDF')).toBe('application/pdf')
  expect(typeOf('notes.final.md')).toBe('text/markdown')
  expect(typeOf('program.exe')).toBeUndefined()
  expect(typeOf('pdf')).toBeUndefined()
  expect(typeOf('a.constructor')).toBeUndefined()
  expect(ACCEPT.split(',')).toContain('.docx')
})

test('refuses unknown types and empty files by name, and drops system files', () => {
  const file = (name: string, text = 'text') => new File([text], name)
  const { accepted, refused } = sortFiles([
    file('a.txt'),
    file('b.exe'),
    file('c.txt', ''),
    file('d.HEIC'),
    file('e.bmp'),
    file('.DS_Store'),
    file('Thumbs.db'),
  ])
  expect(accepted.map(({ name }) => name)).toEqual(['a.txt', 'e.bmp'])
  expect(refused).toEqual([
    { name: 'b.exe', why: 'type' },
    { name: 'c.txt', why: 'empty' },
    { name: 'd.HEIC', why: 'picture' },
  ])
})
