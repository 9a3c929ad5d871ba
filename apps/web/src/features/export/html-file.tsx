import { placeName } from '@polylogue/contract/browser'
import { htmlPage } from '#ui/html-page.tsx'
import { turnsOf, type Chat } from './chat.ts'
import { Paper } from './paper.tsx'
import type { ExportTexts } from './words.ts'

/** Returns a chat as one self-contained HTML page, rendered like this page. */
export const htmlFile = (chat: Chat, words: ExportTexts, language: string): Promise<string> =>
  htmlPage({
    title: placeName(chat.project.name, chat.tab.name),
    language,
    answers: turnsOf(chat).map(({ responseText }) => responseText),
    body: <Paper chat={chat} words={words} />,
  })
