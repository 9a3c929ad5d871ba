import { describe, expect, test } from 'vitest'
import { messageOf, orderOf } from '../test/papers.ts'
import { readWord, textOf } from '../test/read-word.ts'
import { writeWord } from './write-word.ts'
import type { PaperMessage } from '../paper.ts'

const wordOf = async (answer: string, more: Partial<PaperMessage> = {}) =>
  readWord(await writeWord(orderOf([messageOf(answer, more)])))

const SOURCES = [
  { id: 1, title: 'Offer.pdf', place: 'p. 14', address: '/datasources/4' },
  { id: 2, title: 'Law', place: '§ 41', address: 'https://law.example/41' },
]
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('EXPORT-1: a Word document', () => {
  test('has its title, who exported it, the question, the model and the date', async () => {
    const { paragraphs } = await wordOf('Only *Brückner*.')
    expect(paragraphs.map((text) => text.replaceAll('\u00a0', ' ').replace(/ at .*/, ''))).toEqual([
      'Bids & offers',
      'Llama 3.3 70b · 9 November 2026',
      'Exported on 29 November 2026 by Anna Keller',
      'Question · 9 November 2026',
      'What now?',
      'Llama 3.3 70b',
      'Only Brückner.',
    ])
  })

  test('says model, date and options only on request', async () => {
    const order = (details: object) => orderOf([messageOf('Yes.')], { details })
    const bare = readWord(await writeWord(order({ model: false, date: false }))).paragraphs
    expect(bare.slice(2)).toEqual(['Question', 'What now?', 'Answer', 'Yes.'])
    const full = readWord(await writeWord(order({ options: true }))).paragraphs
    expect(full).toContain('Prompt options: temperature = 0.2')
  })

  test('says that a message is confidential, and why an answer ends', async () => {
    const { paragraphs } = await wordOf('Half', { confidential: true, notice: 'The answer was stopped.' })
    expect(paragraphs.slice(-3)).toEqual(['Llama 3.3 70b · Confidential', 'Half', 'The answer was stopped.'])
  })

  test('has a page for each tab of a project', async () => {
    const order = orderOf([messageOf('One')])
    order.paper.chats.push({ name: 'Second', messages: [messageOf('Two')] })
    const { document, paragraphs } = readWord(await writeWord(order))
    expect(paragraphs).toContain('Comparison')
    expect(document).toMatch(/<w:pStyle w:val="Heading1"\/>(?:(?!<w:t>).)*<w:pageBreakBefore\/>.*Second/s)
  })

  test('hyphenates in the language of the texts, whatever that of the page is', async () => {
    const german = 'Das ist der Vergleich, und die Angebote sind nicht gleich.'
    const { styles, settings } = await wordOf(german)
    expect(styles).toContain('<w:lang w:val="de-DE"')
    expect(settings).toContain('<w:autoHyphenation/>')
    const mixed = readWord(
      await writeWord(
        orderOf([messageOf(german), messageOf(german), messageOf('Това е отговор на въпроса.')]),
      ),
    )
    expect(mixed.styles).toContain('<w:lang w:val="de-DE"')
    expect(mixed.document).toContain('<w:lang w:val="bg-BG"')
  })
})

describe('EXPORT-2: the walk from Markdown', () => {
  test('nested lists keep their levels, numbers and starts', async () => {
    const { document, numbering, paragraphs } = await wordOf(
      '3. Three\n   - Sub\n     1. Deep\n\n   More\n4. Four\n\n- [x] Done\n- [ ] Open',
    )
    expect(paragraphs.slice(6)).toEqual(['Three', 'Sub', 'Deep', 'More', 'Four', '☑\ufe0e Done', '☐ Open'])
    const levels = [...document.matchAll(/<w:ilvl w:val="(\d)"\/>/g)].map(([, level]) => level)
    expect(levels).toEqual(['0', '1', '2', '0'])
    expect(numbering).toContain('<w:start w:val="3"/>')
  })

  test('a table has its cells with marks, breaks, code and formulas, and the sides of its columns', async () => {
    const { document } = await wordOf(
      '| Name | Price |\n| --- | --- |\n| **B** and *c*<br>`d` $x^2$ | 4.5 |\n\n| A | B |\n| --- | --- |\n| only one |',
    )
    const cells = document
      .split('</w:tc>')
      .slice(0, -1)
      .map((cell) => textOf(cell.slice(cell.lastIndexOf('<w:tc>'))))
    expect(cells).toEqual(['Name', 'Price', 'B and c/d x2', '4.5', 'A', 'B', 'only one', ''])
    expect(document).toContain('<w:tblHeader/>')
    expect(document).toMatch(/<w:jc w:val="right"\/>(?:(?!<w:jc).)*4\.5/s)
  })

  test('code keeps its lines and spaces', async () => {
    const { document, paragraphs } = await wordOf('```py\ndef f():\n\treturn  1 < 2\n```')
    expect(paragraphs.slice(-2)).toEqual(['def f():', '    return  1 < 2'])
    expect(document).toContain('<w:pStyle w:val="Code"/>')
  })

  test('headings begin at the third level, and links lead where they say', async () => {
    const { document, paragraphs } = await wordOf(
      '# Big\n\n## Small\n\n[bank.example](https://evil.example/x)',
    )
    expect(document).toContain('<w:pStyle w:val="Heading3"/>')
    expect(document).toContain('<w:pStyle w:val="Heading4"/>')
    expect(document).toContain('<w:hyperlink')
    expect(paragraphs.at(-1)).toBe('bank.example (evil.example)')
  })

  test('pictures of the text are in the file, those of other hosts are links', async () => {
    const { names, document, paragraphs } = await wordOf(
      `![dot](data:image/png;base64,${PIXEL})\n\n![chart](https://other.example/c.png)\n\n![x](javascript:alert(1))`,
    )
    expect(names.filter((name) => name.startsWith('word/media/'))).toHaveLength(1)
    expect(document).toContain('<w:drawing>')
    expect(paragraphs.slice(-2)).toEqual(['chart (other.example)', 'x'])
    const broken = await wordOf('![dot](data:image/png;base64,AAAA)')
    expect(broken.paragraphs.at(-1)).toBe('dot')
  })

  test('attached pictures are below the names of the files, and one that is gone has its name only', async () => {
    const { names, document, paragraphs } = await wordOf('Nice.', {
      files: [
        { name: 'photo.webp', picture: `data:image/png;base64,${PIXEL}` },
        { name: 'gone.jpg' },
        { name: 'broken.png', picture: 'data:image/png;base64,AAAA' },
      ],
    })
    expect(paragraphs).toContain('Attachments: photo.webp, gone.jpg, broken.png')
    expect(names.filter((name) => name.startsWith('word/media/'))).toHaveLength(1)
    expect(document).toContain('descr="photo.webp"')
    expect(document.indexOf('<w:drawing>')).toBeLessThan(document.indexOf('What now?'))
  })

  test('a picture that Word cannot read is drawn again, and has its description where that fails', async () => {
    const answer = '![dot](data:image/webp;base64,UklGRg==) and ![other](data:image/webp;base64,AAAA)'
    const redrawn = (address: string) =>
      Promise.resolve(address.includes('Ukl') ? `data:image/png;base64,${PIXEL}` : undefined)
    const bytes = await writeWord(orderOf([messageOf(answer)]), undefined, redrawn)
    const { names, paragraphs } = readWord(bytes)
    expect(names.filter((name) => name.startsWith('word/media/'))).toHaveLength(1)
    expect(paragraphs.at(-1)).toBe(' and other')
  })

  test('text of both directions has runs of both', async () => {
    const { document } = await wordOf('مرحبا بالعالم with English')
    expect(document).toContain('<w:bidi/>')
    expect(document).toMatch(/<w:rtl\/><\/w:rPr><w:t[^>]*>مرحبا بالعالم</)
  })

  test('emoji stay, and characters that XML cannot have are shown by their signs', async () => {
    const { paragraphs } = await wordOf('👨‍👩‍👧‍👦 a\u0007b\u001b[0m \ufffe c', {
      question: 'Bell \u0007',
      model: 'M\u0001',
      files: [{ name: 'f\u0002.pdf' }],
    })
    expect(paragraphs.at(-1)).toBe('👨‍👩‍👧‍👦 a␇b␛[0m \ufffd c')
    expect(paragraphs).toContain('Bell ␇')
  })

  test('HTML is text', async () => {
    const { paragraphs } = await wordOf('<script>alert(1)</script> & <b>bold</b>')
    expect(paragraphs.at(-1)).toBe('<script>alert(1)</script> & <b>bold</b>')
  })

  test('an answer of a megabyte is written whole', async () => {
    const paragraph = 'A sentence with **bold** words, `code` and a [link](https://a.example). '
    const { paragraphs } = await wordOf(`${paragraph.repeat(15)}\n\n`.repeat(930))
    expect(paragraphs).toHaveLength(936)
    expect(paragraphs.at(-1)?.length).toBeGreaterThan(600)
  }, 60_000)
})

describe('EXPORT-3: footnotes', () => {
  test('a source that is cited twice has one footnote, and the second mark refers to it', async () => {
    const { document, notes } = await wordOf('One [1], two [2], and again [1]. Not [7].', {
      sources: SOURCES,
    })
    expect(notes).toEqual(['Offer.pdf, p.\u00a014', 'Law, §\u00a041, https://law.example/41'])
    expect(document.match(/<w:footnoteReference/g)).toHaveLength(2)
    expect(document).toContain(
      '<w:instrText xml:space="preserve"> NOTEREF note_1 \\h </w:instrText>'.replace(
        ' xml:space="preserve"',
        '',
      ),
    )
    expect(document).toContain('w:name="note_1"')
    expect(textOf(document)).toContain('Not [7].')
  })

  test('sources that the text does not cite are listed below it', async () => {
    const { paragraphs } = await wordOf('One [1].', { sources: SOURCES })
    expect(paragraphs.slice(-2)).toEqual(['Sources', 'Law, §\u00a041, https://law.example/41'])
  })

  test('the footnotes of the text itself are footnotes, each once', async () => {
    const { document, notes } = await wordOf(
      'A[^a], b[^a], c[^b].\n\n[^a]: First *note* [1].\n[^b]: Second.',
      {
        sources: SOURCES,
      },
    )
    expect(notes).toEqual(['First note [1].', 'Second.'])
    expect(document.match(/<w:footnoteReference/g)).toHaveLength(2)
    expect(textOf(document)).not.toContain('First note')
  })

  test('footnotes are numbered through all answers', async () => {
    const cited = messageOf('See [1].', { sources: SOURCES.slice(0, 1) })
    const { notes, document } = readWord(await writeWord(orderOf([cited, cited])))
    expect(notes).toHaveLength(2)
    expect(document).toMatch(/<w:footnoteReference w:id="1"\/>.*<w:footnoteReference w:id="2"\/>/s)
  })
})
