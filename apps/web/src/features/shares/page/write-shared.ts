import type { Message, Project, SharedChat, SharedMessage, SharedPage, Tab } from '@polylogue/contract'
import { formatIn } from '#lib/format.ts'
import { loadCode } from '#lib/load-code.ts'
import { loadTexts } from '#lib/load-texts.ts'
import { fileNameOf, saveFile } from '#lib/save-file.ts'
import { translations } from '#lib/translations.ts'
import { chatWriters, type Chat } from '#features/export/index.ts'
import type { Download } from './formats.ts'

/** Writes a shared chat in a format and gives the file to the browser; rejects when it cannot be made. */
export async function writeShared(download: Download): Promise<void> {
  const { format, share, chat } = download
  const shown = share.chats[chat]
  const made = await fileOf(download, shown)
  if (!made) return
  const name = shown && share.chats.length > 1 ? `${share.title} - ${shown.name}` : share.title
  saveFile(made, fileNameOf(name, new Date(), format))
}

/** Returns the file; undefined for a document that was printed. */
async function fileOf(
  { format, share, messages, config, file, signal }: Download,
  shown: SharedChat | undefined,
): Promise<Blob | undefined> {
  const { language } = translations
  const words = { t: await loadTexts('export'), format: formatIn(language, new Date()) }
  const chat = chatOf(share, shown, messages)
  const keys = new Map(messages.map((message) => [idOf(message), message.files.map(({ key }) => key)]))
  const load = ({ id }: Message, index: number) => file(keys.get(id)?.[index] ?? -1)
  const pictures = async () =>
    (await loadCode(chatWriters.pictures))([chat], { load, signal, onLoaded: () => undefined })
  switch (format) {
    case 'json':
      return text(JSON.stringify({ title: share.title, chat: shown, messages }, null, 2), 'application/json')
    case 'docx':
    case 'md':
    case 'pdf':
      return (await loadCode(chatWriters.paper))(format, chat, { ...words, language, config, load, signal })
    case 'txt':
      return text((await loadCode(chatWriters.txt))(chat, words), 'text/plain')
    case 'csv':
      return text((await loadCode(chatWriters.csv))(chat, words), 'text/csv')
    case 'html':
      return text(
        await (
          await loadCode(chatWriters.html)
        )(chat, words, language, await pictures()),
        'text/html',
      )
    case 'png': {
      const made = await (await loadCode(chatWriters.png))(chat, words, await pictures())
      if (!made) throw new Error('The chat is too long for an image.')
      return made
    }
  }
}

const text = (content: string, type: string): Blob => new Blob([content], { type: `${type};charset=utf-8` })

/** Returns a shared chat as the product's own writers take it. What a link does not show is empty. */
function chatOf(share: SharedPage, shown: SharedChat | undefined, messages: readonly SharedMessage[]): Chat {
  return {
    project: { ...NO_PROJECT, name: share.title },
    tab: { ...NO_TAB, name: shown?.name ?? share.title },
    messages: messages.map(messageOf),
    shownIds: [],
  }
}

/** Ids begin at 1, positions at 0. */
const idOf = ({ position }: SharedMessage): number => position + 1

function messageOf(shared: SharedMessage): Message {
  const { question, answer, reasoning, state, created, modelName, modelTagName } = shared
  const id = idOf(shared)
  return {
    ...NO_MESSAGE,
    id,
    turnId: id,
    queryId: id,
    queryText: question,
    responseText: answer,
    reasoningText: reasoning ?? '',
    state,
    created,
    modelName,
    modelTagName,
    attachments: shared.files.map(({ name, size, mimeType }) => ({
      name,
      size,
      mime_type: mimeType,
      timestamp: Math.floor(Date.parse(created) / 1_000),
    })),
    sources: shared.sources.map(({ number, title, place, quote }) => ({
      id: number,
      title,
      uri: '',
      quote: quote ?? '',
      ...(place ? { place } : {}),
    })),
  }
}

const NO_TIME = new Date(0).toISOString()
const DEFAULTS = {
  id: 0,
  uuId: '',
  description: '',
  defaultModelId: 0,
  defaultModelTagId: 0,
  defaultDatasourceId: 0,
  amountOfChunks: 0,
  custInstWhoId: 0,
  custInstRespondId: 0,
  created: NO_TIME,
  modified: NO_TIME,
}
const NO_PROJECT: Project = {
  ...DEFAULTS,
  name: '',
  type: 0,
  ownerId: 0,
  hasAdminAccess: false,
  assocContexts: [],
  attributes: [],
  context: { id: 0 } as Project['context'],
}
const NO_TAB: Tab = {
  ...DEFAULTS,
  name: '',
  projectId: 0,
  tabIndex: 0,
  type: 0,
  state: 0,
  options: {},
  confidential: false,
  can: { remove: false, move: false },
}
const NO_MESSAGE: Message = {
  id: 0,
  queryId: 0,
  uuId: '',
  projectTabId: 0,
  turnId: 0,
  replacesQueryId: null,
  compareId: null,
  shownQueryIds: [],
  queryText: '',
  responseText: '',
  reasoningText: '',
  state: 2,
  errorCode: null,
  errorMessage: null,
  rating: 0,
  options: {},
  attachments: [],
  sources: [],
  notices: [],
  confidential: false,
  userId: null,
  modelId: 0,
  modelTagId: 0,
  modelName: '',
  modelTagName: '',
  created: NO_TIME,
  tokenPerSeconds: null,
  numTokPrompt: null,
  numTokResponse: null,
  responseTime: null,
  overallResponseTime: null,
  statistics: [],
  can: { rate: false, remove: false, stop: false },
}
