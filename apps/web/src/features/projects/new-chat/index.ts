export { type ChatMaker, createChat, newChat } from './new-chat.ts'
export { nameAfter } from './name-after.ts'
