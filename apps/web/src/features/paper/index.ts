// Documents of chats: Word, Markdown, and on paper. Free of React, so that the page of a share link can call it.
export type {
  Letterhead,
  Paper,
  PaperChat,
  PaperDetails,
  PaperKind,
  PaperMessage,
  PaperOrder,
} from './paper.ts'
export { loadPictures } from './pictures.ts'
export { printPaper } from './print/print-paper.ts'
export { paperWords } from './words.ts'
export { writePaper } from './write-paper.ts'
