import type { Message } from '@polylogue/contract'
import { placeName } from '@polylogue/contract/browser'
import { turnsOf, type Chat } from './chat.ts'
import type { ExportTexts } from './words.ts'

const RULE = '-'.repeat(60)

/** Returns a chat as text: the Markdown source, with author and time of each message. */
export function txtFile(chat: Chat, words: ExportTexts): string {
  const { t, format } = words
  const turns = turnsOf(chat)
  const [first, last] = [turns[0], turns.at(-1)]
  const head = [
    placeName(chat.project.name, chat.tab.name),
    first && last ? t('from', { first: format.full(first.created), last: format.full(last.created) }) : '',
  ]
  return (
    [head.filter(Boolean).join('\n'), ...turns.map((message) => turn(message, words))].join(
      `\n\n${RULE}\n\n`,
    ) + '\n'
  )
}

function turn(message: Message, { t, format }: ExportTexts): string {
  const attachments = message.attachments.map(({ name }) => name).join(', ')
  const sources = message.sources.map(
    ({ id, title, place }) => `[${id}] ${[title, place].filter(Boolean).join(', ')}`,
  )
  return [
    t('at', { name: t('question'), time: format.full(message.created) }),
    message.queryText,
    attachments && `${t('attachments')}: ${attachments}`,
    [message.modelName, message.modelTagName].filter(Boolean).join(' '),
    message.responseText || message.errorMessage,
    sources.length > 0 && `${t('sources')}:\n${sources.join('\n')}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}
