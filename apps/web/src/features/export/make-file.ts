import { loadCode } from '#lib/load-code.ts'
import type { Pictures } from './attached-pictures.ts'
import { turnsOf, type Chat } from './chat.ts'
import type { FileFormat } from './formats.ts'
import type { ExportTexts } from './words.ts'

/** Maximum number of messages in a picture; more exceed the height of a canvas. */
const MAX_IN_PICTURE = 200

/** Returns the file, or a sentence that says why there is none. */
export async function makeFile(
  kind: Exclude<FileFormat, 'docx' | 'pdf' | 'md'>,
  chat: Chat,
  words: ExportTexts,
  language: string,
  pictures: Pictures,
): Promise<Blob | string> {
  const turns = turnsOf(chat).length
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
        await (await loadCode(() => import('./html-file.tsx'))).htmlFile(chat, words, language, pictures),
        'text/html',
      )
    case 'png': {
      const [count, most] = [words.format.number(turns), words.format.number(MAX_IN_PICTURE)]
      if (turns > MAX_IN_PICTURE) return words.t('tooLong', { count: turns, shown: count, most })
      return (
        (await (await loadCode(() => import('./png-file.tsx'))).pngFile(chat, words, pictures)) ??
        words.t('tooTall')
      )
    }
  }
}

const text = (content: string, type: string): Blob => new Blob([content], { type: `${type};charset=utf-8` })
