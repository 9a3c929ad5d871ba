// Documents of chats: Word and Markdown. Free of React, so that the page of a share link can call it.
export type {
  Letterhead,
  Paper,
  PaperChat,
  PaperDetails,
  PaperKind,
  PaperMessage,
  PaperOrder,
} from './paper.ts'
export { paperWords } from './words.ts'
export { writePaper } from './write-paper.ts'
