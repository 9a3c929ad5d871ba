// What documents say is what the page shows, whatever Markdown an answer has.
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test, vi } from 'vitest'
import { readAnswer } from '#ui/markdown/read-answer.ts'
import { writeMarkdown } from './markdown/write-markdown.ts'
import { piecesOf } from './print/elements.ts'
import type { Piece } from './print/pieces.ts'
import { KINDS, RECORDED } from './test/answers.ts'
import { pageText, withoutSpaces } from './test/page-text.tsx'
import { messageOf, orderOf } from './test/papers.ts'
import { textOf } from './test/read-word.ts'
import { writeWord } from './word/write-word.ts'

const all = [...KINDS, ['recorded answers', RECORDED.join('\n\n---\n\n')] as const]

beforeAll(() => {
  vi.stubGlobal('location', new URL('https://here.example/'))
  return () => vi.unstubAllGlobals()
})

/** Without what documents write otherwise than the page: formulas, marks of notes, boxes of tasks. */
const bare = (text: string) => withoutSpaces(text).replaceAll(/[☑☐]/gu, '')

async function wordText(answer: string): Promise<string> {
  const file = unzipSync(await writeWord(orderOf([messageOf(answer)])))['word/document.xml']
  const xml = strFromU8(file ?? new Uint8Array())
  const [, body = ''] = xml.split('<w:pStyle w:val="AnswerHead"/>')
  const shown = body.slice(body.indexOf('</w:p>')).replaceAll(/<m:oMath>.*?<\/m:oMath>/gs, '')
  return bare(textOf(shown.replaceAll('<w:br/>', '')))
}

function printText(answer: string): string {
  const flat = (pieces: readonly Piece[]): string =>
    pieces
      .map((piece) =>
        typeof piece === 'string' ? piece : piece.isMath || piece.name === 'sup' ? '' : flat(piece.children),
      )
      .join('')
  const trees = [...readAnswer(answer, { citations: [], footnotes: 'note-', formulas: 'mathml' })]
  return bare(trees.map((tree) => flat(piecesOf(tree.children))).join(''))
}

test.each(all)('EXPORT-2, EXPORT-4, EXPORT-7: %s', async (_, answer) => {
  const page = bare(await pageText(answer))
  expect(page.length).toBeGreaterThan(10)
  expect(await wordText(answer)).toBe(page)
  expect(printText(answer)).toBe(page)
  // Read again as the page reads it.
  const markdown = bare(await pageText(writeMarkdown(orderOf([messageOf(answer)]))))
  expect(markdown.slice(-page.length)).toBe(page)
})
