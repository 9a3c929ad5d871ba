// Turns loaded chats into the plain data of a document. Pure.
import type { Message } from '@polylogue/contract'
import { MESSAGE_STATE, placeName } from '@polylogue/contract/browser'
import type { TFunction } from 'i18next'
import type { Letterhead, Paper, PaperMessage } from '#features/paper/index.ts'
import { pictureKey, type Pictures } from './attached-pictures.ts'
import { turnsOf, type Chat } from './chat.ts'

interface About {
  letterhead: Letterhead
  /** The name of the person who exports. */
  author: string
  language: string
  t: TFunction<'export'>
  now: Date
  /** The attached pictures that are shown. */
  pictures: Pictures
}

/** Returns the document of some tabs of a project; of one tab, it has the name of both. */
export function paperOf(chats: readonly Chat[], about: About): Paper {
  const { letterhead, author, language, now } = about
  const [first] = chats
  const title =
    first && chats.length === 1 ? placeName(first.project.name, first.tab.name) : (first?.project.name ?? '')
  return {
    title,
    language,
    letterhead,
    author,
    exported: now.toISOString(),
    chats: chats.map((chat) => ({
      name: chat.tab.name,
      messages: turnsOf(chat).map((message) => messageOf(message, about)),
    })),
  }
}

function messageOf(message: Message, { t, pictures }: Pick<About, 't' | 'pictures'>): PaperMessage {
  return {
    question: message.queryText,
    answer: message.responseText,
    model: [message.modelName, message.modelTagName].filter(Boolean).join(' '),
    created: message.created,
    files: message.attachments.map(({ name }, index) => ({
      name,
      picture: pictures.get(pictureKey(message, index)),
    })),
    sources: message.sources.map(({ id, title, place, uri }) => ({
      id,
      title,
      place: place ?? '',
      address: uri,
    })),
    options: Object.entries(message.options).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
    notice: noticeOf(message, t),
    confidential: message.confidential,
  }
}

function noticeOf({ state, errorMessage }: Message, t: TFunction<'export'>): string {
  if (state === MESSAGE_STATE.failed) return errorMessage ?? ''
  if (state === MESSAGE_STATE.aborted) return t('stopped')
  return state === MESSAGE_STATE.done ? '' : t('unfinished')
}
