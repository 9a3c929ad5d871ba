import texts from '#texts/en/export.json' with { type: 'json' }
import type { PaperMessage, PaperOrder, PaperWords } from '../paper.ts'

const { question, answer, attachments, sources, options, confidential, page, exported, exportedBy } = texts
const words: PaperWords = {
  question,
  answer,
  attachments,
  sources,
  options,
  confidential,
  page,
  exported,
  exportedBy,
}

/** Returns a message of a document. */
export const messageOf = (answerText: string, more: Partial<PaperMessage> = {}): PaperMessage => ({
  question: 'What now?',
  answer: answerText,
  model: 'Llama 3.3 70b',
  created: '2026-11-09T09:41:00.000Z',
  files: [],
  sources: [],
  options: [['temperature', '0.2']],
  notice: '',
  confidential: false,
  ...more,
})

/** Returns the order of a document with one chat. */
export const orderOf = (
  messages: readonly PaperMessage[],
  { language = 'en', details = {} }: { language?: string; details?: Partial<PaperOrder['details']> } = {},
): PaperOrder => ({
  paper: {
    title: 'Bids & offers',
    language,
    letterhead: { name: 'Stadtwerke Hollenbeck' },
    author: 'Anna Keller',
    exported: '2026-11-29T12:00:00.000Z',
    chats: [{ name: 'Comparison', messages: [...messages] }],
  },
  details: { model: true, date: true, options: false, ...details },
  words,
})
