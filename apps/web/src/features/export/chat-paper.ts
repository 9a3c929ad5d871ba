import type { PublicConfig } from '#lib/config.ts'
import { paperWords, printPaper, writePaper } from '#features/paper/index.ts'
import { attachedPictures, type LoadFile } from './attached-pictures.ts'
import type { Chat } from './chat.ts'
import { letterheadOf } from './letterhead.ts'
import { paperOf } from './paper-of.ts'
import type { ExportTexts } from './words.ts'

interface About extends ExportTexts {
  language: string
  config: PublicConfig
  /** Loads an attached picture. */
  load: LoadFile
  signal: AbortSignal
}

/** Writes one chat as a document, with models and dates; undefined once it is printed. Nobody is named. */
export async function chatPaper(
  kind: 'docx' | 'md' | 'pdf',
  chat: Chat,
  { t, language, config, load, signal }: About,
): Promise<Blob | undefined> {
  const quiet = () => undefined
  const pictures = await attachedPictures([chat], { load, signal, onLoaded: quiet })
  const letterhead = await letterheadOf(config)
  const paper = paperOf([chat], { letterhead, author: '', language, t, now: new Date(), pictures })
  const order = { paper, details: { model: true, date: true, options: false }, words: paperWords(t) }
  const how = { signal, onWritten: quiet }
  if (kind !== 'pdf') return writePaper(kind, order, how)
  await printPaper(order, how)
  return undefined
}
