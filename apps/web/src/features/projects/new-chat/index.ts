export { type ChatMaker, createChat, newChat } from './new-chat.ts'
export { DEFAULT_NAME, isProvisionalName } from './provisional-name.ts'
