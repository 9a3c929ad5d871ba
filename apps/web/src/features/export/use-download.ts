// Creates a file of an answer, a tab or a project and downloads it.
import type { Message, Tab } from '@polylogue/contract'
import { useEffect, useState } from 'react'
import { paperWords, printPaper, writePaper } from '#features/paper/index.ts'
import { useViewer } from '#features/session/index.ts'
import { useApi } from '#lib/api.ts'
import { useConfig } from '#lib/config.ts'
import { useFormat } from '#lib/format.ts'
import type { OpenTab } from '#lib/open-tab.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { saveFile } from '#lib/save-file.ts'
import { useTranslation } from '#lib/texts.ts'
import { contract } from '@polylogue/contract/browser'
import { attachedPictures, NO_PICTURES } from './attached-pictures.ts'
import { fileName, loadChat, turnsOf, type Chat } from './chat.ts'
import { isDocument, showsPictures, type FileFormat } from './formats.ts'
import { letterheadOf } from './letterhead.ts'
import { makeFile } from './make-file.ts'
import { paperOf } from './paper-of.ts'
import type { ExportDetails } from './remembered.ts'

/** What is going on: messages loaded, pictures loaded, or messages written of all. */
export type Work =
  | { known: number }
  | { pictures: number; all: number }
  | { done: number; all: number }
  | undefined

interface ExportedTab extends OpenTab {
  /** The older versions of a tab that are shown instead of the newest. */
  shownIds: (tabId: number) => readonly number[]
}

export interface Order {
  format: FileFormat
  details: ExportDetails
  /** The only message of the file; undefined for all of its tabs. */
  message: Message | undefined
  tabs: readonly Tab[]
}

/** Returns `download(order)`, which resolves with true once the browser has the file. */
export function useDownload({ shownIds, project }: ExportedTab) {
  const api = useApi()
  const make = useMake()
  const { t } = useTranslation('export')
  const errorMessage = useErrorMessage()
  const [work, setWork] = useState<Work>(undefined)
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const [control, setControl] = useState<AbortController | undefined>(undefined)
  useEffect(() => () => control?.abort(), [control])
  const load = async (order: Order, signal: AbortSignal): Promise<Chat[]> => {
    const { message } = order
    const shown = (tab: Tab) => ({ project, tab, shownIds: shownIds(tab.id) })
    if (message) return order.tabs.map((tab) => ({ ...shown(tab), messages: [message] }))
    const chats: Chat[] = []
    for (const tab of order.tabs) {
      const before = chats.reduce((sum, chat) => sum + chat.messages.length, 0)
      const onProgress = (known: number) => setWork({ known: before + known })
      chats.push(await loadChat(api, shown(tab), { signal, onProgress }))
    }
    return chats
  }
  const download = async (order: Order): Promise<boolean> => {
    const begun = new AbortController()
    setControl(begun)
    setFailure(undefined)
    setWork({ known: 0 })
    try {
      const chats = await load(order, begun.signal)
      const made = await make(order, chats, { signal: begun.signal, onWork: setWork })
      begun.signal.throwIfAborted()
      if (typeof made === 'string') setFailure(made)
      // The browser saves what is printed.
      else if (made) saveFile(made, fileName(chats, new Date(), order.format))
      return typeof made !== 'string'
    } catch (error) {
      if (!begun.signal.aborted) setFailure(isOurs(error) ? t('failed') : errorMessage(error).sentence)
      return false
    } finally {
      setWork(undefined)
    }
  }
  return { download, work, failure, cancel: () => control?.abort() }
}

// A failure to render the file is not a server error.
const isOurs = (error: unknown): boolean => !(error instanceof Error && 'code' in error && 'status' in error)

interface Making {
  signal: AbortSignal
  onWork: (work: Work) => void
}

/** Returns what makes the file of loaded chats, or a sentence that says why there is none; undefined once it is printed. */
function useMake() {
  const api = useApi()
  const { t, i18n } = useTranslation('export')
  const format = useFormat()
  const config = useConfig()
  const { data: viewer } = useViewer()
  return async (
    order: Order,
    chats: readonly Chat[],
    { signal, onWork }: Making,
  ): Promise<Blob | string | undefined> => {
    const all = chats.reduce((sum, chat) => sum + turnsOf(chat).length, 0)
    const [first] = chats
    if (all === 0 || !first) return t('empty')
    onWork({ done: 0, all })
    const language = i18n.language
    const load = async ({ id }: Message, index: number) =>
      (await api.call(contract.queries.attachment, { params: { id, index } }, { signal })).data
    const onLoaded = (pictures: number, count: number) => onWork({ pictures, all: count })
    const pictures =
      order.details.pictures && showsPictures(order.format)
        ? await attachedPictures(chats, { load, signal, onLoaded })
        : NO_PICTURES
    onWork({ done: 0, all })
    if (!isDocument(order.format)) return makeFile(order.format, first, { t, format }, language, pictures)
    const author = viewer ? `${viewer.firstName} ${viewer.lastName}`.trim() : ''
    const letterhead = await letterheadOf(config)
    const paper = paperOf(chats, { letterhead, author, language, t, now: new Date(), pictures })
    const what = { paper, details: order.details, words: paperWords(t) }
    const how = { signal, onWritten: (done: number) => onWork({ done, all }) }
    if (order.format !== 'pdf') return writePaper(order.format, what, how)
    await printPaper(what, how)
    return undefined
  }
}
