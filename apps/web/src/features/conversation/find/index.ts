export { FindInChat } from './find-in-chat.tsx'
