// Dates, spaces and letters of an exported document.
import type { Paper, PaperDetails, PaperMessage, PaperWords } from './paper.ts'

/** The locale of a language, for dates and hyphenation; `en` alone means US English. */
const LOCALES: Readonly<Record<string, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  bg: 'bg-BG',
  fr: 'fr-FR',
  es: 'es-ES',
  it: 'it-IT',
  ru: 'ru-RU',
}

export const localeOf = (language: string): string => LOCALES[language] ?? language

/** Caches formatters, which take long to make. Not of a page: they depend on the language only. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns a date with spaces that do not break: “9. November 2026” stays on one line. */
export function dateIn(language: string, when: string, timeStyle?: 'short'): string {
  const key = `${language} ${timeStyle ?? ''}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', ...(timeStyle && { timeStyle }) })
  formats.set(key, format)
  return format.format(new Date(when)).replaceAll(/(?<=\d\.?) (?=\p{L})|(?<=\p{L}) (?=\d)/gu, NO_BREAK)
}

const NO_BREAK = '\u00a0'

/** Returns the text with the spaces in “S. 6” or “Nr. 4” as ones that do not break. */
export const keepNumbers = (text: string): string =>
  text.replaceAll(/(?<=(?<!\p{L})(?:S|p|pp|Nr|No|с|стр|Abs|Art|чл|ал|т)\.|[§№]) (?=\d)/gu, NO_BREAK)

/** “z. B.”, “4 500 €” and “2026 г.”: what is read as one does not break. */
const SHORT = /(?<=(?<![\p{L}\d])(?:z|d|u|o|i|s|v|т|и|с)\.) (?=(?:\p{Ll}|[BÄRUA])\.)/gu
const UNIT = /(?<=\d) (?=(?:[€$%°]|(?:kg|km|cm|mm|kW|kWh|MB|GB|kB|лв\.|г\.|ч\.|Uhr)(?!\p{L})|\d{3}(?!\d)))/gu

/** Returns a text whose numbers, dates and short forms stay on one line. */
export const keepTogether = (text: string): string =>
  text.includes(' ') ? keepNumbers(text).replaceAll(SHORT, NO_BREAK).replaceAll(UNIT, NO_BREAK) : text

/** Fills in the `{{name}}` of a text. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)

/** Control characters, and characters that are none, which XML cannot have. */
const ODD = /[\p{Cc}\ufffe\uffff]/gu
/** The first of the signs for control characters: ␀. */
const SIGNS = 0x2400

/** Shows control characters, for example of a terminal, by their signs; keeps line ends and tabs. */
export const withoutControls = (text: string): string =>
  text.toWellFormed().replaceAll(ODD, (one) => {
    const code = one.charCodeAt(0)
    if (code >= 0x20) return code < 0xa0 && code > 0x7f ? ' ' : '\ufffd'
    return one === '\n' || one === '\t' || one === '\r' ? one : String.fromCharCode(SIGNS + code)
  })

/** Returns the models, the first and last date and the number of messages, as far as they are wanted. */
export function factsOf({ chats, language }: Paper, { model, date }: PaperDetails): string {
  const messages = chats.flatMap((chat) => chat.messages)
  const models = [...new Set(messages.map((message) => message.model).filter(Boolean))]
  const times = messages.map(({ created }) => created).toSorted()
  const [first, last] = [times[0], times.at(-1)].map((when) => (when ? dateIn(language, when) : ''))
  return [model ? models.join(', ') : '', date ? [...new Set([first, last])].filter(Boolean).join(' – ') : '']
    .filter(Boolean)
    .join(' · ')
}

/** Returns “Exported on …”, with who did it. */
export function exportedBy({ exported, author, language }: Paper, words: PaperWords): string {
  const date = dateIn(language, exported)
  return filled(author === '' ? words.exported : words.exportedBy, { date, name: author })
}

/** Returns the line above a question: “Question · 9 November 2026, 09:41”. */
export const questionHead = (
  message: PaperMessage,
  { paper, details, words }: { paper: Paper; details: PaperDetails; words: PaperWords },
): string =>
  [words.question, details.date ? dateIn(paper.language, message.created, 'short') : '']
    .filter(Boolean)
    .join(' · ')

/** Returns the line above an answer: its model, if wanted. */
export const answerHead = (
  message: PaperMessage,
  { details, words }: { details: PaperDetails; words: PaperWords },
): string =>
  [(details.model && message.model) || words.answer, message.confidential ? words.confidential : '']
    .filter(Boolean)
    .join(' · ')

export const optionsOf = ({ options }: PaperMessage): string =>
  options.map(([name, value]) => `${name} = ${value}`).join(', ')

export const sourceText = ({ title, place }: { title: string; place: string }): string =>
  keepNumbers([title, place].filter(Boolean).join(', '))
