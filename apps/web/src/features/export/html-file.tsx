import { placeName } from '@polylogue/contract/browser'
import { htmlPage } from '#ui/html-page.tsx'
import type { Pictures } from './attached-pictures.ts'
import { turnsOf, type Chat } from './chat.ts'
import { Paper } from './paper.tsx'
import type { ExportTexts } from './words.ts'

/** Returns a chat as one self-contained HTML page, rendered like this page. */
export const htmlFile = (
  chat: Chat,
  words: ExportTexts,
  language: string,
  pictures: Pictures,
): Promise<string> =>
  htmlPage({
    title: placeName(chat.project.name, chat.tab.name),
    language,
    answers: turnsOf(chat).map(({ responseText }) => responseText),
    body: <Paper chat={chat} words={words} pictures={pictures} />,
  })
