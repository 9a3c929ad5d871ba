export { ChatBeginner } from './chat-beginner.tsx'
