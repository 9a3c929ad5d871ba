export { messagesQuery, useAskIn, useRunStore } from './messages/index.ts'
export { Conversation } from './conversation.tsx'
export { type LaneAnswer, LaneFoot, type LaneState, LaneText, useLane } from './lanes/index.ts'
export type { Asked, Place } from './stream/index.ts'
