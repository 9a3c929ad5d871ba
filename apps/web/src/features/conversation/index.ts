export { Conversation } from './conversation.tsx'
