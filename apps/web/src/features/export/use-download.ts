// Creates a file of a chat and downloads it.
import { loadCode } from '#lib/load-code.ts'
import { useEffect, useState } from 'react'
import { useApi } from '#lib/api.ts'
import { useFormat } from '#lib/format.ts'
import type { OpenTab } from '#lib/open-tab.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { saveFile } from '#lib/save-file.ts'
import { useTranslation } from '#lib/texts.ts'
import { fileName, loadChat, turnsOf, type Chat } from './chat.ts'
import type { ExportTexts } from './words.ts'

/** In the order of the dialog: what people read comes before what programs read. */
export const FORMATS = ['txt', 'html', 'png', 'csv', 'json'] as const
export type FileFormat = (typeof FORMATS)[number]

/** Maximum number of messages in a picture; more exceed the height of a canvas. */
const MAX_IN_PICTURE = 200

type Work = { known: number; making: boolean } | undefined

interface ExportedTab extends OpenTab {
  /** The older versions that are shown instead of the newest. */
  shownIds: () => readonly number[]
}

/** Returns `download(format)`, which resolves with true once the browser has the file. */
export function useDownload({ shownIds, ...openTab }: ExportedTab) {
  const api = useApi()
  const { t, i18n } = useTranslation('export')
  const format = useFormat()
  const onProgress = useErrorMessage()
  const [work, setWork] = useState<Work>(undefined)
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const [control, setControl] = useState<AbortController | undefined>(undefined)
  useEffect(() => () => control?.abort(), [control])
  const download = async (kind: FileFormat): Promise<boolean> => {
    const begun = new AbortController()
    setControl(begun)
    setFailure(undefined)
    setWork({ known: 0, making: false })
    try {
      const shown = { ...openTab, shownIds: shownIds() }
      const chat = await loadChat(api, shown, {
        signal: begun.signal,
        onProgress: (known) => setWork({ known, making: false }),
      })
      setWork({ known: chat.messages.length, making: true })
      const made = await make(kind, chat, { t, format }, i18n.language)
      begun.signal.throwIfAborted()
      if (typeof made === 'string') setFailure(made)
      else saveFile(made, fileName(chat, new Date(), kind))
      return typeof made !== 'string'
    } catch (error) {
      if (!begun.signal.aborted) setFailure(isOurs(error) ? t('failed') : onProgress(error).sentence)
      return false
    } finally {
      setWork(undefined)
    }
  }
  return { download, work, failure, cancel: () => control?.abort() }
}

// A failure to render the file is not a server error.
const isOurs = (error: unknown): boolean => !(error instanceof Error && 'code' in error && 'status' in error)

/** Returns the file, or a sentence that says why there is none. */
async function make(
  kind: FileFormat,
  chat: Chat,
  words: ExportTexts,
  language: string,
): Promise<Blob | string> {
  const turns = turnsOf(chat).length
  if (turns === 0) return words.t('empty')
  switch (kind) {
    case 'json':
      return text(
        (await loadCode(() => import('./json-file.ts'))).jsonFile(chat, new Date()),
        'application/json',
      )
    case 'txt':
      return text((await loadCode(() => import('./txt-file.ts'))).txtFile(chat, words), 'text/plain')
    case 'csv':
      return text((await loadCode(() => import('./csv-file.ts'))).csvFile(chat, words), 'text/csv')
    case 'html':
      return text(
        await (await loadCode(() => import('./html-file.tsx'))).htmlFile(chat, words, language),
        'text/html',
      )
    case 'png': {
      const [count, most] = [words.format.number(turns), words.format.number(MAX_IN_PICTURE)]
      if (turns > MAX_IN_PICTURE) return words.t('tooLong', { count: turns, shown: count, most })
      return (
        (await (await loadCode(() => import('./png-file.tsx'))).pngFile(chat, words)) ?? words.t('tooTall')
      )
    }
  }
}

const text = (content: string, type: string): Blob => new Blob([content], { type: `${type};charset=utf-8` })
