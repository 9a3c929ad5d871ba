import { toCsv, withoutFormula } from '#lib/csv.ts'
import { turnsOf, type Chat } from './chat.ts'
import type { ExportTexts } from './words.ts'

/** Spreadsheets detect UTF-8 only with a byte order mark. */
const BYTE_ORDER_MARK = '\ufeff'

/** Returns a chat as CSV, one row per turn. Times and figures are machine-readable. */
export function csvFile(chat: Chat, { t }: ExportTexts): string {
  const head = [
    t('time'),
    t('question'),
    t('answer'),
    t('model'),
    t('tag'),
    t('rating'),
    t('tokensIn'),
    t('tokensOut'),
    t('seconds'),
    t('attachments'),
  ]
  const rows = turnsOf(chat).map((message) => [
    message.created,
    withoutFormula(message.queryText),
    withoutFormula(message.responseText),
    withoutFormula(message.modelName),
    withoutFormula(message.modelTagName),
    String(message.rating),
    String(message.numTokPrompt ?? ''),
    String(message.numTokResponse ?? ''),
    message.overallResponseTime === null ? '' : (message.overallResponseTime / 1_000).toFixed(1),
    withoutFormula(message.attachments.map(({ name }) => name).join('; ')),
  ])
  return `${BYTE_ORDER_MARK}${toCsv([head, ...rows])}\r\n`
}
