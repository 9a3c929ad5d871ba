export { ChatDialogs } from './chat-dialogs.tsx'
export { PrintHead } from './print-head.tsx'
