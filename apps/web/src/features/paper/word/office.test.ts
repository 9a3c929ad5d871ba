// A real word processor opens the documents (EXPORT-2, EXPORT-3). Only in `npm run test:full`.
import { describe, expect, test } from 'vitest'
import { KINDS, RECORDED } from '../test/answers.ts'
import { convert, noOffice } from '../test/office.ts'
import { pageText, withoutSpaces } from '../test/page-text.tsx'
import { messageOf, orderOf } from '../test/papers.ts'
import type { PaperMessage, PaperOrder } from '../paper.ts'
import { answerHead, exportedBy, factsOf, questionHead } from '../typography.ts'
import { writeWord } from './write-word.ts'

const MAX_MS = 300_000
/** Everything that a document says, in its order, without spaces. */
async function expected(order: PaperOrder): Promise<string> {
  const { paper, details, words } = order
  const messages = paper.chats.flatMap((chat) => chat.messages)
  const texts = [paper.title, factsOf(paper, details), exportedBy(paper, words)]
  for (const message of messages)
    texts.push(
      questionHead(message, order),
      message.question,
      answerHead(message, order),
      await pageText(message.answer),
    )
  return withoutSpaces(texts.join(''))
}

/** The sign of a list at the beginning of a line, and the boxes of tasks, which the page draws. */
const SIGN = /^(?:\d+\.|[•◦▪☑☐])/u

/** Returns where the lines differ from the text; undefined where they are the same. */
function difference(lines: readonly string[], text: string): string | undefined {
  let at = 0
  for (const line of lines.map(withoutSpaces).filter(Boolean)) {
    const bare = line.replace(SIGN, '')
    const same = [line, bare].find((one) => text.startsWith(one, at))
    if (same === undefined) return `office: ${line.slice(0, 200)}\npage:   ${text.slice(at, at + 200)}`
    at += same.length
  }
  return at === text.length ? undefined : `missing: ${text.slice(at, at + 200)}`
}

describe.skipIf(noOffice !== undefined)(`LibreOffice (${noOffice ?? 'converts'})`, () => {
  test.each([
    ['answers of our own', KINDS.map(([, answer]) => answer)],
    ['recorded answers', RECORDED],
  ])(
    'EXPORT-2: %s have the text of the page',
    async (_, answers) => {
      expect(answers.length).toBeGreaterThan(2)
      const order = orderOf(answers.map((answer) => messageOf(answer)))
      const text = await convert(await writeWord(order), 'txt:Text (encoded):UTF8')
      expect(difference(text.split(/\r\n|[\r\n]/), await expected(order))).toBeUndefined()
    },
    MAX_MS,
  )

  test(
    'EXPORT-3: notes and formulas are notes and formulas',
    async () => {
      const more: Partial<PaperMessage> = {
        sources: [{ id: 1, title: 'Offer.pdf', place: 'p. 14', address: 'https://law.example/41' }],
      }
      const answer =
        'One [1], own[^a], and [1] again: $E = mc^2$ and\n\n\\[ \\sum_{k=1}^n \\frac{a_k}{\\sqrt{b}} \\]\n\n[^a]: The *note*.'
      const flat = await convert(await writeWord(orderOf([messageOf(answer, more)])), 'fodt')
      const notes = [...flat.matchAll(/<text:note-body>(.*?)<\/text:note-body>/gs)].map(([, body = '']) =>
        body.replaceAll(/<[^>]*>/g, '').trim(),
      )
      expect(notes.map((note) => note.replaceAll(/\s+/g, ' '))).toEqual([
        'Offer.pdf, p. 14, https://law.example/41',
        'The note.',
      ])
      const formulas = [...flat.matchAll(/<annotation encoding="StarMath 5.0">(.*?)<\/annotation>/gs)]
      expect(formulas.map(([, formula = '']) => formula.replaceAll(/\s+/g, ' '))).toEqual([
        expect.stringContaining('E'),
        expect.stringContaining('sum from'),
      ])
      // What LibreOffice cannot read in a formula is an inverted question mark.
      expect(formulas.join('')).not.toContain('¿')
    },
    MAX_MS,
  )
})
