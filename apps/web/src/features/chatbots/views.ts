// The pages in one chunk: they are opened one after the other.
export { inboxPage } from './inbox/page.tsx'
export { openChatbotPage } from './list/open-page.tsx'
export { chatbotsPage } from './list/page.tsx'
