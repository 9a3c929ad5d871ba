// Writes a Word document.
import {
  BorderStyle,
  Document,
  Footer,
  Header,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  TabStopType,
  TextRun,
  type FileChild,
  type ImageRun,
} from 'docx'
import type { Root } from 'hast'
import { readAnswer } from '#ui/markdown/read-answer.ts'
import { messageCount, type OnWritten, type PaperChat, type PaperMessage, type PaperOrder } from '../paper.ts'
import { languageOf, languageOfPaper } from '../text-language.ts'
import { answerHead, exportedBy, factsOf, optionsOf, questionHead, withoutControls } from '../typography.ts'
import { blocksOf, gap } from './blocks.ts'
import { Gathered, type Place } from './context.ts'
import { textRuns } from './inline.ts'
import { notesOf, sourceRuns } from './notes.ts'
import { HALF_PAGE, pictureOf } from './picture.ts'
import { makeReadable, redraw, type Redraw } from './readable-pictures.ts'
import { bullets, GREY, LIGHT, LINE, PAGE, stylesOf, TEXT_WIDTH } from './styles.ts'
import { isRightToLeft } from './direction.ts'

/** Returns the bytes of the document. Reports after each message. */
export async function writeWord(
  order: PaperOrder,
  onWritten: OnWritten = () => undefined,
  /** Draws pictures that Word cannot read. */
  draw: Redraw = redraw,
): Promise<Uint8Array> {
  const { paper } = order
  const gathered = new Gathered(languageOfPaper(paper))
  const all = messageCount(paper)
  let done = 0
  const children: FileChild[] = headOf(order)
  for (const [index, chat] of paper.chats.entries()) {
    if (paper.chats.length > 1) children.push(chatHead(chat, index > 0))
    for (const message of chat.messages) {
      const trees = [...treesOf(message)]
      await makeReadable(trees, draw)
      children.push(...messageOf(message, trees, { order, gathered }))
      done += 1
      onWritten(done, all)
    }
  }
  const file = new Document({
    title: withoutControls(paper.title),
    creator: withoutControls(paper.author || paper.letterhead.name),
    lastModifiedBy: withoutControls(paper.author || paper.letterhead.name),
    description: '',
    styles: stylesOf(gathered.language) ?? {},
    numbering: { config: [bullets(), ...gathered.lists] },
    footnotes: Object.fromEntries(
      gathered.notes.map(({ id, children: content }) => [id, { children: content }]),
    ),
    hyphenation: {
      autoHyphenation: true,
      consecutiveHyphenLimit: 2,
      hyphenationZone: 360,
      doNotHyphenateCaps: true,
    },
    sections: [{ ...pageOf(order), children }],
  })
  return Packer.pack(file, 'uint8array')
}

const plain = (text: string): TextRun[] => textRuns(text, { language: undefined })

function headOf(order: PaperOrder): FileChild[] {
  const { paper, details, words } = order
  const line = { style: BorderStyle.SINGLE, color: LINE, size: 6, space: 8 }
  return [
    new Paragraph({ heading: HeadingLevel.TITLE, children: plain(paper.title) }),
    ...[factsOf(paper, details)]
      .filter(Boolean)
      .map((text) => new Paragraph({ style: 'Facts', children: plain(text) })),
    new Paragraph({ style: 'Facts', border: { bottom: line }, children: plain(exportedBy(paper, words)) }),
  ]
}

const chatHead = ({ name }: PaperChat, pageBreakBefore: boolean): Paragraph =>
  new Paragraph({ heading: HeadingLevel.HEADING_1, pageBreakBefore, children: plain(name) })

/** What is filled in by the word processor. */
const FIELDS: Readonly<Record<string, (typeof PageNumber)[keyof typeof PageNumber]>> = {
  '{{page}}': PageNumber.CURRENT,
  '{{pages}}': PageNumber.TOTAL_PAGES,
}

/** The head of the first page has the letterhead, that of the others the title. */
function pageOf({ paper, words }: PaperOrder) {
  const { letterhead, title } = paper
  const logo = letterhead.logo && pictureOf(letterhead.logo, letterhead.name)
  const numbers = words.page.split(/(\{\{\w+\}\})/).map((part) => FIELDS[part] ?? part)
  const foot = () =>
    new Footer({
      children: [
        new Paragraph({
          style: 'Foot',
          tabStops: [{ type: TabStopType.RIGHT, position: TEXT_WIDTH }],
          children: [...plain(letterhead.name), new TextRun({ children: ['\t', ...numbers] })],
        }),
      ],
    })
  const head = (children: readonly (TextRun | ImageRun)[]) =>
    new Header({ children: [new Paragraph({ style: 'Foot', children })] })
  return {
    properties: {
      titlePage: true,
      page: {
        size: { width: PAGE.width, height: PAGE.height },
        margin: { top: PAGE.margin, bottom: PAGE.margin, left: PAGE.margin, right: PAGE.margin },
      },
    },
    headers: { first: head([logo || plain(letterhead.name)].flat()), default: head(plain(title)) },
    footers: { first: foot(), default: foot() },
  }
}

/** Returns the trees of the answer. */
const treesOf = ({ answer, sources }: PaperMessage) =>
  readAnswer(answer, {
    citations: sources.map(({ id }) => id),
    footnotes: 'note-',
    formulas: 'mathml',
  })

interface Written {
  order: PaperOrder
  gathered: Gathered
}

function messageOf(message: PaperMessage, trees: readonly Root[], { order, gathered }: Written): FileChild[] {
  const { words, details } = order
  const note = (text: string) => new Paragraph({ style: 'Note', children: plain(text) })
  const language = languageOf(message.answer)
  const options = details.options ? optionsOf(message) : ''
  return [
    ...(message.question === '' ? [] : questionOf(message, order)),
    new Paragraph({ style: 'AnswerHead', children: plain(answerHead(message, order)) }),
    ...(options === '' ? [] : [note(`${words.options}: ${options}`)]),
    ...answerOf(message, trees, { gathered, sources: words.sources, language }),
    ...(message.notice === '' ? [] : [note(message.notice)]),
  ]
}

function questionOf(message: PaperMessage, order: PaperOrder): Paragraph[] {
  const head = new Paragraph({
    heading: HeadingLevel.HEADING_2,
    children: plain(questionHead(message, order)),
  })
  const files = message.files.map(({ name }) => name).join(', ')
  const lines = message.question.split(/\r\n|[\r\n]/)
  const edge = { style: BorderStyle.SINGLE, color: LIGHT, size: 4, space: 5 }
  const border = { top: edge, bottom: edge, left: edge, right: edge }
  return [
    head,
    ...(files === ''
      ? []
      : [
          new Paragraph({
            style: 'Note',
            keepNext: true,
            children: plain(`${order.words.attachments}: ${files}`),
          }),
        ]),
    ...picturesOf(message),
    ...lines.map(
      (line, index) =>
        new Paragraph({
          style: 'Question',
          // A question does not end a page.
          keepNext: index === lines.length - 1,
          border,
          indent: { start: 100, end: 100 },
          shading: { type: 'clear', fill: LIGHT },
          ...(isRightToLeft(line) && { bidirectional: true }),
          children: plain(line.replaceAll('\t', '    ')),
        }),
    ),
  ]
}

/** The attached pictures. */
const picturesOf = ({ files }: PaperMessage): Paragraph[] =>
  files.flatMap(({ name, picture }) => {
    const shown = picture && pictureOf(picture, name, HALF_PAGE)
    return shown ? [new Paragraph({ spacing: { after: 80 }, keepNext: true, children: [shown] })] : []
  })

interface AnswerInput {
  gathered: Gathered
  language: string | undefined
  /** The word for the sources that the text does not cite. */
  sources: string
}

function answerOf(
  message: PaperMessage,
  trees: readonly Root[],
  { gathered, sources, ...rest }: AnswerInput,
): FileChild[] {
  const language = rest.language === gathered.language ? undefined : rest.language
  const notes = notesOf(message, trees, gathered)
  const place: Place = { gathered, notes, language, level: 0, quotes: 0, indent: 0, style: undefined }
  const blocks = trees.flatMap((tree) => blocksOf(tree.children, place))
  const others = message.sources.filter(({ id }) => !notes.cited.has(id))
  return [
    ...blocks,
    ...(others.length === 0
      ? []
      : [
          gap(),
          new Paragraph({
            style: 'Note',
            keepNext: true,
            children: [new TextRun({ text: sources, bold: true, color: GREY })],
          }),
          ...others.map((source) => new Paragraph({ style: 'Note', children: sourceRuns(source) })),
        ]),
  ]
}
