import { MULTIMODAL_TYPES, TEXT_MODEL_TYPES } from '@polylogue/contract/browser'
import { describe, expect, test } from 'vitest'
import { acceptedBy, issuesOf, refusedOf, sortFiles, typeOf } from './attachments.ts'

const file = (name: string, type = '', size = 10) => ({ name, type, size })

const rules = { maxBytes: 10_000_000, types: { text: TEXT_MODEL_TYPES, multimodal: MULTIMODAL_TYPES } }

describe('files accepted as attachments', () => {
  const cases: [name: string, file: ReturnType<typeof file>, multimodal: boolean, issues: string[]][] = [
    ['an image for a model with image input', file('a.png', 'image/png'), true, []],
    ['an image for a model without image input', file('a.png', 'image/png'), false, ['mime_type']],
    ['an SVG image, read as text', file('a.svg', 'image/svg+xml'), false, []],
    ['a PDF', file('a.pdf', 'application/pdf'), false, []],
    ['Markdown that the browser reports as plain text', file('a.md', 'text/plain'), false, []],
    ['Markdown without a type from the browser', file('a.MD'), false, []],
    ['a CSV file reported as a spreadsheet by Windows', file('a.csv', 'application/vnd.ms-excel'), false, []],
    ['text with a charset', file('a.txt', 'text/plain;charset=utf-8'), false, []],
    ['a program', file('a.exe', 'application/x-msdownload'), true, ['mime_type']],
    ['a drawing', file('Lageplan.dwg'), true, ['mime_type']],
    ['a picture that browsers may convert', file('a.BMP', 'image/bmp'), true, ['picture']],
    ['a photograph of a phone', file('IMG_1.HEIC'), true, ['picture']],
    ['a photograph for a model without image input', file('a.heic', 'image/heic'), false, ['mime_type']],
    ['a JPEG as Windows names it', file('a.jfif'), true, []],
    ['a file of exactly the maximum size', file('a.pdf', 'application/pdf', 10_000_000), false, []],
    ['a file one byte too large', file('a.pdf', 'application/pdf', 10_000_001), false, ['size']],
    ['a file of the wrong type and size', file('a.exe', '', 10_000_001), false, ['mime_type', 'size']],
    ['an extension named like an object property', file('a.constructor'), false, ['mime_type']],
  ]
  test.each(cases)('%s', (_, one, multimodal, issues) => {
    expect(issuesOf(one, acceptedBy(rules, multimodal))).toEqual(issues)
  })

  test('configured types and sizes apply; -1 means any size, and Markdown counts as text', () => {
    const own = { maxBytes: -1, types: { text: ['text/plain'], multimodal: ['image/png'] } }
    expect(issuesOf(file('a.md', '', 10 ** 9), acceptedBy(own, false))).toEqual([])
    expect(issuesOf(file('a.pdf', 'application/pdf'), acceptedBy(own, false))).toEqual(['mime_type'])
    expect(issuesOf(file('a.md'), acceptedBy(own, true))).toEqual(['mime_type'])
  })

  test('accepts at most ten files and refuses the others with the reason', () => {
    const named = (name: string) => new File(['x'], name)
    const files = ['0.txt', '1.txt', '2.txt', '3.txt', 'x.exe'].map(named)
    const { accepted, refused } = sortFiles(files, 8, acceptedBy(rules, false))
    expect(accepted.map(({ name }) => name)).toEqual(['0.txt', '1.txt'])
    expect(refused).toEqual([
      { name: '2.txt', file: files[2], issues: ['count'] },
      { name: '3.txt', file: files[3], issues: ['count'] },
      { name: 'x.exe', file: files[4], issues: ['mime_type'] },
    ])
  })

  test('a Markdown file is sent as text/markdown', () => {
    expect(typeOf(file('a.md', 'text/plain'))).toBe('text/markdown')
  })
})

test('names each file that the server refused and keeps the others', () => {
  const chosen = ['a.csv', 'b.txt'].map((name, index) => ({
    id: String(index),
    file: new File(['x'], name),
    type: 'text/csv',
  }))
  const issues = [{ path: 'attachments.0.base64' }, { path: 'attachments.0.size' }, { path: 'prompt' }]
  expect(refusedOf(issues, chosen)).toEqual({
    refused: [{ name: 'a.csv', file: chosen[0]?.file, issues: ['content', 'size'] }],
    others: [chosen[1]],
  })
})
