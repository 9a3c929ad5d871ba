// An exported document as plain data: what the writers get, also in a worker. Free of React, so that the page of a share link
// can call them, too.

export interface Paper {
  title: string
  /** The language of what the product writes, such as “Question”. The texts have their own. */
  language: string
  /** Whose document it is: in its head and foot. */
  letterhead: Letterhead
  /** Who exported it; '' where nobody is named. */
  author: string
  /** ISO time of the export. */
  exported: string
  chats: PaperChat[]
}

export interface Letterhead {
  name: string
  /** A data URL (PNG or JPEG) of the organisation's logo. */
  logo?: string | undefined
}

export interface PaperChat {
  /** Shown if there are several. */
  name: string
  messages: PaperMessage[]
}

export interface PaperMessage {
  /** '' leaves the question out. */
  question: string
  answer: string
  model: string
  /** ISO time. */
  created: string
  files: PaperFile[]
  sources: PaperSource[]
  /** Names and values of the prompt options. */
  options: (readonly [string, string])[]
  /** Why there is no answer, or that it was stopped. */
  notice: string
  /** Whether it used documents that only local models may see. */
  confidential: boolean
}

export interface PaperFile {
  name: string
  /** A data URL (PNG or JPEG) of a picture; undefined for other files, and for pictures that are gone. */
  picture?: string | undefined
}

export interface PaperSource {
  /** The `n` of `[n]` in the answer. */
  id: number
  title: string
  place: string
  /** Its address; others than http(s) are left out. */
  address: string
}

/** What is written beside questions and answers. */
export interface PaperDetails {
  model: boolean
  date: boolean
  options: boolean
}

/** The words that the product writes, in the language of the paper. `{{page}}`, `{{pages}}` and so on are filled in. */
export interface PaperWords {
  question: string
  answer: string
  attachments: string
  sources: string
  options: string
  confidential: string
  page: string
  exported: string
  exportedBy: string
}

export type PaperKind = 'docx' | 'md'

export interface PaperOrder {
  paper: Paper
  details: PaperDetails
  words: PaperWords
}

/** Reports how many messages are written. */
export type OnWritten = (done: number, all: number) => void

export const messageCount = ({ chats }: Paper): number =>
  chats.reduce((sum, { messages }) => sum + messages.length, 0)
