export { type Bottom, useAway, useBottom, useOlder } from './bottom.ts'
export { useLinkedMessage, useMessageLink } from './use-linked-message.ts'
