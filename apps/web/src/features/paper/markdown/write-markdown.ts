// Writes a Markdown document: the messages' own Markdown, with what they cite as footnotes.
import { EMPTY_SPLIT, extendSplit } from '#ui/markdown/blocks.ts'
import { outsideCode } from '#ui/markdown/math-text.ts'
import {
  messageCount,
  type OnWritten,
  type Paper,
  type PaperFile,
  type PaperMessage,
  type PaperOrder,
} from '../paper.ts'
import { answerHead, exportedBy, factsOf, optionsOf, questionHead, sourceText } from '../typography.ts'
import { withOwnNames } from './own-names.ts'

export function writeMarkdown(order: PaperOrder, onWritten: OnWritten = () => undefined): string {
  const { paper, details, words } = order
  const several = paper.chats.length > 1
  const all = messageCount(paper)
  const parts = [
    `# ${escaped(paper.title)}`,
    [factsOf(paper, details), exportedBy(paper, words)].filter(Boolean).map(escaped).join('  \n'),
  ]
  const label = freeLabel(paper)
  const pictures: string[] = []
  let done = 0
  const show: Show = ({ name, picture }) => {
    if (!picture) return ''
    pictures.push(picture)
    return `![${escaped(name)}][${label}-${pictures.length}]`
  }
  for (const { name, messages } of paper.chats) {
    if (several) parts.push(`## ${escaped(name)}`)
    for (const message of messages) {
      done += 1
      parts.push(...turn(message, order, { number: done, level: several ? '###' : '##' }, show))
      onWritten(done, all)
    }
  }
  parts.push(pictures.map((data, at) => `[${label}-${at + 1}]: ${data}`).join('\n'))
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

interface Where {
  /** Number of the message in the document. */
  number: number
  level: string
}

/** Returns a picture; its data is at the end, where it does not hide the text. */
type Show = (file: PaperFile) => string

/** Returns a name for the pictures that none of the texts has. */
function freeLabel({ chats }: Paper): string {
  const texts = chats
    .flatMap(({ messages }) => messages.flatMap(({ question, answer }) => [question, answer]))
    .map((text) => text.toLowerCase())
  let label = 'picture'
  while (texts.some((text) => text.includes(`[${label}-`))) label += '-'
  return label
}

function turn(message: PaperMessage, order: PaperOrder, { number, level }: Where, show: Show): string[] {
  const { words, details } = order
  const options = details.options ? optionsOf(message) : ''
  const files = message.files.map(({ name }) => escaped(name)).join(', ')
  return [
    ...(message.question === ''
      ? []
      : [
          `${level} ${escaped(questionHead(message, order))}`,
          ...message.files.map(show),
          quoted(withOwnNames(message.question, `${number}-q-`)),
        ]),
    files && `*${escaped(words.attachments)}: ${files}*`,
    `${level} ${escaped(answerHead(message, order))}`,
    options && `*${escaped(words.options)}: ${escaped(options)}*`,
    answerOf(message, number),
    message.notice && `*${escaped(message.notice)}*`,
    ...othersOf(message, words.sources),
  ]
}

const quoted = (text: string): string =>
  text
    .split(/\r\n|[\r\n]/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

/** Returns a text that Markdown shows as it is. */
const escaped = (text: string): string =>
  text
    .replaceAll(/\s+/g, (space) => (space === '\u00a0' ? space : ' '))
    .replaceAll(/[\\`*_[\]<>|~#$]/g, '\\$&')

const CITES = /[ \u00a0]?\[(\d{1,3}(?:, ?\d{1,3})*)\](?![(:[])/g

/** Returns the answer with its citations as footnotes. Footnotes and links of several answers must not have the same name. */
function answerOf(message: PaperMessage, number: number): string {
  const cited = new Set<number>()
  const answer = withOwnNames(complete(message.answer.trim()), `${number}-`)
  const text = outsideCode(answer, (part) =>
    part.replaceAll(CITES, (whole, list: string) => {
      const ids = list.split(',').map(Number)
      if (!ids.every((id) => message.sources.some((source) => source.id === id))) return whole
      for (const id of ids) cited.add(id)
      return ids.map((id) => `[^${number}-s${id}]`).join('')
    }),
  )
  const notes = message.sources
    .filter(({ id }) => cited.has(id))
    .map((source) => `[^${number}-s${source.id}]: ${sourceLine(source)}`)
  return [text, ...notes].join('\n\n')
}

const sourceLine = (source: PaperMessage['sources'][number]): string =>
  [escaped(sourceText(source)), /^https?:\/\//.test(source.address) ? `<${source.address}>` : '']
    .filter(Boolean)
    .join(', ')

/** Closes the code block that a stopped answer left open: it would swallow the rest of the document. */
function complete(text: string): string {
  const { fence } = extendSplit(EMPTY_SPLIT, `${text}\n`).scan
  return /^[`~]{3,}$/.test(fence) ? `${text}\n${fence}` : text
}

/** Lists the sources that the text does not cite. */
function othersOf({ answer, sources }: PaperMessage, title: string): string[] {
  const cited = new Set([...answer.matchAll(CITES)].flatMap(([, list = '']) => list.split(',').map(Number)))
  const others = sources.filter(({ id }) => !cited.has(id))
  return others.length === 0
    ? []
    : [`**${escaped(title)}**`, others.map((source) => `- ${sourceLine(source)}`).join('\n')]
}
