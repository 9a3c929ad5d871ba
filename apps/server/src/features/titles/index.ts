// Titles of new chats: after the first answer, the chat's own model writes one (decision 100).
export { openTitles, type Titles, type TitlesDeps } from './service.ts'
